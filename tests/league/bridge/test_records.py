"""From a form's cleaned values to the engine's records and events."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from engine.cards import Suit
from engine.events import Abandon, Correct, Deal, Undo, Void
from engine.hands import judge_hand
from engine.house_rules import default_rules
from engine.records import HandKind, HandRecord
from league.bridge import records
from league.bridge.records import make_abandon, make_deal, make_record, make_undo, make_void, with_call

HAND, BEFORE = uuid4(), uuid4()
RULES = default_rules("cutthroat")
NOTHING: dict[str, Any] = {
    "kind": "",
    "maker": None,
    "tricks": None,
    "tally": [],
    "alone": [],
    "claimed": None,
    "offender": None,
    "round": "",
    "trump": "",
    "upcard": "",
}


def made(**said: Any) -> HandRecord:
    return make_record(NOTHING | said)


def test_what_was_not_said_stays_unknown() -> None:
    assert made() == HandRecord()


def test_zero_is_said_and_not_nothing() -> None:
    assert made(maker=0, tricks=0, claimed=0, offender=0) == HandRecord(maker=0, maker_tricks=0, claimed=0, offender=0)


def test_everything_that_can_be_said() -> None:
    said = {"maker": 1, "tally": [1, 2, 0], "claimed": 1, "alone": [1, 2], "round": "2", "trump": "s", "upcard": "9h"}
    assert made(**said) == HandRecord(
        maker=1, tricks=(1, 2, 0), claimed=1, alone=True, lone_defender=2, round=2, trump=Suit.SPADES, upcard="9h"
    )


@pytest.mark.parametrize("kind", HandKind)
def test_every_kind_of_hand_can_be_chosen(kind: HandKind) -> None:
    assert (str(kind), str(kind)) in records.KINDS
    assert made(kind=str(kind)).kind == kind


def test_suits_and_rounds_that_can_be_chosen() -> None:
    assert [(key, str(word)) for key, word in records.SUIT_CHOICES] == [
        ("c", "clubs"),
        ("d", "diamonds"),
        ("h", "hearts"),
        ("s", "spades"),
    ]
    assert [key for key, _label in records.ROUNDS] == ["1", "2"]


def test_the_maker_alone_is_never_the_lone_defender_too() -> None:
    record = made(maker=0, tricks=5, alone=[0])
    assert (record.alone, record.lone_defender) == (True, None)
    assert judge_hand(record, 0, RULES).result


def test_a_lone_defender_who_does_not_sit_there_is_the_engines_to_refuse() -> None:
    record = made(maker=0, tricks=2, alone=[9])
    assert [problem.code for problem in judge_hand(record, 0, RULES).problems] == ["bad_seat"]


def test_events() -> None:
    assert make_deal(HAND, BEFORE, HandRecord()) == Deal(str(HAND), HandRecord(), str(BEFORE))
    assert make_deal(HAND, None, HandRecord()).follows is None
    assert make_void(HAND) == Void(str(HAND))
    assert make_abandon() == Abandon()
    assert make_undo(7) == Undo(7)


@pytest.mark.parametrize(("call", "said"), [("h", {"trump": Suit.HEARTS}), ("1", {"round": 1}), ("2", {"round": 2})])
def test_what_is_said_afterwards_leaves_the_rest(call: str, said: dict[str, Any]) -> None:
    before = {"maker": 1, "tricks": (1, 4, 0), "lone_defender": 0, "upcard": "9d"}
    assert with_call(HAND, HandRecord(**before), call) == Correct(str(HAND), HandRecord(**before, **said))
