"""Signing in with a passkey, by a second step, and out of a browser from another one."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.models import User
from tests.browser.steps import Phone
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ann() -> User:
    return make_user("Ann", email="ann@example.org")


@pytest.fixture
def site(live_server: Any) -> str:
    """By the one name at which browsers allow passkeys without https."""
    url = str(live_server.url)
    assert "//localhost:" in url
    return url


def give_authenticator(page: Page) -> Any:
    """What a phone's lock is to a browser."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    added = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return lambda verified: devtools.send(
        "WebAuthn.setUserVerified", {"authenticatorId": added["authenticatorId"], "isUserVerified": verified}
    )


def sign_in_by_password(page: Page, user: User) -> None:
    page.goto(reverse("account_login"))
    page.get_by_label("Email").fill(user.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def confirm(page: Page) -> None:
    expect(page.get_by_role("heading", name="Is it you?")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def add_passkey(page: Page, purpose: str) -> None:
    page.goto(reverse("account"))
    page.get_by_role("link", name="Passkeys").click()
    page.get_by_role("link", name="Add a passkey").click()
    if "reauthenticate" in page.url:
        confirm(page)
    page.get_by_label(purpose).check()
    page.get_by_role("button", name="Add it").click()


def sign_out(page: Page) -> None:
    page.goto(reverse("account"))
    page.locator("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_a_passkey_signs_in_without_a_password(new_phone: Callable[..., Phone], site: str, ann: User) -> None:
    page = new_phone(base_url=site).page
    verify = give_authenticator(page)
    sign_in_by_password(page, ann)
    add_passkey(page, "Sign in with it alone")
    expect(page.get_by_text("signs in", exact=True)).to_be_visible()
    assert not Authenticator.objects.filter(type="recovery_codes").exists()  # nobody chose a second step
    sign_out(page)
    before = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    page.goto(reverse("account_login") + "?next=" + reverse("session-list"))
    verify(False)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("That did not work, or was cancelled.")).to_be_visible()
    verify(True)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Where you are signed in")).to_be_visible()
    after = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    assert after["sessionid"] != before.get("sessionid")
    sign_out(page)
    sign_in_by_password(page, ann)  # the password still works, and asks for nothing more
    expect(page.get_by_text("Start a club").first).to_be_visible()


def test_a_passkey_as_the_second_step_is_asked_for_after_the_password(
    new_phone: Callable[..., Phone], site: str, ann: User
) -> None:
    page = new_phone(base_url=site).page
    give_authenticator(page)
    sign_in_by_password(page, ann)
    add_passkey(page, "Second step")
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    code = page.locator(".codes code").first.inner_text()
    sign_out(page)
    sign_in_by_password(page, ann)
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("Start a club").first).to_be_visible()
    sign_out(page)
    sign_in_by_password(page, ann)
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Start a club").first).to_be_visible()


def test_an_authenticator_app_is_set_up_and_asked_for(new_phone: Callable[..., Phone], site: str, ann: User) -> None:
    page = new_phone(base_url=site).page
    sign_in_by_password(page, ann)
    page.goto(reverse("account"))
    page.get_by_role("link", name="Second step").click()
    page.get_by_role("link", name="Set up an app").click()
    confirm(page)
    key = page.locator("main p code").inner_text()
    page.get_by_label("Authenticator code").fill(code_of(key))
    page.get_by_role("button", name="Switch it on").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    sign_out(page)
    sign_in_by_password(page, ann)
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Incorrect code.")).to_be_visible()
    cache.clear()
    page.get_by_label("Code").fill(code_of(key))
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Start a club").first).to_be_visible()


def code_of(key: str) -> str:
    return str(format_hotp_value(hotp_value(key, int(time.time()) // 30)))


def test_a_browser_is_signed_out_from_another_one(new_phone: Callable[..., Phone], ann: User) -> None:
    here, there = new_phone(ann), new_phone(ann, user_agent="Mozilla/5.0 (X11; Linux x86_64)")
    there.open(reverse("account"))
    here.open(reverse("session-list"))
    expect(here.page.locator("main li")).to_have_count(2)
    here.page.locator("main li").get_by_role("button", name="Sign out").click()
    expect(here.page.get_by_text("Nowhere else.")).to_be_visible()
    there.open(reverse("account"))
    expect(there.page.get_by_role("heading", name="Sign in")).to_be_visible()
    here.open(reverse("account"))
    expect(here.page.get_by_role("heading", name="Your account")).to_be_visible()


def test_where_passkeys_cannot_work_the_page_says_so(new_phone: Callable[..., Phone], site: str, ann: User) -> None:
    page = new_phone(base_url=site.replace("localhost", "127.0.0.1")).page
    page.goto(reverse("account_login"))
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    sign_in_by_password(page, ann)
    page.goto(reverse("mfa_list_webauthn"))
    expect(page.get_by_text("Browsers allow passkeys only over https")).to_be_visible()
