"""Ratings against a replay from the beginning: compared to six decimals, and replayed where they differ."""

from collections.abc import Iterator
from itertools import batched
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef

from league.models import Club, Game, Rating, RatingChange, RatingPool
from league.services.difference import Difference
from league.services.rating_replay import (
    Changed,
    RatedGame,
    Standing,
    catch_up,
    games_from,
    rate_games,
    rating_after,
    restart,
    seats_of,
)
from league.services.snapshot import snapshot
from league.standings.rating_pools import Pool, pools_of
from league.standings.ratings import PLACES

READ = 500
"""Games that are read at once."""

COMPARED = Changed._fields[2:]  # behind the game and the player
COMPARED_NOW = ("mu", "sigma", "mu_before", "games", "play_order")


def clubs_to_rate(club: int | None = None) -> list[int]:
    """One club or all, those that keep ratings."""
    clubs = Club.objects.filter(rated=True, **({} if club is None else {"pk": club}))
    return list(clubs.order_by("pk").values_list("pk", flat=True))


def compare_ratings(club: int | None = None) -> Iterator[Difference]:
    """Every difference, club by club; what is to be replayed yet is not compared. Changes nothing."""
    for pk in clubs_to_rate(club):
        yield from _compare_club(pk)


def clubs_waiting(club: int | None = None) -> list[str]:
    """Those of them where games wait to be replayed, by their slugs: there not everything is compared."""
    waiting = Exists(Game.objects.filter(club=OuterRef("pk"), unrated=True))
    stale = Exists(RatingPool.objects.filter(club=OuterRef("pk"), stale_from__isnull=False))
    clubs = Club.objects.filter(waiting | stale, pk__in=clubs_to_rate(club))
    return list(clubs.order_by("slug").values_list("slug", flat=True))


def rescore_ratings(club: int | None = None) -> Iterator[Difference]:
    """The same, and put right. What was only stale is brought up to date and not told."""
    for pk in clubs_to_rate(club):
        catch_up(pk)
        found = list(_compare_club(pk))
        if found:
            restart(pk)
            catch_up(pk)
        yield from found


def _compare_club(club: int) -> Iterator[Difference]:
    found: list[Difference] = []
    with snapshot():
        if Game.objects.filter(club=club, unrated=True).exists():
            return
        rows = list(RatingPool.objects.filter(club=club).order_by("variant"))
        for pool in pools_of(rows):
            if pool.stale_from is None:
                found += _compare_pool(pool)
    yield from found


def _compare_pool(pool: Pool) -> Iterator[Difference]:
    standing: dict[int, Standing] = {}
    newest: dict[int, Changed] = {}
    compared = 0
    for games in _pages(pool):
        changes = list(rate_games(games, seats_of(games), standing))
        newest |= {change.player_id: change for change in changes}
        compared += len(changes)
        yield from _compare_changes(pool, games, changes)
    stored = RatingChange.objects.filter(pool=pool.head).count()
    if stored != compared:
        yield Difference(f"ratings {pool.head}", "changes", stored, compared)
    yield from _compare_now(pool, newest)


def _pages(pool: Pool) -> Iterator[list[RatedGame]]:
    games = pool.games
    while page := games_from(games, READ):
        yield page
        games = pool.games.filter(play_order__gt=page[-1].play_order)


def _compare_changes(pool: Pool, games: list[RatedGame], changes: list[Changed]) -> Iterator[Difference]:
    stored: dict[tuple[UUID, int], Changed] = {}
    for some in batched(games, READ):
        rows = RatingChange.objects.filter(pool=pool.head, game__in=[game.pk for game in some])
        stored |= {row[:2]: Changed._make(row) for row in rows.values_list(*Changed._fields)}
    for change in changes:
        if (row := stored.get(change[:2])) != change:
            subject = f"rating {pool.head}, game {change.game_id}, player {change.player_id}"
            yield from _differing(subject, row, change, COMPARED)


def _compare_now(pool: Pool, newest: dict[int, Changed]) -> Iterator[Difference]:
    stored = {rating.player_id: rating for rating in Rating.objects.filter(pool=pool.head)}
    for player in sorted({*stored, *newest}):
        subject, change = f"rating {pool.head}, player {player}", newest.get(player)
        yield from _differing(subject, stored.get(player), change and rating_after(pool.head, change), COMPARED_NOW)


def _differing(subject: str, stored: Any, computed: Any, names: tuple[str, ...]) -> Iterator[Difference]:
    if stored is None or computed is None:
        if stored is not computed:
            yield Difference(subject, "row", stored and "one", computed and "one")
        return
    for name in names:
        before, after = (round(getattr(row, name), PLACES) for row in (stored, computed))
        if before != after:
            yield Difference(subject, name, before, after)
