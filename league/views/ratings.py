"""Ratings: a club's list, a player's history, what one game changed; and how the club rates.

Who looks brings them up to date first, as far as that takes no time that anybody would notice.
"""

from collections.abc import Callable
from typing import Any, Protocol
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.bridge.rulebook import variant_keys
from league.forms.ratings import RatingsForm
from league.http import HttpRequest
from league.models import Club, Game, Player
from league.policy import Access, Action, get_club_for, get_game_for
from league.services.rating_choice import choose_pools, chosen_pools
from league.services.rating_looks import look
from league.standings.rating_list import rating_page
from league.standings.rating_tables import GameRatings, Pools, game_ratings, rating_history, read_pools
from league.views.answers import again, posted, see
from league.views.asker import asker
from league.views.live import live_part, live_tag, version_now
from league.views.scoped import asked_variant


class MayBeStale(Protocol):
    """Something that tells whether games wait to be replayed."""

    @property
    def stale(self) -> bool: ...


def fresh[T: MayBeStale](club: Club, read: Callable[[], T]) -> T:
    """What is read, up to date if that is quickly done. Somebody else who is at it already is not waited for."""
    found = read()
    if not found.stale:
        return found
    look(club.pk)
    return read()


def ratings_of_player(access: Access, player: Player) -> Pools | None:
    """Where a player stands; None where the club keeps no ratings."""
    return fresh(access.club, lambda: read_pools(access.club, player)) if access.club.rated else None


def ratings_of_game(access: Access, game: Game) -> GameRatings | None:
    """What a game changed; None where it counts nowhere, or the club keeps no ratings."""
    return fresh(access.club, lambda: game_ratings(game)) if access.club.rated and game.counted else None


@require_safe
def rating_list(request: HttpRequest, club: str) -> HttpResponse:
    """Everybody's rating, the highest first; those that are not sure yet apart, below. htmx asks for what changes."""
    access = get_club_for(request, club)
    context: dict[str, Any] = {"access": access, "version": version_now()}
    if access.club.rated:
        pools = fresh(access.club, lambda: read_pools(access.club))
        pool = pools.find(asked_variant(request, "pool"))
        page = rating_page(pool, request.GET.get("page", ""), request.user.pk) if pool else None
        moves = any(row.move and row.move.words for row in page or ())
        context |= {"pools": pools, "pool": pool, "page": page, "moves": moves}
        if request.htmx:
            rows = [list(page) if page else [], pools.stale, pool and pool.head.pk]
            return live_part(request, live_tag(access, "ratings", *rows), "ratings/_table.html", lambda: context)
    return render(request, "ratings/list.html", context)


@require_safe
def player_rating(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """How a rating came about, game by game."""
    access = get_club_for(request, club)
    found = get_object_or_404(Player, club=access.club, pk=player)
    if found.merged_into_id:
        return redirect("player-rating", club, found.merged_into_id)
    ratings = ratings_of_player(access, found)
    if ratings is None:
        raise Http404
    pool = ratings.find(asked_variant(request, "pool") or (ratings.now[0].pool if ratings.now else ""))
    request.hides_a_name = not found.is_shown_fully
    history = rating_history(pool, found, request.GET.get("page", "")) if pool else None
    now = next((now for now in ratings.now if pool and now.pool == pool.head.variant), None)
    context = {"access": access, "player": found, "ratings": ratings, "pool": pool, "history": history, "now": now}
    return render(request, "ratings/history.html", context)


@require_safe
def game_rating(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """What a game changed, by itself: the part of the game's page that follows corrections."""
    access, found = get_game_for(request, club, game)
    ratings = ratings_of_game(access, found)
    context = {"access": access, "game": found, "ratings": ratings, "version": version_now()}
    tag = live_tag(access, "game-rating", found.pk, ratings)
    return live_part(request, tag, "ratings/_game.html", lambda: context)


@require_http_methods(["GET", "HEAD", "POST"])
def rating_edit(request: HttpRequest, club: str) -> HttpResponse:
    """Whether the club keeps ratings, and which games count together."""
    access = get_club_for(request, club, Action.SEASONS)
    within = chosen_pools(access.club, variant_keys())
    form = RatingsForm(posted(request), within=within, initial={"rated": access.club.rated})
    context = {"access": access, "form": form}
    if request.method != "POST":
        return render(request, "ratings/edit.html", context)
    if not form.is_valid():
        return again(request, "ratings/edit.html", context)
    choose_pools(access.club, form.within, rated=form.cleaned_data["rated"], by=asker(request, access.club))
    messages.success(request, _("Saved."))
    return see("rating-list", club)
