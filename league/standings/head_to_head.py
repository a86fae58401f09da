"""Who did how well against whom, and who stands out. Pure."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

LEAST_GAMES = 5
"""Fewer games with somebody make nobody a nemesis or a favourite."""


class Opponent(NamedTuple):
    """What a player's games with somebody else came to. `order` puts equal ones in the same row every time.

    A tuple: a page looks at everybody whom a player met.
    """

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


def most_met(opponents: Iterable[Opponent]) -> list[Opponent]:
    """Whom a player met most, first."""
    return sorted(opponents, key=lambda one: (-one.games, one.order, one.player))


def nemesis_of(opponents: Sequence[Opponent]) -> Opponent | None:
    """Whom the player is above least often, and in fewer than half of the games."""
    return _outstanding([one for one in opponents if 2 * one.above < one.games], -1)


def favourite_of(opponents: Sequence[Opponent]) -> Opponent | None:
    """Whom the player is above most often, and in more than half of the games."""
    return _outstanding([one for one in opponents if 2 * one.above > one.games], 1)


def _outstanding(opponents: Sequence[Opponent], sign: int) -> Opponent | None:
    """The most extreme of those met often enough; of equals whom the player met most."""
    known = [one for one in opponents if one.games >= LEAST_GAMES and not one.beside]
    # Quotients of whole numbers are told apart by their nearest floats, up to a hundred million games.
    return min(known, key=lambda one: (-sign * one.above / one.games, -one.games, one.order, one.player), default=None)
