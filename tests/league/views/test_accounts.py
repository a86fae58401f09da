"""Signing up and in: by password, by a code, and everything that can go wrong on the way."""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from league.accounts import NamedSignupForm
from league.models import User
from tests.factories import PASSWORD, make_user

SIGN_UP = {"name": "Ann", "email": "Ann@Example.org", "password1": PASSWORD}

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return make_user("Ann", email="ann@example.org")


def post(client: Client, page: str, **form: Any) -> Any:
    return client.post(reverse(page), form)


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def errors(answer: Any) -> dict[str, list[str]]:
    form = answer.context["form"] if "form" in answer.context else answer.context["verify_form"]
    return {field: list(found) for field, found in form.errors.items()}


def code_in_mail() -> str:
    found = re.search(r"^([A-Z0-9]+-?[A-Z0-9]+)$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found[1]


# Every page


@pytest.mark.parametrize(
    "view", ["account_login", "account_signup", "account_request_login_code", "account_reset_password"]
)
def test_page_shows_a_labelled_form_without_anything_inline(client: Client, view: str) -> None:
    answer = client.get(reverse(view))
    html = answer.content.decode()
    assert answer.status_code == 200
    assert '<form class="form"' in html
    assert "<label" in html
    assert not re.search(r"<script(?![^>]+src=)|<style|\sstyle=|\son\w+=", html)
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'self';")


@pytest.mark.parametrize(
    "view",
    [
        "account_email",
        "account_change_password",
        "account_logout",
        "account_reauthenticate",
        "account_reset_password",
        "account_reset_password_done",
        "account_inactive",
        "account_email_verification_sent",
        "account_request_reauthentication_code",
        "account_confirm_reauthentication_code",
        "account_confirm_login_code",
        "account_reset_password_from_key_done",
        "account_set_password",
    ],
)
def test_no_page_breaks_for_anybody(client: Client, ann: User, view: str) -> None:
    assert client.get(reverse(view)).status_code in (200, 302)
    client.force_login(ann)
    answer = client.get(reverse(view))
    assert answer.status_code in (200, 302)
    assert " style=" not in answer.content.decode()


@pytest.mark.parametrize("address", ["/accounts/confirm-email/x:y:z/", "/accounts/password/reset/key/1-bad/"])
def test_a_bad_link_gets_a_page(client: Client, address: str) -> None:
    answer = client.get(address, follow=True)
    assert answer.status_code in (200, 404)


# Signing up


def test_signing_up_takes_name_address_and_one_password(client: Client) -> None:
    answer = post(client, "account_signup", **SIGN_UP)
    assert answer.status_code == 302
    assert signed_in(client)
    user = User.objects.get()
    assert (user.name, user.email) == ("Ann", "ann@example.org")
    assert user.check_password(PASSWORD)
    assert list(client.get(reverse("account_signup")).context or []) == []  # already in: sent on


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "A" * 81}, "name"),
        ({"name": "\u200b"}, "name"),
        ({"email": "ann"}, "email"),
        ({"password1": "short"}, "password1"),
        ({"password1": "password"}, "password1"),
    ],
)
def test_signing_up_refuses_beside_the_field(client: Client, wrong: dict[str, str], field: str) -> None:
    answer = post(client, "account_signup", **SIGN_UP | wrong)
    assert list(errors(answer)) == [field]
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["0", "O'Brien", "<b>Ann</b>", "שרה", "👩‍🚀"])
def test_any_name_signs_up_and_is_shown_escaped(client: Client, name: str) -> None:
    post(client, "account_signup", **SIGN_UP | {"name": name})
    assert User.objects.get().name == name
    page = client.get(reverse("account_email")).content.decode()  # greets by name
    assert escape(name) in page
    assert "<b>Ann" not in page


def test_an_address_signs_up_once(client: Client, ann: User) -> None:
    answer = post(client, "account_signup", **SIGN_UP)
    assert "already registered" in errors(answer)["email"][0]
    assert User.objects.count() == 1


