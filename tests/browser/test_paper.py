"""A secretary types last month's sheets: two keys a hand, totals beside, nothing lost and nothing doubled."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from league.days import club_date
from league.models import Game, Season
from tests.browser.hall import Hall, Table
from tests.browser.steps import Phone, sign_in

pytestmark = pytest.mark.django_db(transaction=True)

type Allow = Callable[[str], None]
DESK = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False, "device_scale_factor": 1}


@pytest.fixture
def table(hall: Hall) -> Table:
    return hall.start()


@pytest.fixture
def desk(new_phone: Callable[..., Phone], hall: Hall, table: Table) -> Phone:
    phone = new_phone(hall.owner, **DESK)
    phone.open(hall.path("game-paper", table.game.pk))
    return phone


def field(desk: Phone) -> Locator:
    return desk.page.locator("#codes")


def expect_totals(desk: Phone, *scores: int) -> None:
    expect(desk.page.locator("tr.totals .total")).to_have_text([str(score) for score in scores])


def test_two_keys_a_hand_typed_ahead_of_the_server(desk: Phone, table: Table) -> None:
    expect(field(desk)).to_be_focused()
    desk.page.keyboard.type("b2w5J3pJ*5")
    expect_totals(desk, 0, 5, 6)
    expect(field(desk)).to_have_value("")
    expect(field(desk)).to_be_focused()
    assert [(hand.maker, hand.maker_tricks, hand.alone) for hand in table.hands] == [
        (0, 2, False),
        (1, 5, False),
        (2, 3, False),
        (None, None, False),
        (2, 5, True),
    ]


def test_typed_before_the_page_is_ready_is_kept(desk: Phone, hall: Hall, table: Table) -> None:
    late = "const now = window.setTimeout; window.setTimeout = (act, wait = 800, ...rest) => now(act, wait, ...rest);"
    desk.page.add_init_script(late)  # htmx begins with the first timer
    desk.open(hall.path("game-paper", table.game.pk))
    desk.page.keyboard.type("B3W5")
    expect_totals(desk, 1, 3, 0)
    assert len(table.hands) == 2


def test_typed_before_the_page_listens_is_sent_as_well(desk: Phone, hall: Hall, table: Table) -> None:
    held: list[Route] = []
    desk.page.route(re.compile(r"/js/paper\b"), lambda route: held.append(route))
    desk.page.goto(hall.path("game-paper", table.game.pk), wait_until="commit")
    expect(field(desk)).to_be_focused()
    desk.page.keyboard.type("B3W5")
    held[0].continue_()
    expect_totals(desk, 1, 3, 0)
    assert len(table.hands) == 2


def test_blanks_anywhere_neither_double_nor_swallow(desk: Phone, table: Table) -> None:
    desk.page.keyboard.type("  B3 W3   J3 ", delay=120)
    expect_totals(desk, 1, 1, 1)
    expect(field(desk)).to_have_value(re.compile(r"^\s*$"))
    assert len(table.hands) == 3


def test_fast_typing_on_a_slow_line_loses_and_stops_nothing(desk: Phone, hall: Hall, table: Table) -> None:
    intercept(desk, hall, table, lambda route: (desk.page.wait_for_timeout(250), route.continue_()))
    desk.page.keyboard.type("PPPB3-PW3P-J*3W3", delay=90)
    expect_totals(desk, 1, 2, 1)
    expect(field(desk)).to_have_value("")
    assert len(table.hands) == 11


def test_a_hand_changed_while_it_was_sent_is_not_stored_twice_unseen(desk: Phone, hall: Hall, table: Table) -> None:
    held: list[Route] = []
    intercept(desk, hall, table, lambda route: held.append(route))
    desk.page.keyboard.type("B3")
    desk.page.wait_for_timeout(100)
    desk.page.keyboard.press("Backspace")
    desk.page.keyboard.type("4")
    expect(field(desk)).to_have_value("B4")
    held[0].continue_()
    expect(desk.page.locator("#unsent")).to_contain_text("B3 is recorded already. Type < to undo the last hand.")
    assert len(table.hands) == 1
    desk.page.unroute("**/paper/")
    field(desk).fill("<B4")
    expect(desk.page.get_by_text("Bogdan made it, 4 tricks")).to_be_visible()
    assert [hand.maker_tricks for hand in table.hands] == [4]


def intercept(desk: Phone, hall: Hall, table: Table, answer: Callable[[Route], object]) -> None:
    """From now on sheets are answered so. On a fresh page: a page that stands may send one more past the catcher."""

    def catch(route: Route) -> None:
        if route.request.method == "POST":
            answer(route)
        else:
            route.continue_()

    desk.page.route("**/paper/", catch)
    desk.open(hall.path("game-paper", table.game.pk))


def test_signing_in_elsewhere_is_enough(desk: Phone, hall: Hall, table: Table, allow_console: Allow) -> None:
    allow_console("403")
    desk.page.context.clear_cookies()
    desk.page.keyboard.type("B3")
    expect(desk.page.locator("#unsent")).to_contain_text("you are signed out")
    sign_in(desk.page.context, hall.owner, desk.page.url)
    field(desk).press("Enter")
    expect_totals(desk, 1, 0, 0)


def test_a_slip_stops_the_sheet_and_keeps_what_follows(desk: Phone, table: Table, allow_console: Allow) -> None:
    allow_console("422")
    desk.page.keyboard.type("B3x4W2")
    notice = desk.page.locator("#paper section.notice")
    expect(notice).to_contain_text("nobody at this table has the letter X")
    expect(field(desk)).to_have_value("x4W2")
    assert len(table.hands) == 1
    field(desk).press("Home")
    field(desk).press("Delete")
    field(desk).press("Delete")
    expect_totals(desk, 3, 0, 2)
    expect(notice).to_be_hidden()


def test_backspace_in_an_empty_field_undoes_the_last_hand(desk: Phone, table: Table) -> None:
    desk.page.keyboard.type("B3W5")
    expect_totals(desk, 1, 3, 0)
    desk.page.keyboard.press("Backspace")
    expect_totals(desk, 1, 0, 0)
    desk.page.keyboard.type("W4")
    expect_totals(desk, 1, 1, 0)


def test_the_hand_that_ends_the_game_is_asked_about_and_enter_says_yes(desk: Phone, table: Table) -> None:
    desk.page.keyboard.type("B5B5B5B5")
    yes = desk.page.get_by_role("button", name="Yes, record it")
    expect(yes).to_be_focused()
    expect_totals(desk, 9, 0, 0)
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_text("Bogdan wins, 12–0–0.")).to_be_visible()
    expect(desk.page.get_by_role("link", name="The next sheet of that day")).to_be_focused()
    assert len(table.hands) == 4


def test_a_bad_line_loses_nothing_and_doubles_nothing(
    desk: Phone, hall: Hall, table: Table, allow_console: Allow
) -> None:
    allow_console("ERR_FAILED|Failed to fetch")
    arrived: list[str] = []

    def cut(route: Route) -> None:
        route.fetch()  # the server has it; the answer never comes
        arrived.append("")
        route.abort()

    intercept(desk, hall, table, cut)
    desk.page.keyboard.type("B3")
    expect(desk.page.locator("#unsent")).to_contain_text("Not saved: no connection.")
    assert len(arrived) == 1
    expect(field(desk)).to_have_value("B3")
    desk.page.unroute("**/paper/")
    field(desk).press("Enter")
    expect_totals(desk, 1, 0, 0)
    expect(field(desk)).to_have_value("")
    assert len(table.hands) == 1


def test_a_whole_evening_of_last_month_from_start_to_standings(
    new_phone: Callable[..., Phone], hall: Hall, table: Table
) -> None:
    Season.objects.update(starts=datetime.date(2020, 1, 1))
    day = club_date(hall.club) - datetime.timedelta(days=30)
    desk = new_phone(hall.owner, **DESK)
    page = desk.page
    desk.open(hall.path("game-start"))
    for name in ("Bogdan", "Wietske", "Ann"):
        page.locator("#names").get_by_role("button", name=name, exact=True).click()
    page.locator("summary", has_text="Played on another day").click()
    page.get_by_label("Played on", exact=True).fill(day.isoformat())
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Paper sheet")).to_be_visible()
    page.keyboard.type("B5B5B5B3")
    expect(page.get_by_role("button", name="Yes, record it")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Bogdan wins")).to_be_visible()
    page.get_by_role("link", name="The next sheet of that day").click()
    expect(page.locator("#seats bdi")).to_have_text(["Bogdan", "Wietske", "Ann"])
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/paper/$"))
    assert Game.objects.filter(night__date=day).count() == 2
    desk.open(hall.path("standings"))
    expect(page.locator("#standings tbody tr").first).to_contain_text("Bogdan")


def test_on_a_phone_and_without_a_script(new_phone: Callable[..., Phone], hall: Hall, table: Table) -> None:
    phone = new_phone(hall.owner, java_script_enabled=False)
    phone.open(hall.path("game-paper", table.game.pk))
    phone.page.get_by_role("textbox", name="Hands").fill("B2 W3 P")
    phone.page.get_by_role("button", name="Record").click()
    expect_totals(phone, 0, 3, 2)
    assert len(table.hands) == 3
