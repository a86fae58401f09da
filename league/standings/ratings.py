"""Ratings of players, by openskill's model of Plackett and Luce. Pure: no database, no Django.

A rating is a value and how far it may be off. A game moves both: a win moves more, the less it was to be expected, and
the less was known of the player. Equal places are draws; who scores together is rated together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt

from openskill.models import PlackettLuce

from engine.variants import get_variant

START, DOUBT = 1500.0, 200.0
"""Everybody begins here, and may be that far off."""

LUCK = 200.0
"""How much chance is in one game: as much as in the skill of people whom nobody knows."""

DRIFT = 2.0
"""People change: before each game a little is added to the doubt, so that a rating never stands still."""

SETTLED = 175.0
"""Up to this doubt a rating is settled, beyond it provisional: for the first ten to fifteen games."""

PLACES = 6
"""Ratings that agree to so many decimals are the same."""

_MODEL = PlackettLuce(mu=START, sigma=DOUBT, beta=LUCK, tau=DRIFT)


@dataclass(frozen=True, slots=True)
class Level:
    """What is known of a player: `mu`, give or take `sigma`."""

    mu: float = START
    sigma: float = DOUBT

    @property
    def settled(self) -> bool:
        """Whether enough is known to compare it with others."""
        return self.sigma <= SETTLED


NEW = Level()


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sat in a seat of a finished game, and in which place they ended."""

    player: int
    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class Change:
    """What a game does to a player's rating; `chance`: of their side to win, as it was seen before."""

    before: Level
    after: Level
    chance: float


def rate(variant: str, seats: Sequence[Seated], levels: Mapping[int, Level]) -> dict[int, Change]:
    """What a game does to everybody who played; nothing where nobody played against anybody.

    New players begin at the start. The order of the seats is the order of the calculation, so that it gives the same
    to the last digit.
    """
    sides = sides_of(variant, seats)
    if not sides[1:]:
        return {}
    before = [[levels.get(seated.player, NEW) for seated in side] for side in sides]
    chances = chances_of(before)
    teams = [[_MODEL.create_rating([level.mu, level.sigma]) for level in side] for side in before]
    rated = _MODEL.rate(teams, ranks=[float(side[0].place) for side in sides])
    return {
        seated.player: Change(old, Level(new.mu, new.sigma), chance)
        for side, olds, news, chance in zip(sides, before, rated, chances, strict=True)
        for seated, old, new in zip(side, olds, news, strict=True)
    }


def sides_of(variant: str, seats: Sequence[Seated]) -> list[list[Seated]]:
    """Who played together. A side has one place; where seats were changed, partners are known by ending alike."""
    game = get_variant(variant)
    by_seat = {seated.seat: seated for seated in seats}
    sides = [[by_seat[seat] for seat in side if seat in by_seat] for side in game.sides]
    sides = [side for side in sides if side]
    if all(len({seated.place for seated in side}) == 1 for side in sides):
        return sides
    alike: dict[int, list[Seated]] = {}
    for seated in sorted(seats, key=lambda seated: seated.seat):
        alike.setdefault(seated.place, []).append(seated)
    if {len(side) for side in alike.values()} == {len(side) for side in sides}:
        return list(alike.values())
    return [[seated] for side in alike.values() for seated in side]


def chances_of(sides: Sequence[Sequence[Level]]) -> list[float]:
    """Each side's chance to win, together one: what the model itself compares the result with.

    openskill's own `predict_win` averages over pairs, and gives two thirds to who is certain to win against two.
    """
    spread = sum(DRIFT**2 + level.sigma**2 for side in sides for level in side) + len(sides) * LUCK**2
    scale = sqrt(spread)
    best = max(sum(level.mu for level in side) for side in sides)
    weights = [exp((sum(level.mu for level in side) - best) / scale) for side in sides]
    return [weight / sum(weights) for weight in weights]
