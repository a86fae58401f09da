"""The main job: three people, one phone, a whole game by taps, found again wherever people look."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from league.services.clubs import create_club
from league.services.players import add_players
from tests.browser.hall import Hall
from tests.browser.steps import Phone
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db(transaction=True)

FINGER = 48  # px


@pytest.mark.both_databases
def test_a_whole_game_from_signing_in_to_each_players_history(
    new_phone: Callable[..., Phone], live_server: Any
) -> None:
    owner = make_user("Olive")
    create_club(owner, "Harbour Euchre Club", "Europe/Amsterdam")
    phone = new_phone()
    page = phone.page
    phone.open("/accounts/login/")
    page.get_by_label("Email").fill(owner.email)
    page.get_by_label("Password").fill(PASSWORD)
    phone.tap(page.get_by_role("button", name="Sign in", exact=True))
    phone.tap(page.get_by_role("link", name="Tonight"))

    paste_names(phone)
    start_game(phone)
    expect_entry_in_view(page)
    play_game(phone)
    look_for_the_game(phone)


def paste_names(phone: Phone) -> None:
    page = phone.page
    phone.tap(page.get_by_role("link", name="Add players"))
    page.get_by_label("Names").fill("Bogdan\nWietske\nJo\nAnn\n")
    phone.tap(page.get_by_role("button", name="Add", exact=True))
    expect(page.get_by_text("4 players added.")).to_be_visible()


def start_game(phone: Phone) -> None:
    phone.tap(phone.page.get_by_role("link", name="Tonight"))
    with phone.budget(5):
        phone.tap(phone.button("New game"))
        for name in ("Bogdan", "Wietske", "Jo"):
            phone.tap(phone.page.locator("#names").get_by_role("button", name=name))
        phone.tap(phone.button("Start"))
    expect(phone.screen).to_be_visible()


def play_game(phone: Phone) -> None:
    """Every line of the scorer's budget, in one game to ten."""
    with phone.budget(1):  # an ordinary hand
        phone.record("Bogdan", 3)
    phone.expect_scores(Bogdan=1, Wietske=0, Jo=0)
    expect(phone.last).to_contain_text("Bogdan made it, 3 tricks")
    expect_entry_in_view(phone.page)
    with phone.budget(2):  # alone
        phone.tap(phone.chip("Wietske"))
        phone.record("Wietske", 5)
    phone.expect_scores(Bogdan=1, Wietske=3, Jo=0)
    expect(phone.last).to_contain_text("Wietske took all five alone")
    with phone.budget(2):  # a lone defender
        phone.tap(phone.chip("Jo"))
        phone.record("Bogdan", 3)
    phone.expect_scores(Bogdan=2, Wietske=3, Jo=0)
    with phone.budget(1 + 2):  # suit and round before
        phone.tap(phone.chip("Hearts"))
        phone.tap(phone.chip("2nd round"))
        phone.record("Jo", 2)
    phone.expect_scores(Bogdan=4, Wietske=5, Jo=0)
    expect_entry_in_view(phone.page)
    say_afterwards(phone)
    seldom(phone)
    finish(phone)


def say_afterwards(phone: Phone) -> None:
    later = phone.page.get_by_role("group", name="Trump and round of hand 5")
    with phone.budget(1 + 2):
        phone.record("Jo", 4)
        phone.send(later.get_by_role("button", name="Spades"))
        phone.send(later.get_by_role("button", name="1st round"))
    phone.expect_scores(Bogdan=4, Wietske=5, Jo=1)
    expect(later).to_be_hidden()


def seldom(phone: Phone) -> None:
    with phone.budget(1):
        phone.send(phone.button("All passed"))
    expect(phone.last).to_contain_text("All passed")
    with phone.budget(2):
        phone.tap(phone.page.locator("summary", has_text="More"))
        phone.send(phone.button("Misdeal"))
    expect(phone.last).to_contain_text("Misdeal")
    phone.record("Bogdan", 5)
    phone.expect_scores(Bogdan=7)
    with phone.budget(1):  # from the bar
        phone.send(phone.last.get_by_role("button", name="Undo"))
    phone.expect_scores(Bogdan=4)
    phone.record("Wietske", 5)
    with phone.budget(1):  # from the list
        phone.send(phone.button("Undo hand 8", exact=True))
    phone.expect_scores(Bogdan=4, Wietske=5, Jo=1)


