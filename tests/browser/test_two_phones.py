"""Two phones at one table, and somebody at home who looks on: everybody sees the same, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.hall import Hall, Table
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)

type Allow = Callable[[str], None]


@pytest.fixture
def table(hall: Hall) -> Table:
    return hall.start()


@pytest.fixture
def ann(phone: Phone, table: Table) -> Phone:
    """The owner's phone, at the table."""
    phone.open(table.path)
    return phone


@pytest.fixture
def ben(new_phone: Callable[..., Phone], hall: Hall, table: Table) -> Phone:
    """Another scorer's phone, at the same table."""
    phone = new_phone(hall.scorer("Ben"))
    phone.open(table.path)
    return phone


def test_a_hand_shows_on_the_other_phone_and_its_next_hand_fits(ann: Phone, ben: Phone, table: Table) -> None:
    ann.record("Bogdan", 3)
    ben.poll()
    ben.expect_scores(Bogdan=1, Wietske=0, Jo=0)
    expect(ben.page.locator("#say")).to_have_text("Olive: Bogdan made it, 3 tricks. Bogdan +1")
    expect(ben.page.locator(".scores .deals .who")).to_have_text("Wietske")
    ben.rest()
    ben.record("Jo", 4)
    ann.poll()
    ann.expect_scores(Bogdan=1, Wietske=0, Jo=1)
    assert len(table.hands) == 2


@pytest.mark.both_databases
def test_the_same_hand_from_both_is_one_hand_unless_somebody_says_it_is_two(
    ann: Phone, ben: Phone, table: Table
) -> None:
    ann.record("Bogdan", 3)
    ben.tap(ben.cell("Bogdan", 3))
    expect(ben.notice).to_contain_text("Olive has hand 1 already, with the same figures")
    ben.expect_scores(Bogdan=1)
    assert len(table.hands) == 1
    ben.rest()
    with ben.budget(1):
        ben.send(ben.button("It is a second hand with the same figures: record it too"))
    ben.expect_scores(Bogdan=2)
    expect(ben.notice).to_be_hidden()
    assert len(table.hands) == 2


def test_another_hand_in_that_place_shows_both(ann: Phone, ben: Phone, table: Table, allow_console: Allow) -> None:
    allow_console("409")
    ann.record("Bogdan", 3)
    ben.tap(ben.chip("Hearts"))
    ben.tap(ben.cell("Jo", 2))
    expect(ben.notice).to_contain_text("Olive recorded hand 1 meanwhile: Bogdan made it, 3 tricks. Bogdan +1")
    expect(ben.notice).to_contain_text("Yours: Jo made it, 2 tricks: euchred. Bogdan +2, Wietske +2")
    assert len(table.hands) == 1
    ben.rest()
    ben.send(ben.button("Record mine as the next hand"))
    ben.expect_scores(Bogdan=3, Wietske=2, Jo=0)
    assert [hand.trump for hand in table.hands] == [None, "h"]


def test_a_notice_can_be_put_away(ann: Phone, ben: Phone, table: Table) -> None:
    ann.record("Bogdan", 3)
    ben.tap(ben.cell("Bogdan", 3))
    ben.tap(ben.button("All right"))
    expect(ben.notice).to_be_hidden()
    ben.expect_scores(Bogdan=1)
    ben.record("Bogdan", 3)
    assert len(table.hands) == 2


def test_undo_on_one_shows_on_the_other(ann: Phone, ben: Phone, table: Table) -> None:
    ann.record("Bogdan", 5)
    ben.poll()
    ben.expect_scores(Bogdan=3)
    ann.send(ann.last.get_by_role("button", name="Undo"))
    ben.poll()
    ben.expect_scores(Bogdan=0)
    expect(ben.page.locator("#say")).to_have_text("The table was changed on another phone.")
    ben.rest()
    ben.record("Wietske", 3)
    assert len(table.hands) == 1


@pytest.mark.both_databases
def test_both_undo_the_same_hand_once(ann: Phone, ben: Phone, table: Table) -> None:
    table.record("Bogdan", 5)
    table.record("Bogdan", 3)
    ann.poll()
    ben.poll()
    ann.expect_scores(Bogdan=4)
    ben.expect_scores(Bogdan=4)
    ann.rest()
    ann.send(ann.last.get_by_role("button", name="Undo"))
    ben.rest()
    ben.tap(ben.last.get_by_role("button", name="Undo"))
    ben.expect_scores(Bogdan=3)
    assert len(table.hands) == 1


