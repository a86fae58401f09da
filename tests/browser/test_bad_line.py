"""A hall with a bad line: nothing is lost, nothing is stored twice, and every touch answers at once."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Request, Route, expect

from league.models import Session
from tests.browser.hall import Hall, Table
from tests.browser.steps import Phone
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)

type Allow = Callable[[str], None]

HANDS = "**/hands/"
NO_LINE = "ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch"


@pytest.fixture
def table(hall: Hall) -> Table:
    return hall.start()


@pytest.fixture
def scorer(phone: Phone, table: Table) -> Phone:
    phone.open(table.path)
    return phone


class Posts:
    """The client ids of the hands that a page sends, also those that never arrive."""

    def __init__(self, page: Page) -> None:
        self.ids: list[str] = []
        page.on("request", lambda request: self._see(request))

    def _see(self, request: Request) -> None:
        if request.method == "POST":
            self.ids += parse_qs(request.post_data or "").get("client_id", [])


def expect_unsaved(phone: Phone, hand: str) -> None:
    unsaved = phone.page.locator("#unsaved")
    expect(unsaved).to_be_visible()
    expect(unsaved).to_contain_text(f"Not saved yet: {hand}")
    expect(phone.page.locator("#net")).to_have_text("Not saved")
    expect(phone.button("Retry")).to_be_visible()


def retry(phone: Phone) -> None:
    phone.tap(phone.button("Retry"))


def expect_stored_once(phone: Phone, table: Table, posts: Posts) -> None:
    expect(phone.page.locator("#unsaved")).to_be_hidden()
    phone.expect_scores(Bogdan=1, Wietske=0, Jo=0)
    expect(phone.page.locator("#net")).to_have_text("Saved")
    assert len(table.hands) == 1
    assert len(set(posts.ids)) == 1, "every try is the same write"
    assert len(posts.ids) > 1
    phone.rest()
    phone.record("Jo", 3)
    assert len(table.hands) == 2


def test_offline_keeps_the_hand_and_sends_it_when_the_line_is_back(
    scorer: Phone, table: Table, allow_console: Allow
) -> None:
    allow_console(NO_LINE)
    posts = Posts(scorer.page)
    scorer.page.context.set_offline(True)
    expect(scorer.page.locator("#net")).to_have_text("Offline")
    scorer.tap(scorer.cell("Bogdan", 3))
    expect_unsaved(scorer, "Bogdan made it, 3 tricks")
    retry(scorer)
    expect_unsaved(scorer, "Bogdan made it, 3 tricks")
    scorer.page.context.set_offline(False)  # the browser says so, nobody has to tap
    expect_stored_once(scorer, table, posts)


def test_what_is_not_saved_survives_a_reload(scorer: Phone, table: Table, allow_console: Allow) -> None:
    allow_console(NO_LINE)
    posts = Posts(scorer.page)
    scorer.page.route(HANDS, lambda route: route.abort())
    scorer.tap(scorer.cell("Bogdan", 3))
    expect_unsaved(scorer, "Bogdan made it, 3 tricks")
    scorer.open(table.path)
    expect_unsaved(scorer, "Bogdan made it, 3 tricks")
    assert table.hands == []
    scorer.page.unroute(HANDS)
    retry(scorer)
    expect_stored_once(scorer, table, posts)


def test_an_answer_that_gets_lost_is_no_second_hand(scorer: Phone, table: Table, allow_console: Allow) -> None:
    allow_console(NO_LINE)
    posts = Posts(scorer.page)

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    scorer.page.route(HANDS, lose_the_answer)
    scorer.tap(scorer.cell("Bogdan", 3))
    expect_unsaved(scorer, "Bogdan made it, 3 tricks")
    assert len(table.hands) == 1
    scorer.page.unroute(HANDS)
    retry(scorer)
    expect_stored_once(scorer, table, posts)


def test_a_broken_server_loses_nothing(scorer: Phone, table: Table, allow_console: Allow) -> None:
    allow_console("500")
    posts = Posts(scorer.page)
    scorer.page.route(HANDS, lambda route: route.fulfill(status=500, body="<h1>Out of order</h1>"))
    scorer.tap(scorer.cell("Bogdan", 3))
    expect_unsaved(scorer, "Bogdan made it, 3 tricks")
    expect(scorer.page.get_by_text("Out of order")).to_be_hidden()
    scorer.page.unroute(HANDS)
    retry(scorer)
    expect_stored_once(scorer, table, posts)


def test_signed_out_meanwhile_loses_nothing(scorer: Phone, hall: Hall, table: Table, allow_console: Allow) -> None:
    allow_console("403")
    posts = Posts(scorer.page)
    Session.objects.all().delete()
    scorer.tap(scorer.cell("Bogdan", 3))
    expect_unsaved(scorer, "Bogdan made it, 3 tricks")
    assert table.hands == []
    scorer.tap(scorer.button("Sign in again"))
    scorer.page.get_by_label("Email").fill(hall.owner.email)
    scorer.page.get_by_label("Password").fill(PASSWORD)
    scorer.tap(scorer.page.get_by_role("button", name="Sign in", exact=True))
    expect_stored_once(scorer, table, posts)


def test_another_touch_does_not_replace_what_is_not_saved(scorer: Phone, table: Table, allow_console: Allow) -> None:
    allow_console(NO_LINE)
    scorer.page.route(HANDS, lambda route: route.abort())
    scorer.tap(scorer.cell("Bogdan", 3))
    expect_unsaved(scorer, "Bogdan made it, 3 tricks")
    scorer.rest()
    scorer.tap(scorer.cell("Jo", 5))
    expect_unsaved(scorer, "Bogdan made it, 3 tricks")
    scorer.page.unroute(HANDS)
    scorer.tap(scorer.button("Discard it"))
    expect(scorer.page.locator("#unsaved")).to_be_hidden()
    scorer.rest()
    scorer.record("Jo", 5)
    assert [hand.maker for hand in table.hands] == [2]


def test_one_touch_never_saves_two_hands(scorer: Phone, table: Table) -> None:
    spot = middle(scorer)  # sought before: the moments count
    scorer.tap(scorer.cell("Bogdan", 3))
    scorer.page.touchscreen.tap(*spot)  # the same finger, before the answer
    scorer.expect_version(1)
    scorer.page.touchscreen.tap(*spot)  # and just after it
    scorer.pause()
    scorer.expect_scores(Bogdan=1, Wietske=0, Jo=0)
    assert len(table.hands) == 1


def middle(phone: Phone) -> tuple[float, float]:
    box = phone.cell("Bogdan", 3).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


STOPWATCH = """() => {
  const watch = (window.stopwatch = {});
  addEventListener("pointerup", (event) => { watch.touched = event.timeStamp; }, true);
  new MutationObserver(() => {
    const told = document.getElementById("say").textContent;
    if (told && !watch.told) Object.assign(watch, { told, after: performance.now() - watch.touched });
  }).observe(document.getElementById("screen"), { subtree: true, childList: true, characterData: true });
}"""


def test_a_touch_answers_within_a_tenth_of_a_second_before_the_server_does(scorer: Phone, table: Table) -> None:
    answered: list[bool] = []

    def slowly(route: Route) -> None:
        scorer.page.wait_for_timeout(1500)
        answered.append(True)
        route.continue_()

    scorer.page.route(HANDS, slowly)
    scorer.page.evaluate(STOPWATCH)
    scorer.tap(scorer.cell("Bogdan", 2))
    expect(scorer.page.locator("#say")).to_contain_text("Bogdan made it, 2 tricks: saving…")
    watch = scorer.page.evaluate("window.stopwatch")
    scorer.expect_version(1)
    assert watch["told"] == "Bogdan made it, 2 tricks: saving…"
    assert watch["after"] < 100
