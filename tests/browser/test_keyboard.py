"""A secretary who types a paper sheet: two keys a hand, and nothing that needs a pointer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hall import Hall, Table
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(hall: Hall) -> Table:
    return hall.start()


@pytest.fixture
def desk(new_phone: Callable[..., Phone], hall: Hall, table: Table) -> Phone:
    phone = new_phone(
        hall.owner, viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False, device_scale_factor=1
    )
    phone.open(table.path)
    return phone


def press(desk: Phone, *keys: str) -> None:
    for key in keys:
        desk.page.keyboard.press(key)


def told(desk: Phone) -> str:
    return desk.page.locator("#say").inner_text()


def test_two_keys_record_a_hand(desk: Phone, table: Table) -> None:
    press(desk, "b")
    assert told(desk) == "Bogdan: tricks, 0 to 5?"
    press(desk, "2")
    desk.expect_scores(Bogdan=0, Wietske=2, Jo=2)
    press(desk, *"W5J3")  # typed ahead, faster than the server
    desk.expect_scores(Bogdan=0, Wietske=5, Jo=3)
    press(desk, "P")
    assert told(desk) == "All passed? Press P once more."
    press(desk, "P")
    desk.expect_version(4)
    assert [hand.maker for hand in table.hands] == [0, 1, 2, None]


def test_escape_and_other_keys_record_nothing(desk: Phone, table: Table) -> None:
    press(desk, "B", "Escape", "2", "7", "x", "B", "9")
    press(desk, "W")  # somebody else after all
    assert told(desk) == "Wietske: tricks, 0 to 5?"
    press(desk, "Escape")
    assert told(desk) == ""
    press(desk, "3", "Control+b", "3")
    desk.pause()
    assert table.hands == []


def test_keys_in_a_field_are_the_fields_own(desk: Phone, table: Table) -> None:
    page = desk.page
    page.locator("summary", has_text="More").click()
    page.locator("summary", has_text="Renege").click()
    page.get_by_label("Who reneged").focus()
    press(desk, "B", "2")
    desk.pause()
    assert told(desk) == ""
    assert table.hands == []


def test_chips_count_for_keys_too(desk: Phone, table: Table) -> None:
    desk.chip("Hearts").click()
    desk.chip("Wietske").click()
    press(desk, "W", "5")
    desk.expect_scores(Wietske=3)
    assert (table.hands[0].trump, table.hands[0].alone) == ("h", True)


def test_the_two_tap_form_by_keyboard_alone(desk: Phone, table: Table) -> None:
    desk.open(f"{table.path}?layout=two-tap")
    for maker, downs in (("Bogdan", 0), ("Jo", 2)):
        reach(desk, "input[name=maker]")
        press(desk, "Space", *["ArrowDown"] * downs)
        expect(desk.page.get_by_role("radio", name=maker)).to_be_checked()
        reach(desk, "button[name=tricks][value='3']")
        before = desk.version
        press(desk, "Enter")
        desk.expect_version(before + 1)
        desk.pause()
    desk.expect_scores(Bogdan=1, Wietske=0, Jo=1)
    press(desk, "W", "4")  # its keys work as well
    desk.expect_scores(Bogdan=1, Wietske=1, Jo=1)
    desk.pause()
    reach(desk, ".last button")
    press(desk, "Enter")
    desk.expect_scores(Bogdan=1, Wietske=0, Jo=1)


def reach(desk: Phone, selector: str) -> None:
    """Tab until it has the focus."""
    for _ in range(60):
        press(desk, "Tab")
        if desk.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never reaches {selector}")
