"""An old hand is put right while somebody looks at ratings: they follow, on every page that shows them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

import pytest
import time_machine
from django.utils import timezone
from playwright.sync_api import Locator, expect

from league.services.rescore import compare
from league.services.scope import Scope
from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)

MOUSE = {"is_mobile": False, "has_touch": False, "device_scale_factor": 1, "viewport": {"width": 1000, "height": 900}}


def line(phone: Phone, part: str, name: str) -> Locator:
    """A player's line in a part of the page."""
    return phone.page.locator(f"{part} tbody tr").filter(has_text=name)


def test_ratings_follow_the_correction_of_an_old_hand(new_phone: Callable[..., Phone], hall: Hall) -> None:
    old = hall.start()
    first = str(old.record("Bogdan", 5).log.state.last_hand)
    for tricks in (5, 5, 3):
        old.record("Bogdan", tricks)
    with time_machine.travel(timezone.now() + datetime.timedelta(seconds=1)):  # games of one moment are rated together
        later = hall.start()
        for tricks in (5, 5, 5, 3):
            later.record("Wietske", tricks)
    desk, home, game = new_phone(hall.owner, **MOUSE), new_phone(**MOUSE), new_phone(**MOUSE)
    home.open(hall.path("rating-list"))
    expect(line(home, "#ratings", "Bogdan")).to_be_visible()
    expect(line(home, "#ratings", "Wietske").locator("td").nth(2)).to_have_text("2")
    game.open(hall.path("game-detail", later.game.pk))
    expect(line(game, "#game-rating", "Wietske")).to_contain_text(re.compile("won"))
    expect(line(game, "#game-rating", "Jo").locator("td").nth(1)).not_to_have_text("1,500")

    # The first hand of the first game was Jo's: that game goes on, and the later one was the first to count.
    desk.open(f"{hall.path('game-change', old.game.pk, 'correct')}?hand={first}")
    desk.page.locator("button[name=cell][value='2:5']").click()
    desk.page.locator("button[name=save]").click()
    expect(desk.page.locator("#sheet")).to_be_visible()
    home.poll()
    expect(line(home, "#ratings", "Wietske").locator("td").nth(2)).to_have_text("1")
    game.poll()
    for name in ("Jo", "Wietske", "Bogdan"):
        expect(line(game, "#game-rating", name).locator("td").nth(1)).to_have_text("1,500")
    expect(game.page.get_by_text(re.compile("gave Wietske a chance of 33"))).to_be_visible()

    # A tap leads to how it came about: a drawing, and a line for each game.
    line(home, "#ratings", "Wietske").get_by_role("link").click()
    expect(home.page.locator("svg.chart polyline")).to_be_visible()
    expect(home.page.locator("main tbody tr")).to_have_count(1)
    assert list(compare(Scope())) == []
