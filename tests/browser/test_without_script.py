"""An old tablet, or a browser that blocks scripts: plain forms, and every answer a whole page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Response, expect

from engine.records import HandKind
from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plain(new_phone: Callable[..., Phone], hall: Hall) -> Phone:
    phone = new_phone(hall.owner, java_script_enabled=False)
    phone.dead = 0
    return phone


def expect_page(phone: Phone) -> None:
    """A whole page, with its style and its way on."""
    expect(phone.page.locator("head > link[rel=stylesheet]").first).to_be_attached()
    expect(phone.page.locator("main")).to_be_visible()


def answer_to(phone: Phone, button: str) -> Response:
    with phone.page.expect_response(lambda answer: answer.request.method == "POST") as caught:
        phone.tap(phone.button(button))
    expect_page(phone)
    return caught.value


def test_start_a_game_by_the_name_buttons(plain: Phone, hall: Hall) -> None:
    plain.open(hall.path("game-start"))
    names = plain.page.locator("#names")
    for count, name in enumerate(("Wietske", "Ann", "Jo"), 1):
        plain.tap(names.get_by_role("button", name=name, exact=True))
        expect(plain.page.locator("#count")).to_have_text(f"{count} of 3")
    plain.tap(names.get_by_role("button", name="Ann", exact=True))  # not Ann after all
    expect(plain.page.locator("#count")).to_have_text("2 of 3")
    plain.page.get_by_label("A guest's first name").fill("Ōta")
    plain.tap(plain.page.locator("#add-guest"))
    plain.tap(plain.page.locator("#dealers label", has_text="Jo"))
    plain.tap(plain.button("Start"))
    expect_page(plain)
    assert [name.inner_text() for name in plain.page.locator(".scores .who").all()] == ["Wietske", "Jo", "Ōta"]
    expect(plain.page.locator(".scores .deals .who")).to_have_text("Jo")


def test_too_few_names_are_a_whole_page_that_keeps_the_choice(
    plain: Phone, hall: Hall, allow_console: Callable[[str], None]
) -> None:
    allow_console("422")
    plain.open(hall.path("game-start"))
    plain.tap(plain.page.locator("#names").get_by_role("button", name="Wietske"))
    answer = answer_to(plain, "Start")
    assert answer.status == 422
    expect(plain.page.get_by_role("alert")).to_contain_text("Choose 3 players.")
    expect(plain.page.locator("#seats")).to_contain_text("Wietske")


def test_a_game_by_plain_forms(plain: Phone, hall: Hall) -> None:
    table = hall.start()
    page = plain.page
    plain.open(table.path)
    plain.record("Bogdan", 3)
    plain.expect_scores(Bogdan=1, Wietske=0, Jo=0)
    plain.tap(plain.chip("Wietske"))
    plain.tap(plain.chip("Spades"))
    plain.record("Wietske", 5)
    assert table.hands[1].alone
    assert table.hands[1].trump == "s"
    plain.send(
        plain.page.get_by_role("group", name="Trump and round of hand 2").get_by_role("button", name="1st round")
    )
    assert table.hands[1].round == 1
    plain.send(plain.button("All passed"))
    plain.tap(page.locator("summary", has_text="More"))
    plain.send(plain.button("Misdeal"))
    plain.send(plain.button("Undo hand 2", exact=True))
    plain.expect_scores(Bogdan=1, Wietske=0, Jo=0)
    plain.tap(page.locator("summary", has_text="More"))
    plain.tap(page.locator("summary", has_text="Renege"))
    page.get_by_label("Who made trump").select_option("Jo")
    page.get_by_label("Who reneged").select_option("Bogdan")
    plain.send(plain.button("Record the penalty"))
    assert [hand.kind for hand in table.hands][-3:] == [HandKind.PASSED_OUT, HandKind.MISDEAL, HandKind.PENALTY]
    plain.expect_scores(Bogdan=1, Wietske=0, Jo=3)
    plain.send(plain.last.get_by_role("button", name="Undo"))
    plain.expect_scores(Bogdan=1, Wietske=0, Jo=0)


def test_two_taps_and_the_end(plain: Phone, hall: Hall) -> None:
    table = hall.start()
    table.record("Bogdan", 5)
    table.record("Bogdan", 5)
    page = plain.page
    plain.open(table.path)
    plain.tap(page.locator("summary", has_text="More"))
    plain.tap(page.get_by_role("link", name="Large buttons"))
    for score in (7, 8):
        plain.record_two_tap("Bogdan", 3)
        plain.expect_scores(Bogdan=score)
        expect(page.get_by_role("group", name="Who made it?")).to_be_visible()  # the form stays the chosen one
    plain.record_two_tap("Bogdan", 5)
    expect(plain.notice).to_contain_text("This hand ends the game: Bogdan wins, 11–0–0.")
    expect_page(plain)
    plain.tap(plain.button("No"))
    plain.expect_scores(Bogdan=8)
    plain.open(table.path)
    plain.tap(plain.cell("Bogdan", 5))
    plain.send(plain.button("Yes, record it"))
    expect(page.get_by_role("heading", name="Bogdan wins, 11–0–0.")).to_be_visible()
    plain.send(plain.last.get_by_role("button", name="Undo"))  # the hand that is disputed most
    plain.expect_scores(Bogdan=8)
    plain.tap(plain.cell("Bogdan", 5))
    plain.send(plain.button("Yes, record it"))
    plain.tap(plain.button("Same players again"))
    plain.expect_scores(Bogdan=0, Wietske=0, Jo=0)


def test_errors_are_whole_pages(plain: Phone, hall: Hall, allow_console: Callable[[str], None]) -> None:
    allow_console("409|422")
    table = hall.start()
    plain.open(table.path)
    plain.tap(plain.chip("Wietske"))
    plain.tap(plain.chip("Jo"))
    with plain.page.expect_response(lambda answer: answer.request.method == "POST") as caught:
        plain.tap(plain.cell("Bogdan", 3))
    assert caught.value.status == 422
    expect_page(plain)
    expect(plain.notice).to_contain_text("Only one defender may be alone.")
    expect(plain.page.locator("#hand [name=alone]:checked")).to_have_count(2)  # as it was sent
    table.record("Jo", 4)  # another phone, meanwhile
    plain.tap(plain.chip("Wietske"))
    with plain.page.expect_response(lambda answer: answer.request.method == "POST") as caught:
        plain.tap(plain.cell("Bogdan", 2))
    assert caught.value.status == 409
    expect_page(plain)
    expect(plain.notice).to_contain_text("Jo made it, 4 tricks. Jo +1")
    expect(plain.notice).to_contain_text("Yours: Bogdan made it, 2 tricks: euchred, Jo defended alone")
    plain.tap(plain.button("Record mine as the next hand"))
    plain.expect_scores(Bogdan=0, Wietske=2, Jo=3)
    assert len(table.hands) == 2
