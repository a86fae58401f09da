"""Somebody who needs large letters: at twice the size every control still shows all its words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.hall import Hall
from tests.browser.looks import clipped
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)

TWICE = "document.documentElement.style.fontSize = `${2 * parseFloat(getComputedStyle(document.documentElement).fontSize)}px`"
CONTROLS = "#screen :is(button, .choice, .chip, a.button, summary, legend)"


def test_the_form_with_large_buttons_at_twice_the_letters(phone: Phone, hall: Hall) -> None:
    table = hall.start()
    table.record("Wietske", 2)
    page = phone.page
    phone.open(f"{table.path}?layout=two-tap")
    page.evaluate(TWICE)
    for summary in page.locator("#screen summary").all():
        summary.tap()
    page.screenshot(path="/work/scratch/browser/large.png", full_page=True)
    assert clipped(page, CONTROLS) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 360
    phone.record_two_tap("Jo", 4)
    phone.expect_scores(Jo=3)
    phone.rest()
    phone.send(phone.last.get_by_role("button", name="Undo"))
    phone.expect_scores(Jo=2)
