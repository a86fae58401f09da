"""Rows to engine values and back; equal content has one digest."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Suit
from engine.errors import UnreadableError
from engine.events import (
    Abandon,
    Concede,
    Correct,
    CutShort,
    Deal,
    Event,
    Final,
    GameStart,
    Reseat,
    Restore,
    SetDealer,
    Substitute,
    Undo,
    Void,
)
from engine.house_rules import SCHEMA, default_rules
from engine.records import HandKind, HandRecord
from engine.variants import variants
from league.bridge.rows import (
    BODY_VERSION,
    canonical_json,
    digest_of,
    event_row,
    read_event,
    read_rules,
    read_start,
    ruleset_row,
    start_body,
    starting_players,
)
from league.models import GameEvent, RuleSet

HAND, BEFORE = str(uuid4()), str(uuid4())
RECORD = HandRecord(maker=1, tricks=(1, 4, 0), lone_defender=0, trump=Suit.HEARTS, round=2, upcard="9d")
EVENTS: list[Event] = [
    Deal(HAND, RECORD, BEFORE),
    Deal(HAND, HandRecord(kind=HandKind.PASSED_OUT)),
    Void(HAND),
    Restore(HAND),
    Reseat((2, 0, 1), BEFORE),
    SetDealer(2, BEFORE),
    Substitute(1),
    Concede(frozenset((0, 2))),
    CutShort(stands=True),
    Abandon(),
    Final((10, 4, 6)),
    Undo(3),
]


# Events


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_is_read_back_as_it_was(event: Event) -> None:
    row = event_row(event)
    row.hand, row.follows = as_uuid(row.hand), as_uuid(row.follows)  # as a database gives them
    assert read_event(row) == event
    assert row.v == BODY_VERSION


def as_uuid(value: Any) -> UUID | None:
    return UUID(value) if value else None


def test_a_later_version_of_a_hand_is_a_correction() -> None:
    row = event_row(Correct(HAND, RECORD))
    row.version = 2
    assert read_event(row) == Correct(HAND, RECORD)


def test_the_same_hand_from_two_phones_has_one_digest() -> None:
    ours, theirs = event_row(Deal(HAND, RECORD, BEFORE)), event_row(Deal(str(uuid4()), RECORD, BEFORE))
    assert ours.digest == theirs.digest
    assert len(ours.digest) == 64


@pytest.mark.parametrize(
    "other",
    [
        Deal(HAND, HandRecord(maker=1, maker_tricks=4), BEFORE),
        Deal(HAND, RECORD, None),
        Deal(HAND, RECORD, str(uuid4())),
        Correct(HAND, RECORD),
    ],
)
def test_another_content_or_place_has_another_digest(other: Event) -> None:
    assert event_row(Deal(HAND, RECORD, BEFORE)).digest != event_row(other).digest


def test_undoing_two_hands_is_not_the_same() -> None:
    assert event_row(Void(HAND)).digest != event_row(Void(BEFORE)).digest
    assert event_row(Void(HAND)).digest != event_row(Restore(HAND)).digest


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("hand", {"kind": "won"}),
        ("hand", {"kind": "played", "maker": "0"}),
        ("hand", {"kind": "played", "mood": "good"}),
        ("hand", []),
        ("party", {}),
    ],
)
def test_a_row_that_nobody_wrote_is_not_guessed_at(kind: str, body: Any) -> None:
    with pytest.raises(UnreadableError):
        read_event(GameEvent(kind=kind, body=body, hand=uuid4(), version=1))


# Starts


def test_a_start_says_who_sits_where_and_deals_first() -> None:
    start = GameStart(default_rules("cutthroat"), 2, (0, 0, 3))
    row = GameEvent(kind="start", body=start_body(start, [17, 4, 9]))
    assert read_start(row, start.rules) == start
    assert starting_players(row) == [17, 4, 9]
    assert row.body == {"first_dealer": 2, "scores": [0, 0, 3], "players": [17, 4, 9]}


# Rules


@pytest.mark.parametrize("variant", [variant.key for variant in variants()])
def test_rules_are_read_back_as_they_were(variant: str) -> None:
    rules = default_rules(variant).change(target=7)
    row = ruleset_row(rules)
    row.pk = 1
    assert (row.variant, row.schema) == (variant, SCHEMA)
    assert read_rules(row) == rules


def test_equal_rules_have_an_equal_digest() -> None:
    assert ruleset_row(default_rules("cutthroat")).digest == ruleset_row(default_rules("cutthroat")).digest
    assert ruleset_row(default_rules("cutthroat")).digest != ruleset_row(default_rules("two_handed")).digest


def test_rules_of_a_row_are_told_apart_by_content_too() -> None:
    ten, seven = (ruleset_row(default_rules("cutthroat").change(target=target)) for target in (10, 7))
    ten.pk = seven.pk = 1  # as after a rolled back insert
    assert (read_rules(ten).target, read_rules(seven).target) == (10, 7)


def test_a_key_that_was_not_there_yet_means_the_default() -> None:
    data = ruleset_row(default_rules("cutthroat")).data
    del data["finish"]
    assert read_rules(RuleSet(pk=1, variant="cutthroat", schema=SCHEMA, data=data)) == default_rules("cutthroat")


# Digests


def test_the_order_of_keys_does_not_count() -> None:
    assert digest_of({"a": 1, "b": [1, None, True]}) == digest_of({"b": [1, None, True], "a": 1})
    assert digest_of([1, 2]) != digest_of([2, 1])


def test_letters_are_written_as_they_are() -> None:
    assert canonical_json({"b": "שרה", "a": 1}) == '{"a":1,"b":"שרה"}'


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_number_has_no_digest(number: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        digest_of({"a": number})


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=3)))
def test_equal_values_have_equal_digests(value: Any) -> None:
    try:
        assert digest_of(value) == digest_of(value)
    except UnicodeEncodeError:  # half a character: no entrance lets it in
        assert any("\ud800" <= character <= "\udfff" for character in str(value) + repr(value))
