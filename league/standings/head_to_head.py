"""Who did how well against whom: exact shares, and who stands out. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

LEAST_GAMES = 5
"""Fewer games with somebody make nobody a nemesis or a favourite."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """What a player's games with somebody else came to. `order` puts equal ones in the same row every time."""

    player: int
    name: str
    order: str
    beside: bool
    games: int
    won12: int
    points: int
    above: int
    defended: int
    euchres: int

    @property
    def share(self) -> Fraction:
        """In how many of the games the player's place was better."""
        return Fraction(self.above, self.games) if self.games else Fraction(0)


def most_met(opponents: Iterable[Opponent]) -> list[Opponent]:
    """Whom a player met most, first."""
    return sorted(opponents, key=lambda one: (-one.games, one.order, one.player))


HALF = Fraction(1, 2)


def nemesis_of(opponents: Sequence[Opponent]) -> Opponent | None:
    """Whom the player is above least often, and in fewer than half of the games."""
    return _outstanding([one for one in opponents if one.share < HALF], -1)


def favourite_of(opponents: Sequence[Opponent]) -> Opponent | None:
    """Whom the player is above most often, and in more than half of the games."""
    return _outstanding([one for one in opponents if one.share > HALF], 1)


def _outstanding(opponents: Sequence[Opponent], sign: int) -> Opponent | None:
    """The most extreme of those met often enough; of equals whom the player met most."""
    known = [one for one in opponents if one.games >= LEAST_GAMES and not one.beside]
    return min(known, key=lambda one: (-sign * one.share, -one.games, one.order, one.player), default=None)
