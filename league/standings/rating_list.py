"""A club's list of ratings, with what the last night did to it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Case, F, Subquery, Value, When, Window
from django.db.models.functions import Rank, Round
from django.utils.translation import ngettext

from league.models import Game, Rating, RatingChange
from league.paging import page_with
from league.standings.build import Move, move_of
from league.standings.rating_pools import Pool
from league.standings.rating_words import gain, points
from league.standings.ratings import PLACES, SETTLED

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's line; only settled ratings have a place. `gain`: of the last night, empty for who was not there."""

    place: int | None
    move: Move | None
    player: int
    name: str
    is_me: bool
    value: str
    doubt: str
    games: int
    games_text: str
    gain: str

    @property
    def settled(self) -> bool:
        """Whether it is sure enough for a place."""
        return self.place is not None


class _Rated(NamedTuple):
    """A rating as it was read."""

    provisional: int
    place: int
    player: int
    name: str
    account: int | None
    mu: float
    sigma: float
    games: int


COLUMNS = ("provisional", "place", "player", "player__shown", "player__account", "mu", "sigma", "games")


@dataclass(frozen=True, slots=True)
class _Before:
    """What a rating was before the last night; `games`: how many it stood on."""

    mu: float
    sigma: float
    games: int


def rating_page(pool: Pool, number: str, me: int | None) -> "Page[RatingRow]":
    """A page of a pool's ratings, the highest first, those that are provisional behind all others. Two queries.

    Ratings that agree to six decimals share a place: the last digit of a sum depends on who sat where. All are read, as
    in the standings: where each stood before the last night, only all of them tell.
    """
    provisional = Case(When(sigma__lte=SETTLED, then=Value(0)), default=Value(1))
    ratings = Rating.objects.filter(pool=pool.head).annotate(provisional=provisional)
    place = Window(Rank(), partition_by=[F("provisional")], order_by=Round("mu", precision=PLACES).desc())
    ordered = ratings.annotate(place=place).order_by("provisional", "place", "player__sort_key", "player")
    rated = [_Rated(*row) for row in ordered.values_list(*COLUMNS)]
    before = _before_last_night(pool) if rated else {}
    places = _places_before(rated, before)
    page = Paginator(rated, PAGE_SIZE).get_page(number)
    rows = [_row(row, me, before.get(row.player), places) for row in page.object_list]
    return page_with(page, rows)


def _before_last_night(pool: Pool) -> dict[int, _Before]:
    """What was before the last night that changed a rating, of those who played on it. One query."""
    changes = RatingChange.objects.filter(pool=pool.head)
    newest = changes.order_by("-play_order", "-game").values("game__night")[:1]
    games = Game.objects.filter(night=Subquery(newest)).values("pk")
    # The earliest of a player's changes comes last, and stays.
    on_it = changes.filter(game__in=games).order_by("-play_order", "-number")
    read = on_it.values_list("player", "mu_before", "sigma_before", "number")
    return {player: _Before(mu, sigma, number - 1) for player, mu, sigma, number in read}


def _places_before(rated: Iterable[_Rated], before: Mapping[int, _Before]) -> dict[int, int]:
    """The places of those whose ratings were settled before the last night."""
    was = {row.player: before.get(row.player, _Before(row.mu, row.sigma, row.games)) for row in rated}
    settled = {player: round(one.mu, PLACES) for player, one in was.items() if one.games and one.sigma <= SETTLED}
    order = sorted(settled.values(), reverse=True)
    first: dict[float, int] = {}
    for place, value in enumerate(order, 1):
        first.setdefault(value, place)
    return {player: first[value] for player, value in settled.items()}


def _row(rated: _Rated, me: int | None, before: _Before | None, places: Mapping[int, int]) -> RatingRow:
    place = None if rated.provisional else rated.place
    return RatingRow(
        place=place,
        move=move_of(place, places.get(rated.player)) if places else None,
        player=rated.player,
        name=rated.name,
        is_me=me is not None and rated.account == me,
        value=points(rated.mu),
        doubt=points(rated.sigma),
        games=rated.games,
        games_text=ngettext("%(count)s game", "%(count)s games", rated.games) % {"count": rated.games},
        gain=gain(before.mu, rated.mu) if before else "",
    )
