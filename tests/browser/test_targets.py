"""Whatever is tapped by itself is as high as a finger, however small its text is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = """(finger) => [...document.querySelectorAll("main :is(a, button, summary, label:has(input), select, input)")]
  .filter((one) => one.checkVisibility() && !one.closest("p:not(.actions), .prose, table td > small"))
  .filter((one) => one.getBoundingClientRect().width > 1)
  .map((one) => {
    const spread = getComputedStyle(one, "::after");
    const around = one.closest("label, tr th, tr td") ?? one;
    const own = (spread.position === "absolute" && parseFloat(spread.height)) || 0;
    const high = Math.max(own, one.getBoundingClientRect().height, around.matches("label") ? around.offsetHeight : 0);
    return [one.innerText || one.name, high];
  })
  .filter(([, high]) => high < finger - 0.5)"""
FINGER = 48  # px
"""A link within a sentence is read, not hit; the whole cell is the target where a link has one to itself."""


def test_links_and_fields_are_as_high_as_a_finger(new_phone: Callable[..., Phone], hall: Hall) -> None:
    table, playing = hall.start(), hall.start(["Ann", "Jo", "Wietske"])
    playing.record("Ann", 3)
    for maker, tricks in (("Bogdan", 5), ("Bogdan", 5), ("Jo", 5), ("Bogdan", 5), ("Bogdan", 3)):
        table.record(maker, tricks)
    phone, player = new_phone(hall.owner), hall.players["Bogdan"].pk
    pages = [
        *(hall.path(route) for route in ("club-tonight", "game-start", "club-edit", "rating-list", "hand-list")),
        *(hall.path(route, table.game.pk) for route in ("game-detail", "game-history", "game-board")),
        *(hall.path(route, player) for route in ("player-detail", "player-achievements", "standings-why")),
        f"{hall.path('hand-list')}?quick=too",
        "/",
    ]
    small = {}
    for page in pages:
        phone.open(page)
        expect(phone.page.locator("main")).to_be_visible()
        small[page] = phone.page.evaluate(SMALL, FINGER)
    assert {page: found for page, found in small.items() if found} == {}
