"""Signing in is guarded: against guessing, planted sessions, and addresses that lead off the site."""

from __future__ import annotations

import io
import re
import time
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit
from wsgiref.util import setup_testing_defaults

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from django.urls import reverse

from league.models import Role, User
from league.wsgi import application
from tests.factories import PASSWORD, make_club, make_invitation
from tests.league.guarded import CODE, LOGIN, STEP, code_of, is_in, make_quick_user, sign_in
from tests.league.guarded import ann as ann  # a fixture
from tests.league.guarded import fresh_limits as fresh_limits  # a fixture
from tests.league.guarded import key as key  # a fixture
from tests.league.guarded import quick_hashes as quick_hashes  # a fixture
from tests.pages import text_of

pytestmark = pytest.mark.django_db


# Guessing


def test_a_password_is_not_guessed_and_the_right_one_works_later_and_elsewhere(client: Client, ann: User) -> None:
    with time_machine.travel(time.time(), tick=False) as clock:
        answers = [sign_in(client, f"wrong-{n}") for n in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert "Too many attempts" in text_of(answers[-1])
        assert sign_in(client).status_code == 429
        assert sign_in(Client(), REMOTE_ADDR="198.51.100.7").status_code == 302
        clock.shift(301)
        assert sign_in(client).status_code == 302
    assert is_in(client)


def test_one_place_does_not_guess_at_many_accounts(client: Client) -> None:
    answers = [client.post(LOGIN, {"login": f"p{n}@example.org", "password": "wrong"}) for n in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]


def test_many_places_do_not_guess_at_one_account(client: Client, ann: User) -> None:
    statuses = [sign_in(client, "wrong", REMOTE_ADDR=f"198.51.100.{n}").status_code for n in range(101)]
    assert statuses == [200] * 100 + [429]
    assert client.post(reverse("account_request_login_code"), {"email": ann.email}).status_code == 302  # by mail still


def test_behind_a_proxy_the_places_are_its_visitors(client: Client, ann: User, settings: Any) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    guess = [sign_in(client, "wrong", HTTP_X_FORWARDED_FOR=f"1.1.1.{n}, 198.51.100.7") for n in range(6)]
    assert guess[-1].status_code == 429  # what a visitor claims in front of it counts for nothing
    assert sign_in(Client(), HTTP_X_FORWARDED_FOR="198.51.100.8").status_code == 302


def test_without_a_proxy_the_header_counts_for_nothing(client: Client, ann: User) -> None:
    guess = [sign_in(client, "wrong", HTTP_X_FORWARDED_FOR=f"198.51.100.{n}") for n in range(6)]
    assert guess[-1].status_code == 429


def test_a_mailed_code_is_not_guessed(client: Client, ann: User) -> None:
    """Three tries a code, three codes a minute."""
    statuses = []
    for _ in range(4):
        statuses.append(client.post(reverse("account_request_login_code"), {"email": ann.email}).status_code)
        statuses += [client.post(CODE, {"code": f"WRONG{n}"}).status_code for n in range(3)]
    assert 429 in statuses
    assert len(mail.outbox) == 3
    assert not is_in(client)
    assert sign_in(Client()).status_code == 302


def test_a_second_step_is_not_guessed(client: Client, ann: User, key: str) -> None:
    with time_machine.travel(time.time(), tick=False) as clock:
        assert sign_in(client)["Location"] == STEP
        answers = [client.post(STEP, {"code": f"{n:06}"}) for n in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]
        assert "Too many attempts" in text_of(answers[-1])
        assert client.post(STEP, {"code": code_of(key)}).status_code == 429
        clock.shift(301)
        assert client.post(STEP, {"code": code_of(key)}).status_code == 302
    assert is_in(client)


def test_confirming_who_one_is_is_not_guessed(client: Client, ann: User) -> None:
    client.force_login(ann)
    statuses = [
        client.post(reverse("account_reauthenticate"), {"password": f"wrong-{n}"}).status_code for n in range(6)
    ]
    assert statuses[-1] == 429


def test_the_old_password_is_not_guessed_where_it_is_changed(client: Client, ann: User) -> None:
    client.force_login(ann)
    change = {"password1": "jack-of-trumps", "password2": "jack-of-trumps"}
    statuses = [
        client.post(reverse("account_change_password"), change | {"oldpassword": f"wrong-{n}"}).status_code
        for n in range(6)
    ]
    assert statuses[-1] == 429
    ann.refresh_from_db()
    assert ann.check_password(PASSWORD)


def test_passkeys_are_not_tried_without_end(client: Client) -> None:
    url = reverse("mfa_login_webauthn")
    assert [client.post(url, {"credential": "{}"}).status_code for _ in range(11)] == [302] * 10 + [429]


@pytest.mark.parametrize("route", ["account_signup", "account_reset_password"])
def test_other_account_pages_are_limited(client: Client, route: str) -> None:
    statuses = [client.post(reverse(route), {"email": f"p{n}@example.org"}).status_code for n in range(21)]
    assert statuses[-1] == 429


# Where one is sent afterwards

ELSEWHERE = [
    "//evil.example",
    "https:evil.example",
    "https:///evil.example",
    "https://evil.example/",
    "\\\\evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "javascript:alert(1)",
    "%2F%2Fevil.example",
    "//evil.example%2F..",
    " //evil.example",
    "\t//evil.example",
    "/\t/evil.example",
    "http://testserver@evil.example/",
    "//testserver.evil.example",
    "data:text/html,x",
]


def stays(answer: Any) -> bool:
    """Whether a browser that follows this stays: it takes backslashes for slashes, and leaves out blanks."""
    said = re.sub(r"[\t\r\n]", "", answer.headers.get("Location", "/")).strip().replace("\\", "/")
    target = urlsplit(said)
    return (
        answer.status_code < 500
        and not said.startswith("//")
        and target.scheme in ("", "http")
        and (target.netloc in ("", "testserver"))
    )


@pytest.mark.parametrize("where", ELSEWHERE)
def test_no_next_page_is_on_another_site(ann: User, key: str, where: str) -> None:
    def go(user: User | None, url: str, **sent: str) -> Iterator[Any]:
        for address in ({"query_params": {"next": where}}, {}):
            cache.clear()
            client = Client()
            if user:
                client.force_login(user)
            yield client.get(url, {"next": where})
            yield client.post(url, sent | {"next": where}, **address)

    ben = make_quick_user("Ben")
    for answer in [
        *go(None, LOGIN, login=ben.email, password=PASSWORD),
        *go(None, LOGIN, login=ann.email, password=PASSWORD),
        *go(None, reverse("account_signup"), name="N", email=f"{uuid.uuid4().hex}@example.org", password1=PASSWORD),
        *go(None, reverse("account_request_login_code"), email=ben.email),
        *go(None, reverse("mfa_login_webauthn"), credential="{}"),
        *go(None, STEP, code="000000"),
        *go(None, CODE, code="WRONG1"),
        *go(ben, reverse("account_logout")),
        *go(ben, LOGIN),
        *go(ben, reverse("account_signup")),
        *go(ben, reverse("account_reauthenticate"), password=PASSWORD),
        *go(ben, reverse("mfa_reauthenticate"), code="000000"),
        *go(ben, reverse("account_change_password"), oldpassword=PASSWORD, password1=PASSWORD, password2=PASSWORD),
        *go(ben, reverse("account_email"), email="new@example.org", action_add=""),
        *go(None, reverse("invitation-join", args=[make_invitation(make_club(), Role.PLAYER).token])),
        *go(ben, reverse("invitation-join", args=[make_invitation(make_club(), Role.PLAYER).token])),
    ]:
        assert stays(answer), (answer.request["PATH_INFO"], answer.headers.get("Location"))


@pytest.mark.parametrize("where", ELSEWHERE)
def test_the_second_step_does_not_lead_off_either(ann: User, key: str, where: str) -> None:
    client = Client()
    client.post(LOGIN, {"login": ann.email, "password": PASSWORD, "next": where})
    answer = client.post(STEP, {"code": code_of(key), "next": where})
    assert answer.status_code == 302
    assert stays(answer)


def test_a_next_page_of_this_site_is_gone_to(client: Client, ann: User) -> None:
    assert sign_in(client, query_params={"next": "/accounts/sessions/"})["Location"] == "/accounts/sessions/"


def test_the_list_of_addresses_is_one_that_can_fail() -> None:
    class Answer:
        status_code = 302

        def __init__(self, where: str) -> None:
            self.headers = {"Location": where}

    escaping = [where for where in ELSEWHERE if "%2F%2F" not in where and not where.startswith("https:evil")]
    assert not any(stays(Answer(where)) for where in escaping)


# Bad requests

ODD = [
    "utf8",
    "utf-16",
    "latin-1",
    "hex",
    "rot13",
    "base64",
    "idna",
    "undefined",
    "utf-7",
    "nonsense",
    '"',
    "x" * 20_000,
]

FORM, FILES, TEXT = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"


@pytest.fixture
def keep_connection() -> Iterator[None]:
    """The server lets go of its connection behind each request; the test is in a transaction on it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def status_of(method: str, content_type: str) -> str:
    """What the server itself answers: the test's client never comes so far with some of these."""
    body = b"name=%C3%A9"
    environ: dict[str, Any] = {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    setup_testing_defaults(environ)
    environ |= {"REQUEST_METHOD": method, "PATH_INFO": "/", "QUERY_STRING": "q=%C3%A9", "HTTP_HOST": "localhost"}
    said: list[str] = []
    answer = application(
        environ | {"CONTENT_TYPE": content_type}, lambda status, headers, info=None: said.append(status)
    )
    return said[0] + (" in words" if b"That request can" in b"".join(answer) else "")


@pytest.mark.parametrize("charset", ODD, ids=range(len(ODD)))
@pytest.mark.parametrize("kind", [FORM, FILES, TEXT])
@pytest.mark.usefixtures("ann", "keep_connection")
def test_an_odd_charset_is_a_bad_request(charset: str, kind: str) -> None:
    for method in ("GET", "POST"):
        assert status_of(method, f"{kind}; charset={charset}") == "400 Bad Request in words"


@pytest.mark.usefixtures("ann", "keep_connection")
def test_others_are_read() -> None:
    for said in ("", "text/plain", f"{FORM}; charset=UTF-8"):
        assert status_of("GET", said) == "200 OK"


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"'])
def test_our_own_charset_is_read(client: Client, ann: User, charset: str) -> None:
    client.force_login(ann)
    sent = {"content_type": f"application/x-www-form-urlencoded; charset={charset}"}
    assert client.post(reverse("account-name"), "name=%C3%89va", **sent).status_code == 303
    ann.refresh_from_db()
    assert ann.name == "Éva"


def test_a_wrong_method_is_told_in_words(client: Client) -> None:
    answer = client.get(reverse("session-end"))
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert "Not this way" in text_of(answer)
    assert client.post(reverse("home")).status_code == 405
