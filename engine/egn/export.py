"""A game as documents. What the notation can't say (a quick record, a penalty, a misdeal) is left out: the document
ends before it, and the next begins with the score behind it. So it does where players change places.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.egn.documents import Document, NotedDeal
from engine.events import Event, GameStart, Reseat
from engine.games import GameState, Line, fold_game
from engine.house_rules import HouseRules
from engine.records import HandKind, HandRecord
from engine.seating import Seat
from engine.timeline import Slot, build_timeline


@dataclass(slots=True)
class _Part:
    """Hands in a row that can be said, of players who sit as `order` (chair -> starting seat).

    `scores` before them, and `behind` them.
    """

    scores: tuple[int, ...]
    order: tuple[Seat, ...]
    deals: list[NotedDeal] = field(default_factory=list)
    behind: tuple[int, ...] = ()


def game_documents(start: GameStart, events: Sequence[Event], about: Document) -> tuple[Document, ...]:
    """The documents of a game, most often one. `about` has the names by starting seat, id, title and date.

    `finalScore` is written only when every hand of the game is in the document.
    """
    state = fold_game(start, events)
    parts = [part for part in _parts(start, events, state) if part.deals]
    whole = sum(line.counts for line in state.lines) == sum(len(part.deals) for part in parts[:1])
    return tuple(_document(part, start.rules, about, state.scores if whole else ()) for part in parts)


def _document(part: _Part, rules: HouseRules, about: Document, final: tuple[int, ...]) -> Document:
    initial = _by_side(part.scores, part.order, rules)
    return replace(
        about,
        rules=rules,
        players=tuple(about.players[seat] for seat in part.order) if about.players else (),
        deals=tuple(part.deals),
        initial_score=initial if any(initial) else (),
        final_score=_by_side(final, part.order, rules) if final else (),
    )


def _parts(start: GameStart, events: Sequence[Event], state: GameState) -> Iterator[_Part]:
    order: tuple[Seat, ...] = tuple(range(start.rules.game.seats))
    part = _Part(start.scores or (0,) * len(order), order)
    lines = iter(state.lines)
    for item in build_timeline(events, len(order)).items:
        if isinstance(item, Reseat):
            yield part
            order = item.order
            part = _Part(part.behind or part.scores, order)
        elif isinstance(item, Slot):
            line = next(lines)
            if line.counts and can_be_said(line.record):
                part.deals.append(_deal(line, order, len(part.deals)))
                part.behind = line.scores
            elif line.counts:
                yield part
                part = _Part(line.scores, order)
    yield part


def _deal(line: Line, order: tuple[Seat, ...], number: int) -> NotedDeal:
    """A hand by chairs: a document knows no starting seats."""
    chair_of = tuple(order.index(seat) for seat in range(len(order)))
    return NotedDeal(chair_of[line.dealer], without_quick(line.record.reseated(chair_of)), number)


def can_be_said(record: HandRecord) -> bool:
    """Whether the notation has words for a hand."""
    cards = record.cards
    told = cards is not None and cards.calls is not None and record.upcard is not None
    return told and record.kind in (HandKind.PLAYED, HandKind.PASSED_OUT)


def without_quick(record: HandRecord) -> HandRecord:
    """What the notation says of a hand: the cards, the card turned up and who is alone."""
    return HandRecord(record.kind, None, record.alone, record.lone_defender, upcard=record.upcard, cards=record.cards)


def _by_side(scores: tuple[int, ...], order: tuple[Seat, ...], rules: HouseRules) -> tuple[int, ...]:
    return tuple(scores[order[side[0]]] for side in rules.game.sides)
