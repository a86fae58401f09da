"""Entering a hand card by card: a card that shows that an earlier one did not follow."""

from __future__ import annotations

import re

import pytest

from engine.records import HandKind
from league.models import Hand
from league.services.log import read_log
from tests.league.at_table import (
    AtTable,
    change_rules,
)
from tests.league.card_by_card import START, Screen, cards

pytestmark = pytest.mark.django_db


# A revoke


def revoked(table: AtTable) -> Screen:
    """Cleo throws a spade on clubs, and plays a club in the second trick."""
    screen = Screen(table)
    screen.say(*START, *cards("Ac As Tc", "Ad"))
    assert 'class="pick revoking" name="act" value="card:Kc"' in screen.text
    screen.say("card:Kc")
    return screen


def test_r19_a_revoke_shows_with_both_tricks_and_the_rule(table: AtTable) -> None:
    screen = revoked(table)
    assert "In trick 1, clubs were led and Cleo played: ace of spades." in screen.text
    assert "In trick 2, Cleo played: king of clubs." in screen.text
    assert "Whoever holds a card of the suit led must play one." in screen.text
    assert len(re.findall(r'class="fallen[^"]* (?:wrong|shows)', screen.text)) == 2
    assert 'name="save"' not in screen.text


def test_e1_the_left_bower_is_named_as_such(table: AtTable) -> None:
    screen = Screen(table)
    screen.say(*START, *cards("Ah 9s Kh", "Qh", "Jd"))
    assert "Cleo played: jack of diamonds, left bower." in screen.text
    assert "The left bower is a trump, and no card of the suit printed on it." in screen.text


def test_a_mistyped_card_is_mended_in_its_place(table: AtTable) -> None:
    screen = revoked(table)
    place = screen.acts.index("card:Kc")
    page = table.client.get(table.url("game-cards"), {"mending": str(place)}).content.decode()
    assert "Instead of king of clubs?" in page
    assert re.search(r'value="Ac"[^>]* disabled', page)
    assert screen.send(mend=str(place), card="Ac").status_code == 422
    assert screen.send(mend=str(place), card="Kd").status_code == 200
    assert "Ann plays" in screen.text
    assert screen.send(mend=str(place), card="Kd", stale=1).status_code == 200  # sent again


def test_r4_a_joker_turned_up_asks_the_dealer_for_a_suit_and_shows_in_its_trick(table: AtTable) -> None:
    screen = Screen(change_rules(table, pack=25))
    screen.say("upcard:B")
    assert "Nobody noted the calls." not in screen.text
    screen.say("call:h", "discard:9c", *cards("Ah Kh B"))
    assert re.search(r'aria-label="Ann: joker[^>]*>.*<b>★</b>', screen.text)


def test_r7_a_joker_that_is_dealt_again_says_so_and_asks_nothing(table: AtTable) -> None:
    screen = Screen(change_rules(table, pack=25, joker_turned_up="deal_again"))
    screen.say("upcard:B")
    assert "The joker was turned up: the same player deals again." in screen.text
    assert 'name="act"' not in screen.text


def test_what_was_said_is_short_to_see_and_in_words_to_hear(table: AtTable) -> None:
    screen = Screen(table)
    screen.say(*START, "discard:Td", "take:Ac", "take:Jd", "lay:9s", "lay:9d")
    for short, whole in [
        ("Turned up: 9♥", "Turned up: nine of hearts"),
        ("Discarded: 10♦", "Discarded: ten of diamonds"),
        ("From the dummy: A♣ J♦", "From the dummy: ace of clubs and jack of diamonds, left bower"),
        ("Laid away: 9♠ 9♦", "Laid away: nine of spades and nine of diamonds"),
    ]:
        assert f'<span aria-hidden="true">{short}</span><span class="visually-hidden">{whole}</span>' in screen.text


@pytest.mark.parametrize("act", ["renege:2", "tricks:3"])
def test_r30_once_it_is_said_what_the_revoke_was_nothing_more_is_asked(table: AtTable, act: str) -> None:
    screen = revoked(table)
    assert "Was a card mistyped?" in screen.text
    screen.say(act)
    assert "In trick 2, Cleo played: king of clubs." in screen.text
    assert 'name="save"' in screen.text
    assert "Was a card mistyped?" not in screen.text
    assert 'value="renege:2"' not in screen.text
    screen.send(undo="1")
    assert 'value="renege:2"' in screen.text


def test_r30_a_revoke_that_was_claimed_is_a_penalty(table: AtTable) -> None:
    screen = revoked(table)
    screen.say("renege:2")
    screen.send(save="1")
    line = read_log(table.game).state.lines[0]
    assert (line.record.kind, line.record.offender, table.scores) == (HandKind.PENALTY, 2, [2, 2, 0])


def test_r30_of_a_revoke_that_nobody_claimed_the_tricks_are_recorded(table: AtTable) -> None:
    screen = revoked(table)
    screen.say("tricks:3")
    screen.send(save="1")
    assert (Hand.objects.get().maker_tricks, table.scores) == (3, [0, 0, 1])
