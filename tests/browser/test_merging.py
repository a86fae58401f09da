"""One person under two names is made one and told apart again, while somebody looks at the standings."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from league.services.players import add_players
from league.services.rescore import compare
from league.services.scope import Scope
from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.both_databases
def test_two_names_are_made_one_and_told_apart_again(new_phone: Callable[..., Phone], hall: Hall) -> None:
    hall.players.update({player.name: player for player in add_players(hall.club, ["Bo", "Kim", "Lee"])})
    for winner, table in (("Bogdan", hall.start()), ("Bo", hall.start(["Bo", "Kim", "Lee"]))):
        for _time in range(4):
            table.record(winner, 5)
    desk, home = new_phone(hall.owner), new_phone()
    home.open(hall.path("standings"))
    bo = home.page.locator("#standings").get_by_role("link", name="Bo", exact=True)
    row = home.page.locator("#standings tbody tr", has_text="Bogdan")
    expect(bo).to_be_visible()

    desk.open(hall.path("player-merge", hall.players["Bo"].pk))
    desk.page.get_by_role("combobox").select_option(label="Bogdan")
    desk.button("Show what would change").tap()
    expect(desk.page.get_by_text("1 game would go over.")).to_be_visible()
    assert bo.is_visible()  # nothing is stored yet
    desk.button("Yes, they are one").tap()
    expect(desk.page.get_by_role("heading", name="Bogdan")).to_be_visible()
    home.poll()
    expect(bo).to_be_hidden()
    expect(row.locator("td.total")).to_have_text("2")

    desk.page.get_by_role("button", name="Bo is somebody else").tap()
    expect(desk.page.get_by_text("Also entered as")).to_be_hidden()
    expect(desk.page.get_by_role("button", name="Bo is somebody else")).to_be_hidden()
    home.poll()
    expect(bo).to_be_visible()
    expect(row.locator("td.total")).to_have_text("1")
    assert list(compare(Scope())) == []
