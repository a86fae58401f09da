"""What a hand consists of as it was seen at the table: moments, what lay where behind each, and the tricks."""

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Card, Suit
from engine.records import HandRecord, MadeHow
from engine.seating import Seat


class Kind(StrEnum):
    """What happens in a moment."""

    DEAL = "deal"
    CALL = "call"
    MADE = "made"  # who made trump, where nobody wrote down the calls
    PICK_UP = "pick_up"  # the dealer takes the card turned up and discards (R10)
    LEAVE = "leave"  # the dealer does without it, or lays it away again (R11)
    ALONE = "alone"
    EXCHANGE = "exchange"
    DEFEND_ALONE = "defend_alone"
    PLAY = "play"
    CLAIM = "claim"  # the rest of the tricks (R21)
    RENEGE = "renege"  # a revoke was claimed, and ended the hand (R30)
    UNTOLD = "untold"  # cards were played that nobody wrote down
    RESULT = "result"


class Mark(StrEnum):
    """What a card has to do with a revoke."""

    REVOKE = "revoke"  # it did not follow
    SHOWN = "shown"  # it could have


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table; `seat` None where nobody can tell whose."""

    seat: Seat | None
    card: Card
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies where. `holdings`: by seat, the dummy behind the players; the trick that is played, and its winner.

    `upcard`: while it lies there, face down if it is `turned_down`. `aside`: the dummy is out of play.
    """

    holdings: tuple[tuple[Card, ...], ...]
    taken: tuple[int, ...]
    upcard: Card | None = None
    turned_down: bool = False
    trick: tuple[Laid, ...] = ()
    winner: Seat | None = None
    maker: Seat | None = None
    trump: Suit | None = None
    alone: frozenset[Seat] = frozenset()
    resting: frozenset[Seat] = frozenset()
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened, and the `scene` behind it.

    `cards`: what was played, discarded or taken from the dummy, if anything; `laid`: what the dummy got instead, or the
    card that was turned up when the dealer discards. `turns_down`: the first round ends with this pass. `trick` and
    `place` count from 0, as in the record.
    """

    kind: Kind
    scene: Scene
    seat: Seat | None = None
    call: str = ""
    how: MadeHow | None = None
    turns_down: bool = False
    cards: tuple[Card, ...] = ()
    laid: tuple[Card, ...] = ()
    trick: int = 0
    place: int = 0
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick as it fell; `winner` None where it can't be told, or where the hand ended in the middle of it."""

    cards: tuple[Laid, ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Story:
    """A hand from the deal to its result. `record`: with what its calls say filled in."""

    record: HandRecord
    moments: tuple[Moment, ...]
    tricks: tuple[Trick, ...]
