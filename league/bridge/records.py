"""From the cleaned values of a form to the engine's records and events."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from engine.cards import Suit
from engine.events import Abandon, Correct, Deal, Event, Undo, Void
from engine.records import HandKind, HandRecord
from league.bridge.words import SUITS

__all__ = [
    "KINDS",
    "ROUNDS",
    "SUIT_CHOICES",
    "Event",
    "make_abandon",
    "make_deal",
    "make_record",
    "make_undo",
    "make_void",
    "with_call",
]

KINDS = [(str(kind), str(kind)) for kind in HandKind]
SUIT_CHOICES = [(str(suit), SUITS[suit]) for suit in Suit]
ROUNDS = [("1", "1"), ("2", "2")]


def make_record(data: Mapping[str, Any]) -> HandRecord:
    """A record of what was said; what was not said stays unknown.

    Of those who are named alone, the maker is a lone maker and another one a lone defender.
    """
    kind = HandKind(data["kind"] or HandKind.PLAYED)
    maker, alone = data["maker"], set(data["alone"])
    defenders = sorted(alone - {maker})
    return HandRecord(
        kind=kind,
        maker=maker,
        alone=maker in alone,
        lone_defender=defenders[0] if defenders else None,
        maker_tricks=data["tricks"],
        tricks=tuple(data["tally"]) or None,
        claimed=data["claimed"],
        offender=data["offender"],
        round=int(data["round"]) if data["round"] else None,
        trump=Suit(data["trump"]) if data["trump"] else None,
        upcard=data["upcard"] or None,
    )


def make_deal(hand: UUID, follows: UUID | None, record: HandRecord) -> Deal:
    """A new hand, by the id of its write."""
    return Deal(str(hand), record, str(follows) if follows else None)


def with_call(hand: UUID, record: HandRecord, call: str) -> Correct:
    """A correction that says the suit (its letter) or the round (its figure) and leaves the rest."""
    said = replace(record, round=int(call)) if call.isdecimal() else replace(record, trump=Suit(call))
    return Correct(str(hand), said)


def make_void(hand: UUID) -> Void:
    """The undoing of a hand."""
    return Void(str(hand))


def make_abandon() -> Abandon:
    """The end of a game that counts nowhere."""
    return Abandon()


def make_undo(number: int) -> Undo:
    """The undoing of an event that is no hand, by its number in the log."""
    return Undo(number)
