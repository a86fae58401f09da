"""Moving games and nights: where to, what the standings would make of it, and only then the move."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.forms.moves import MoveForm, NightForm, seen_text
from league.http import HttpRequest
from league.models import Game, Night, Season
from league.policy import Access, Action, get_club_for, get_game_for
from league.services.log import read_log
from league.services.moves import (
    MovedMeanwhile,
    Place,
    check_move,
    game_adds,
    move_game,
    move_night,
    night_adds,
    place_of,
)
from league.services.window import closed_to_scorers
from league.sheets import build_sheet
from league.standings.impact import Moved, moved_changes
from league.views.answers import kept_pairs, posted, see
from league.views.asker import asker, asker_at


@require_http_methods(["GET", "HEAD", "POST"])
def game_move(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """Another table, round or night for a game. Another night is for organisers: it changes who won what when."""
    access, found = get_game_for(request, club, game, Action.RECORD)
    if closed_to_scorers(read_log(found)) and not access.can(Action.CORRECT):
        raise PermissionDenied
    here = place_of(found)
    form = MoveForm(
        posted(request), initial={"date": here.day, "table": here.table, "round": here.round} | _asked(request)
    )
    if request.method != "POST":
        return _show_game(request, access, found, form)
    if not form.is_valid():
        return _show_game(request, access, found, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    seen, to = Place(*form.cleaned_data["seen"]), Place(*form.stand)
    if to.day != here.day and not access.can(Action.SEASONS):
        raise PermissionDenied
    try:
        if not request.POST.get("save"):
            return _preview_game(request, access, found, form, to, check_move(found, seen, to))
        recorder = asker_at(request, found)
        bound = not access.can(Action.CORRECT)
        move_game(found.pk, recorder, seen, to, form.cleaned_data["reason"], as_scorer=bound)
    except ValidationError as error:
        form.add_error(None, error)
        return _show_game(request, access, found, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    except MovedMeanwhile:
        form.add_error(None, _("Somebody moved this game meanwhile. This is where it stands now; look once more."))
        access, found = get_game_for(request, club, game, Action.RECORD)
        return _show_game(request, access, found, form, HTTPStatus.CONFLICT)
    messages.success(request, _("Moved."))
    return see("game-detail", club, game)


@require_http_methods(["GET", "HEAD", "POST"])
def night_season(request: HttpRequest, club: str, night: UUID) -> HttpResponse:
    """Another season for a night with all its games."""
    access = get_club_for(request, club, Action.SEASONS)
    found = get_object_or_404(Night.objects.select_related("season"), club=access.club, pk=night)
    seasons = {season.pk: season for season in Season.objects.filter(club=access.club).order_by("-starts", "-pk")}
    choices = [(season.pk, season.name) for season in seasons.values()]
    form = NightForm(posted(request), choices, initial={"seen": found.season_id, "season": found.season_id})
    context = {
        "access": access,
        "night": found,
        "form": form,
        "games": found.games.count(),
        "address": request.path,
        "back": resolve_url("night-detail", club, night),
    }
    if request.method != "POST":
        return render(request, "moves/night.html", context)
    if not form.is_valid():
        return render(request, "moves/night.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    to = seasons[form.cleaned_data["season"]]
    if not request.POST.get("save"):
        games = found.games.values_list("pk", flat=True)
        moved = Moved(night_adds(found), games, found.season, to, found.pk, found.pk)
        changes = moved_changes(access.club, moved, sees_hidden=access.sees_hidden)
        asked = {"season": found.season, "to": to, "changes": changes}
        return render(request, "moves/preview.html", context | asked | _sent(request))
    recorder = asker(request, access.club)
    try:
        move_night(found.pk, recorder, form.cleaned_data["seen"], to, form.cleaned_data["reason"])
    except ValidationError as error:
        form.add_error(None, error)
        return render(request, "moves/night.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    except MovedMeanwhile:
        form.add_error(
            None, _("Somebody moved this night meanwhile. It is in %(season)s now.") % {"season": found.season}
        )
        return render(request, "moves/night.html", context, status=HTTPStatus.CONFLICT)
    messages.success(request, _("Moved."))
    return see("night-detail", club, night)


def _preview_game(
    request: HttpRequest, access: Access, game: Game, form: MoveForm, to: Place, night: Night
) -> HttpResponse:
    """What would change: where it stands, and the places of both seasons where they differ."""
    old, new = game.night.season, night.season
    moved = Moved(game_adds(game), [game.pk], old, new, game.night_id, night.pk)
    context = {
        "here": place_of(game),
        "there": to,
        "season": old,
        "to": new,
        "changes": moved_changes(access.club, moved, sees_hidden=access.sees_hidden),
    }
    return render(request, "moves/preview.html", _game_context(access, game, form) | context | _sent(request))


def _show_game(
    request: HttpRequest, access: Access, game: Game, form: MoveForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    here = place_of(game)
    context = {
        "here": here,
        "seen": seen_text(here.day, here.table, here.round),
        "may_change_night": access.can(Action.SEASONS),
    }
    return render(request, "moves/game.html", _game_context(access, game, form) | context, status=status)


def _game_context(access: Access, game: Game, form: MoveForm) -> dict[str, Any]:
    sheet = build_sheet(read_log(game), limit=0)
    return {
        "access": access,
        "game": game,
        "form": form,
        "sheet": sheet,
        "address": resolve_url("game-move", access.club.slug, game.pk),
        "back": resolve_url("game-detail", access.club.slug, game.pk),
    }


def _sent(request: HttpRequest) -> dict[str, Any]:
    """Everything that was said, kept for the yes."""
    return {"sent": kept_pairs(request.POST, but=("save", "reason"))}


def _asked(request: HttpRequest) -> dict[str, Any]:
    """Where a link of the log would have it: back where it was."""
    return {name: request.GET[name] for name in ("date", "table", "round") if name in request.GET}
