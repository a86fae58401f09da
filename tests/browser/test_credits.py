"""An adjustment stands in the standings with its reason; a season is closed, and what is sent to it waits."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_adjustment_is_explained_and_a_season_is_closed(
    new_phone: Callable[..., Phone], hall: Hall, allow_console: Callable[[str], None]
) -> None:
    allow_console("status of 422")
    table, playing = hall.start(), hall.start(["Ann", "Jo", "Wietske"])
    for maker, tricks in (("Bogdan", 5), ("Bogdan", 5), ("Jo", 5), ("Bogdan", 5), ("Bogdan", 3)):
        table.record(maker, tricks)
    desk, home, scorer = new_phone(hall.owner), new_phone(), new_phone(hall.scorer("Sam"))
    home.open(hall.path("standings"))
    expect(home.page.locator("#standings tbody tr").nth(1)).to_contain_text("Jo")

    desk.open(hall.path("night-detail", table.game.night_id))
    desk.button("Add a credit or an adjustment").tap()
    desk.page.get_by_label("Player").select_option("Wietske")
    desk.page.get_by_label("Adjustment: anything else").check()
    desk.page.get_by_label("Games won").fill("½")
    desk.page.get_by_label("Points").fill("7")
    desk.button("Show what would change").tap()
    expect(desk.page.get_by_text("Say why: everybody reads it beside the standings.")).to_be_visible()
    desk.page.get_by_label("Reason").fill("The last hand was lost with the phone")
    desk.button("Show what would change").tap()
    row = desk.page.get_by_role("row").filter(has_text="Wietske")
    expect(row.locator("strong").first).to_have_text("2")
    expect(row).to_contain_text("½")
    desk.button("Save").tap()
    expect(desk.page.get_by_role("listitem").filter(has_text="The last hand was lost")).to_contain_text(
        "+½ won, +7 points"
    )

    home.poll()
    second = home.page.locator("#standings tbody tr").nth(1)
    expect(second).to_contain_text("Wietske†")
    second.locator(".place a").tap()
    expect(home.page.get_by_text("The last hand was lost with the phone")).to_be_visible()

    desk.page.locator("#credits").get_by_label("Reason").fill("The phone was found")
    desk.button("Take it back").tap()
    expect(desk.page.locator("#credits")).to_contain_text("The phone was found")
    expect(desk.page.get_by_role("button", name="Take it back")).to_have_count(0)

    scorer.open(playing.path)
    desk.open(hall.path("season-list"))
    desk.button("Close the season").tap()
    expect(desk.page.get_by_text("1 game is not over.")).to_be_visible()
    desk.page.get_by_label("Name of the next season").fill("2027/28")
    desk.button("Close and begin the next").tap()
    expect(desk.page.get_by_text("2027/28 has begun, with the same rules.")).to_be_visible()
    scorer.tap(scorer.cell("Ann", 3))
    expect(scorer.notice).to_contain_text("The season is closed until an organiser opens it again.")
    desk.page.get_by_role("button", name="Open it again").tap()
    expect(desk.page.get_by_text("is open again.")).to_be_visible()
    scorer.open(playing.path)
    scorer.record("Ann", 3)
    scorer.expect_scores(Ann=1)
