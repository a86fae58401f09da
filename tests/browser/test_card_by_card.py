"""A hand entered card by card at the table: one tap a call, one a card, and nothing lost half-way."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from engine.records import HandKind
from league.models import CardDraft
from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)

# Bogdan deals, Wietske passes, Jo orders up hearts; Bogdan defends alone, so Jo leads.
LONE = "Ac 9c, As Js, Ad Td, Jh Ah, Qs Ks"


def say(phone: Phone, *acts: str) -> None:
    for act in acts:
        rev = int(phone.screen.get_attribute("data-rev") or 0)
        phone.tap(phone.page.locator(f"button[name=act][value='{act}']"))
        expect(phone.screen).to_have_attribute("data-rev", str(rev + 1))


def cards(tricks: str) -> list[str]:
    return [f"card:{card}" for card in tricks.replace(",", "").split()]


def in_reach(phone: Phone, target: Locator) -> bool:
    """In the lower two thirds of the screen, where the thumb is."""
    box, size = target.bounding_box(), phone.page.viewport_size
    assert box is not None
    assert size is not None
    return size["height"] / 4 < box["y"] and box["y"] + box["height"] <= size["height"]


def test_a_hand_with_a_lone_defender_takes_a_tap_for_each_call_and_card(
    new_phone: Callable[..., Phone], hall: Hall
) -> None:
    table, phone = hall.start(), new_phone(hall.owner)
    phone.dead = 0
    phone.open(table.path)
    phone.page.get_by_text("More", exact=True).click()
    phone.page.get_by_role("link", name="Card by card").click()
    with phone.budget(1 + 2 + 1 + 10 + 1):
        say(phone, "upcard:9h", "call:Pass", "call:Order", "defender:0")
        for act in cards(LONE):
            assert in_reach(phone, phone.page.locator(f"[value='{act}']"))
            say(phone, act)
        expect(phone.page.get_by_text("Jo made it")).to_be_visible()
        phone.tap(phone.button("Record the hand"))
    expect(phone.page.locator(".last")).to_contain_text("Jo made it")
    [record] = table.hands
    assert (record.lone_defender, record.cards is not None) == (0, True)
    assert table.log.state.lines[0].judgement.result.tricks == (1, 0, 4)  # type: ignore[union-attr]  # it is judged


def test_a_revoke_shows_and_is_mended_or_claimed(new_phone: Callable[..., Phone], hall: Hall) -> None:
    table, phone = hall.start(), new_phone(hall.owner)
    phone.dead = 0
    phone.open(hall.path("game-cards", table.game.pk))
    say(phone, "upcard:9h", "call:Pass", "call:Order", *cards("Ac As Tc, Ad"))
    expect(phone.page.locator(".pick.revoking[value='card:Kc']")).to_be_visible()
    say(phone, "card:Kc")
    expect(phone.page.get_by_text("In trick 2, Jo played: king of clubs.")).to_be_visible()
    expect(phone.page.locator(".fallen.wrong")).to_have_count(1)
    expect(phone.page.locator(".fallen.shows")).to_have_count(1)
    phone.tap(phone.page.get_by_role("link", name="Jo: king of clubs", exact=True))
    phone.tap(phone.page.locator("button[name=card][value='Kd']"))
    expect(phone.page.get_by_text("Bogdan plays")).to_be_visible()

    # And once more, as it was really played.
    phone.tap(phone.button("Back one"))
    expect(phone.page.get_by_text("Jo plays")).to_be_visible()
    say(phone, "card:Kc")
    phone.tap(phone.button("Jo reneged, and it was claimed"))
    phone.tap(phone.button("Record the hand"))
    expect(phone.page.locator(".last")).to_contain_text("Jo made it and reneged")
    [record] = table.hands
    assert (record.kind, record.offender) == (HandKind.PENALTY, 2)


def test_on_a_small_screen_the_trick_that_is_played_stays_above_the_pack(
    new_phone: Callable[..., Phone], hall: Hall
) -> None:
    table, phone = hall.start(), new_phone(hall.owner)
    phone.dead = 0
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open(hall.path("game-cards", table.game.pk))
    say(phone, "upcard:9h", "call:Pass", "call:Order")
    for more, acts in [
        ("Dealer’s discard", ["discard:9c"]),
        ("Dummy’s cards", ["take:As", "take:Ks"]),
        ("That’s all: now what was laid away", ["lay:Td", "lay:9d"]),
    ]:
        phone.tap(phone.page.get_by_role("link", name=more))
        say(phone, *acts)
    say(phone, *cards("Ac Jc Qc, Ad Kd Jd, Jh"))
    fallen, pack = phone.page.locator(".fallen").last, phone.page.locator("#touch")
    for _ in range(2):
        expect(fallen).to_have_text(re.compile("J"))
        expect(phone.button("Back one")).to_be_in_viewport(ratio=1)
        below, top = fallen.bounding_box(), pack.bounding_box()
        assert below is not None
        assert top is not None
        assert below["y"] + below["height"] <= top["y"]
        phone.page.reload()


def test_no_sign_of_a_suit_is_squeezed(new_phone: Callable[..., Phone], hall: Hall) -> None:
    table, phone = hall.start(), new_phone(hall.owner)
    phone.dead = 0
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.open(hall.path("game-cards", table.game.pk))
    say(phone, "upcard:9s")
    for _ in range(3):
        say(phone, "call:Pass")
        phone.page.wait_for_timeout(400)  # a second touch at once would be a slip
    signs = phone.page.locator(".call .suit")
    expect(signs).to_have_count(3)
    wide = "all => all.map(one => one.getBoundingClientRect()).map(box => box.width === box.height && box.width > 9)"
    assert signs.evaluate_all(wide) == [True] * 3


def test_a_draft_is_left_and_gone_on_with_on_another_phone(new_phone: Callable[..., Phone], hall: Hall) -> None:
    table, phone = hall.start(), new_phone(hall.owner)
    phone.dead = 0
    phone.open(hall.path("game-cards", table.game.pk))
    say(phone, "upcard:9h", "call:Pass", "call:Order", "card:Ac")
    other = new_phone(hall.scorer("Ann"))
    other.dead = 0
    other.open(table.path)
    other.page.get_by_role("link", name="Go on card by card").click()
    expect(other.page.get_by_text("Jo plays")).to_be_visible()
    say(other, "card:Th", "card:Tc")
    other.page.get_by_text("More", exact=True).click()
    other.tap(other.page.locator("button[value='claim:2']"))
    other.tap(other.button("Record the hand"))
    expect(other.page.locator(".last")).to_contain_text("Jo took all five")
    assert CardDraft.objects.count() == 0


def test_nothing_counts_twice_and_a_touch_that_did_not_get_through_says_so(
    new_phone: Callable[..., Phone], hall: Hall, allow_console: Callable[[str], None]
) -> None:
    allow_console("ERR_FAILED|Failed to fetch")
    table, phone = hall.start(), new_phone(hall.owner)
    phone.dead = 0
    phone.open(hall.path("game-cards", table.game.pk))
    phone.page.route("**/cards/", lambda route: route.abort())
    phone.tap(phone.page.locator("[value='upcard:9h']"))
    expect(phone.page.get_by_text("This did not get through. Tap it once more.")).to_be_visible()
    phone.page.unroute("**/cards/")
    say(phone, "upcard:9h")
    phone.page.locator("[value='call:Pass']").dblclick()
    expect(phone.page.get_by_text("Jo speaks")).to_be_visible()
    phone.page.wait_for_timeout(300)
    assert CardDraft.objects.get().acts == ["upcard:9h", "call:Pass"]
