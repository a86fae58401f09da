"""Hands with cards: looked for by what was made, opened, and taken along as a file that can be read again."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engine.egn import parse_document, replay_document
from league.models import Hand
from tests.browser.hall import Hall
from tests.browser.looks import findings
from tests.browser.steps import Phone
from tests.league.with_cards import play_cards

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_hand_is_found_opened_and_taken_along(new_phone: Callable[..., Phone], hall: Hall) -> None:
    table = hall.start()
    for seed in (1, 2, 3):
        play_cards(table.game, seed)
    table.record("Jo", 3)
    wanted = Hand.objects.filter(full=True).exclude(trump="").order_by("position")[0]
    phone = new_phone()
    page = phone.page

    phone.open(hall.path("game-list"))
    phone.button("Hands", exact=True).tap()
    rows = page.locator("main tbody tr")
    expect(rows).to_have_count(3)
    page.locator("summary", has_text="Search").tap()
    page.get_by_label("Card turned up").select_option(wanted.upcard)
    page.get_by_label("Trump").select_option(wanted.trump)
    page.get_by_role("search").get_by_role("button", name="Search").tap()
    expect(rows).to_have_count(1)

    with page.expect_download() as download:
        phone.button("Download", exact=True).tap()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    (document,) = map(parse_document, text.splitlines())
    (answer,) = replay_document(document)
    assert (answer["trump"], document.deals[0].record.upcard) == (wanted.trump, wanted.upcard)

    rows.get_by_role("link").last.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Hand"))
    with page.expect_download() as download:
        phone.button("Download", exact=True).tap()
    assert download.value.suggested_filename.endswith(".egn")
    phone.open(hall.path("game-detail", table.game.pk))
    with page.expect_download() as download:
        phone.button("Download hands with cards").tap()
    assert download.value.suggested_filename.endswith(".egn")
    phone.open(hall.path("night-detail", table.game.night_id))
    with page.expect_download() as download:
        phone.button("Download hands with cards").tap()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert len(archive.namelist()) == 1


def test_every_look_of_it(new_phone: Callable[..., Phone], hall: Hall, allow_console: Callable[[str], None]) -> None:
    allow_console("422|404")
    table = hall.start()
    play_cards(table.game, 1)
    play_cards(table.game, 2)
    other = hall.start()
    desk = new_phone(hall.owner, is_mobile=False, has_touch=False, device_scale_factor=1, reduced_motion="reduce")
    found = []
    for path in (
        hall.path("hand-list"),
        hall.path("hand-list") + "?quick=too&trump=purple",
        hall.path("hand-list") + "?q=nobody",
        hall.path("game-detail", table.game.pk),
        hall.path("game-egn", other.game.pk),
        hall.path("season-list"),
    ):
        desk.open(path)
        found += findings(desk.page, path)
    assert found == []