def test_a_second_tap_on_the_button_is_told_that_the_address_is_taken(
    client: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Both requests have looked before either has written.
    monkeypatch.setattr(NamedSignupForm, "validate_unique_email", lambda self, value: value)
    answer = post(client, "account_signup", **SIGN_UP)
    assert answer.status_code == 422
    assert "already registered" in answer.content.decode()
    assert User.objects.count() == 1


# Signing in and out


def test_password_signs_in_whatever_the_case_of_the_address(client: Client, ann: User) -> None:
    answer = client.post(reverse("account_login"), {"login": "ANN@example.org", "password": PASSWORD})
    assert answer.status_code == 302
    assert answer.headers["location"] == "/"
    assert signed_in(client)


@pytest.mark.parametrize(("login", "password"), [("ann@example.org", "wrong"), ("nobody@example.org", PASSWORD)])
def test_wrong_password_and_unknown_address_get_one_answer(
    client: Client, ann: User, login: str, password: str
) -> None:
    answer = post(client, "account_login", login=login, password=password)
    assert "not correct" in str(errors(answer))
    assert not signed_in(client)


def test_many_wrong_passwords_have_to_wait(client: Client, ann: User) -> None:
    answers = [post(client, "account_login", login=ann.email, password="wrong") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert "wait a few minutes" in answers[-1].content.decode()


def test_many_requests_get_the_page_that_says_wait(client: Client) -> None:
    answers = [post(client, "account_reset_password", email=f"a{n}@example.org") for n in range(21)]
    assert answers[-1].status_code == 429
    assert "wait a few minutes" in answers[-1].content.decode()


def test_signing_out_asks_first(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert "Sign Out" in client.get(reverse("account_logout")).content.decode()
    assert signed_in(client)
    post(client, "account_logout")
    assert not signed_in(client)


# By a code


def test_code_signs_in_and_confirms_the_address(client: Client, ann: User) -> None:
    answer = post(client, "account_request_login_code", email=ann.email)
    assert answer.status_code == 302
    post(client, "account_confirm_login_code", code=code_in_mail())
    assert signed_in(client)
    assert EmailAddress.objects.get(user=ann).verified


def test_wrong_code_is_refused_and_the_right_one_still_works(client: Client, ann: User) -> None:
    post(client, "account_request_login_code", email=ann.email)
    answer = post(client, "account_confirm_login_code", code="WRONG1")
    assert errors(answer)["code"] == ["Incorrect code."]
    assert not signed_in(client)
    post(client, "account_confirm_login_code", code=code_in_mail())
    assert signed_in(client)


def test_three_wrong_codes_end_it(client: Client, ann: User) -> None:
    post(client, "account_request_login_code", email=ann.email)
    code = code_in_mail()
    for _ in range(3):
        post(client, "account_confirm_login_code", code="WRONG1")
    post(client, "account_confirm_login_code", code=code)
    assert not signed_in(client)


def test_another_code_can_be_sent_and_another_way_taken(client: Client, ann: User) -> None:
    post(client, "account_request_login_code", email=ann.email)
    page = client.get(reverse("account_confirm_login_code")).content.decode()
    assert "Send another code" in page
    post(client, "account_confirm_login_code", action="resend")
    assert len(mail.outbox) == 2
    answer = post(client, "account_logout", next=reverse("account_login"))
    assert answer.headers["location"] == reverse("account_login")
    assert client.get(reverse("account_login")).status_code == 200


def test_an_unknown_address_is_not_told_apart(client: Client) -> None:
    answer = client.post(reverse("account_request_login_code"), {"email": "nobody@example.org"}, follow=True)
    assert answer.status_code == 200
    assert "We have sent a code" in answer.content.decode()
    assert not User.objects.exists()


def test_development_says_where_the_code_is(client: Client, ann: User, settings: Any) -> None:
    settings.DEBUG = True
    answer = client.post(reverse("account_request_login_code"), {"email": ann.email}, follow=True)
    assert "printed in the window where it was started" in answer.content.decode()


@pytest.mark.parametrize("view", ["account_request_login_code", "account_reset_password"])
def test_a_mail_server_that_is_down_gets_a_page(client: Client, ann: User, settings: Any, view: str) -> None:
    settings.MAILERS = {"default": {"OPTIONS": {"host": "127.0.0.1", "port": 1}}}
    answer = post(client, view, email=ann.email)
    assert answer.status_code == 503
    assert "try again" in answer.content.decode()


def test_signing_up_works_without_mail(client: Client, settings: Any) -> None:
    settings.MAILERS = {"default": {"OPTIONS": {"host": "127.0.0.1", "port": 1}}}
    assert post(client, "account_signup", **SIGN_UP).status_code == 302
    assert signed_in(client)


# Password and address


def test_forgotten_password_is_set_by_the_mailed_link(client: Client, ann: User) -> None:
    post(client, "account_reset_password", email=ann.email)
    link = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert link
    page = client.get(link[1], follow=True)
    target = page.redirect_chain[-1][0]
    assert '<form class="form"' in page.content.decode()
    client.post(target, {"password1": "jack-of-trumps", "password2": "jack-of-trumps"})
    ann.refresh_from_db()
    assert ann.check_password("jack-of-trumps")


def test_a_new_address_waits_for_its_owner(client: Client, ann: User) -> None:
    client.force_login(ann)
    post(client, "account_email", action_add="", email="new@example.org")
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"
    assert "new@example.org" in client.get(reverse("account_email")).content.decode()
    link = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert link
    client.post(link[1])
    ann.refresh_from_db()
    assert ann.email == "new@example.org"


@pytest.mark.parametrize("confirmed", [True, False])
def test_an_account_never_loses_its_address(client: Client, ann: User, confirmed: bool) -> None:
    EmailAddress.objects.filter(user=ann).update(verified=confirmed)
    client.force_login(ann)
    for typed in ("tpyo@example.org", "new@example.org"):
        post(client, "account_email", action_add="", email=typed)
    post(client, "account_email", action_remove="", email="ann@example.org")
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"
    assert set(ann.emailaddress_set.values_list("email", flat=True)) == {"ann@example.org", "new@example.org"}


def test_the_address_of_another_account_is_refused(client: Client, ann: User) -> None:
    make_user("Ben", email="ben@example.org")
    client.force_login(ann)
    answer = post(client, "account_email", action_add="", email="Ben@example.org")
    assert "already registered" in errors(answer)["email"][0]


# What it costs


def test_a_signed_in_request_reads_session_and_user_only(
    client: Client, ann: User, django_assert_max_num_queries: Any
) -> None:
    client.force_login(ann)
    with django_assert_max_num_queries(2):
        client.get(reverse("account_logout"))
