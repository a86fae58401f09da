"""The two keys of a hand, and everything else that a paper sheet can say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Suit
from engine.records import HandKind, HandRecord
from league.bridge.codes import read_codes

SEATS = {"A": 0, "B": 1, "C": 2}
KEYS = {seat: key for key, seat in SEATS.items()}


def records(text: str) -> list[HandRecord | None]:
    codes, unread = read_codes(text, SEATS)
    assert unread is None, unread
    return [code.record for code in codes]


def made(maker: int, tricks: int, **said: object) -> HandRecord:
    return HandRecord(maker=maker, maker_tricks=tricks, **said)  # type: ignore[arg-type]  # fields of a record


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("B2", made(1, 2)),
        ("b2", made(1, 2)),
        ("B*5", made(1, 5, alone=True)),
        ("B:A2", made(1, 2, lone_defender=0)),
        ("B*:A0", made(1, 0, alone=True, lone_defender=0)),
        ("B:A*0", made(1, 0, alone=True, lone_defender=0)),
        ("B+h4", made(1, 4, trump=Suit.HEARTS)),
        ("b+C4", made(1, 4, trump=Suit.CLUBS)),
        ("C*+d5", made(2, 5, alone=True, trump=Suit.DIAMONDS)),
        ("B!C", HandRecord(HandKind.PENALTY, maker=1, offender=2)),
        ("P", HandRecord(HandKind.PASSED_OUT)),
        ("-", HandRecord(HandKind.MISDEAL)),
        ("<", None),
        ("A7", made(0, 7)),  # that nobody takes seven tricks is the engine's to say
    ],
)
def test_a_code_says(text: str, record: HandRecord | None) -> None:
    assert records(text) == [record]


@pytest.mark.parametrize("text", ["B2 C4 P", "B2C4P", "b2,c4;p", "\tB2\r\nC4. P ", "B2\nC4\nP\n", "B2\u00a0C4\u2003P"])
def test_blanks_between_hands_are_free(text: str) -> None:
    assert records(text) == [made(1, 2), made(2, 4), HandRecord(HandKind.PASSED_OUT)]


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_nothing_is_no_hand(text: str) -> None:
    assert records(text) == []


@pytest.mark.parametrize(
    ("text", "hands", "bad", "letter"),
    [
        ("B2 X3 C4", 1, "X3", "X"),
        ("B2 B:X3", 1, "B:X3", "X"),
        ("B!X", 0, "B!X", "X"),
        ("B2 C", 1, "C", ""),
        ("B2 C C4", 1, "C", ""),
        ("2B", 0, "2B", ""),
        ("B**", 0, "B**", ""),
        ("ß2", 0, "ß2", ""),
        ("B2 İ3", 1, "İ3", ""),
        ("٣", 0, "٣", ""),
        ("B٣", 0, "B٣", ""),
        ("B3 A:B:C3", 1, "A:B:C3", ""),  # two lone defenders, two suits: to take either would be a guess
        ("A+h+c3", 0, "A+h+c3", ""),
        ("A**5", 0, "A**5", ""),
    ],
)
def test_reading_stops_at_what_cannot_be_read(text: str, hands: int, bad: str, letter: str) -> None:
    codes, unread = read_codes(text, SEATS)
    assert len(codes) == hands
    assert unread is not None
    assert (unread.text, unread.letter) == (bad, letter)
    assert text[unread.start :].startswith(bad)


def test_each_code_knows_where_it_ends() -> None:
    codes, _unread = read_codes(" B2  C*4,P", SEATS)
    assert [(code.text, code.end) for code in codes] == [("B2", 3), ("C*4", 8), ("P", 10)]


LETTERS = st.sampled_from(sorted(SEATS))
RECORDS = st.one_of(
    st.just(HandRecord(HandKind.PASSED_OUT)),
    st.just(HandRecord(HandKind.MISDEAL)),
    st.builds(
        HandRecord,
        maker=st.sampled_from([0, 1, 2]),
        maker_tricks=st.integers(0, 9),
        alone=st.booleans(),
        lone_defender=st.sampled_from([None, 0, 1, 2]),
        trump=st.sampled_from([None, *Suit]),
    ),
    st.builds(
        HandRecord,
        kind=st.just(HandKind.PENALTY),
        maker=st.sampled_from([0, 1, 2]),
        offender=st.sampled_from([0, 1, 2]),
        alone=st.booleans(),
    ),
)


@given(st.lists(RECORDS, max_size=12))
def test_what_is_written_by_the_rule_is_read_the_same(sheet: list[HandRecord]) -> None:
    assert records(" ".join(map(written, sheet))) == sheet


def written(record: HandRecord) -> str:
    """A hand as somebody types it."""
    if record.maker is None:
        return "P" if record.kind == HandKind.PASSED_OUT else "-"
    defender = "" if record.lone_defender is None else f":{KEYS[record.lone_defender]}"
    suit = f"+{record.trump}" if record.trump else ""
    end = str(record.maker_tricks) if record.offender is None else f"!{KEYS[record.offender]}"
    return f"{KEYS[record.maker]}{'*' * record.alone}{defender}{suit}{end}"


@given(st.text(alphabet="ABCPXabc0123456789*:+!-<hdcs \n,ß٣", max_size=40))
def test_no_text_is_too_odd_to_read(text: str) -> None:
    codes, unread = read_codes(text, SEATS)
    ends = [code.end for code in codes]
    assert ends == sorted(ends)
    assert unread is not None or not text[ends[-1] if ends else 0 :].strip(" \t\r\n,;.")
