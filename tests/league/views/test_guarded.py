"""Signing in is guarded: against guessing, planted sessions, and addresses that lead off the site."""

from __future__ import annotations

import io
import json
import re
import time
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit
from wsgiref.util import setup_testing_defaults

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.core import mail
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from django.urls import reverse

from league.models import Role, Session, User
from league.services.sessions import sessions_of
from league.wsgi import application
from tests.factories import PASSWORD, make_club, make_invitation, make_user
from tests.pages import text_of

pytestmark = pytest.mark.django_db

LOGIN, CODE, STEP = reverse("account_login"), reverse("account_confirm_login_code"), reverse("mfa_authenticate")
ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 8) Mobile"


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def quick_hashes(settings: Any) -> None:
    """Guessing is slow by intent; here a hundred guesses are made."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def make_quick_user(name: str) -> User:
    user = make_user(name, email=f"{name.lower()}@example.org")
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def ann() -> User:
    return make_quick_user("Ann")


@pytest.fixture
def key(ann: User) -> str:
    """Ann's authenticator app."""
    secret = generate_totp_secret()
    TOTP.activate(ann, secret)
    return secret


def code_of(key: str) -> str:
    return str(format_hotp_value(hotp_value(key, int(time.time()) // 30)))


def sign_in(client: Client, password: str = PASSWORD, **more: Any) -> Any:
    return client.post(LOGIN, {"login": "ann@example.org", "password": password}, **more)


def is_in(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200


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


# Second step


def test_a_code_of_the_app_works_once(client: Client, ann: User, key: str) -> None:
    with time_machine.travel(time.time(), tick=False):
        sign_in(client)
        assert client.post(STEP, {"code": code_of(key)}).status_code == 302
        other = Client()
        sign_in(other)
        assert "Incorrect code." in text_of(other.post(STEP, {"code": code_of(key)}))


def test_a_recovery_code_works_once(client: Client, ann: User, key: str) -> None:
    code = RecoveryCodes.activate(ann).get_unused_codes()[0]
    for statuses in (302, 200):
        browser = Client()
        sign_in(browser)
        assert browser.post(STEP, {"code": code}).status_code == statuses


def test_a_mailed_code_asks_for_the_second_step_too(client: Client, ann: User, key: str) -> None:
    client.post(reverse("account_request_login_code"), {"email": ann.email})
    code = re.search(r"^([A-Z0-9]+-?[A-Z0-9]+)$", str(mail.outbox[-1].body), re.MULTILINE)
    assert code
    assert client.post(CODE, {"code": code[1]})["Location"] == STEP
    assert not is_in(client)


@pytest.mark.parametrize("route", ["account", "mfa_index", "mfa_view_recovery_codes", "home"])
def test_half_signed_in_is_not_signed_in(client: Client, ann: User, key: str, route: str) -> None:
    sign_in(client)
    answer = client.get(reverse(route))
    assert answer.status_code == 302 or "Your account" not in text_of(answer)


BROKEN = ["", "{}", "[]", "null", "1", '"x"', "{", '{"id": 1}', '{"response": {}}', json.dumps({"id": "AAAA"})]
BROKEN += [
    json.dumps(
        {
            "id": "AAAA",
            "rawId": "AAAA",
            "type": "public-key",
            "response": {
                "clientDataJSON": said,
                "attestationObject": said,
                "authenticatorData": said,
                "signature": said,
                "userHandle": said,
            },
        }
    )
    for said in ("", "AAAA", "é", "e30", 1, None, [], "A" * 100_000)
]


@pytest.mark.parametrize("credential", BROKEN, ids=range(len(BROKEN)))
def test_a_passkey_that_no_browser_made_is_refused(client: Client, ann: User, credential: str) -> None:
    url = reverse("mfa_login_webauthn")
    client.get(url, headers={"accept": "application/json"})
    assert client.post(url, {"credential": credential}).status_code == 302
    assert not is_in(client)
    client.force_login(ann)
    confirm(client)
    for route in ("mfa_add_webauthn", "mfa_reauthenticate_webauthn"):
        client.get(reverse(route))
        assert client.post(reverse(route), {"credential": credential, "passwordless": "1"}).status_code in (200, 302)
    assert not Authenticator.objects.exists()


def confirm(client: Client) -> None:
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def test_an_address_that_is_not_confirmed_gets_no_second_step_where_mail_works(
    client: Client, ann: User, settings: Any
) -> None:
    settings.MFA_ALLOW_UNVERIFIED_EMAIL = False
    client.force_login(ann)
    confirm(client)
    for route in ("mfa_activate_totp", "mfa_add_webauthn"):
        answer = client.get(reverse(route), follow=True)
        assert "until you have verified your email address" in text_of(answer)


def test_anothers_passkey_is_not_there(client: Client, ann: User) -> None:
    theirs = Authenticator.objects.create(user=make_user(), type="webauthn", data={"name": "x", "credential": {}})
    client.force_login(ann)
    confirm(client)
    for route in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        url = reverse(route, args=[theirs.pk])
        assert {client.get(url).status_code, client.post(url, {"name": "y"}).status_code} == {404}


# Sessions


def test_signing_in_changes_the_session(client: Client, ann: User) -> None:
    client.get(reverse("mfa_login_webauthn"), headers={"accept": "application/json"})  # which begins a session
    before = client.cookies["sessionid"].value
    sign_in(client)
    assert client.cookies["sessionid"].value != before
    assert not Session.objects.filter(session_key=before).exists()


def test_the_second_step_changes_the_session(client: Client, ann: User, key: str) -> None:
    sign_in(client)
    before = client.cookies["sessionid"].value
    client.post(STEP, {"code": code_of(key)})
    assert client.cookies["sessionid"].value != before
    assert not Session.objects.filter(session_key=before).exists()


def test_a_planted_session_is_not_taken(client: Client, ann: User) -> None:
    planted = "planted0planted0planted0planted0"
    client.cookies["sessionid"] = planted
    sign_in(client)
    assert client.cookies["sessionid"].value != planted
    assert not Session.objects.filter(session_key=planted).exists()
    thief = Client()
    thief.cookies["sessionid"] = planted
    assert not is_in(thief)


def test_another_password_signs_every_other_browser_out(client: Client, ann: User) -> None:
    other = Client()
    for browser in (client, other):
        sign_in(browser)
    new = {"oldpassword": PASSWORD, "password1": "jack-of-trumps", "password2": "jack-of-trumps"}
    assert client.post(reverse("account_change_password"), new).status_code == 302
    assert is_in(client)
    assert not is_in(other)
    assert len(sessions_of(ann, client.session.session_key)) == 1


def test_a_forgotten_password_signs_everybody_out(client: Client, ann: User) -> None:
    client.force_login(ann)
    other = Client()
    other.post(reverse("account_reset_password"), {"email": ann.email})
    link = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert link
    target = other.get(link[1], follow=True).redirect_chain[-1][0]
    other.post(target, {"password1": "jack-of-trumps", "password2": "jack-of-trumps"})
    assert not is_in(client)
    assert sessions_of(ann, None) == []


def test_signing_out_takes_a_post(client: Client, ann: User) -> None:
    client.force_login(ann)
    for _ in range(2):
        assert client.get(reverse("account_logout")).status_code == 200
    assert is_in(client)
    client.post(reverse("account_logout"))
    assert not is_in(client)
    assert sessions_of(ann, None) == []


def test_the_list_names_device_and_day_and_no_key(client: Client, ann: User) -> None:
    sign_in(client, headers={"user-agent": ANDROID})
    other = Client()
    sign_in(other)
    html = client.get(reverse("session-list")).content.decode()
    assert "Android phone" in html
    assert "Unknown device" in html
    assert not any(browser.cookies["sessionid"].value in html for browser in (client, other))


def test_one_browser_or_all_others_are_signed_out(client: Client, ann: User) -> None:
    browsers = [Client() for _ in range(3)]
    for browser in (client, *browsers):
        sign_in(browser)
    end, here = reverse("session-end"), client.session.session_key
    theirs = next(one for one in sessions_of(ann, browsers[0].session.session_key) if one.here)
    assert client.post(end, {"session": theirs.mark}).status_code == 303
    assert [is_in(browser) for browser in browsers] == [False, True, True]
    assert "signed out already" in text_of(client.post(end, {"session": theirs.mark}, follow=True))
    client.post(end, {"others": "1"})
    assert [is_in(browser) for browser in browsers] == [False] * 3
    assert [one.here for one in sessions_of(ann, here)] == [True]


def test_nobody_ends_anothers_session(client: Client, ann: User) -> None:
    ben = make_user("Ben")
    other = Client()
    other.force_login(ben)
    mark = sessions_of(ben, None)[0].mark
    client.force_login(ann)
    for sent in ({"session": mark}, {"session": "é"}, {"others": "1"}):
        assert client.post(reverse("session-end"), sent).status_code == 303
    assert is_in(other)


def test_a_session_is_marked_once_a_day_and_lives_on(client: Client, ann: User, django_assert_num_queries: Any) -> None:
    with time_machine.travel("2026-10-01 20:00Z", tick=False) as clock:
        client.force_login(ann)
        clock.shift(60 * 60 * 24 * 60)
        with django_assert_num_queries(5):  # session, account; and the session is written, in a savepoint
            client.get(reverse("account_logout"))
        with django_assert_num_queries(2):
            client.get(reverse("account_logout"))
        assert [one.seen_at.date().isoformat() for one in sessions_of(ann, None)] == ["2026-11-30"]
        clock.shift(60 * 60 * 24 * 60)
        assert is_in(client)


def test_what_phones_send_and_ask_for_writes_no_session(client: Client, ann: User) -> None:
    with time_machine.travel("2026-10-01 20:00Z", tick=False) as clock:
        client.force_login(ann)
        clock.shift(60 * 60 * 24 * 2)
        before = Session.objects.values_list("expire_date", flat=True).get()
        client.post(reverse("home"))
        client.get(reverse("account"), headers={"hx-request": "true"})
        assert Session.objects.values_list("expire_date", flat=True).get() == before


def test_a_name_is_changed_also_beside_what_was_recorded(client: Client, ann: User) -> None:
    club = make_club(ann)
    recorder = club.recorders.create(account=ann, device="Mac", label="Ann")
    client.force_login(ann)
    assert client.post(reverse("account-name"), {"name": "\u200b"}).status_code == 422
    assert client.post(reverse("account-name"), {"name": "Anne"}).status_code == 303
    ann.refresh_from_db()
    recorder.refresh_from_db()
    assert (ann.name, recorder.label) == ("Anne", "Anne")


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
