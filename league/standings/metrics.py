"""What standings can show and rank by. Each metric is one small object; no Django here, labels are plain English."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

TWELFTHS = 12
"""Wins are stored in twelfths, so that shares of 2, 3 and 4 are whole numbers."""

type Value = int | Fraction
"""Exact, always: equal means equal to the last digit."""

_NO_COUNTS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Sums:
    """What a player's counted games come to in one scope. `order` puts equal players in the same row every time."""

    player: int
    order: str
    games: int = 0
    won12: int = 0
    points: int = 0
    nights: int = 0
    hands: int = 0
    counts: Mapping[str, int] = field(default_factory=lambda: _NO_COUNTS)


class Direction(StrEnum):
    """Which values come first."""

    HIGH = "high"
    LOW = "low"


class Kind(StrEnum):
    """How a value is written."""

    COUNT = "count"
    SHARES = "shares"  # 9½
    AVERAGE = "average"  # 7.93


@dataclass(frozen=True, slots=True)
class Metric:
    """One column: a stable key, what it is called, which values are better, and how it is worked out.

    `compute` gives None where there is nothing to compare (an average of no games); that comes last.
    """

    key: str
    label: str
    short: str
    compute: Callable[[Sums], Value | None]
    direction: Direction = Direction.HIGH
    kind: Kind = Kind.COUNT


def _per_game(total: int, games: int) -> Fraction | None:
    return Fraction(total, games) if games else None


GAMES = Metric("games", "games", "Games", lambda sums: sums.games)
WON = Metric("won", "games won", "Won", lambda sums: Fraction(sums.won12, TWELFTHS), kind=Kind.SHARES)
POINTS_PER_GAME = Metric(
    "points_per_game",
    "points a game",
    "Points a game",
    lambda sums: _per_game(sums.points, sums.games),
    kind=Kind.AVERAGE,
)
NIGHTS = Metric("nights", "nights", "Nights", lambda sums: sums.nights)

METRICS: Mapping[str, Metric] = MappingProxyType(
    {metric.key: metric for metric in (NIGHTS, GAMES, WON, POINTS_PER_GAME)}
)
"""By key, in the order in which columns stand."""

PRECEDENCE = (WON, POINTS_PER_GAME)
"""What decides places, the first first."""
