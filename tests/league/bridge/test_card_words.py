"""Cards and what is done with them, in words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import TOKENS, Suit
from engine.house_rules import default_rules
from engine.moments import Kind, Moment, Scene
from engine.records import HandKind, HandRecord, MadeHow
from engine.story import tell
from league.bridge.card_words import any_of, card_name, card_sign, join_cards, moment_text
from tests.engine.deals import WHOLE, full, lists

NAMES = ("Ann", "Ben", "Cleo")


def told(record: HandRecord | None = None, **changes: Any) -> list[str]:
    story = tell(record or full(**changes), 0, default_rules("cutthroat"))
    assert story is not None
    return [moment_text(moment, NAMES, "The end") for moment in story.moments]


# Cards


@pytest.mark.parametrize(
    ("card", "trump", "name"),
    [
        ("Jh", None, "jack of hearts"),
        ("Jh", Suit.HEARTS, "jack of hearts, right bower"),
        ("Jd", Suit.HEARTS, "jack of diamonds, left bower"),
        ("Jc", Suit.HEARTS, "jack of clubs"),
        ("Ts", Suit.HEARTS, "ten of spades"),
        ("B", None, "joker"),
        ("Xx", None, "unknown card"),
        ("Xc", None, "unknown card of clubs"),
        ("Jx", None, "jack of an unknown suit"),
        ("", None, "unknown card"),
    ],
)
def test_a_card_has_a_name(card: str, trump: Suit | None, name: str) -> None:
    assert card_name(card, trump) == name


def test_every_card_that_can_be_written_has_a_name_and_a_sign() -> None:
    names = {card: card_name(card) for card in TOKENS}
    assert len(set(names.values())) == len(TOKENS)
    assert {card_sign(card) for card in TOKENS if card != "B"} == {*"789JQKA?", "10"}


def test_several_cards() -> None:
    assert join_cards(("Ah", "Jd"), Suit.HEARTS) == "ace of hearts and jack of diamonds, left bower"
    assert join_cards(("Ah", "Xx", "Xc")) == "ace of hearts and 2 unknown cards"
    assert join_cards(("Xx",)) == "1 unknown card"
    assert any_of(["clubs", "hearts", "spades"]) == "clubs, hearts or spades"


# Moments


def test_a_hand_in_sentences() -> None:
    assert told()[:8] == [
        "Ann deals and turns up: nine of hearts",
        "Ben passes",
        "Cleo assists",
        "Ann picks up: nine of hearts. Discards: nine of clubs",
        "Cleo takes from the dummy: ace of hearts and ten of hearts. Lays away: king of clubs and queen of clubs",
        "Ben leads: ace of clubs",
        "Cleo: ace of spades",
        "Ann: ten of clubs. Ben wins trick 1",
    ]
    assert told()[-1] == "The end"


def test_each_call_by_its_name() -> None:
    assert told(calls=("Order",))[1] == "Ben orders up"
    assert told(calls=("Pass", "Pass", "Order"))[3] == "Ann accepts"
    second = told(calls=("Pass", "Pass", "Pass", "Pass", "s"), discard=None, exchanges=())
    assert second[3:6] == ["Ann passes: the card is turned down", "Ben passes", "Cleo names spades"]


def test_who_made_it_where_nobody_wrote_down_how() -> None:
    assert told(calls=None, maker=2, trump=Suit.HEARTS)[1] == "Cleo makes hearts trump"
    assert told(calls=None, maker=2)[1] == "Cleo makes trump"
    assert told(calls=None, maker=2, round=2, trump=Suit.SPADES, discard=None)[1] == "Cleo makes spades trump"
    assert told(calls=None, maker=1, round=1)[1] == "Ben orders up"


def test_what_is_not_known_is_said() -> None:
    assert told(upcard=None, discard=None)[0] == "Ann deals"
    accepted = told(calls=("Pass", "Pass", "Order"), discard=None)
    assert accepted[4] == "Ann picks up: nine of hearts. Nobody wrote down the discard"
    assert told(discard="9h")[3] == "Ann does without: nine of hearts"
    assert told(maker_tricks=4, tricks=WHOLE.tricks[:1])[-2] == "Nobody wrote down the other cards"


def test_alone_claims_and_a_dummy_left() -> None:
    assert told(exchanges=(), alone=True, lone_defender=1)[4:6] == ["Cleo goes alone", "Ben defends alone"]
    assert told(tricks=WHOLE.tricks[:3], claimed=2)[-2] == "The rest of the tricks is claimed for Cleo"
    own = told(exchanges=(), tricks=lists("Ac Kc Tc, Ad Jd 9d, Jh 9h Qh, As Td 9s, Qc Kh Ts"))
    assert own[4] == "Cleo takes nothing from the dummy"


def test_a_renege_and_what_shows_it() -> None:
    record = full(
        kind=HandKind.PENALTY, offender=0, tricks=lists("Ad Jd Tc, Jh Td Qh"), holdings=(), exchanges=(), discard=None
    )
    said = told(record)
    assert "Ann: ten of clubs (the renege). Cleo wins trick 1" in said
    assert "Ann: ten of diamonds (this shows the renege)" in said
    assert said[-2] == "Ann reneged: the hand ends"


@pytest.mark.parametrize("seat", [None, 7, -1])
def test_a_seat_that_nobody_has_is_somebody(seat: int | None) -> None:
    scene = Scene((), ())
    assert moment_text(Moment(Kind.CLAIM, scene, seat), NAMES, "").endswith("for Somebody")
    call = Moment(Kind.CALL, scene, seat, call="Order", how=MadeHow.ASSISTED)
    assert moment_text(call, NAMES, "") == "Somebody assists"
