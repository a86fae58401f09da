"""From the cleaned values of a form to the engine's records and events."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from engine.cards import Suit
from engine.events import Correct, Deal
from engine.records import HandKind, HandRecord
from league.bridge.words import SUITS

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


def with_call(hand: UUID, record: HandRecord, data: Mapping[str, Any]) -> Correct:
    """A correction that adds suit or round and leaves the rest."""
    trump = Suit(data["trump"]) if data["trump"] else record.trump
    made_in = int(data["round"]) if data["round"] else record.round
    return Correct(str(hand), replace(record, trump=trump, round=made_in))
