"""What a scorer's fields take: plain digits and known letters, nothing that would have to be guessed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from league.forms.fields import CallField, CellField, ClockField, Touch, TouchField, WholeField, WholeListField

HAND = "0189a9c2-0000-4000-8000-0123456789ab"

NO_NUMBERS = [
    "3.0",
    "three",
    "٣",
    "３",
    "³",
    "III",
    "1e0",
    "0x3",
    "1_0",
    "--1",
    "+3",
    "- 1",
    "NaN",
    "inf",
    "null",
    "3\x00",
    "\ud800",
    "<b>3</b>",
    "1000",
    "3" * 10_000,
]


def refused(field: forms.Field, value: Any) -> str:
    with pytest.raises(ValidationError) as found:
        field.clean(value)
    return str(found.value.code)


# A whole number


@pytest.mark.parametrize(("typed", "number"), [("3", 3), ("0", 0), ("-1", -1), (" 3 ", 3), ("007", 7), ("", None)])
def test_plain_digits_are_a_number(typed: str, number: int | None) -> None:
    assert WholeField(required=False).clean(typed) == number


@pytest.mark.parametrize("typed", NO_NUMBERS)
def test_anything_else_is_no_number(typed: str) -> None:
    assert refused(WholeField(required=False), typed) == "not_whole"


def test_what_is_wrong_says_what_to_type() -> None:
    with pytest.raises(ValidationError, match=r"Type a whole number in digits, such as 3\."):
        WholeField().clean("three")


def test_a_number_that_is_needed_is_asked_for() -> None:
    assert refused(WholeField(), "") == "required"


# Several numbers


def test_the_same_name_sent_several_times_is_a_list() -> None:
    assert WholeListField(required=False).clean(["2", "-1", "0"]) == [2, -1, 0]
    assert WholeListField(required=False).clean([]) == []


def test_the_list_is_read_from_a_form_as_it_was_sent() -> None:
    field = WholeListField()
    sent = QueryDict("tally=3&tally=1&tally=1")
    assert field.clean(field.widget.value_from_datadict(sent, {}, "tally")) == [3, 1, 1]


@pytest.mark.parametrize("typed", ["", *NO_NUMBERS])
def test_one_bad_number_spoils_a_list(typed: str) -> None:
    assert refused(WholeListField(required=False), ["1", typed]) in ("not_whole", "required")


def test_nobody_sends_a_thousand() -> None:
    assert WholeListField().clean(["0"] * 12) == [0] * 12
    assert refused(WholeListField(), ["0"] * 13) == "too_many"


# The grid


@pytest.mark.parametrize(("typed", "cell"), [("0:3", (0, 3)), ("2:0", (2, 0)), ("9:9", (9, 9)), ("-1:6", (-1, 6))])
def test_a_cell_is_maker_and_tricks_right_or_wrong(typed: str, cell: tuple[int, int]) -> None:
    assert CellField().clean(typed) == cell


@pytest.mark.parametrize(
    "typed",
    ["0:", ":3", ":", "03", "0;3", "a:b", "0:3:4", "0: 3", " 0:3", "0:٣", "0:3.0", "0:3\n", "0:" + "3" * 9_998],
)
def test_half_a_cell_is_none(typed: str) -> None:
    assert refused(CellField(required=False), typed) == "not_a_cell"


def test_no_cell_is_nothing() -> None:
    assert CellField(required=False).clean("") is None


# Buttons beside a hand


@pytest.mark.parametrize(("typed", "call"), [("1:c", (1, "c")), ("12:2", (12, "2"))])
def test_a_call_is_a_version_and_a_suit_or_round(typed: str, call: tuple[int, str]) -> None:
    assert CallField().clean(typed) == call


@pytest.mark.parametrize("typed", ["c", "1:", ":c", "1:x", "1:3", "1:cc", "-1:c", "99999:c", "١:c", "1:c\n"])
def test_anything_else_is_no_call(typed: str) -> None:
    assert refused(CallField(), typed) == "not_a_call"


@pytest.mark.parametrize(
    ("typed", "touch"), [(f"{HAND}:2", Touch(UUID(HAND), 2)), (f"{HAND}:1:h", Touch(UUID(HAND), 1, "h"))]
)
def test_a_touch_is_a_hand_its_version_and_what_to_say(typed: str, touch: Touch) -> None:
    assert TouchField().clean(typed) == touch


@pytest.mark.parametrize(
    "typed", [HAND, f"{HAND}:", f"{HAND}:x", f"{HAND}:1:", f"{HAND}:1:3", f"{HAND.upper()}:1", "1:h", "-" * 36 + ":1"]
)
def test_anything_else_is_no_touch(typed: str) -> None:
    assert refused(TouchField(), typed) == "not_a_touch"


@pytest.mark.parametrize("field", [CallField(required=False), TouchField(required=False)])
def test_no_button_is_nothing(field: forms.Field) -> None:
    assert field.clean("") is None


# The device's clock


def test_a_clock_is_read() -> None:
    read = ClockField(required=False).clean("2026-10-01T20:15:00.000Z")
    assert read == datetime(2026, 10, 1, 20, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    "said",
    ["", "+010000-01-01T00:00:00Z", "2026-13-45", "half past eight", "\x00", "\ud800", "0001-01-01", "9" * 10_000],
)
def test_a_clock_that_says_nonsense_stops_nothing(said: str) -> None:
    ClockField(required=False).clean(said)


@pytest.mark.parametrize(
    "said", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "1999-12-31T00:00:00Z", "2101-01-01T00:00:00Z"]
)
def test_a_clock_at_the_ends_of_time_says_nothing(said: str) -> None:
    """No database and no zone could hold it, and a fact is never taken back."""
    assert ClockField(required=False).clean(said) is None


def test_a_clock_with_a_zone_is_understood() -> None:
    clock = ClockField(required=False).clean("2026-11-29T21:00:00+01:00")
    assert clock is not None
    assert clock.isoformat() == "2026-11-29T20:00:00+00:00"
