"""What a scorekeeper writes down of one hand. `None` means "not said"; nothing is invented."""

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.cards import Card, Suit
from engine.seating import Seat

TRICKS = 5
"""Tricks in a hand (R20)."""


class HandKind(StrEnum):
    """How a hand ended."""

    PLAYED = "played"
    PASSED_OUT = "passed_out"  # R13: everybody passed twice
    MISDEAL = "misdeal"  # R7: noted, the same player deals again
    PENALTY = "penalty"  # R30: a revoke was claimed, and ended the hand


class MadeHow(StrEnum):
    """The names of the call that made trump, by round and seat (R8). They follow from the record."""

    ORDERED_UP = "ordered_up"
    ASSISTED = "assisted"
    ACCEPTED = "accepted"
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class CardRecord:
    """The cards of a hand, as far as they are known. Text as in Euchre Game Notation."""

    holdings: tuple[tuple[Card, ...], ...] = ()
    calls: tuple[str, ...] = ()
    discard: Card | None = None
    exchange: tuple[tuple[Card, ...], tuple[Card, ...]] | None = None
    tricks: tuple[tuple[Card, ...], ...] = ()
    notes: str = ""


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand. Seats are numbers from 0; `tricks` has one number a seat; `maker_tricks` is 0 to 5.

    `claimed`: the seat that the rest of the tricks was claimed for; `tricks` then holds those played (R21, E36).
    `offender`: who revoked, in a PENALTY (R30). `round`: 1 if the card turned up made trump, 2 if a suit was named.
    """

    kind: HandKind = HandKind.PLAYED
    maker: Seat | None = None
    alone: bool = False
    lone_defender: Seat | None = None
    maker_tricks: int | None = None
    tricks: tuple[int, ...] | None = None
    claimed: Seat | None = None
    offender: Seat | None = None
    round: int | None = None
    trump: Suit | None = None
    upcard: Card | None = None
    cards: CardRecord | None = None

    def reseated(self, seat_of: tuple[Seat, ...]) -> "HandRecord":
        """The same record with every seat `s` renamed `seat_of[s]`. Seats that do not exist stay as they are."""

        def move(seat: Seat | None) -> Seat | None:
            return seat_of[seat] if seat is not None and 0 <= seat < len(seat_of) else seat

        tricks = self.tricks
        if tricks is not None and len(tricks) == len(seat_of):
            by_seat = dict(zip(seat_of, tricks, strict=True))
            tricks = tuple(by_seat[seat] for seat in range(len(seat_of)))
        return replace(
            self,
            maker=move(self.maker),
            lone_defender=move(self.lone_defender),
            claimed=move(self.claimed),
            offender=move(self.offender),
            tricks=tricks,
        )
