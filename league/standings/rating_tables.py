"""Ratings as pages show them: a player's, a game's. What is stale is told, and shown all the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.bridge.rulebook import variant_keys
from league.models import Club, Game, GamePlayer, Player, Rating, RatingChange, RatingPool
from league.paging import page_with
from league.ready import Ready
from league.standings.rating_chart import Chart, draw
from league.standings.rating_pools import Pool, pools_of
from league.standings.rating_words import chance, gain, points, pool_name
from league.standings.ratings import Level, Seated, sides_of

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class Now:
    """A player's rating in one pool, as it stands."""

    pool: str
    name: str
    value: str
    doubt: str
    settled: bool
    games: int
    gain: str


@dataclass(frozen=True, slots=True)
class Pools:
    """A club's pools with the ratings of one player in them; `stale`: games wait to be replayed."""

    stale: bool
    pools: tuple[Pool, ...]
    now: tuple[Now, ...] = ()

    @property
    def names(self) -> list[tuple[str, str]]:
        """Each pool's key, and the games that count in it."""
        return [(pool.head.variant, pool_name(pool)) for pool in self.pools]

    def find(self, variant: str) -> Pool | None:
        """The pool in which this game counts; the first one where it counts in none, or none is asked for."""
        holding = (pool for pool in self.pools if any(row.variant == variant for row in pool.rows))
        return next(holding, next(iter(self.pools), None))


OF_POOL = ("pk", "variant", "within", "stale_from")
OF_RATING = ("mu", "sigma", "mu_before", "games")


NOBODY = 0
"""No player has this id."""


def _compose_pools(club: int, player: int) -> "QuerySet[Club, Any]":
    mine = FilteredRelation("rating_pools__ratings", condition=Q(rating_pools__ratings__player=player))
    waiting = Exists(Game.objects.filter(club=OuterRef("pk"), unrated=True))
    columns = [*(f"rating_pools__{name}" for name in OF_POOL), *(f"mine__{name}" for name in OF_RATING)]
    played = Exists(Rating.objects.filter(pool=OuterRef("rating_pools__pk")))
    clubs = Club.objects.filter(pk=club).annotate(mine=mine, waiting=waiting, played=played)
    return clubs.values_list("waiting", *columns, "played")


# Composing this takes longer than answering it, and a player's page asks it every time.
_POOLS = Ready(_compose_pools, -1, -2)


def read_pools(club: Club, player: Player | None = None) -> Pools:
    """How a club rates, and where a player stands: one query. There is a row, also where nothing was rated yet."""
    found = _POOLS.rows(club.pk, player.pk if player else NOBODY)
    order = variant_keys()
    rows = [RatingPool(club=club, **dict(zip(OF_POOL, row[1:5], strict=True))) for row in found if row[1] is not None]
    rows.sort(key=lambda row: order.index(row.variant) if row.variant in order else len(order))
    standing = {row[1]: row[5:9] for row in found if row[5] is not None}
    all_pools = sorted(pools_of(rows), key=lambda pool: rows.index(pool.head))
    with_games = {row[1] for row in found if row[-1]}
    pools = [pool for pool in all_pools if pool.head.pk in with_games]
    now = [_now(pool, *standing[pool.head.pk]) for pool in pools if pool.head.pk in standing]
    stale = any(row[0] for row in found) or any(pool.stale_from is not None for pool in all_pools)
    return Pools(stale, tuple(pools), tuple(now))


def _now(pool: Pool, mu: float, sigma: float, before: float, games: int) -> Now:
    settled = Level(mu, sigma).settled
    return Now(pool.head.variant, pool_name(pool), points(mu), points(sigma), settled, games, gain(before, mu))


# A player's history


@dataclass(frozen=True, slots=True)
class Step:
    """What one game changed."""

    game: UUID
    date: date
    place: int
    chance: str
    before: str
    gain: str
    after: str
    doubt: str


@dataclass(frozen=True, slots=True)
class History:
    """A page of a player's changes, the newest first, and the same as a drawing."""

    page: "Page[Step]"
    chart: Chart | None


def rating_history(pool: Pool, player: Player, number: str) -> History:
    """Two queries."""
    place = GamePlayer.objects.filter(game=OuterRef("game"), player=OuterRef("player")).values("place")[:1]
    changes = RatingChange.objects.filter(pool=pool.head, player=player).annotate(place=Subquery(place))
    ordered = changes.select_related("game__night").order_by("-play_order", "-number")
    page = Paginator(ordered, PAGE_SIZE).get_page(number)
    found = list(page.object_list)
    steps = page_with(page, [_step(change) for change in found])
    first = [(found[-1].mu_before, found[-1].sigma_before)] if found else []
    return History(steps, draw([*first, *((change.mu, change.sigma) for change in reversed(found))]))


def _step(change: Any) -> Step:
    return Step(
        game=change.game_id,
        date=change.game.night.date,
        place=change.place or 0,
        chance=chance(change.chance),
        before=points(change.mu_before),
        gain=gain(change.mu_before, change.mu),
        after=points(change.mu),
        doubt=points(change.sigma),
    )


# A game


@dataclass(frozen=True, slots=True)
class GameRow:
    """What a game changed for one who played."""

    player: int
    name: str
    won: bool
    chance: str
    before: str
    gain: str
    after: str
    doubt: str


@dataclass(frozen=True, slots=True)
class GameRatings:
    """What a game did to ratings, and how likely its end was."""

    stale: bool
    pool: str
    rows: tuple[GameRow, ...] = ()
    likely: str = ""


def game_ratings(game: Game) -> GameRatings:
    """Two queries. Nothing where the game counts in no rating."""
    pools = read_pools(game.club)
    mine = GamePlayer.objects.filter(game=OuterRef("game"), player=OuterRef("player"))
    ended = {name: Subquery(mine.values(name)[:1]) for name in ("seat", "place")}
    changes: QuerySet[Any] = RatingChange.objects.filter(game=game).select_related("player").annotate(**ended)
    found = list(changes.order_by("seat", "player"))
    pool = next((pool.head.variant for pool in pools.pools if found and pool.head.pk == found[0].pool_id), "")
    return GameRatings(pools.stale, pool, tuple(map(_game_row, found)), _likely(game.variant, found))


def _game_row(change: Any) -> GameRow:
    return GameRow(
        player=change.player_id,
        name=change.player.called,
        won=change.place == 1,
        chance=chance(change.chance),
        before=points(change.mu_before),
        gain=gain(change.mu_before, change.mu),
        after=points(change.mu),
        doubt=points(change.sigma),
    )


def _likely(variant: str, changes: Sequence[Any]) -> str:
    """What the ratings gave the winners before the game; partners have one chance between them."""
    seats = [Seated(change.player_id, change.seat or 0, change.place or 0) for change in changes]
    won = [side for side in sides_of(variant, seats) if side[0].place == 1]
    if not won:
        return ""
    by_player = {change.player_id: change for change in changes}
    names = [by_player[seated.player].player.called for side in won for seated in side]
    likely = chance(sum(by_player[side[0].player].chance for side in won))
    return ngettext(
        "Before the game the ratings gave %(names)s a chance of %(chance)s to win.",
        "Before the game the ratings gave %(names)s a chance of %(chance)s that one of them would win.",
        len(won),
    ) % {"names": get_text_list(names, _("and")), "chance": likely}
