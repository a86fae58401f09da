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
class Exchange:
    """Cards that changed hands between the maker and the dummy, whose number is the first behind the players'."""

    sender: Seat
    receiver: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardRecord:
    """What people did in a hand, as far as it is known; who won a trick, who led and what it paid follow from it.

    Cards and calls are text as in Euchre Game Notation; `Xx`, `Xc`, `Jx` are cards of which nothing, the suit or the
    rank is known. `calls`: from the eldest, None if nobody wrote them down. `holdings`: as dealt, by seat, the dummy
    behind the players; an empty one is unknown. `discard`: the dealer's; the card turned up if it was left. `tricks`:
    the cards as they fell. `kitty`: what was not dealt. `leader`: who is said to have led first.
    """

    calls: tuple[str, ...] | None = None
    holdings: tuple[tuple[Card, ...], ...] = ()
    discard: Card | None = None
    exchanges: tuple[Exchange, ...] = ()
    tricks: tuple[tuple[Card, ...], ...] = ()
    kitty: tuple[Card, ...] = ()
    leader: Seat | None = None

    def reseated(self, seat_of: tuple[Seat, ...]) -> "CardRecord":
        """The same cards with every seat `s` renamed `seat_of[s]`; the dummy keeps its place."""
        seats = len(seat_of)
        holdings = list(self.holdings)
        if len(holdings) >= seats:
            for seat in range(seats):
                holdings[seat_of[seat]] = self.holdings[seat]
        exchanges = tuple(
            Exchange(_move(item.sender, seat_of), _move(item.receiver, seat_of), item.cards) for item in self.exchanges
        )
        leader = None if self.leader is None else _move(self.leader, seat_of)
        return replace(self, holdings=tuple(holdings), exchanges=exchanges, leader=leader)


def _move(seat: Seat, seat_of: tuple[Seat, ...]) -> Seat:
    return seat_of[seat] if 0 <= seat < len(seat_of) else seat


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand. Seats are numbers from 0; `tricks` has one number a seat; `maker_tricks` is 0 to 5.

    `claimed`: the seat that the rest of the tricks was claimed for; `tricks` then holds those played (R21, E36).
    `offender`: who revoked, in a PENALTY (R30). `round`: 1 if the card turned up made trump, 2 if a suit was named.
    `cards`: what people did; what follows from it (maker, round, trump, tricks) need not be said beside it.
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
            return None if seat is None else _move(seat, seat_of)

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
            cards=None if self.cards is None else self.cards.reseated(seat_of),
        )
