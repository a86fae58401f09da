"""A code on a table: scanned by a phone without an account, which starts, scores, hands over, and is not lost after."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from league.models import Club, GameEvent, HeldWrite, Visibility
from tests.browser.hall import Hall
from tests.browser.steps import Phone
from tests.browser.test_whole_game import expect_entry_in_view

pytestmark = pytest.mark.django_db(transaction=True)

type Allow = Callable[[str], None]

MOUSE = {"is_mobile": False, "has_touch": False, "device_scale_factor": 1, "viewport": {"width": 1000, "height": 900}}


@pytest.fixture
def members_only(hall: Hall) -> None:
    Club.objects.update(visibility=Visibility.MEMBERS)


def make_card(desk: Phone, hall: Hall) -> str:
    """The link that the desk shows for table 1."""
    desk.open(hall.path("card-list"))
    desk.page.get_by_label("To table").fill("1")
    desk.button("Make the cards").click()
    return desk.page.get_by_label("Link of table 1").input_value()


@pytest.mark.usefixtures("members_only")
@pytest.mark.both_databases
def test_from_the_card_to_what_waits(new_phone: Callable[..., Phone], hall: Hall, allow_console: Allow) -> None:
    allow_console("404")
    desk, first, second = new_phone(hall.owner, **MOUSE), new_phone(), new_phone()
    link = make_card(desk, hall)

    # Scanned: four taps with three known players, and one a hand.
    first.open(link)
    expect(first.page.get_by_role("heading", name="Table 1: new game")).to_be_visible()
    with first.budget(4):
        for name in ("Bogdan", "Wietske", "Jo"):
            first.tap(first.page.locator("#names").get_by_role("button", name=name, exact=True))
        first.tap(first.button("Start"))
    expect(first.page.get_by_role("heading", name="Table 1")).to_be_visible()
    expect_entry_in_view(first.page)
    first.record("Bogdan", 3)
    first.record("Jo", 3)
    first.send(first.last.get_by_role("button", name="Undo"))
    first.expect_scores(Bogdan=1, Wietske=0, Jo=0)

    # Handed over to another phone, by the code that the first one shows.
    with first.budget(1):
        first.tap(first.page.get_by_role("link", name="Hand over"))
    shown = first.page.get_by_label("Link").input_value()
    expect(first.page.get_by_role("img", name="QR code of table 1")).to_be_visible()
    assert shown == link
    first.tap(first.button("Back to the table"))
    second.open(shown)
    expect(second.page.locator(".also")).to_contain_text("is also scoring")
    expect_entry_in_view(second.page)
    second.record("Wietske", 3)
    second.expect_scores(Bogdan=1, Wietske=1, Jo=0)
    first.poll()
    first.expect_scores(Bogdan=1, Wietske=1, Jo=0)
    first.rest()
    assert len(set(GameEvent.objects.values_list("recorder", flat=True))) == 2

    # One tap leaves it to the other.
    first.page.reload()
    with first.budget(1):
        first.tap(first.page.get_by_role("link", name="Leave it to them"))
    expect(first.page.locator("#board")).to_contain_text("Wietske made it, 3 tricks")
    expect(first.page.get_by_role("link", name="All hands")).to_be_hidden()

    # Withdrawn: the next hand waits, and is stored from the organiser's page.
    desk.button("Withdraw").click()
    expect(desk.page.get_by_text("The card of table 1 opens nothing any more.")).to_be_visible()
    second.rest()
    second.tap(second.cell("Jo", 4))
    expect(second.notice).to_contain_text("This table’s card works no more. What you sent is kept for an organiser")
    assert second.page.evaluate("localStorage.length") == 0
    second.open(link)
    expect(second.page.get_by_role("heading", name="This card opens nothing")).to_be_visible()
    desk.open(hall.path("held-list"))
    expect(desk.page.get_by_role("heading", name=re.compile("Jo made it, 4 tricks. Jo \\+1"))).to_be_visible()
    expect(desk.page.get_by_text("Table 1, Linux computer 2")).to_be_visible()
    desk.button("Store it").click()
    expect(desk.page.get_by_text("Nothing waits")).to_be_visible()
    assert HeldWrite.objects.get().settled_as is not None

    # A new card, and the table goes on.
    desk.open(hall.path("card-list"))
    desk.button("Make a new one").click()
    second.open(desk.page.get_by_label("Link of table 1").input_value())
    second.expect_scores(Bogdan=1, Wietske=1, Jo=1)
    second.record("Jo", 5)
    second.expect_scores(Bogdan=1, Wietske=1, Jo=4)


@pytest.mark.usefixtures("members_only")
def test_without_a_script(new_phone: Callable[..., Phone], hall: Hall, allow_console: Allow) -> None:
    allow_console("404")
    desk, phone = new_phone(hall.owner, java_script_enabled=False, **MOUSE), new_phone(java_script_enabled=False)
    phone.open(make_card(desk, hall))
    for name in ("Bogdan", "Wietske", "Jo"):
        phone.page.locator("#names").get_by_role("button", name=name, exact=True).click()
    phone.button("Start", exact=True).click()
    phone.cell("Bogdan", 3).click()
    phone.expect_scores(Bogdan=1, Wietske=0, Jo=0)
    phone.last.get_by_role("button", name="Undo").click()
    phone.expect_scores(Bogdan=0, Wietske=0, Jo=0)
    phone.page.get_by_role("link", name="Hand over").click()
    phone.button("Back to the table").click()
    desk.button("Withdraw").click()
    expect(desk.page.get_by_text("The card of table 1 opens nothing any more.")).to_be_visible()
    phone.cell("Jo", 4).click()
    expect(phone.notice).to_contain_text("This table’s card works no more.")


def test_players_who_are_known_are_two_taps_away(new_phone: Callable[..., Phone], hall: Hall) -> None:
    desk, phone = new_phone(hall.owner, **MOUSE), new_phone()
    table = hall.start()
    for _ in range(3):
        table.record("Bogdan", 5)
    link = make_card(desk, hall)
    phone.open(link)
    phone.tap(phone.cell("Bogdan", 5))
    expect(phone.notice).to_be_visible()
    phone.rest()
    phone.tap(phone.button("Yes, record it"))
    expect(phone.button("Same players again")).to_be_visible()
    phone.open(link)
    with phone.budget(1):
        phone.tap(phone.button("Same players again"))
    expect(phone.cell("Jo", 3)).to_be_visible()
    phone.expect_scores(Bogdan=0, Wietske=0, Jo=0)


def test_two_scorers_see_each_other_and_the_entry_stays_in_view(new_phone: Callable[..., Phone], hall: Hall) -> None:
    table = hall.start()
    table.record("Bogdan", 3)
    ben = new_phone(hall.scorer("Bartholomew van der Hoogstraten"))
    ben.open(table.path)
    expect(ben.page.locator(".also")).to_contain_text("Olive’s phone is also scoring")
    expect_entry_in_view(ben.page)
    before = ben.cell("Jo", 3).bounding_box()
    ben.record("Jo", 3)
    expect(ben.page.locator(".also")).to_be_hidden()
    assert ben.cell("Jo", 3).bounding_box() == before  # nothing jumps
    olive = new_phone(hall.owner)
    olive.open(table.path)
    expect(olive.page.locator(".also a")).to_be_in_viewport()
    expect_entry_in_view(olive.page)
    olive.tap(olive.page.locator(".also a"))
    expect(olive.page.locator("#board")).to_contain_text("Jo made it, 3 tricks")
