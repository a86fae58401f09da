"""Sessions and second steps are guarded: against planting, and against who has only half of it."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail
from django.test import Client
from django.urls import reverse

from league.models import Session, User
from league.services.sessions import sessions_of
from tests.factories import PASSWORD, make_club, make_user
from tests.league.guarded import CODE, STEP, code_of, is_in, sign_in
from tests.league.guarded import ann as ann  # a fixture
from tests.league.guarded import fresh_limits as fresh_limits  # a fixture
from tests.league.guarded import key as key  # a fixture
from tests.league.guarded import quick_hashes as quick_hashes  # a fixture
from tests.pages import text_of

pytestmark = pytest.mark.django_db

ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 8) Mobile"


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
        with django_assert_num_queries(4):  # the session with its account; and it is written, in a savepoint
            client.get(reverse("account_logout"))
        with django_assert_num_queries(1):
            client.get(reverse("account_logout"))
        assert [one.seen_at.date().isoformat() for one in sessions_of(ann, None)] == ["2026-11-30"]
        clock.shift(60 * 60 * 24 * 60)
        assert is_in(client)


def test_an_account_that_is_shut_or_gone_is_out_at_once(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert is_in(client)
    User.objects.update(is_active=False)
    assert not is_in(client)
    User.objects.update(is_active=True)
    assert is_in(client)
    session = Session.objects.get()
    ann.delete()
    session.save(force_insert=True)  # saved by a request that was under way
    assert not is_in(client)


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
