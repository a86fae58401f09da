"""What can happen in a game, as facts in the order in which they were entered.

A seat in an event or record names the player who sat there when the game started; it stays that player's number
however often they change places. Hands have an identity of their own (`hand`), a text; their numbers follow.
"""

from dataclasses import dataclass

from engine.house_rules import HouseRules
from engine.records import HandRecord
from engine.seating import Seat

type HandId = str


@dataclass(frozen=True, slots=True)
class GameStart:
    """How a game begins: its frozen rules (R34), who deals first (R5), points before the first hand by seat."""

    rules: HouseRules
    first_dealer: Seat
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand, recorded. `follows`: the hand before it, None for the first; hands can be put between two others."""

    hand: HandId
    record: HandRecord
    follows: HandId | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """Another version of a hand."""

    hand: HandId
    record: HandRecord


@dataclass(frozen=True, slots=True)
class Void:
    """The hand was never played, or was entered by mistake."""

    hand: HandId


@dataclass(frozen=True, slots=True)
class Restore:
    """A voided hand counts again."""

    hand: HandId


@dataclass(frozen=True, slots=True)
class Reseat:
    """After the hand `follows` (None: from the start) the players sit as `order`: chair -> starting seat."""

    order: tuple[Seat, ...]
    follows: HandId | None = None


@dataclass(frozen=True, slots=True)
class SetDealer:
    """After the hand `follows`, `seat` deals."""

    seat: Seat
    follows: HandId | None = None


@dataclass(frozen=True, slots=True)
class Substitute:
    """After the hand `follows`, somebody else plays in `seat`. Who, and who gets the result, is the league's."""

    seat: Seat
    follows: HandId | None = None


@dataclass(frozen=True, slots=True)
class Concede:
    """R33: everybody but `winners` gives the game up."""

    winners: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class CutShort:
    """Time was called. If it `stands`, the highest total wins; otherwise nobody does."""

    stands: bool


@dataclass(frozen=True, slots=True)
class Abandon:
    """R33: the game ends and counts nowhere."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The game, over or not, counts nowhere: it was a trial, or entered twice."""


@dataclass(frozen=True, slots=True)
class Final:
    """The final scores of a game that was kept without its hands, by seat."""

    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """The event with this number never happened: the first event after the start is number 1."""

    event: int


type Mark = Reseat | SetDealer | Substitute
type Ending = Concede | CutShort | Abandon | Final
type Event = Deal | Correct | Void | Restore | Mark | Ending | Withdraw | Undo
