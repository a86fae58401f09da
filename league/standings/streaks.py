"""Games won one after the other. Pure; from the newest game to the oldest."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Streak:
    """What the last games show: how many were looked at, how long the newest run is, and the longest one of wins."""

    games: int = 0
    won: bool = False
    now: int = 0
    longest: int = 0

    @property
    def is_longest(self) -> bool:
        """Whether the run that goes on is the longest one."""
        return self.won and self.now == self.longest


def streak_of(won: Iterable[bool]) -> Streak:
    """The runs of these games, the newest first. A shared win is a win."""
    runs = [(result, sum(1 for _game in run)) for result, run in groupby(won)]
    if not runs:
        return Streak()
    result, now = runs[0]
    longest = max((length for was_won, length in runs if was_won), default=0)
    return Streak(sum(length for _won, length in runs), result, now, longest)
