"""What a player has achieved: facts that follow from what was played, so a correction takes them back. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

_NO_COUNTS: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Career:
    """Everything that a player's counted games came to, in every season and game; no credits."""

    games: int = 0
    won12: int = 0
    whole_nights: int = 0
    counts: Mapping[str, int] = field(default_factory=lambda: _NO_COUNTS)


class Found(StrEnum):
    """How the game is found in which something was achieved first."""

    COUNT = "count"  # the first in which `of` is counted
    WIN = "win"  # the first that was won
    NUMBER = "number"  # the one of this number, in the order of play
    NIGHT = "night"  # the first night won whole


@dataclass(frozen=True, slots=True)
class Achievement:
    """A stable key, how often it was reached, and where to look for the first time."""

    key: str
    times: Callable[[Career], int]
    found: Found
    of: str = ""
    number: int = 0

    def is_earned(self, career: Career) -> bool:
        """Whether it was reached at all."""
        return self.times(career) > 0


def _counted(key: str, count: str) -> Achievement:
    return Achievement(key, lambda career: career.counts.get(count, 0), Found.COUNT, of=count)


def _games(number: int) -> Achievement:
    return Achievement(f"games_{number}", lambda career: int(career.games >= number), Found.NUMBER, number=number)


LEAST_GAMES = 3
"""A night of fewer is no night won whole."""

ACHIEVEMENTS: tuple[Achievement, ...] = (
    Achievement("first_win", lambda career: int(career.won12 > 0), Found.WIN),
    _counted("march_alone", "maker.alone.march"),
    _counted("lone_defence", "defender.alone.marches"),
    _counted("euchred_alone", "defender.alone.euchres"),
    _counted("from_nothing", "won.from_nothing"),
    Achievement("whole_night", lambda career: career.whole_nights, Found.NIGHT),
    *map(_games, (10, 50, 100, 500, 1000)),
)
"""In the order in which they are shown."""

COUNTED = tuple([achievement.of for achievement in ACHIEVEMENTS if achievement.of])
"""The counts of a career that they look at."""


def earned(career: Career) -> tuple[Achievement, ...]:
    """What a player has achieved."""
    return tuple(achievement for achievement in ACHIEVEMENTS if achievement.is_earned(career))
