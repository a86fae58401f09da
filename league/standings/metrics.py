"""What standings can show and rank by. Each metric is one small object; no Django here, labels are plain English."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from engine.counts import TWELFTHS
from engine.variants import Step, get_variant

type Value = int | Fraction
"""Exact, always: equal means equal to the last digit."""

type NightId = Hashable

_NO_COUNTS: Mapping[str, int] = MappingProxyType({})


class NightSums(NamedTuple):
    """What a player's counted games of some nights come to."""

    games: int = 0
    won12: int = 0
    points: int = 0


NOTHING = NightSums()
_NO_NIGHTS: Mapping[NightId, NightSums] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Sums:
    """What a player's counted games come to in one scope. `order` puts equal players in the same row every time.

    `by_night`: the same night by night, and `best`: those of the best nights; both only where the season's choice
    asks for them.
    """

    player: int
    order: str
    games: int = 0
    won12: int = 0
    points: int = 0
    nights: int = 0
    hands: int = 0
    counts: Mapping[str, int] = field(default_factory=lambda: _NO_COUNTS)
    by_night: Mapping[NightId, NightSums] = field(default_factory=lambda: _NO_NIGHTS)
    best: NightSums = NOTHING


class Direction(StrEnum):
    """Which values come first."""

    HIGH = "high"
    LOW = "low"


class Kind(StrEnum):
    """How a value is written."""

    COUNT = "count"
    SHARES = "shares"  # 9½
    AVERAGE = "average"  # 7.93
    PERCENT = "percent"  # 47.5 %


class Reads(StrEnum):
    """What a metric is made of. All but the sums have to be fetched, so they are fetched only where they are asked."""

    SUMS = "sums"
    COUNTS = "counts"
    NIGHTS = "nights"
    MEETINGS = "meetings"  # the games of those who are equal, against each other (ranking.py)


@dataclass(frozen=True, slots=True, eq=False)
class Metric:
    """One column: a stable key, what it is called, which values are better, and how it is worked out.

    `minimum`: of fewer games it says nothing. `decides`: places may be decided by it. `step`: a part that a game
    must have for it to mean anything.
    """

    key: str
    label: str
    short: str
    formula: Callable[[Sums], Value] = field(repr=False)
    direction: Direction = Direction.HIGH
    kind: Kind = Kind.COUNT
    reads: Reads = Reads.SUMS
    minimum: int = 0
    decides: bool = True
    step: Step | None = None

    def compute(self, sums: Sums) -> Value | None:
        """The value; None where there is nothing to compare (an average of no games), which comes last."""
        return self.formula(sums) if sums.games >= self.minimum else None

    def suits(self, variants: Iterable[str]) -> bool:
        """Whether it means anything in one of these games."""
        return self.step is None or any(get_variant(key).has_step(self.step) for key in variants)


FIRST, SECOND = 3, 1
"""What places at a table bring: 3 the first, 1 the second, 0 the third. The last place never brings anything."""


def place_points(counts: Mapping[str, int]) -> Fraction:
    """The place points of all games counted."""
    return sum((brings * times for brings, times in place_terms(counts).items()), Fraction(0))


def place_terms(counts: Mapping[str, int]) -> dict[Fraction, int]:
    """How often which place points were won, the most first. Who shares places gets the mean of those they cover."""
    terms: Counter[Fraction] = Counter()
    for key, times in counts.items():
        if key.startswith("place."):
            sides, first, last = map(int, key.split(".")[1:])
            covered = [_brings(place, sides) for place in range(first, last + 1)]
            terms[Fraction(sum(covered), len(covered))] += times
    return {brings: terms[brings] for brings in sorted(terms, reverse=True) if terms[brings]}


def _brings(place: int, sides: int) -> int:
    return 0 if place == sides else {1: FIRST, 2: SECOND}.get(place, 0)


