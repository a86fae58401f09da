"""A paper sheet by keyboard: two keys a hand. `B2` says that B made it and took two tricks.

    B2      B made it, two tricks
    B*5     B alone, five tricks
    B:A2    B made it, A defended alone, two tricks for B
    B+h4    with hearts as trump; `c`, `d`, `h` or `s`
    B!C     B made it, C reneged
    P       everybody passed
    -       misdeal
    <       the last hand undone

What stands between the maker and the last key may come in any order. Blanks between hands are free.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase

from engine.cards import Suit
from engine.records import HandKind, HandRecord
from engine.seating import Seat

_HAND = re.compile(
    r"(?P<passed>P)|(?P<misdeal>-)|(?P<undo><)"
    r"|(?P<maker>[A-Z])(?P<more>(?:\*|:[A-Z]|\+[CDHS])*)(?:(?P<tricks>[0-9])|!(?P<offender>[A-Z]))"
)
_MORE = re.compile(r"\*|:[A-Z]|\+[CDHS]")
_FREE = ",;."
_CAPITALS = str.maketrans(ascii_lowercase, ascii_uppercase)


@dataclass(frozen=True, slots=True)
class Code:
    """One hand of a sheet: what was typed, the place behind it, and what it says; without a record, an undo."""

    text: str
    end: int
    record: HandRecord | None


@dataclass(frozen=True, slots=True)
class Unread:
    """What can't be read, from the place where reading stopped. `letter`: a player who does not sit here."""

    text: str
    start: int
    letter: str = ""


def read_codes(text: str, seats: Mapping[str, Seat]) -> tuple[list[Code], Unread | None]:
    """The hands of a sheet, up to what can't be read, if anything. `seats`: key -> starting seat; case is free."""
    codes: list[Code] = []
    capitals = text.translate(_CAPITALS)
    at = 0
    while (at := _skip(text, at)) < len(text):
        found = _HAND.match(capitals, at)
        if found is None:
            return codes, Unread(text[at:].split()[0], at)
        if _says_twice(found):
            return codes, Unread(text[at : found.end()], at)
        if unknown := next((key for key in _players(found) if key not in seats), ""):
            return codes, Unread(text[at : found.end()], at, unknown)
        codes.append(Code(text[at : found.end()], found.end(), _record(found, seats)))
        at = found.end()
    return codes, None


def _skip(text: str, at: int) -> int:
    while at < len(text) and (text[at] in _FREE or text[at].isspace()):
        at += 1
    return at


def _says_twice(found: re.Match[str]) -> bool:
    """Two suits, two lone defenders: to take either would be a guess."""
    kinds = [part[0] for part in _MORE.findall(found["more"] or "")]
    return len(kinds) != len(set(kinds))


def _players(found: re.Match[str]) -> list[str]:
    """Every letter that stands for somebody."""
    defenders = [more[1] for more in _MORE.findall(found["more"] or "") if more[0] == ":"]
    return [key for key in (found["maker"], *defenders, found["offender"]) if key]


def _record(found: re.Match[str], seats: Mapping[str, Seat]) -> HandRecord | None:
    if found["undo"]:
        return None
    if found["passed"]:
        return HandRecord(HandKind.PASSED_OUT)
    if found["misdeal"]:
        return HandRecord(HandKind.MISDEAL)
    more = _MORE.findall(found["more"])
    defender = next((seats[part[1]] for part in more if part[0] == ":"), None)
    suit = next((Suit(part[1].lower()) for part in more if part[0] == "+"), None)
    offender = seats[found["offender"]] if found["offender"] else None
    return HandRecord(
        kind=HandKind.PLAYED if offender is None else HandKind.PENALTY,
        maker=seats[found["maker"]],
        alone="*" in more,
        lone_defender=defender,
        maker_tricks=int(found["tricks"]) if found["tricks"] else None,
        offender=offender,
        trump=suit,
    )
