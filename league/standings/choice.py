"""What a season chose for its standings: columns, what decides, in which order. Pure: no database, no Django."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from league.standings.metrics import (
    BEST_POINTS,
    BEST_WON,
    GAMES,
    METRICS,
    NIGHTS,
    PLACE_POINTS,
    POINTS_PER_GAME,
    PRECEDENCE,
    TIE_BREAKERS,
    WIN_SHARE,
    WON,
    Metric,
    Reads,
)

OWN = "own"
"""The preset that is none: an order of the season's own."""

PRESETS: Mapping[str, tuple[Metric, ...]] = MappingProxyType(
    {
        "won": PRECEDENCE,
        "points_per_game": (POINTS_PER_GAME, WON),
        "place_points": (PLACE_POINTS, WON),
        "best_nights": (BEST_WON, BEST_POINTS),
        "win_share": (WIN_SHARE, POINTS_PER_GAME),
    }
)
"""What decides, by preset; the first is what a season has that chose nothing."""

LONGEST = 3
"""So many metrics an own order may name."""

MOST_GAMES = 999
MOST_NIGHTS = 99


@dataclass(frozen=True, slots=True)
class StandingsChoice:
    """How a season ranks. `shown` are columns beside those that decide; `minimum`: games it takes to be ranked.

    `best`: how many of a player's nights count, where nights do. `together`: one table for all games, not one for
    each.
    """

    preset: str = "won"
    precedence: tuple[Metric, ...] = PRECEDENCE
    ties: tuple[Metric, ...] = ()
    shown: tuple[Metric, ...] = (NIGHTS, GAMES, WON, POINTS_PER_GAME)
    minimum: int = 0
    best: int = 0
    together: bool = False

    @property
    def steps(self) -> tuple[Metric, ...]:
        """Everything that decides, the first first."""
        return self.precedence + self.ties

    def columns(self, variants: Iterable[str]) -> tuple[Metric, ...]:
        """What the table of these games shows, in the order of all metrics."""
        wanted, games = {*self.shown, *self.precedence}, tuple(variants)
        return tuple(metric for metric in METRICS.values() if metric in wanted and metric.suits(games))

    @property
    def least(self) -> int:
        """Games it takes to have a place: who has only adjustments has none."""
        return max(self.minimum, 1)

    @property
    def reads_counts(self) -> bool:
        """Whether the counts are wanted, which are long."""
        return any(metric.reads == Reads.COUNTS for metric in (*self.shown, *self.precedence))

    @property
    def counts_best_nights(self) -> bool:
        """Whether it matters how many nights are the best."""
        return any(metric.reads == Reads.NIGHTS for metric in (*self.shown, *self.precedence))

    @property
    def reads_nights(self) -> bool:
        """Whether the nights are wanted one by one: for the best of them, and to count those of several games once."""
        return self.counts_best_nights or (self.together and NIGHTS in self.shown)

    def to_json(self) -> dict[str, Any]:
        """As a season keeps it. `counts` is for the statement that reads the tallies (tallies.py)."""
        return {
            "preset": self.preset,
            "precedence": [metric.key for metric in self.precedence],
            "ties": [metric.key for metric in self.ties],
            "shown": [metric.key for metric in self.shown],
            "minimum": self.minimum,
            "best": self.best,
            "together": self.together,
            "counts": self.reads_counts,
        }


DEFAULT = StandingsChoice()


def choice_from_json(data: Mapping[str, Any] | None) -> StandingsChoice:
    """The choice that a season keeps; what it did not choose is as it always was."""
    if not data:
        return DEFAULT
    precedence = _metrics(data.get("precedence", ()), METRICS)
    return StandingsChoice(
        preset=data.get("preset", OWN),
        precedence=precedence or PRECEDENCE,
        ties=_metrics(data.get("ties", ()), TIE_BREAKERS),
        shown=_metrics(data.get("shown", ()), METRICS),
        minimum=data.get("minimum", 0),
        best=data.get("best", 0),
        together=data.get("together", False),
    )


class HasChoices(Protocol):
    """A season, as far as its choices go."""

    @property
    def choices(self) -> "HasStandings": ...


class HasStandings(Protocol):
    """What it chose."""

    @property
    def standings(self) -> Mapping[str, Any]: ...


def choice_of(season: HasChoices) -> StandingsChoice:
    """How a season ranks."""
    return choice_from_json(season.choices.standings)


def _metrics(keys: Iterable[str], known: Mapping[str, Metric]) -> tuple[Metric, ...]:
    """A metric that is no more is left out."""
    return tuple(known[key] for key in keys if key in known)
