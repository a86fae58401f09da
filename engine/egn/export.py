"""A game as documents, or each of its hands as one.

What the notation can't say (a quick record, a penalty, a misdeal) is left out: the document ends before it, and the
next begins with the score behind it. So it does where players change places or persons, and behind a hand that pays
more than its cards alone say (the rest was claimed), for whoever reads it takes that for unfinished.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.egn.documents import Document, Json, NotedDeal
from engine.events import Event, GameStart, HandId, Reseat, Substitute
from engine.games import GameState, Line, fold_game
from engine.hands import judge_hand
from engine.house_rules import HouseRules
from engine.records import CardRecord, HandKind, HandRecord
from engine.seating import Seat, chairs_of
from engine.timeline import Slot, build_timeline
from engine.winning import winners_of

MOST_DEALS = 100
"""Of one document: the published schema has room for no more."""

type Names = tuple[Json, ...]
"""Of the players by starting seat."""


@dataclass(slots=True)
class _Part:
    """Hands in a row that can be said, of players who sit as `order` (chair -> starting seat).

    `scores[n]` stands before the deal of place n, the last one behind them all. `exact`: the deals come to it.
    """

    order: tuple[Seat, ...]
    scores: list[tuple[int, ...]]
    names: Names = ()
    hands: list[HandId] = field(default_factory=list)
    deals: list[NotedDeal] = field(default_factory=list)
    exact: bool = True

    @property
    def is_full(self) -> bool:
        """Whether nothing more may follow in one document."""
        return not self.exact or len(self.deals) == MOST_DEALS

    def only(self, place: int) -> "_Part":
        """The deal of that place by itself."""
        return replace(self, scores=self.scores[place : place + 2], deals=[replace(self.deals[place], number=0)])


def game_documents(
    start: GameStart, events: Sequence[Event], about: Document, seated: Sequence[Names] = ()
) -> tuple[Document, ...]:
    """The documents of a game, most often one. `about` has the names by starting seat, id, title and date.

    `seated`: the names at each line of the game, where others came to play for those who started. `finalScore` is
    written only when every hand of the game is in the document.
    """
    state = fold_game(start, events)
    parts = _parts(start, events, state, about.players, seated)
    hands = sum(line.counts for line in state.lines)
    return tuple(_document(part, start.rules, about, whole=part.exact and len(part.deals) == hands) for part in parts)


def hand_documents(
    start: GameStart, events: Sequence[Event], about: Document, seated: Sequence[Names] = ()
) -> dict[HandId, Document]:
    """A document of each hand that the notation has words for, with the score before it."""
    parts = _parts(start, events, fold_game(start, events), about.players, seated)
    return {
        hand: _document(part.only(place), start.rules, about, whole=False)
        for part in parts
        for place, hand in enumerate(part.hands)
    }


def _document(part: _Part, rules: HouseRules, about: Document, *, whole: bool) -> Document:
    initial = _by_side(part.scores[0], part.order, rules)
    return replace(
        about,
        rules=rules,
        players=tuple(part.names[seat] for seat in part.order) if part.names else (),
        deals=tuple(part.deals),
        initial_score=initial if any(initial) else (),
        final_score=_by_side(part.scores[-1], part.order, rules) if whole else (),
    )


def _parts(
    start: GameStart, events: Sequence[Event], state: GameState, names: Names, seated: Sequence[Names]
) -> Iterator[_Part]:
    """Those that hold a hand, and can begin as they do."""
    cutter = _Cutter(start, names, seated)
    lines = iter(enumerate(state.lines))
    for item in build_timeline(events, start.rules.game.seats).items:
        match item:
            case Reseat(order):
                cutter.cut(order)
            case Substitute():
                cutter.cut()
            case Slot():
                place, line = next(lines)
                if line.counts:
                    cutter.take(place, line)
    cutter.cut()
    return (part for part in cutter.parts if part.deals and _can_begin(part, start.rules))


class _Cutter:
    """Takes a game hand by hand, and begins another part where it has to."""

    def __init__(self, start: GameStart, names: Names, seated: Sequence[Names]) -> None:
        self.rules, self.names, self.seated = start.rules, names, seated
        self.parts: list[_Part] = []
        seats = range(start.rules.game.seats)
        self.part = _Part(tuple(seats), [start.scores or (0,) * len(seats)])

    def cut(self, order: tuple[Seat, ...] = (), scores: tuple[int, ...] = ()) -> None:
        """The part is over; another begins, perhaps with players who sit otherwise, or another score."""
        self.parts.append(self.part)
        self.part = _Part(order or self.part.order, [scores or self.part.scores[-1]])

    def take(self, place: int, line: Line) -> None:
        """A hand of the game, by its place among the lines."""
        said = _said(line, self.part.order, self.rules)
        if said is None:
            self.cut(scores=line.scores)
            return
        names = self.seated[place] if self.seated else self.names
        if self.part.is_full or (self.part.deals and names != self.part.names):
            self.cut()
        deal, self.part.exact = said
        self.part.names = names
        self.part.hands.append(line.id)
        self.part.deals.append(replace(deal, number=len(self.part.deals)))
        self.part.scores.append(line.scores)


def _said(line: Line, order: tuple[Seat, ...], rules: HouseRules) -> tuple[NotedDeal, bool] | None:
    """A hand by chairs, for a document knows no starting seats; and whether it pays there what it paid."""
    if not can_be_said(line.record):
        return None
    chair_of = chairs_of(order)
    record, dealer = without_quick(line.record.reseated(chair_of)), chair_of[line.dealer]
    read, paid = judge_hand(record, dealer, rules).result, line.judgement.result
    if read is None:
        return None
    points = tuple(read.points[chair] for chair in chair_of)
    return NotedDeal(dealer, record), points == (paid.points if paid else (0,) * len(order))


def can_be_said(record: HandRecord) -> bool:
    """Whether the notation has words for a hand."""
    cards = record.cards
    told = cards is not None and cards.calls is not None and record.upcard is not None
    return told and record.kind in (HandKind.PLAYED, HandKind.PASSED_OUT)


def without_quick(record: HandRecord) -> HandRecord:
    """What the notation says of a hand: the cards, the card turned up and who is alone.

    Version 1.4 has no room for what was not dealt and for who led first, which older ones said.
    """
    cards = replace(record.cards or CardRecord(), kitty=(), leader=None)
    return HandRecord(record.kind, None, record.alone, record.lone_defender, upcard=record.upcard, cards=cards)


def _can_begin(part: _Part, rules: HouseRules) -> bool:
    """Whether the score before it can be said, and is none at which the game would be over for a reader.

    Partners who were parted have scores of their own; a penalty may leave a lead with which nobody has won yet.
    """
    scores = tuple(part.scores[0][seat] for seat in part.order)
    as_one = all(scores[seat] == scores[side[0]] for side in rules.game.sides for seat in side)
    return as_one and not winners_of(rules, scores, 0, range(len(scores)))


def _by_side(scores: tuple[int, ...], order: tuple[Seat, ...], rules: HouseRules) -> tuple[int, ...]:
    return tuple(scores[order[side[0]]] for side in rules.game.sides)
