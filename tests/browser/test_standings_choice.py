"""A season is ranked otherwise, and a place is tapped to read why it is whose it is."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from league.days import club_date
from tests.browser.hall import Hall
from tests.browser.steps import Phone
from tests.league.standings.paper_season import Paper

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_preset_changes_the_table_and_a_place_says_why(
    new_phone: Callable[..., Phone], hall: Hall, allow_console: Callable[[str], None]
) -> None:
    allow_console("status of 422")
    paper = Paper(hall.club, hall.start().recorder)
    hall.club.seasons.update(starts=club_date(hall.club) - datetime.timedelta(days=99))
    # Ann wins twice of three; Jo once of one: more games won, or a larger share.
    paper.players = dict(hall.players)
    paper.play(2, Ann=10, Bogdan=4, Wietske=2)
    paper.play(2, Ann=10, Bogdan=4, Wietske=2)
    paper.play(1, Jo=10, Ann=4, Wietske=2)
    desk, home = new_phone(hall.owner), new_phone()
    home.open(hall.path("standings"))
    first = home.page.locator("#standings tbody tr").first
    expect(first).to_contain_text("Ann")

    desk.open(hall.path("season-edit", paper.season.pk))
    desk.page.get_by_role("link", name="Change how places are decided").tap()
    expect(desk.page.get_by_label("Decides first")).to_be_hidden()
    desk.page.get_by_role("radio", name="Best nights").check()
    desk.button("Save").tap()
    expect(desk.page.get_by_text("Say how many nights count.")).to_be_visible()
    desk.page.get_by_role("radio", name="An order of your own").check()
    desk.page.get_by_label("Decides first").select_option(label="Share won")
    desk.page.get_by_label("Players who are equal").select_option(label="Head to head decides")
    desk.page.get_by_label("Games it takes to be ranked").fill("1")
    desk.button("Save").tap()
    expect(desk.page.get_by_text("Places: share of games won; equal players: head to head")).to_be_visible()
    home.poll()
    expect(first).to_contain_text("Jo")
    expect(first.locator("small")).to_have_text("new")

    third = home.page.locator("#standings tbody tr", has_text="Bogdan")
    third.locator(".place a").tap()
    expect(home.page.get_by_role("heading", name="Place 3: Bogdan")).to_be_visible()
    expect(home.page.get_by_text("Ann is ahead of Bogdan by share of games won")).to_be_visible()
    expect(home.page.get_by_text("Bogdan and Wietske are equal in share of games won (0.0\u202f%).")).to_be_visible()
    expect(home.page.get_by_text("What decides is head to head: +2 against \u22122.")).to_be_visible()
    games = home.page.get_by_role("list", name="Games against each other").get_by_role("link")
    expect(games).to_have_count(2)
    games.first.tap()
    expect(home.page.get_by_role("heading", name="Ann")).to_be_visible()
