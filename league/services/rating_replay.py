"""Ratings, brought up to date by replaying games in the order of play from the first one that counts otherwise.

A page of games is a transaction: whenever this stops, what it wrote is right up to where the pool says, and the next
one goes on from there. Nothing but the page is in memory. What a game changes follows from the last change of each
player before it, so a replay from anywhere gives to the last digit what one from the beginning would.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db import OperationalError, transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from league.models import Club, Game, GamePlayer, Player, Rating, RatingChange, RatingPool
from league.services.locks import lock_club, waiting_for_nobody
from league.standings.rating_pools import Pool, pools_of
from league.standings.ratings import NEW, Level, Seated, rate

PAGE = 100
"""Games that are replayed in one transaction: some hundredths of a second, for which the end of a game may wait."""

MOST_MARKS = 1000
"""Games whose marks are taken at once."""

MOST_AT_A_LOOK = PAGE
"""Games that are replayed before a page is shown, in one transaction; what is left waits for the next look."""


class RatedGame(NamedTuple):
    """A game that counts."""

    pk: UUID
    variant: str
    play_order: int


class Changed(NamedTuple):
    """What a game did to one player: the columns of a `RatingChange`."""

    game_id: UUID
    player_id: int
    play_order: int
    number: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    chance: float


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's level behind so many games."""

    level: Level = NEW
    games: int = 0


def catch_up(club: int, most: int | None = None, *, wait: bool = True) -> bool:
    """Replay what a club's ratings have not taken in, some `most` games or all; whether that was everything.

    Who does not `wait` leaves it to somebody who is at it already.
    """
    done = 0
    while most is None or done < most:
        page = _replay_page(club) if wait else _replay_if_free(club)
        if page is None:
            return False
        games, more = page
        if not more:
            return True
        done += games
    return False


def restart(club: int) -> None:
    """Replay everything of a club from its first game on, at the next look."""
    with transaction.atomic():
        lock_club(club)
        variants = Game.objects.filter(club=club, counted=True).values_list("variant", flat=True).distinct()
        missing = [RatingPool(club_id=club, variant=variant, within=variant) for variant in sorted(variants)]
        RatingPool.objects.bulk_create(missing, ignore_conflicts=True)
        RatingPool.objects.filter(club=club).update(stale_from=0)
        Rating.objects.filter(pool__club=club).delete()  # also of whom no game speaks


def _replay_if_free(club: int) -> tuple[int, bool] | None:
    """The same for who only looks: None also where somebody else is writing on SQLite."""
    try:
        with waiting_for_nobody():
            return _replay_page(club, wait=False)
    except OperationalError as error:
        if "locked" not in str(error):
            raise
        return None


@transaction.atomic
def _replay_page(club: int, *, wait: bool = True) -> tuple[int, bool] | None:
    """Replay some games of the first pool that is stale: how many, and whether more is. None if others have the club.

    The club's lock comes first, so there is one replay at a time, and nobody purges what is referred to here.
    """
    if Club.objects.select_for_update(no_key=True, skip_locked=not wait).filter(pk=club).first() is None:
        return None
    all_marks = _take_marks(club)
    stale = [pool for pool in pools_of(list(_rows(club))) if pool.stale_from is not None]
    if not stale:
        return 0, not all_marks
    games, end = _replay(stale[0], stale[0].stale_from or 0)
    pks = [row.pk for row in stale[0].rows]
    RatingPool.objects.filter(pk__in=pks).update(stale_from=None if end is None else end + 1)
    return games, end is not None or len(stale) > 1 or not all_marks


def _rows(club: int) -> QuerySet[RatingPool]:
    return RatingPool.objects.filter(club=club).order_by("variant")


def _take_marks(club: int) -> bool:
    """What games say becomes what the pools say: from where on they are stale. False if there are more marks yet.

    Behind the games' locks: a hand that changes one of them again marks it again, when this is over.
    """
    marked = Game.objects.filter(club=club, unrated=True).select_for_update(no_key=True).order_by("pk")
    games = list(marked.values_list("pk", "variant", "play_order")[:MOST_MARKS])
    if not games:
        return True
    keys = [pk for pk, _variant, _order in games]
    # Where it stood, and where it stands.
    before = RatingChange.objects.filter(game__in=keys).values_list("game", "game__variant", "play_order").distinct()
    first: dict[str, int] = {}
    for _pk, variant, play_order in [*games, *before]:
        first[variant] = min(play_order, first.get(variant, play_order))
    rows = {row.variant: row for row in _rows(club)}
    for variant, play_order in sorted(first.items()):
        row = rows.get(variant) or RatingPool(club_id=club, variant=variant, within=variant, stale_from=0)
        if row.stale_from is None or row.stale_from > play_order:
            row.stale_from = play_order
        row.save()
    Game.objects.filter(pk__in=keys).update(unrated=False)
    return len(games) < MOST_MARKS


