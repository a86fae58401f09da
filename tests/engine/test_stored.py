"""The stored form of records, starts and events reads back, and only that form is read."""

from __future__ import annotations

import json
from typing import Any

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
from engine.house_rules import CHOICES, HouseRules
from engine.records import CardRecord, HandKind, HandRecord
from engine.stored import (
    event_from_json,
    event_kind,
    event_to_json,
    record_from_json,
    record_to_json,
    start_from_json,
    start_to_json,
)
from tests.engine.builders import A, B, C, made, make_rules
from tests.engine.deals import WHOLE, full
from tests.engine.strategies import JSON, events, house_rules, json_with, starts, wild_records

KINDS = (
    "hand",
    "void",
    "restore",
    "seats",
    "dealer",
    "substitute",
    "concede",
    "cut_short",
    "abandon",
    "result",
    "undo",
)
RECORD_KEYS = (
    "kind",
    "maker",
    "alone",
    "lone_defender",
    "maker_tricks",
    "tricks",
    "claimed",
    "offender",
    "round",
    "trump",
    "upcard",
    "cards",
)
BODY_KEYS = ("order", "seat", "winners", "stands", "scores", "event")


def through_text(data: object) -> Any:
    return json.loads(json.dumps(data))


# What is written is read


@given(wild_records())
def test_a_record_reads_back_equal(record: HandRecord) -> None:
    assert record_from_json(through_text(record_to_json(record))) == record


@given(house_rules().flatmap(events))
def test_an_event_reads_back_equal(event: Event) -> None:
    hand, follows = getattr(event, "hand", None), getattr(event, "follows", None)
    version = 2 if isinstance(event, Correct) else 1
    body = through_text(event_to_json(event))
    assert event_from_json(event_kind(event), body, hand, follows, version) == event


@given(house_rules().flatmap(starts))
def test_a_start_reads_back_equal(start: GameStart) -> None:
    assert start_from_json(through_text(start_to_json(start)), start.rules) == start


@given(house_rules())
def test_house_rules_read_back_equal(rules: HouseRules) -> None:
    assert HouseRules.from_json(through_text(rules.to_json())) == rules


def test_the_stored_form_of_a_record_leaves_out_what_was_not_said() -> None:
    assert record_to_json(HandRecord(kind=HandKind.PASSED_OUT)) == {"kind": "passed_out"}
    record = made(0, 0, alone=True, trump=Suit.HEARTS, round=1, upcard="Jh", tricks=(0, 3, 2), lone_defender=2)
    assert record_to_json(record) == {
        "kind": "played",
        "maker": 0,
        "alone": True,
        "lone_defender": 2,
        "maker_tricks": 0,
        "tricks": [0, 3, 2],
        "trump": "h",
        "round": 1,
        "upcard": "Jh",
    }


def test_the_stored_form_of_cards_leaves_out_what_is_unknown() -> None:
    assert record_to_json(HandRecord(cards=CardRecord())) == {"kind": "played", "cards": {}}
    assert record_to_json(full())["cards"] == {
        "calls": ["Pass", "Order"],
        "holdings": [list(holding) for holding in WHOLE.holdings],
        "discard": "9c",
        "exchanges": [
            {"sender": 3, "receiver": 2, "cards": ["Ah", "Th"]},
            {"sender": 2, "receiver": 3, "cards": ["Kc", "Qc"]},
        ],
        "tricks": [list(trick) for trick in WHOLE.tricks],
    }


# Facts stored by earlier versions are read for ever: do not change these lines, add to them.
STORED: list[tuple[str, dict[str, Any], Event]] = [
    ("hand", {"kind": "played", "maker": 1, "maker_tricks": 3}, Deal("h", HandRecord(maker=1, maker_tricks=3), "g")),
    (
        "hand",
        {"kind": "penalty", "maker": 1, "offender": 2},
        Deal("h", HandRecord(HandKind.PENALTY, 1, offender=2), "g"),
    ),
    (
        "hand",
        {"kind": "played", "upcard": "9h", "cards": {"calls": ["Order"], "tricks": [["As", "Jx"]], "leader": 1}},
        Deal("h", HandRecord(upcard="9h", cards=CardRecord(("Order",), tricks=(("As", "Jx"),), leader=1)), "g"),
    ),
    ("void", {}, Void("h")),
    ("restore", {}, Restore("h")),
    ("seats", {"order": [2, 0, 1]}, Reseat((C, A, B), "g")),
    ("dealer", {"seat": 2}, SetDealer(C, "g")),
    ("substitute", {"seat": 0}, Substitute(A, "g")),
    ("concede", {"winners": [1, 2]}, Concede(frozenset({B, C}))),
    ("cut_short", {"stands": True}, CutShort(True)),
    ("abandon", {}, Abandon()),
    ("result", {"scores": [10, -2, 7]}, Final((10, -2, 7))),
    ("undo", {"event": 4}, Undo(4)),
]


