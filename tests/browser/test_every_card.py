"""From the table to another club: hands entered card by card are replayed, looked back on, taken along and imported."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from league.models import Game
from league.services.clubs import create_club
from tests.browser.hall import Hall
from tests.browser.steps import Phone
from tests.browser.test_card_by_card import LONE, cards, say
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_hands_travel_to_another_club(new_phone: Callable[..., Phone], hall: Hall) -> None:
    hall.play_by(target=2)
    table, phone = hall.start(), new_phone(hall.owner)
    page, phone.dead = phone.page, 0

    # Jo throws a spade on clubs and then a club: a renege, which was mistyped.
    phone.open(hall.path("game-cards", table.game.pk))
    say(phone, "upcard:9h", "call:Pass", "call:Order", *cards("Ac As Tc, Ad Kc"))
    phone.tap(page.get_by_role("link", name="Jo: king of clubs", exact=True))
    phone.tap(page.locator("button[name=card][value='Kd']"))
    expect(page.get_by_text("Bogdan plays")).to_be_visible()
    say(phone, *cards("9d, Ks Jh 9s, Jd Qs Ts, Ah Js Qd"))
    phone.tap(phone.button("Record the hand"))
    expect(page.locator(".last")).to_contain_text("Jo made it, 3 tricks")

    # Bogdan defends alone, and it ends the game.
    phone.open(hall.path("game-cards", table.game.pk))
    say(phone, "upcard:Th", "call:Order", "defender:0", *cards(LONE))
    phone.tap(phone.button("Record the hand"))
    expect(page.get_by_text("This hand ends the game: Jo wins")).to_be_visible()
    phone.tap(phone.button("Yes, record it"))
    expect(page.get_by_role("heading", name="Jo wins")).to_be_visible()

    # Looked at again.
    hand = table.log.state.last_hand
    phone.open(hall.path("hand-detail", table.game.pk, hand))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_have_text("Jo orders up")
    page.get_by_role("link", name="With hindsight").tap()
    expect(page.get_by_text("with all cards seen").first).to_be_visible()

    # Taken along, and into another club.
    phone.open(hall.path("game-detail", table.game.pk))
    with page.expect_download() as download:
        phone.button("Download hands with cards").tap()
    friend = make_user("Max")
    other = create_club(friend, "Lighthouse Euchre", "Europe/Amsterdam")
    desk = new_phone(friend)
    desk.open(f"/c/{other.slug}/import/")
    desk.page.get_by_label("Files").set_input_files(download.value.path())
    desk.tap(desk.button("Look at them"))
    desk.tap(desk.button("Store the game"))
    expect(desk.page.get_by_text("1 game is stored:")).to_be_visible()
    mine, theirs = table.log.state, Game.objects.get(club=other)
    assert (theirs.status, theirs.scores) == ("won", list(mine.scores))
    assert [line.full for line in theirs.lines.order_by("number")] == [True, True]
