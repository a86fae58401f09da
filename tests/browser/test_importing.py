"""An organiser brings games of another program: a file, a look at it, who is who, and they are in the standings."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FilePayload, expect

from league.models import Game, Player, Season
from tests.browser.hall import Hall
from tests.browser.looks import findings
from tests.browser.steps import Phone
from tests.league.egn_games import data_of_game, text_of_game

pytestmark = pytest.mark.django_db(transaction=True)


def payload(name: str, text: str) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": text.encode()}


def spoilt() -> str:
    """A game without a day, whose first deal that was played has a card twice."""
    data = data_of_game(seed=3, most=6)
    del data["metadata"]["date"]
    tricks = next(deal["phases"][1]["tricks"] for deal in data["deals"] if len(deal["phases"]) > 1)
    tricks[1][0] = tricks[0][0]
    return json.dumps(data)


def test_from_the_file_to_the_game(phone: Phone, hall: Hall) -> None:
    Season.objects.update(starts=datetime.date(2020, 1, 1))
    page = phone.page
    phone.open(hall.path("game-list"))
    phone.tap(phone.button("Import games"))
    page.get_by_label("Files").set_input_files([payload("evening.egn", text_of_game())])
    phone.tap(phone.button("Look at them"))
    expect(page.get_by_label("Ann")).to_have_value(str(hall.players["Ann"].pk))
    page.get_by_label("Ben").select_option("Bogdan")
    expect(page.get_by_label("Cleo")).to_have_value("guest")
    phone.tap(phone.button("Store the game"))
    expect(page.get_by_text("1 game is stored:")).to_be_visible()
    game = Game.objects.get()
    expect(page).to_have_url(re.compile(re.escape(hall.path("game-detail", game.pk)) + "$"))
    assert (game.status, game.counted) == ("won", True)
    assert set(Player.objects.values_list("name", flat=True)) == {"Bogdan", "Wietske", "Jo", "Ann", "Cleo"}


def test_how_it_looks(new_phone: Callable[..., Phone], hall: Hall, allow_console: Callable[[str], None]) -> None:
    allow_console("422")
    Season.objects.update(starts=datetime.date(2020, 1, 1))
    desk = new_phone(hall.owner, is_mobile=False, has_touch=False, device_scale_factor=1, reduced_motion="reduce")
    desk.open(hall.path("egn-import"))
    found = findings(desk.page, "choosing files")
    files = [payload("good.egn", text_of_game()), payload("bad.egn", spoilt()), payload("none.egn", "{}")]
    desk.page.get_by_label("Files").set_input_files(files)
    desk.page.get_by_role("button", name="Look at them").click()
    expect(desk.page.get_by_role("heading", name="Who is who")).to_be_visible()
    desk.page.get_by_role("button", name="Store the games").click()
    expect(desk.page.get_by_role("alert")).to_contain_text("look at game 2")
    found += findings(desk.page, "looking at the games")
    assert found == []
