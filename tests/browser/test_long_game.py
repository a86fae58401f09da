"""A long evening on one page: sixty hands without a reload, and the page as light as at the beginning."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Response

from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = 60
MOST_BYTES = 15_000


def test_sixty_hands_without_a_reload(phone: Phone, hall: Hall) -> None:
    hall.play_by(target=50)
    table = hall.start()
    phone.open(table.path)
    page = phone.page
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if "/static/" not in answer.url else None)
    page.evaluate("window.neverReloaded = true")
    play(phone, 1, 10)
    early = weigh(page)
    play(phone, 11, HANDS)
    late = weigh(page)

    assert len(table.hands) == HANDS
    assert [phone.score(name) for name in table.names] == list(table.scores.values())
    assert page.evaluate("window.neverReloaded")
    asked = [answer.request.method for answer in answers]
    assert asked == ["POST"] * HANDS
    assert max(len(answer.body()) for answer in answers) < MOST_BYTES
    assert late["shown"] <= early["shown"] + 20
    assert late["kept"] <= early["kept"] * 1.5  # with what scripts still hold
    assert late["listeners"] <= early["listeners"] * 1.5
    assert late["bytes"] <= early["bytes"] * 1.5
    assert late["doubled"] == []


def play(phone: Phone, first: int, last: int) -> None:
    """Two keys a hand; some are passed out, some euchred, some a march, and nobody gets to fifty."""
    for number in range(first, last + 1):
        before = phone.version
        tricks = 5 if number % 7 == 0 else 2 if number % 11 == 0 else 3
        for key in "PP" if number % 10 == 0 else f"{'BWJ'[number % 3]}{tricks}":
            phone.page.keyboard.press(key)
        phone.expect_version(before + 1)


def weigh(page: Page) -> dict[str, Any]:
    """The page's elements, and what the browser holds for it after tidying up."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("HeapProfiler.collectGarbage")
    devtools.send("Performance.enable")
    found = {item["name"]: item["value"] for item in devtools.send("Performance.getMetrics")["metrics"]}
    devtools.detach()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")
    return {
        "shown": page.evaluate("document.querySelectorAll('*').length"),
        "kept": found["Nodes"],
        "listeners": found["JSEventListeners"],
        "bytes": found["JSHeapUsedSize"],
        "doubled": [name for name in set(ids) if ids.count(name) > 1],
    }
