"""Looking at a hand again: buttons, arrow keys, swipes, a link to one moment, paper, and hindsight when it is time."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import Page, expect

from engine.records import HandRecord
from league.bridge.records import make_abandon, make_deal
from league.services.play import write_event
from tests.browser.hall import Hall, Table
from tests.browser.steps import Phone
from tests.engine.deals import full

pytestmark = pytest.mark.django_db(transaction=True)

LAST = 20


def record_cards(table: Table, record: HandRecord | None = None) -> UUID:
    """A hand with every card, behind the newest."""
    hand, newest = uuid4(), table.log.state.last_hand
    deal = make_deal(hand, UUID(newest) if newest else None, record or full())
    write_event(table.game.pk, hand, table.recorder, deal)
    return hand


def expect_moment(page: Page, number: int) -> None:
    """The moment is told, marked in the list, and stands in the address."""
    expect(page.locator(".told [aria-current=step]")).to_have_attribute("href", re.compile(rf"\?at={number}\b"))
    expect(page).to_have_url(re.compile(rf"\?at={number}$"))


@pytest.fixture
def table(hall: Hall) -> Table:
    return hall.start()


@pytest.fixture
def path(hall: Hall, table: Table) -> str:
    return hall.path("hand-detail", table.game.pk, record_cards(table))


def test_buttons_and_links_go_from_moment_to_moment(new_phone: Callable[..., Phone], path: str) -> None:
    phone = new_phone()
    page = phone.page
    phone.open(path)
    expect(page.get_by_role("status")).to_have_text("Bogdan deals and turns up: nine of hearts")
    page.get_by_role("link", name="Forward").tap()
    expect_moment(page, 1)
    page.get_by_role("link", name="Forward").tap()
    expect_moment(page, 2)
    expect(page.get_by_role("status")).to_have_text("Jo assists")
    page.get_by_role("link", name="Back", exact=True).tap()
    expect_moment(page, 1)
    page.get_by_role("link", name="Last moment").tap()
    expect_moment(page, LAST)
    page.get_by_role("link", name="Forward").tap(force=True)  # leads nowhere, and nothing happens
    page.get_by_role("link", name="Jo: ace of spades").tap()
    expect_moment(page, 6)
    expect(page.locator(".cards-table")).to_be_in_viewport()
    expect(page.locator(".middle").get_by_role("img", name="ace of spades")).to_be_visible()
    page.go_back()
    expect_moment(page, LAST)
    expect(page.locator("header.top")).to_have_count(1)  # the whole page, not a part of it
    page.reload()
    expect_moment(page, LAST)


def test_arrow_keys_and_swipes_do_the_same(new_phone: Callable[..., Phone], path: str) -> None:
    phone = new_phone()
    page = phone.page
    phone.open(path)
    page.keyboard.press("ArrowRight")
    expect_moment(page, 1)
    swipe(page, by=-120)
    expect_moment(page, 2)
    swipe(page, by=-120, along=200)  # somebody scrolls
    swipe(page, by=-20)  # somebody taps
    swipe(page, by=120)
    expect_moment(page, 1)
    page.keyboard.press("ArrowLeft")
    expect_moment(page, 0)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Control+ArrowRight")
    page.locator(".table-wrap").focus()
    page.keyboard.press("ArrowRight")  # the table of tricks has arrows of its own
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect_moment(page, 1)


def swipe(page: Page, by: int, along: int = 0) -> None:
    """A finger goes across the table."""
    page.evaluate(
        """([by, along]) => {
          const target = document.querySelector(".cards-table");
          const box = target.getBoundingClientRect();
          const at = (x, y) => new Touch({ identifier: 1, target, clientX: box.x + 160 + x, clientY: box.y + 100 + y });
          const send = (type, touches, changedTouches) =>
            target.dispatchEvent(new TouchEvent(type, { touches, changedTouches, bubbles: true }));
          send("touchstart", [at(0, 0)], [at(0, 0)]);
          send("touchend", [], [at(by, along)]);
        }""",
        [by, along],
    )


def test_a_link_to_one_moment_works_without_a_script(new_phone: Callable[..., Phone], path: str) -> None:
    phone = new_phone(java_script_enabled=False)
    page = phone.page
    phone.open(f"{path}?at=6#replay")
    expect(page.get_by_role("status")).to_have_text("Jo: ace of spades")
    page.get_by_role("link", name="Forward").tap()
    expect(page.get_by_role("status")).to_contain_text("Wietske wins trick 1")
    page.get_by_role("link", name="Cards in four colours").tap()
    expect(page.locator("body.four-colours")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("Wietske wins trick 1")


def test_on_paper_stands_every_trick_and_no_button(new_phone: Callable[..., Phone], path: str) -> None:
    phone = new_phone()
    page = phone.page
    phone.open(path)
    page.emulate_media(media="print")
    expect(page.get_by_role("table").get_by_role("img")).to_have_count(15)
    expect(page.get_by_text("Bogdan picks up: nine of hearts. Discards: nine of clubs.")).to_be_visible()
    expect(page.get_by_role("link", name="Forward")).to_be_hidden()
    expect(page.locator(".cards-table")).to_be_hidden()
    expect(page.get_by_role("link", name="Cards in four colours")).to_be_hidden()
    assert page.evaluate("document.body.scrollHeight") < 1100  # one sheet of A4


def test_hindsight_appears_only_when_the_game_is_over(phone: Phone, path: str, table: Table) -> None:
    page = phone.page
    phone.open(path)
    expect(page.get_by_role("heading", name="Moment by moment")).to_be_visible()
    expect(page.get_by_role("link", name="With hindsight")).to_have_count(0)
    write_event(table.game.pk, uuid4(), table.recorder, make_abandon())
    phone.open(path)
    page.get_by_role("link", name="With hindsight").tap()
    expect(page.get_by_text("With all cards seen, the makers could take")).to_be_visible()
    page.get_by_role("link", name="Forward").tap()
    expect(page.get_by_role("link", name="Without hindsight")).to_be_visible()
    expect(page).to_have_url(re.compile("review=1"))


def test_what_is_no_moment_is_shown_as_the_page_that_it_is(
    phone: Phone, path: str, table: Table, allow_console: Callable[[str], None]
) -> None:
    allow_console("404")
    page = phone.page
    phone.open(path)
    page.route(
        "**/*?at=1", lambda route: route.fulfill(status=404, body="<!doctype html><title>Gone</title><p>Gone</p>")
    )
    page.get_by_role("link", name="Forward").tap()
    expect(page).to_have_title("Gone")
