"""From the cleaned values of a form to the engine's records and events."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from engine.cards import Suit
from engine.events import (
    Abandon,
    Concede,
    Correct,
    CutShort,
    Deal,
    Event,
    Final,
    Reseat,
    Restore,
    SetDealer,
    Substitute,
    Undo,
    Void,
    Withdraw,
)
from engine.records import HandKind, HandRecord
from league.bridge.words import SUITS

type SomeEvent = Event
"""What the forms make and the services take."""

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
    return Deal(str(hand), record, _id(follows))


def with_call(hand: UUID, record: HandRecord, call: str) -> Correct:
    """A correction that says the suit (its letter) or the round (its figure) and leaves the rest."""
    said = replace(record, round=int(call)) if call.isdecimal() else replace(record, trump=Suit(call))
    return Correct(str(hand), said)


def make_correction(hand: UUID, record: HandRecord) -> Correct:
    """Another version of a hand."""
    return Correct(str(hand), record)


def make_restore(hand: UUID) -> Restore:
    """An undone hand that counts again."""
    return Restore(str(hand))


def make_reseat(order: Sequence[int], follows: UUID | None) -> Reseat:
    """Who sits where behind a hand: starting seats, clockwise."""
    return Reseat(tuple(order), _id(follows))


def make_dealer(seat: int, follows: UUID | None) -> SetDealer:
    """Who deals behind a hand."""
    return SetDealer(seat, _id(follows))


def make_substitute(seat: int, follows: UUID | None) -> Substitute:
    """Somebody else in a seat behind a hand; who that is goes beside the event."""
    return Substitute(seat, _id(follows))


def make_concession(winners: Sequence[int]) -> Concede:
    """Everybody else gives up."""
    return Concede(frozenset(winners))


def make_cut_short(*, stands: bool) -> CutShort:
    """Time was called."""
    return CutShort(stands)


def make_withdrawal() -> Withdraw:
    """A game that counts nowhere after all."""
    return Withdraw()


def make_result(scores: Sequence[int]) -> Final:
    """How a game ended whose hands nobody kept."""
    return Final(tuple(scores))


def make_void(hand: UUID) -> Void:
    """The undoing of a hand."""
    return Void(str(hand))


def make_abandon() -> Abandon:
    """The end of a game that counts nowhere."""
    return Abandon()


def make_undo(number: int) -> Undo:
    """The undoing of an event that is no hand, by its number in the log."""
    return Undo(number)


def _id(hand: UUID | None) -> str | None:
    return str(hand) if hand else None
