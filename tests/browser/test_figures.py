"""Standings, ratings, figures, records and achievements are looked at, and all follow when an old hand is put right."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from league.services.rescore import compare
from league.services.scope import Scope
from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)

FINGER, WIDE = 48, 360  # px


def line(phone: Phone, part: str, name: str) -> Locator:
    """A player's line of a table."""
    return phone.page.locator(f"{part} tbody tr").filter(has_text=name)


@pytest.mark.both_databases
def test_an_old_hand_is_put_right_and_everything_follows(new_phone: Callable[..., Phone], hall: Hall) -> None:
    """Bogdan 3, 6, 9; Jo 3, 6; then Wietske, who had none: 3, 6, 9, 12."""
    table = hall.start()
    for maker in (*["Bogdan"] * 3, "Jo", "Jo", *["Wietske"] * 4):
        table.record(maker, 5)
    wietske, jo = hall.players["Wietske"].pk, hall.players["Jo"].pk
    home, records, places, ratings = new_phone(), new_phone(), new_phone(), new_phone()
    page = home.page
    places.open(hall.path("standings"))
    expect(line(places, "#standings", "Bogdan").locator(".place")).to_contain_text("2")
    expect(line(places, "#standings", "Bogdan")).to_contain_text("9.00")
    expect(line(places, "#standings", "Jo").locator(".place")).to_contain_text("3")
    ratings.open(hall.path("rating-list"))
    expect(ratings.page.locator("#ratings tbody tr th a")).to_have_text(["Wietske", "Bogdan", "Jo"])
    second, third = (line(ratings, "#ratings", name).locator("b") for name in ("Bogdan", "Jo"))
    behind = third.inner_text()
    expect(second).not_to_have_text(behind)
    home.open(hall.path("player-detail", wietske))
    expect(page.locator(".lead")).to_contain_text("Made trump 4 times and was euchred in 0")
    expect(page.get_by_text("Won from nothing")).to_be_visible()
    records.open(hall.path("club-records"))
    expect(records.page.locator("#comeback td.total")).to_have_text("9")
    expect(records.page.locator("#comeback b")).to_have_text("Wietske")

    home.button("All time").tap()
    expect(page).to_have_url(re.compile("scope=all"))
    expect(page.locator(".lead")).to_contain_text("Played 1 game and won 1 of it.")
    page.get_by_label("Time").get_by_text("Tonight").tap()
    expect(page).to_have_url(re.compile("scope=tonight"))
    page.get_by_label("Time").get_by_text("Season").tap()
    expect(page.get_by_role("heading", name="Against")).to_be_visible()
    page.get_by_role("link", name="Bogdan").first.tap()
    expect(page.get_by_text("Wietske and Bogdan met in 1 game.")).to_be_visible()
    page.get_by_label("Third player").select_option(str(jo))
    page.get_by_role("button", name="Compare").tap()
    expect(page.get_by_text("Wietske and Jo met in 1 game.")).to_be_visible()
    expect(page.get_by_text("1 game with all of them")).to_be_visible()

    home.open(hall.path("player-detail", wietske))
    desk = new_phone(hall.owner)
    desk.open(f"{hall.path('game-change', table.game.pk, 'correct')}?hand={table.log.state.lines[0].id}")
    desk.page.locator("button[name=cell][value='1:2']").tap()
    desk.page.locator("button[name=save]").tap()
    expect(desk.page.locator("#sheet")).to_be_visible()

    # Bogdan and Jo 2, Bogdan 5, 8, Jo 5, 8; Wietske, who had none, won from eight behind: it takes nine to be from
    # nothing. Bogdan and Jo have one place now, in the game, in the season, and in their ratings.
    home.poll()
    expect(page.locator(".lead")).to_contain_text("Made trump 5 times and was euchred in 1 of those")
    expect(page.get_by_text("Won from nothing")).to_be_hidden()
    records.page.reload()
    expect(records.page.locator("#comeback td.total")).to_have_text("8")
    places.poll()
    for name in ("Bogdan", "Jo"):
        expect(line(places, "#standings", name).locator(".place")).to_contain_text("2= shared")
        expect(line(places, "#standings", name)).to_contain_text("8.00")
    ratings.poll()
    expect(third).not_to_have_text(behind)
    expect(second).to_have_text(re.compile(f"^{third.inner_text()}$"))
    assert list(compare(Scope())) == []


def test_a_finger_finds_tabs_and_names_on_a_narrow_phone(new_phone: Callable[..., Phone], hall: Hall) -> None:
    """The whole cell of a name leads to the player; every tab is on the screen and high enough."""
    table = hall.start()
    for _hand in range(4):
        table.record("Wietske", 5)
    phone = new_phone()
    page = phone.page
    phone.open(hall.path("club-records"))
    tabs = page.get_by_label("Game", exact=True).get_by_role("link")
    expect(tabs).to_have_count(3)
    for tab in tabs.all():
        box = tab.bounding_box()
        assert box is not None
        assert box["height"] >= FINGER
        assert box["x"] + box["width"] <= WIDE
    phone.open(hall.path("standings"))
    cell = page.locator("#standings tbody th").first
    expect(cell).to_be_visible()
    box = cell.bounding_box()
    assert box is not None
    assert box["height"] >= FINGER
    page.touchscreen.tap(box["x"] + box["width"] - 3, box["y"] + box["height"] - 3)
    expect(page).to_have_url(re.compile(f"/players/{hall.players['Wietske'].pk}/"))
