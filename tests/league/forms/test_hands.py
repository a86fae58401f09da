"""The forms of the scorer's screen: what they make of what was sent."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.http import QueryDict

from engine.cards import Suit
from engine.events import Deal
from engine.records import HandKind, HandRecord
from league.forms.hands import CallForm, HandForm, TouchForm, VoidForm, WriteForm

HAND = uuid4()


def form(**fields: Any) -> HandForm:
    sent = QueryDict(mutable=True)
    for name, value in {"client_id": str(HAND), **fields}.items():
        sent.setlist(name, value if isinstance(value, list) else [value])
    return HandForm(sent)


def record(**fields: Any) -> HandRecord:
    """What the engine gets of a form that is right."""
    filled = form(**fields)
    assert filled.is_valid(), filled.errors
    event = filled.event()
    assert isinstance(event, Deal)
    return event.record


def codes(filled: Any) -> dict[str, list[str]]:
    filled.is_valid()
    return {name: [error.code for error in errors] for name, errors in filled.errors.as_data().items()}


# Right


def test_one_tap_and_two_taps_say_the_same() -> None:
    assert record(cell="1:3") == record(maker="1", tricks="3") == HandRecord(maker=1, maker_tricks=3)


def test_who_is_alone_is_a_lone_maker_or_a_lone_defender_by_the_row_that_was_touched() -> None:
    assert record(cell="0:5", alone=["0"]) == HandRecord(maker=0, maker_tricks=5, alone=True)
    assert record(cell="0:2", alone=["1"]) == HandRecord(maker=0, maker_tricks=2, lone_defender=1)
    assert record(cell="0:2", alone=["2", "0"]) == HandRecord(maker=0, maker_tricks=2, alone=True, lone_defender=2)


def test_what_may_be_said_besides_is_taken_along() -> None:
    assert record(cell="0:3", trump="h", round="2", upcard="Jd") == HandRecord(
        maker=0, maker_tricks=3, trump=Suit.HEARTS, round=2, upcard="Jd"
    )


def test_tricks_of_each_player_and_a_claim() -> None:
    assert record(maker="0", tally=["2", "1", "0"], claimed="0") == HandRecord(maker=0, tricks=(2, 1, 0), claimed=0)


def test_hands_without_a_maker() -> None:
    assert record(kind="passed_out") == HandRecord(kind=HandKind.PASSED_OUT)
    assert record(kind="misdeal", upcard="9s") == HandRecord(kind=HandKind.MISDEAL, upcard="9s")


def test_a_penalty_names_its_offender() -> None:
    assert record(kind="penalty", maker="0", offender="2", alone=["0"]) == HandRecord(
        kind=HandKind.PENALTY, maker=0, offender=2, alone=True
    )


def test_the_hand_is_known_by_the_id_of_its_write_and_names_the_one_before() -> None:
    before = uuid4()
    event = _event(form(cell="0:3", follows=str(before)))
    assert (event.hand, event.follows) == (str(HAND), str(before))
    assert _event(form(cell="0:3", follows="")).follows is None


def _event(filled: HandForm) -> Deal:
    assert filled.is_valid(), filled.errors
    event = filled.event()
    assert isinstance(event, Deal)
    return event


def test_what_no_rule_of_forms_forbids_is_left_to_the_engine() -> None:
    assert record() == HandRecord()
    assert record(cell="9:9", alone=["7"]) == HandRecord(maker=9, maker_tricks=9, lone_defender=7)


def test_the_clock_of_a_device_never_stops_a_hand() -> None:
    assert record(cell="0:3", entered_at="yesterday") == HandRecord(maker=0, maker_tricks=3)


# Wrong


@pytest.mark.parametrize(
    ("sent", "field", "code"),
    [
        ({"client_id": ""}, "client_id", "required"),
        ({"client_id": "7"}, "client_id", "invalid"),
        ({"follows": "the last"}, "follows", "invalid"),
        ({"kind": "won"}, "kind", "invalid_choice"),
        ({"trump": "x"}, "trump", "invalid_choice"),
        ({"trump": "hearts"}, "trump", "invalid_choice"),
        ({"round": "3"}, "round", "invalid_choice"),
        ({"upcard": "jack of diamonds"}, "upcard", "max_length"),
        ({"upcard": "\x00"}, "upcard", "control_character"),
        ({"upcard": "\ud800"}, "upcard", "lone_surrogate"),
        ({"confirm": "0"}, "confirm", "invalid_choice"),
        ({"alone": ["1", "2"]}, "alone", "two_lone_defenders"),
        ({"alone": ["0", "1", "2"]}, "alone", "two_lone_defenders"),
        ({"maker": "1"}, "cell", "double"),
        ({"tricks": "3"}, "cell", "double"),
    ],
)
def test_what_is_wrong_stands_at_its_field(sent: dict[str, Any], field: str, code: str) -> None:
    assert codes(form(**{"cell": "0:3"} | sent)) == {field: [code]}


@pytest.mark.parametrize(
    "name",
    ["client_id", "cell", "maker", "tricks", "kind", "trump", "round", "follows", "confirm", "entered_at", "claimed"],
)
def test_a_question_answered_twice_is_refused(name: str) -> None:
    value = {"client_id": str(HAND), "cell": "0:3", "kind": "played", "trump": "h", "follows": str(HAND)}.get(name, "1")
    assert "double" in codes(form(**{name: [value, value]}))[name]


def test_every_fault_is_told_at_once() -> None:
    assert set(codes(form(cell="a:b", trump="x", round="9", claimed="?"))) == {"cell", "trump", "round", "claimed"}


def test_no_message_repeats_what_was_typed() -> None:
    typed = "<script>alert(1)</script>"
    filled = form(**dict.fromkeys(("cell", "maker", "kind", "trump", "round", "upcard", "confirm", "follows"), typed))
    assert not filled.is_valid()
    assert "script" not in filled.errors.as_text()


# The other forms


def test_a_write_has_a_number() -> None:
    filled = WriteForm(QueryDict(f"client_id={HAND}"))
    assert filled.is_valid()
    assert filled.write_id == HAND
    assert codes(WriteForm(QueryDict(""))) == {"client_id": ["required"]}


def test_an_undo_may_name_the_version_that_was_seen() -> None:
    filled = VoidForm(QueryDict(f"client_id={HAND}&version=2"))
    assert filled.is_valid()
    assert filled.cleaned_data["version"] == 2
    assert codes(VoidForm(QueryDict(f"client_id={HAND}&version=two"))) == {"version": ["not_whole"]}


def test_buttons_beside_a_hand_need_to_be_touched() -> None:
    assert codes(TouchForm(QueryDict(f"client_id={HAND}"))) == {"touch": ["required"]}
    assert codes(CallForm(QueryDict(f"client_id={HAND}"))) == {"call": ["required"]}
    touched = TouchForm(QueryDict(f"client_id={HAND}&touch={HAND}:1:s"))
    assert touched.is_valid()
    assert touched.cleaned_data["touch"].hand == UUID(str(HAND))


def test_two_buttons_at_once_are_none() -> None:
    assert codes(TouchForm(QueryDict(f"client_id={HAND}&touch={HAND}:1&touch={HAND}:2"))) == {"touch": ["double"]}