@pytest.mark.parametrize(("kind", "body", "event"), STORED, ids=lambda value: value if isinstance(value, str) else "")
def test_stored_facts_are_read_for_ever(kind: str, body: dict[str, Any], event: Event) -> None:
    assert event_from_json(kind, body, "h", "g") == event
    assert (event_kind(event), event_to_json(event)) == (kind, body)


def test_every_kind_of_event_is_stored() -> None:
    assert {kind for kind, *_ in STORED} == set(KINDS)


def test_a_later_version_of_a_hand_is_a_correction() -> None:
    body = record_to_json(made(0))
    assert event_from_json("hand", body, "h", "g", version=1) == Deal("h", made(0), "g")
    assert event_from_json("hand", body, "h", "g", version=2) == Correct("h", made(0))


def test_a_start_without_scores_has_none() -> None:
    rules = make_rules()
    assert start_to_json(GameStart(rules, 2)) == {"first_dealer": 2}
    assert start_from_json({"first_dealer": 2}, rules) == GameStart(rules, 2)
    assert start_to_json(GameStart(rules, 0, (1, 0, -2))) == {"first_dealer": 0, "scores": [1, 0, -2]}
    assert start_from_json({"first_dealer": 1, "players": [7, 8, 9]}, rules) == GameStart(rules, 1)


def test_null_is_not_said() -> None:
    names = [name for name in RECORD_KEYS if name not in ("kind", "alone")]
    assert record_from_json({"kind": "played"} | dict.fromkeys(names)) == HandRecord()


def test_a_flag_and_a_number_are_never_taken_for_each_other() -> None:
    alone = record_from_json({"kind": "played", "maker": 1, "alone": True})
    assert (alone.alone, type(alone.maker)) == (True, int)
    for _ in range(2):  # remembered or not
        with pytest.raises(UnreadableError):
            record_from_json({"kind": "played", "maker": True, "alone": True})


# What is not of that form


@pytest.mark.parametrize(
    ("key", "value", "place"),
    [
        ("kind", "draw", "kind"),
        ("kind", None, "kind"),
        ("kind", 1, "kind"),
        ("kind", ["played"], "kind"),
        ("maker", True, "maker"),
        ("maker", "1", "maker"),
        ("maker", 1.0, "maker"),
        ("maker_tricks", "3.0", "maker_tricks"),
        ("maker_tricks", "٣", "maker_tricks"),
        ("alone", 1, "alone"),
        ("alone", None, "alone"),
        ("alone", "true", "alone"),
        ("lone_defender", [1, 2], "lone_defender"),
        ("tricks", 5, "tricks"),
        ("tricks", {"0": 5}, "tricks"),
        ("tricks", [3, True, 1], "tricks.1"),
        ("tricks", [3, 1, None], "tricks.2"),
        ("trump", "H", "trump"),
        ("trump", "hearts", "trump"),
        ("trump", 1, "trump"),
        ("trump", ["h"], "trump"),
        ("upcard", 9, "upcard"),
        ("upcard", ["9h"], "upcard"),
        ("points", [1, 0, 0], "points"),
        ("cards", [], "cards"),
        ("cards", {"cards": []}, "cards.cards"),
        ("cards", {"calls": "Pass"}, "cards.calls"),
        ("cards", {"calls": ["Pass", 1]}, "cards.calls.1"),
        ("cards", {"tricks": [["As"], "As"]}, "cards.tricks.1"),
        ("cards", {"tricks": [["As", None]]}, "cards.tricks.0.1"),
        ("cards", {"discard": 9}, "cards.discard"),
        ("cards", {"leader": True}, "cards.leader"),
        ("cards", {"exchanges": [{}]}, "cards.exchanges.0"),
        ("cards", {"exchanges": [{"sender": 3, "receiver": "1", "cards": []}]}, "cards.exchanges.0.receiver"),
        ("", 1, ""),
    ],
)
def test_a_value_of_another_kind_is_unreadable_and_named(key: str, value: object, place: str) -> None:
    with pytest.raises(UnreadableError) as raised:
        record_from_json({"kind": "played", key: value})
    assert raised.value.place == place


