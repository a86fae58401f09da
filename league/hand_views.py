"""One hand, ready to show: what happened, what it gave whom, and the hands before and behind it."""

from dataclasses import dataclass

from engine.games import Line
from league.bridge.words import message_for, points_text, score_text
from league.services.log import GameLog
from league.sheets import LineView, line_view, short_names


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table: the points of the hand, empty where it gave none, and the score after it."""

    name: str
    points: str
    score: str
    deals: bool


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand. `place`: that of the line, counted with the hands that were undone; `problems`: why it can't be read."""

    line: LineView
    place: int
    people: tuple[Person, ...]
    problems: tuple[str, ...]
    earlier: LineView | None
    later: LineView | None


def build_hand(log: GameLog, hand: str) -> HandView | None:
    """A hand of a game; None if there is no such hand."""
    lines, place = log.state.lines, log.places.get(hand)
    if place is None:
        return None
    line, names = lines[place], short_names(log, place)
    return HandView(
        line=line_view(log, place),
        place=place,
        people=tuple(_person(line, seat, names) for seat in log.state.order),
        problems=tuple(message_for(problem, names) for problem in line.judgement.problems),
        earlier=line_view(log, place - 1) if place else None,
        later=line_view(log, place + 1) if place + 1 < len(lines) else None,
    )


def _person(line: Line, seat: int, names: list[str]) -> Person:
    result = line.judgement.result
    points = result.points[seat] if result and line.counts else 0
    return Person(
        name=names[seat],
        points=points_text(points) if points else "",
        score=score_text(line.scores[seat]),
        deals=seat == line.dealer,
    )
