"""The site is read in another language, and a game is scored in it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_hand_is_scored_in_german_while_others_read_english(new_phone: Callable[..., Phone], hall: Hall) -> None:
    table = hall.start()
    german, english = new_phone(hall.owner), new_phone()
    german.open(hall.path("club-tonight"))
    german.page.get_by_role("link", name="Language").tap()
    german.page.get_by_role("button", name="Deutsch").tap()
    expect(german.page.locator("html")).to_have_attribute("lang", "de")
    expect(german.page).to_have_url(re.compile(re.escape(hall.path("club-tonight")) + "$"))

    german.open(table.path)
    before = german.version
    german.tap(german.page.locator("button[name=cell][value='0:3']"))
    german.expect_version(before + 1)
    expect(german.last).to_contain_text("Bogdan")
    expect(german.page.get_by_role("button", name="Rückgängig").first).to_be_visible()

    english.open(hall.path("game-detail", table.game.pk))
    expect(english.page.get_by_text("Bogdan made it, 3 tricks")).to_be_visible()
