"""The phone beside the cards stays awake while a game is on, also after a look at something else."""

from __future__ import annotations

import pytest

from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)

STUB = """
window.asked = [];
Object.defineProperty(navigator, "wakeLock", { value: {
  request(kind) { window.asked.push(kind); return Promise.resolve(new EventTarget()); },
} });
"""


def test_the_screen_is_kept_awake_and_again_after_coming_back(phone: Phone, hall: Hall) -> None:
    page = phone.page
    page.add_init_script(STUB)
    table = hall.start()
    phone.open(table.path)
    assert page.evaluate("window.asked") == ["screen"]
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("window.asked") == ["screen", "screen"]


def test_nobody_waits_for_a_finished_game(phone: Phone, hall: Hall) -> None:
    page = phone.page
    page.add_init_script(STUB)
    table = hall.start()
    for _ in range(4):
        table.record("Bogdan", 5)
    phone.open(table.path)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("window.asked") == []


def test_a_browser_that_refuses_or_has_no_wake_lock_scores_all_the_same(phone: Phone, hall: Hall) -> None:
    phone.page.add_init_script(
        "Object.defineProperty(navigator, 'wakeLock', { value: { request: () => Promise.reject(new Error('low')) } })"
    )
    phone.open(hall.start().path)
    phone.record("Bogdan", 3)
    phone.expect_scores(Bogdan=1)