def _replay(pool: Pool, start: int) -> tuple[int, int | None]:
    """Replay a page of a pool's games; how many, and up to where: None stands for the last one."""
    games = games_from(pool.games.filter(play_order__gte=start), PAGE)
    end = games[-1].play_order if len(games) >= PAGE else None
    seats = seats_of(games)
    players = {one.player for seated in seats.values() for one in seated}
    touched = _throw_away(pool.head, start, end, games) | players
    standing = {change.player_id: _standing(change) for change in _latest(pool.head, players, start)}
    changes = rate_games(games, seats, standing)
    RatingChange.objects.bulk_create([RatingChange(pool=pool.head, **change._asdict()) for change in changes])
    _store_ratings(pool.head, touched)
    return len(games), end


def games_from(games: QuerySet[Game], size: int) -> list[RatedGame]:
    """The first games of those in the order of play, and with the last one whatever was played in the same moment."""
    columns = ("pk", "variant", "play_order")
    found = [RatedGame._make(row) for row in games.values_list(*columns)[:size]]
    if len(found) == size:
        same = games.filter(play_order=found[-1].play_order, pk__gt=found[-1].pk)
        found += [RatedGame._make(row) for row in same.values_list(*columns)]
    return found


def seats_of(games: Sequence[RatedGame]) -> dict[UUID, list[Seated]]:
    """Who sat where, in the order of the seats."""
    rows = GamePlayer.objects.filter(game__in=[game.pk for game in games], counted=True, place__isnull=False)
    seats: dict[UUID, list[Seated]] = {}
    for game, player, seat, place in rows.order_by("seat", "pk").values_list("game", "player", "seat", "place"):
        seats.setdefault(game, []).append(Seated(player, seat, place or 0))
    return seats


def rate_games(
    games: Iterable[RatedGame], seats: Mapping[UUID, Sequence[Seated]], standing: dict[int, Standing]
) -> Iterator[Changed]:
    """What each game does to whom, one after the other; `standing` goes along."""
    for game in games:
        seated = seats.get(game.pk, ())
        levels = {one.player: standing[one.player].level for one in seated if one.player in standing}
        for player, change in rate(game.variant, seated, levels).items():
            number = standing.get(player, Standing()).games + 1
            standing[player] = Standing(change.after, number)
            yield Changed(
                game_id=game.pk,
                player_id=player,
                play_order=game.play_order,
                number=number,
                mu_before=change.before.mu,
                sigma_before=change.before.sigma,
                mu=change.after.mu,
                sigma=change.after.sigma,
                chance=change.chance,
            )


def rating_after(pool: RatingPool, change: Changed | RatingChange) -> Rating:
    """A player's rating, if that was their last game."""
    return Rating(
        pool=pool,
        player_id=change.player_id,
        mu=change.mu,
        sigma=change.sigma,
        mu_before=change.mu_before,
        games=change.number,
        play_order=change.play_order,
    )


def _standing(change: RatingChange) -> Standing:
    return Standing(Level(change.mu, change.sigma), change.number)


def _throw_away(pool: RatingPool, start: int, end: int | None, games: Sequence[RatedGame]) -> set[int]:
    """Delete what is written anew, also where a game stood before it was moved; whose ratings that touches."""
    between = Q(play_order__gte=start) if end is None else Q(play_order__gte=start, play_order__lte=end)
    touched: set[int] = set()
    for stale in (between, Q(game__in=[game.pk for game in games])):
        rows = RatingChange.objects.filter(stale, pool=pool)
        if players := set(rows.values_list("player", flat=True).distinct()):
            touched |= players
            rows.delete()
    return touched


def _latest(pool: RatingPool, players: Iterable[int], before: int | None = None) -> QuerySet[RatingChange]:
    """The last change of each of these players, or the last one before a place in the order of play."""
    mine = RatingChange.objects.filter(pool=pool, player=OuterRef("pk"))
    if before is not None:
        mine = mine.filter(play_order__lt=before)
    last = mine.order_by("-play_order", "-number").values("pk")[:1]
    keys = Player.objects.filter(pk__in=list(players)).annotate(last=Subquery(last)).values("last")
    return RatingChange.objects.filter(pk__in=keys)


def _store_ratings(pool: RatingPool, players: set[int]) -> None:
    """These players' ratings are what the last of their changes says; who has none has no rating."""
    now = [rating_after(pool, change) for change in _latest(pool, players)]
    gone = players - {rating.player_id for rating in now}
    if gone:
        Rating.objects.filter(pool=pool, player__in=gone).delete()
    Rating.objects.bulk_create(
        now,
        update_conflicts=True,
        unique_fields=["pool", "player"],
        update_fields=["mu", "sigma", "mu_before", "games", "play_order"],
    )
