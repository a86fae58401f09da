"""From a link to one's own page: an owner invites, somebody else joins on another phone, and says who they are."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from league.models import Membership, Player, Role
from tests.browser.hall import Hall
from tests.browser.steps import Phone
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


def invite(phone: Phone, hall: Hall) -> str:
    """The link that the owner's phone shows."""
    phone.open(hall.path("invitation-list"))
    phone.page.get_by_label("They join as").select_option(label="Scorer")
    phone.tap(phone.button("Make the invitation"))
    expect(phone.page.get_by_role("img", name="QR code of the link to join as Scorer")).to_be_visible()
    return phone.page.get_by_label("Link").input_value()


def sign_up(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Email").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main form button[type=submit]").tap()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_invited_joins_and_is_confirmed(hall: Hall, new_phone: Callable[..., Phone], script: bool) -> None:
    owner, guest = new_phone(hall.owner, java_script_enabled=script), new_phone(java_script_enabled=script)
    guest.open(invite(owner, hall))
    expect(guest.page.get_by_role("heading", name="Harbour Euchre Club")).to_be_visible()
    guest.tap(guest.page.get_by_role("main").get_by_role("link", name="Sign up"))
    sign_up(guest.page, "Wietske")
    guest.tap(guest.button("Join"))
    expect(guest.page.get_by_text("Welcome to Harbour Euchre Club.")).to_be_visible()
    assert Membership.objects.get(user__name="Wietske").role == Role.SCORER
    guest.tap(guest.button("Wietske", exact=True))
    expect(guest.page.get_by_text("An organiser has yet to confirm it.")).to_be_visible()
    owner.open(hall.path("invitation-list"))
    expect(owner.page.get_by_text("Wietske: “I am Wietske”")).to_be_visible()
    expect(owner.page.get_by_role("img")).to_have_count(0)  # it was for one
    owner.tap(owner.button("Confirm"))
    expect(owner.page.get_by_text("Wietske is Wietske.")).to_be_visible()
    assert Player.objects.get(name="Wietske").account == Membership.objects.get(user__name="Wietske").user
    guest.open(hall.path("player-claim"))
    expect(guest.page.get_by_text("You are Wietske in this club.")).to_be_visible()


def test_link_is_copied(hall: Hall, new_phone: Callable[..., Phone]) -> None:
    owner = new_phone(hall.owner, permissions=["clipboard-read", "clipboard-write"])
    link = invite(owner, hall)
    owner.tap(owner.button("Copy"))
    expect(owner.page.get_by_role("button", name="Copied")).to_be_visible()
    assert owner.page.evaluate("navigator.clipboard.readText()") == link


def test_nobody_sends_the_address_of_an_invitation_on(hall: Hall, new_phone: Callable[..., Phone]) -> None:
    owner, stranger = new_phone(hall.owner), new_phone()
    link = invite(owner, hall)
    sent: list[str] = []
    stranger.page.on("request", lambda request: sent.append(request.headers.get("referer", "")))
    stranger.open(link)
    stranger.tap(stranger.button("I have an account"))
    expect(stranger.page).to_have_url(re.compile(reverse("account_login")))
    assert not [referer for referer in sent if "/join/" in referer.partition("?")[0]]