@pytest.mark.both_databases
def test_a_game_finished_on_one_turns_the_other(ann: Phone, ben: Phone, table: Table) -> None:
    for _ in range(3):
        table.record("Wietske", 5)
    ann.poll()
    ben.poll()
    ben.expect_scores(Wietske=9)
    ann.rest()
    ann.tap(ann.cell("Wietske", 3))
    expect(ann.notice).to_be_visible()
    ann.rest()
    ann.send(ann.button("Yes, record it"))
    ben.poll()
    expect(ben.page.get_by_role("heading", name="Wietske wins, 0–10–0.")).to_be_visible()
    expect(ben.cell("Bogdan", 3)).to_be_hidden()
    ann.send(ann.last.get_by_role("button", name="Undo"))  # and back
    ben.poll()
    expect(ben.cell("Bogdan", 3)).to_be_visible()
    ben.rest()
    ben.record("Bogdan", 3)
    ben.expect_scores(Bogdan=1, Wietske=9)


# Polls


class HeldPoll:
    """Answers of polls that left now and arrive when the test says."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.held: list[tuple[Route, APIResponse]] = []
        page.route("**/live/", self._hold)

    def _hold(self, route: Route) -> None:
        self.held.append((route, route.fetch()))

    def expect_left(self) -> None:
        for _ in range(100):
            if self.held:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("No poll left.")

    def arrive(self) -> None:
        """The answers come in; returns when the page has seen them."""
        for route, answer in self.held:
            with self.page.expect_response("**/live/"):
                route.fulfill(response=answer)
        self.page.wait_for_timeout(200)


def test_a_poll_that_left_before_a_save_does_not_put_the_screen_back(ann: Phone, table: Table) -> None:
    poll = HeldPoll(ann.page)
    ann.poll()
    poll.expect_left()
    ann.record("Bogdan", 3)
    poll.arrive()
    ann.expect_scores(Bogdan=1, Wietske=0, Jo=0)
    expect(ann.last).to_contain_text("Bogdan made it, 3 tricks")
    ann.record("Jo", 3)
    assert len(table.hands) == 2


def test_a_poll_with_news_that_lands_behind_a_save_does_not_either(ann: Phone, table: Table) -> None:
    poll = HeldPoll(ann.page)
    table.record("Wietske", 3)
    ann.poll()
    poll.expect_left()
    ann.tap(ann.cell("Wietske", 3))  # in the same place: one hand, shown with its notice
    expect(ann.notice).to_be_visible()
    ann.rest()
    ann.send(ann.button("It is a second hand"))
    poll.arrive()
    ann.expect_scores(Wietske=2)
    expect(ann.page.locator("#live")).to_have_attribute("data-version", str(ann.version))
    ann.record("Jo", 3)
    ann.expect_scores(Jo=1)
    assert len(table.hands) == 3


def test_what_is_chosen_and_what_has_focus_survive_a_poll(ann: Phone, table: Table) -> None:
    page = ann.page
    ann.tap(ann.chip("Hearts"))
    ann.tap(ann.chip("Wietske"))
    ann.tap(page.locator("summary", has_text="More"))
    ann.tap(page.locator("summary", has_text="Renege"))
    page.get_by_label("Who reneged").select_option("Jo")
    page.get_by_label("Who reneged").focus()
    table.record("Bogdan", 3)
    ann.poll()
    ann.expect_scores(Bogdan=1)
    expect(page.get_by_label("Who reneged")).to_be_focused()
    expect(page.get_by_label("Who reneged")).to_have_value("2")
    ann.rest()
    ann.record("Wietske", 5)
    assert table.hands[1].alone
    assert table.hands[1].trump == "h"


# Somebody who looks on


@pytest.mark.both_databases
def test_a_spectator_without_an_account_sees_it_live(new_phone: Callable[..., Phone], hall: Hall, table: Table) -> None:
    table.record("Bogdan", 3)
    tonight, game = new_phone(), new_phone()
    tonight.open(hall.path("club-tonight"))
    game.open(hall.path("game-detail", table.game.pk))
    link = tonight.page.get_by_role("link", name="Table 1")
    link.focus()
    expect(tonight.page.locator("#tables")).to_contain_text("Bogdan made it, 3 tricks. Bogdan +1")
    table.record("Jo", 2)
    tonight.poll()
    game.poll()
    expect(tonight.page.locator("#tables")).to_contain_text("Jo made it, 2 tricks: euchred. Bogdan +2, Wietske +2")
    expect(link).to_be_focused()
    expect(game.page.locator("#sheet")).to_contain_text("Jo made it, 2 tricks: euchred. Bogdan +2, Wietske +2")
    for phone in (tonight, game):
        expect(phone.page.get_by_role("link", name="Record")).to_be_hidden()
        expect(phone.page.get_by_role("button", name="Undo")).to_be_hidden()
        expect(phone.page.get_by_role("link", name="New game")).to_be_hidden()


def test_pages_ask_by_themselves_while_they_are_looked_at(
    new_phone: Callable[..., Phone], hall: Hall, table: Table
) -> None:
    phone = new_phone(ticks=True)
    phone.open(hall.path("club-tonight"))
    table.record("Bogdan", 5)
    expect(phone.page.locator("#tables")).to_contain_text("Bogdan took all five")
    with phone.page.expect_response("**/live/") as caught:
        pass
    assert caught.value.status == 304  # nothing new, nothing sent
