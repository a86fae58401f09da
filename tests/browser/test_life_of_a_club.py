"""From an empty site to a club, and to its end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from league.models import Club, ClubState
from league.services.founding import first_code
from tests.browser.hall import Hall
from tests.browser.steps import Phone
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_empty_site_gets_its_first_owner_and_club(
    new_phone: Callable[..., Phone], allow_console: Callable[[str], None]
) -> None:
    allow_console("422")
    phone, code = new_phone(timezone_id="Europe/Amsterdam"), first_code() or ""
    page = phone.page
    phone.open("/")
    expect(page.get_by_role("heading", name="A new site")).to_be_visible()
    page.get_by_label("Code").fill("AAAA-AAAA-AAAA")
    page.get_by_label("Your name").fill("Olive")
    page.get_by_label("E-mail address").fill("olive@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Name of the club").fill("Harbour Euchre Club")
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Amsterdam")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("That is not the code that the server printed.")).to_be_visible()
    expect(page.get_by_label("Name of the club")).to_have_value("Harbour Euchre Club")
    page.get_by_label("Code").fill(code.lower())
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("Harbour Euchre Club is ready.")).to_be_visible()
    phone.open("/")
    expect(page.get_by_role("heading", name="My clubs")).to_be_visible()


def test_a_club_is_closed_and_opened_again(new_phone: Callable[..., Phone], hall: Hall) -> None:
    phone, scorer = new_phone(hall.owner), new_phone(hall.scorer("Sam"))
    page = phone.page
    phone.open(hall.path("club-edit"))
    page.get_by_role("link", name="Close and delete this club").click()
    page.get_by_label("Type the name of the club").fill("Harbour Euchre Club")
    page.get_by_role("button", name="Close the club").click()
    expect(page.get_by_text("This club is closed.")).to_be_visible()
    scorer.open(hall.path("standings"))
    expect(scorer.page.get_by_text("This club is closed.")).to_be_visible()
    expect(scorer.page.get_by_role("button", name="Open the club again")).to_have_count(0)
    page.get_by_role("button", name="Open the club again").click()
    expect(page.get_by_text("Harbour Euchre Club is open again.")).to_be_visible()
    assert Club.objects.get().state == ClubState.OPEN
    scorer.open(reverse("game-start", args=[hall.club.slug]))
    expect(scorer.page.get_by_role("heading", level=1)).to_be_visible()
    expect(scorer.page.get_by_text("This club is closed.")).to_have_count(0)
