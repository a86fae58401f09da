"""What is held reads back as what was written, for every kind of event; and nothing else is read."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace
from typing import Any
from uuid import NAMESPACE_URL, uuid4, uuid5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import UnreadableError
from engine.events import Deal, Event, Substitute, Withdraw
from engine.stored import _KINDS
from league.bridge.held import Waiting, same_write, waiting_from_json, waiting_to_json
from tests.engine.strategies import JSON, events, house_rules
from tests.league.services.door import made

HAND = uuid4()
EPOCH = datetime.datetime(1990, 1, 1, tzinfo=datetime.UTC)
TIMES = st.none() | st.timedeltas(datetime.timedelta(), datetime.timedelta(36500)).map(lambda past: EPOCH + past)


def by_uuids(event: Event) -> Event:
    """The same with ids as the site has them."""
    changes: dict[str, Any] = {}
    for name in ("hand", "follows"):
        if (value := getattr(event, name, None)) is not None:
            changes[name] = str(uuid5(NAMESPACE_URL, value))
    return replace(event, **changes) if changes else event


@st.composite
def writes(draw: st.DrawFn) -> Waiting:
    event = by_uuids(draw(events(draw(house_rules())) | st.just(Withdraw())))
    said = {"player": draw(st.integers(1, 2**63 - 1)), "gets_result": draw(st.booleans())}
    return Waiting(
        event=event,
        said=said if isinstance(event, Substitute) else {},
        version=draw(st.none() | st.integers(1, 99)),
        insert=draw(st.booleans()),
        entered_at=draw(TIMES),
        reason=draw(st.text(max_size=20)),
    )


@given(writes())
def test_every_write_reads_back(write: Waiting) -> None:
    body = waiting_to_json(write)
    stored = json.loads(json.dumps(body))
    assert stored == body
    assert waiting_from_json(stored) == write
    assert waiting_to_json(waiting_from_json(stored)) == body
    assert same_write(stored, body | {"entered_at": "2026-01-01T00:00:00+00:00", "reason": "another"})


def test_every_kind_is_drawn() -> None:
    """The property above forgets none: each class of events is made by its strategy, or named there."""
    drawn = {
        "Deal", "Correct", "Void", "Restore", "Reseat", "SetDealer", "Substitute", "Concede", "CutShort", "Abandon",
        "Withdraw", "Final", "Undo",
    }  # fmt: skip
    assert {kind.__name__ for kind in _KINDS} == drawn


@given(JSON)
def test_anything_else_is_unreadable(data: object) -> None:
    with pytest.raises(UnreadableError):
        waiting_from_json(data)


GOOD = waiting_to_json(Waiting(Deal(str(HAND), made())))


@pytest.mark.parametrize(
    "change",
    [
        {"v": 2},
        {"v": None},
        {"kind": None},
        {"kind": ["hand"]},
        {"kind": "start"},
        {"kind": "nonsense"},
        {"body": None},
        {"body": []},
        {"body": {"kind": "played", "maker": "0"}},
        {"body": {"kind": "played", "more": 1}},
        {"hand": None},
        {"hand": "x"},
        {"hand": 7},
        {"follows": "x"},
        {"follows": {}},
        {"version": "1"},
        {"version": True},
        {"entered_at": "yesterday"},
        {"entered_at": "2026-01-01T00:00:00"},
        {"entered_at": 3},
        {"reason": 3},
        {"reason": "x" * 1001},
        {"kind": "substitute", "body": {"seat": 0}},
        {"kind": "substitute", "body": {"seat": 0, "player": 0}},
        {"kind": "substitute", "body": {"seat": 0, "player": 2**63}},
        {"kind": "substitute", "body": {"seat": 0, "player": "1"}},
        {"kind": "substitute", "body": {"seat": 0, "player": 1, "gets_result": 1}},
    ],
)
def test_a_body_with_one_thing_wrong_is_unreadable(change: dict[str, Any]) -> None:
    assert waiting_from_json(GOOD).event == Deal(str(HAND), made())
    with pytest.raises(UnreadableError):
        waiting_from_json(GOOD | change)


def test_older_bodies_have_neither_time_nor_reason() -> None:
    old = {key: value for key, value in GOOD.items() if key not in ("entered_at", "reason")}
    assert waiting_from_json(old) == Waiting(Deal(str(HAND), made()))
    assert same_write(old, GOOD)


@pytest.mark.parametrize("year", [1, 9999])
def test_a_clock_that_no_calendar_holds_is_left_out(year: int) -> None:
    assert waiting_from_json(GOOD | {"entered_at": f"{year:04}-12-31T00:00:00+00:00"}).entered_at is None


def test_what_is_no_body_is_the_same_as_nothing() -> None:
    assert not same_write(None, GOOD)
    assert not same_write(GOOD, GOOD | {"insert": True})
