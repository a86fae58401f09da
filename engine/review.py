"""What each choice of a played hand gave away, all cards seen: the call, the discard, the exchange, each card (R8-R20).

A value is always the tricks of the makers' side, of all five, if from there on everybody does the best there is with
all cards seen. A choice costs what it takes from the chooser's own side: never less than nothing.
"""

from dataclasses import dataclass

from engine.cards import Card, Suit
from engine.house_rules import HouseRules
from engine.records import HandRecord
from engine.seating import Seat


@dataclass(frozen=True, slots=True)
class PlayReview:
    """One card on the table. `best` and `after`: the makers' tricks before and after it.

    `trick` and `place` count from 0. `free`: the lawful cards that would have cost nothing, this one included if so.
    """

    trick: int
    place: int
    seat: Seat
    card: Card
    best: int
    after: int
    cost: int
    free: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ChoiceReview:
    """The dealer's discard, or the five that the maker kept of ten. `best` and `after`: the makers' tricks.

    `best`: by the best choice for the chooser's side, `after`: by this one. `better`, empty where it cost nothing:
    every card that was better to discard; of the exchange the nearest five that reach `best`.
    """

    seat: Seat
    chosen: tuple[Card, ...]
    best: int
    after: int
    cost: int
    better: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class CallReview:
    """The call that made trump. `after`: the makers' tricks with it, `best`: with the best suit this caller could name.

    What a pass would have come to nobody can tell, for others would have spoken: it is never compared with. So a call
    of round one costs nothing, and says only whether it could be made: with `after` below three, best play euchres it.
    `better`: the suits that reach `best`, empty where the call cost nothing.
    """

    seat: Seat
    trump: Suit
    best: int
    after: int
    cost: int
    better: tuple[Suit, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """A hand looked at again. `best`: the most that the makers' side could take when the first card was led.

    `makers`: the seats on the maker's side; `taken`: what they took. `call`, `discard` and `exchange` are None where
    there was none, or where a card that they depend on is not known.
    """

    makers: tuple[Seat, ...]
    best: int
    taken: int
    plays: tuple[PlayReview, ...]
    call: CallReview | None = None
    discard: ChoiceReview | None = None
    exchange: ChoiceReview | None = None


def review_hand(record: HandRecord, dealer: Seat, rules: HouseRules) -> Review | None:
    """Look at a finished, lawful hand again; None unless every card that was held by who played is known."""
    return None