def finish(phone: Phone) -> None:
    phone.record("Wietske", 5)
    phone.expect_scores(Bogdan=4, Wietske=8, Jo=1)
    with phone.budget(1 + 1):  # the hand, and one yes
        phone.tap(phone.cell("Wietske", 5))
        expect(phone.notice).to_contain_text("This hand ends the game: Wietske wins, 4–11–1.")
        phone.rest()
        phone.send(phone.button("Yes, record it"))
    expect(phone.page.get_by_role("heading", name="Wietske wins, 4–11–1.")).to_be_visible()
    finished = phone.page.url
    with phone.budget(1):
        phone.tap(phone.button("Same players again"))
    expect(phone.page).not_to_have_url(finished)
    phone.expect_scores(Bogdan=0, Wietske=0, Jo=0)
    expect(phone.cell("Jo", 2)).to_be_enabled()


def look_for_the_game(phone: Phone) -> None:
    page = phone.page
    phone.tap(page.get_by_role("link", name="Tonight"))
    finished = page.get_by_role("link", name=re.compile(r"Wietske\s*11,\s*Bogdan\s*4,\s*Jo\s*1"))
    expect(finished).to_be_visible()
    phone.tap(page.get_by_role("link", name="Standings"))
    first = page.get_by_role("row").nth(1)
    expect(first.get_by_role("rowheader")).to_have_text("Wietske")
    expect(first.get_by_role("cell").nth(1)).to_have_text("1")  # games
    expect(first.get_by_role("cell").nth(2)).to_have_text("1")  # won
    phone.tap(page.get_by_role("navigation", name="Club").get_by_role("link", name="Games"))
    expect(page.get_by_role("row", name=re.compile("Wietske"))).to_have_count(2)
    expect(page.get_by_role("row", name=re.compile(r"Bogdan\s*4, Wietske\s*11"))).to_have_count(1)
    for name, points in {"Bogdan": 4, "Wietske": 11, "Jo": 1}.items():
        phone.tap(page.get_by_role("navigation", name="Club").get_by_role("link", name="Players"))
        phone.tap(page.get_by_role("link", name=name, exact=True))
        games = page.get_by_role("region", name="Last games").get_by_role("row")
        expect(games.filter(has_text=str(points))).to_have_count(1)
        won = 1 if name == "Wietske" else 0
        expect(page.get_by_text(f"Played 1 game and won {won} of it.")).to_be_visible()


def test_the_whole_entry_is_in_view_whatever_they_are_called(phone: Phone, hall: Hall) -> None:
    names = ["Maximiliaan van der Westhuizen-Oosterhout", "Þórdís Ragnarsdóttir", "\u0645\u0631\u064a\u0645"]
    added = add_players(hall.club, names)
    hall.players.update({player.name: player for player in added})
    table = hall.start(names)
    phone.open(table.path)
    expect_entry_in_view(phone.page)
    table.record(names[0], 2)
    table.record(names[0], 2)
    phone.open(table.path)
    expect_entry_in_view(phone.page)


def expect_entry_in_view(page: Page) -> None:
    """Without scrolling: every cell, chip and button of the entry; each for a finger, none over another."""
    page.wait_for_load_state()  # with its styles
    window = page.viewport_size
    assert window
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.scrollingElement.scrollWidth") <= window["width"]
    cells = boxes(page, "#hand .cell")
    others = boxes(page, "#hand .chip, .bottom > .button, .bottom > details > summary, .last .undo")
    assert len(cells) == 18
    assert min(min(cell["width"], cell["height"]) for cell in cells + others) >= FINGER - 0.01
    for box in cells + others:
        assert box["x"] >= 0, box
        assert box["x"] + box["width"] <= window["width"], box
        assert box["y"] >= 0, box
        assert box["y"] + box["height"] <= window["height"], box
    assert not [(one, two) for one in cells + others for two in cells + others if one is not two and overlap(one, two)]


def boxes(page: Page, selector: str) -> list[dict[str, Any]]:
    found = [(item.bounding_box(), item.inner_text()) for item in page.locator(selector).all()]
    return [{**box, "text": text} for box, text in found if box]


def overlap(one: dict[str, Any], two: dict[str, Any]) -> bool:
    return all(
        one[start] < two[start] + two[size] - 0.5 and two[start] < one[start] + one[size] - 0.5
        for start, size in (("x", "width"), ("y", "height"))
    )