@pytest.mark.parametrize("data", [None, [], "played", 1, {}, {"maker": 1}, {1: 2}, {"kind": "played", None: 1}])
def test_what_is_no_record_is_unreadable(data: object) -> None:
    with pytest.raises(UnreadableError):
        record_from_json(data)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("deal", {}),
        ("", {}),
        ("void", None),
        ("void", []),
        ("seats", {}),
        ("seats", {"order": 1}),
        ("seats", {"order": [0, 1, "2"]}),
        ("dealer", {"seat": None}),
        ("dealer", {"seat": 1.0}),
        ("concede", {"winners": [True]}),
        ("cut_short", {"stands": 1}),
        ("result", {"scores": {}}),
        ("undo", {"event": "1"}),
    ],
)
def test_what_is_no_event_is_unreadable(kind: str, body: object) -> None:
    with pytest.raises(UnreadableError):
        event_from_json(kind, body, "h")


@pytest.mark.parametrize("kind", ["hand", "void", "restore"])
def test_an_event_about_a_hand_names_it(kind: str) -> None:
    with pytest.raises(UnreadableError) as raised:
        event_from_json(kind, {"kind": "passed_out"})
    assert raised.value.place == "hand"


LIKELY_RECORDS = json_with(
    *RECORD_KEYS,
    kind=[*HandKind],
    maker=[0, 1, 2],
    alone=[True, False],
    tricks=[[3, 1, 1], [5, 0], [True]],
    trump=[*Suit],
    upcard=["9h"],
    cards=[{"calls": ["Pass"]}, {"tricks": [["As"]], "discard": None}, {"kitty": [1]}],
)


@given(JSON | LIKELY_RECORDS)
def test_any_json_is_a_record_or_unreadable(data: object) -> None:
    try:
        record = record_from_json(data)
    except UnreadableError:
        return
    assert record_from_json(through_text(record_to_json(record))) == record


@given(
    st.sampled_from(KINDS) | st.text(max_size=4),
    JSON | LIKELY_RECORDS | json_with(*BODY_KEYS, seat=[0, 9], stands=[True], order=[[0, 1, 2], [0.5]], event=[1]),
    st.none() | st.text(max_size=3),
    st.none() | st.text(max_size=3),
    st.integers(0, 3),
)
def test_any_json_is_an_event_or_unreadable(
    kind: str, body: object, hand: str | None, follows: str | None, version: int
) -> None:
    try:
        event = event_from_json(kind, body, hand, follows, version)
    except UnreadableError:
        return
    assert event_kind(event) == kind


@given(JSON | json_with("first_dealer", "scores", first_dealer=[0, True], scores=[[1, 2, 3], None]))
def test_any_json_is_a_start_or_unreadable(data: object) -> None:
    try:
        start = start_from_json(data, make_rules())
    except UnreadableError:
        return
    assert type(start.first_dealer) is int


LIKELY_RULES = json_with(
    *CHOICES, "schema", "variant", "other", schema=[1, 1, True], variant=["cutthroat", "two_handed"]
)


@given(JSON | LIKELY_RULES)
def test_any_json_is_house_rules_or_unreadable(data: object) -> None:
    try:
        rules = HouseRules.from_json(data)
    except UnreadableError:
        return
    assert HouseRules.from_json(rules.to_json()) == rules


@given(st.sampled_from(sorted(CHOICES)), JSON)
def test_any_json_for_one_choice_is_its_value_or_unreadable(name: str, value: object) -> None:
    try:
        rules = HouseRules.from_json({"schema": 1, "variant": "cutthroat", name: value})
    except UnreadableError:
        return
    assert getattr(rules, name) == value
