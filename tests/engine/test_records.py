"""A record, and the same record with every seat renamed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from engine.cards import Suit
from engine.records import HandKind, HandRecord
from tests.engine.builders import A, B, C, penalty, tally
from tests.engine.strategies import wild_records

ROUND = (B, C, A)  # A becomes B, B becomes C, C becomes A


def test_nothing_is_said_unless_it_is() -> None:
    assert HandRecord() == HandRecord(kind=HandKind.PLAYED, alone=False)
    assert {HandRecord.__dataclass_fields__[name].default for name in ("maker", "tricks", "trump", "round")} == {None}


def test_a_record_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError):
        HandRecord().maker = A  # type: ignore[misc]  # that it can't is the point


def test_every_seat_is_renamed() -> None:
    record = tally(A, 3, 2, 0, lone_defender=B, claimed=A)
    assert record.reseated(ROUND) == tally(B, 0, 3, 2, lone_defender=C, claimed=B)
    assert penalty(C, A).reseated(ROUND) == penalty(A, B)


def test_what_is_no_seat_stays() -> None:
    record = HandRecord(maker=5, lone_defender=-1, claimed=None, round=1, trump=Suit.CLUBS, tricks=(1, 2), upcard="9c")
    assert record.reseated(ROUND) == record


@given(wild_records())
def test_renaming_back_gives_the_same_record(record: HandRecord) -> None:
    assert record.reseated(ROUND).reseated((C, A, B)) == record
    assert record.reseated((A, B, C)) == replace(record)
