"""Points a game over some nights, or over the games of one, and where they stand in a picture. Pure."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby

WIDTH, HEIGHT = 400, 120
LEFT, RIGHT, TOP, BOTTOM = 26, 10, 14, 10
"""Room around the line: for the figures beside it, and for half a dot."""

LEAST = 2
"""One point is no trend."""


@dataclass(frozen=True, slots=True)
class Played:
    """A counted game: what groups it, its day and its points."""

    group: Hashable
    day: date
    points: int


@dataclass(frozen=True, slots=True)
class TrendPoint:
    """A night: how many games it stands on, and its points a game."""

    day: date
    games: int
    average: Fraction
    x: float = 0
    y: float = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line across the picture, and the figure that stands at it."""

    value: int
    y: float


@dataclass(frozen=True, slots=True)
class Trend:
    """A picture of so many points, the oldest first."""

    points: tuple[TrendPoint, ...]
    lines: tuple[Line, ...]
    games: int

    @property
    def path(self) -> str:
        """The points of a polyline."""
        return " ".join(f"{point.x:g},{point.y:g}" for point in self.points)

    @property
    def last(self) -> TrendPoint:
        """The newest point."""
        return self.points[-1]


def trend_of(games: Iterable[Played]) -> Trend | None:
    """Averages by group, of games from the newest to the oldest; None if there are not two."""
    found: list[TrendPoint] = []
    for _group, run in groupby(games, key=lambda game: game.group):
        played = list(run)
        total = sum(game.points for game in played)
        found.append(TrendPoint(played[0].day, len(played), Fraction(total, len(played))))
    return _draw(found[::-1]) if len(found) >= LEAST else None


def _draw(points: Sequence[TrendPoint]) -> Trend:
    low = min(point.average for point in points).__floor__()
    high = max(point.average for point in points).__ceil__()
    if high - low < LEAST:
        low, high = low - 1, high + 1
    step = Fraction(WIDTH - LEFT - RIGHT, len(points) - 1)
    placed = [
        TrendPoint(point.day, point.games, point.average, _rounded(LEFT + step * number), _y(point.average, low, high))
        for number, point in enumerate(points)
    ]
    lines = [Line(value, _y(Fraction(value), low, high)) for value in sorted({low, (low + high) // 2, high})]
    return Trend(tuple(placed), tuple(lines), sum(point.games for point in points))


def _y(value: Fraction, low: int, high: int) -> float:
    """The higher the better."""
    return _rounded(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low))


def _rounded(value: Fraction) -> float:
    return round(float(value), 1)
