"""Derived rows against the logs that they follow from: compared, and put right where they differ.

Comparing reads snapshots and locks nothing. A game that differs is read again under its lock before it is written,
and tallies are summed behind the locks of their rows, so all of this may run beside people who record hands.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol
from uuid import UUID

from league.models import Season
from league.services.difference import Difference
from league.services.game_check import compare_games, rescore_game
from league.services.pairs import recount_pairs
from league.services.rating_check import clubs_to_rate, compare_ratings, rescore_ratings
from league.services.scope import Scope
from league.services.tallies import recount_night, recount_season
from league.services.tally_check import compare_season

type Told = Callable[[int, UUID], object]
"""Hears how many games more are done, and which was the last of them."""


class Each(Protocol):
    """`map`, or what does the same in several processes: results come in the order of the parts."""

    def __call__[Part, Found](self, act: Callable[[Part], Found], parts: Iterable[Part], /) -> Iterator[Found]: ...


def _nobody(games: int, last: UUID) -> None:
    """Whom the commands tell, others need not hear."""


def compare(scope: Scope, told: Told = _nobody, each: Each = map) -> Iterator[Difference]:
    """Every difference: game by game club by club, in the order of play, then season by season, then ratings."""
    games = each(compare_games, scope.stretches())
    seasons = each(_compare_sums, list(scope.seasons))
    ratings = each(_compare_ratings, [] if scope.game else clubs_to_rate(scope.club))
    for page in games:
        yield from (difference for found in page.values() for difference in found)
        if page:
            told(len(page), list(page)[-1])
    for rows in (seasons, ratings):
        yield from (difference for found in rows for difference in found)


def _compare_sums(season: Season) -> list[Difference]:
    return compare_season(season).differences


def _compare_ratings(club: int) -> list[Difference]:
    return list(compare_ratings(club))


def rescore(scope: Scope, told: Told = _nobody) -> Iterator[Difference]:
    """The same, and each is put right that can be. What a scorekeeper put right in the meantime is not told.

    A game, a night's tallies and a season's are a transaction each: whenever this stops, what it wrote is right.
    """
    for page in map(compare_games, scope.stretches()):
        for game in [game for game, found in page.items() if found]:
            yield from rescore_game(game)
        if page:
            told(len(page), list(page)[-1])
    for season in list(scope.seasons):
        found = compare_season(season)
        for night in found.nights:
            recount_night(night)
        if found.differences:
            recount_season(season)
        if found.pairs:
            recount_pairs(season, found.pairs)
        yield from found.differences
    if scope.game is None:
        yield from rescore_ratings(scope.club)