NIGHTS = Metric("nights", "nights", "Nights", lambda sums: sums.nights, decides=False)
GAMES = Metric("games", "games", "Games", lambda sums: sums.games, decides=False)
PLACE_POINTS = Metric(
    "place_points",
    "place points",
    "Place points",
    lambda sums: place_points(sums.counts),
    kind=Kind.SHARES,
    reads=Reads.COUNTS,
)
BEST_WON = Metric(
    "best_won",
    "games won on the best nights",
    "Won, best nights",
    lambda sums: Fraction(sums.best.won12, TWELFTHS),
    kind=Kind.SHARES,
    reads=Reads.NIGHTS,
)
BEST_POINTS = Metric(
    "best_points",
    "points on the best nights",
    "Points, best nights",
    lambda sums: sums.best.points,
    reads=Reads.NIGHTS,
)
WON = Metric("won", "games won", "Won", lambda sums: Fraction(sums.won12, TWELFTHS), kind=Kind.SHARES)
WIN_SHARE = Metric(
    "win_share",
    "share of games won",
    "Share won",
    lambda sums: Fraction(sums.won12, TWELFTHS * sums.games),
    kind=Kind.PERCENT,
    minimum=1,
)
POINTS_PER_GAME = Metric(
    "points_per_game",
    "points a game",
    "Points a game",
    lambda sums: Fraction(sums.points, sums.games),
    kind=Kind.AVERAGE,
    minimum=1,
)
PLACE_POINTS_PER_GAME = Metric(
    "place_points_per_game",
    "place points a game",
    "Place points a game",
    lambda sums: place_points(sums.counts) / sums.games,
    kind=Kind.AVERAGE,
    reads=Reads.COUNTS,
    minimum=1,
)
POINTS = Metric("points", "points", "Points", lambda sums: sums.points)
LONE_MARCHES = Metric(
    "lone_marches",
    "all five tricks alone",
    "All five alone",
    lambda sums: sums.counts.get("maker.alone.march", 0),
    reads=Reads.COUNTS,
    decides=False,
    step=Step.LONE_MAKER,
)

METRICS: Mapping[str, Metric] = MappingProxyType(
    {
        metric.key: metric
        for metric in (
            *(NIGHTS, GAMES, PLACE_POINTS, BEST_WON, BEST_POINTS, WON, WIN_SHARE),
            *(POINTS_PER_GAME, PLACE_POINTS_PER_GAME, POINTS, LONE_MARCHES),
        )
    }
)
"""By key, in the order in which columns stand."""

HEAD_TO_HEAD = Metric("head_to_head", "head to head", "Head to head", lambda _sums: 0, reads=Reads.MEETINGS)
FEWEST_GAMES = Metric("fewest_games", "fewest games", "Fewest games", lambda sums: sums.games, Direction.LOW)

TIE_BREAKERS: Mapping[str, Metric] = MappingProxyType({metric.key: metric for metric in (HEAD_TO_HEAD, FEWEST_GAMES)})
"""What can part those whom the precedence leaves equal."""

PRECEDENCE = (WON, POINTS_PER_GAME)
"""What decides places where a season chose nothing else, the first first."""


def best_nights(by_night: Mapping[NightId, NightSums], most: int) -> list[NightId]:
    """The best nights: those of most games won, then of most points. Which of equal nights is of no consequence.

    Adjustments of a night on which nobody of that name played always count, and are no night.
    """
    played = [night for night, sums in by_night.items() if sums.games]
    best = sorted(played, key=lambda night: (-by_night[night].won12, -by_night[night].points))
    return best[:most] + [night for night, sums in by_night.items() if not sums.games]


def with_nights(sums: Sums, by_night: Mapping[NightId, NightSums], most: int) -> Sums:
    """The sums with what follows from a player's nights, of which so many are the best."""
    best = [by_night[night] for night in best_nights(by_night, most)]
    total = NightSums(*map(sum, zip(*best, strict=True))) if best else NightSums()
    nights = sum(1 for one in by_night.values() if one.games)
    return replace(sums, nights=nights, by_night=by_night, best=total)
