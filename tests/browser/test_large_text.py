"""Somebody who needs large letters: a device set to twice the size still shows every control with all its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType

from tests.browser.hall import Hall
from tests.browser.looks import clipped
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)

CONTROLS = "#screen :is(button, .choice, .chip, a.button, summary, select, legend:not(.visually-hidden))"


@pytest.fixture
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser of somebody who chose letters of 32 px instead of 16 in its settings."""
    args = [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=32"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": args})
    yield browser
    browser.close()


@pytest.fixture
def reader(new_phone: Callable[..., Phone], hall: Hall) -> Phone:
    return new_phone(hall.owner)


def expect_all_of_it(phone: Phone) -> None:
    page = phone.page
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 32
    for summary in page.locator("#screen summary").all():
        summary.tap()
    assert clipped(page, CONTROLS) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 360


def test_the_form_with_large_buttons(reader: Phone, hall: Hall) -> None:
    table = hall.start()
    table.record("Wietske", 2)
    reader.open(f"{table.path}?layout=two-tap")
    expect_all_of_it(reader)
    reader.record_two_tap("Jo", 4)
    reader.expect_scores(Jo=3)
    reader.rest()
    reader.send(reader.last.get_by_role("button", name="Undo"))
    reader.expect_scores(Jo=2)


def test_the_grid(reader: Phone, hall: Hall) -> None:
    table = hall.start()
    table.record("Wietske", 2)
    reader.open(table.path)
    expect_all_of_it(reader)
    reader.record("Jo", 4)
    reader.expect_scores(Jo=3)
