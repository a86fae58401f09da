"""A game as a whole: starting it, looking at it, ending it without a winner, playing again."""

from collections.abc import Callable
from datetime import date
from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render, resolve_url
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from league.bridge.records import SomeEvent, make_abandon, make_undo
from league.bridge.starts import seats_of, variant_options
from league.days import club_date
from league.disputing import dispute_views
from league.forms.games import GUEST, StartForm, chosen_game_id, chosen_seats, chosen_variant, left_guest
from league.forms.hands import WriteForm
from league.history import build_history
from league.http import HttpRequest
from league.models import Game, Night
from league.policy import Access, Action, get_club_for, get_game_for, user_of
from league.services.at_hand import startable_players
from league.services.confirming import who_may_confirm
from league.services.disputes import disputes_of
from league.services.games import start_again, start_game
from league.services.log import ENDINGS, GameLog, read_log
from league.services.nights import nights_on
from league.sheets import Sheet, build_sheet
from league.views.answers import TOKEN, chosen_id, errors_of, see
from league.views.asker import asker, scorer_at
from league.views.hands import write
from league.views.live import version_now
from league.views.notices import Notice
from league.views.ratings import ratings_of_game
from league.views.table import again_id, game_part, refuse, show


@require_http_methods(["GET", "HEAD", "POST"])
def game_start(request: HttpRequest, club: str) -> HttpResponse:
    """Choose who plays, in order of seats, and begin. Each name that is tapped adds a seat, also without a script."""
    access = get_club_for(request, club, Action.RECORD)
    if request.method != "POST":
        if TOKEN in request.GET:  # without a script the names' buttons send the form's own fields along
            return see(f"{request.path}?{without_token(request.GET)}")
        return render(request, "games/start.html", start_context(access, request.GET))
    form, day = StartForm(request.POST), club_date(access.club)
    if form.is_valid():
        recorder, day = asker(request, access.club), form.cleaned_data["date"] or day
        try:
            game = start_game(access.club, form.cleaned_data["client_id"], recorder, form.new_game())
        except ValidationError as error:
            form.add_error(None, error)
        else:
            if day == club_date(access.club):
                return go_to_table(request, game)
            return see("game-paper", club, game.pk)
    # Nothing was stored under the number that was sent, or another game was: the next attempt has a new one.
    refused = {"errors": errors_of(form), "client_id": uuid4(), "no_season": form.has_error("date", "no_season")}
    context = start_context(access, request.POST) | refused | {"closed_night": _closed_night(access, form, day)}
    return render(request, "games/start.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _closed_night(access: Access, form: StartForm, day: date) -> Night | None:
    """The night in which nobody can start, for who can open it again."""
    closed = any(form.has_error(field, "night_closed") for field in (NON_FIELD_ERRORS, "date"))
    return nights_on(access.club, day).first() if closed and access.may_manage_seasons else None


@require_safe
def game_detail(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """Score and every hand, and who entered what and when."""
    access, found = get_game_for(request, club, game)
    log = read_log(found)
    sheet = build_sheet(log, limit=None)
    context = {
        "access": access,
        "game": found,
        "sheet": sheet,
        "client_id": uuid4(),
        "new_game_id": again_id(found.pk),
        "is_tonight": found.night.date == club_date(access.club),
        "next_sheet": next_sheet(found, sheet),
        "ratings": ratings_of_game(access, found),
        "version": version_now(),
        **_doubts(request, access, log),
    }
    return render(request, "games/detail.html", context)


def _doubts(request: HttpRequest, access: Access, log: GameLog) -> dict[str, Any]:
    """What members say of the game: who may confirm it, and what is disputed."""
    if not access.may_dispute:
        return {}
    user = user_of(request)
    views = dispute_views(disputes_of(log.game), {log.game.pk: log}, user.pk)
    return {"confirmers": who_may_confirm(log, user, records=access.may_record), "disputes": views}


@require_safe
def game_history(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """Every entry: who, when, on what and why; and the game as it stood behind any of them."""
    access, found = get_game_for(request, club, game)
    log = read_log(found)
    at = chosen_id(request, "at")
    if at is not None and at >= len(log.rows):
        raise Http404
    past = None if at is None else build_sheet(log.until(at), limit=None)
    context = {"access": access, "game": found, "sheet": build_sheet(log, limit=0), "entries": build_history(log)}
    return render(request, "games/history.html", context | {"past": past, "at": at})


@require_safe
def game_sheet(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """The part of that page that changes; 304 while it doesn't."""
    return game_part(request, club, game, "sheet", "games/_sheet.html", limit=None)


@require_POST
def game_abandon(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """End a game that counts nowhere (R33)."""
    return _write_of_game(request, club, game, lambda log: make_abandon())


@require_POST
def game_reopen(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """Take back the ending of a game that was abandoned or given up."""
    return _write_of_game(request, club, game, _undo_of_ending)


@require_POST
def game_again(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """The same players at the same table, the deal moved on."""
    access, found = get_game_for(request, club, game, Action.SCORE)
    form = WriteForm(request.POST)
    if not form.is_valid():
        return refuse(request, access, found, errors_of(form), request.POST)
    log = read_log(found)
    if log.is_open:
        return show(request, access, log, Notice("error", _("This game is not over yet.")), HTTPStatus.CONFLICT)
    recorder = scorer_at(request, access, found)
    try:
        return go_to_table(request, start_again(log, form.write_id, recorder, only_here=access.by_card))
    except ValidationError as error:
        return show(
            request, access, log, Notice("error", _("Not started."), error.messages), HTTPStatus.UNPROCESSABLE_ENTITY
        )


def next_sheet(game: Game, sheet: Sheet) -> str:
    """The address where another game of that day begins, with the same players chosen."""
    players = [("seat", str(seat.player_id)) for seat in sheet.seats]
    chosen = [("variant", sheet.variant), *players, ("date", game.night.date.isoformat())]
    return f"{resolve_url('game-start', game.club.slug)}?{urlencode(chosen)}"


def without_token(sent: QueryDict) -> str:
    """The address without a secret that has no business in it."""
    kept = sent.copy()
    del kept[TOKEN]
    return kept.urlencode()


def start_context(access: Access, sent: QueryDict) -> dict[str, Any]:
    """The page as far as players are chosen. Everything that was sent is shown again."""
    variant, seats = chosen_variant(sent), chosen_seats(sent)
    players = startable_players(access.club)
    names = {str(player.id): player.name for player in players}
    return {
        "access": access,
        "action": resolve_url("game-start", access.club.slug),
        "variants": [{"option": option, "chosen": option.key == variant} for option in variant_options()],
        "seats_needed": seats_of(variant),
        "players": [
            {"id": player.id, "name": player.name, "recent": player.recent, "picked": str(player.id) in seats}
            for player in players
        ],
        "picked": [
            {"value": seat, "name": names.get(seat, seat.removeprefix(GUEST)), "seat_label": str(number)}
            for number, seat in enumerate(seats, 1)
        ],
        "dealer": sent.get("dealer", ""),
        "date": sent.get("date", ""),
        "today": club_date(access.club),
        "client_id": chosen_game_id(sent) or uuid4(),
        "guest": left_guest(sent, seats),
        "errors": [],
    }


def _write_of_game(
    request: HttpRequest, club: str, game: UUID, event_for: Callable[[GameLog], SomeEvent | None]
) -> HttpResponse:
    access, found = get_game_for(request, club, game, Action.SEND)
    form = WriteForm(request.POST)
    if not form.is_valid():
        return refuse(request, access, found, errors_of(form), request.POST)
    log = read_log(found)
    event = event_for(log)
    if event is None:
        return show(request, access, log, Notice("error", _("There is nothing to take back.")), HTTPStatus.CONFLICT)
    return write(request, access, found, form, event)


def _undo_of_ending(log: GameLog) -> SomeEvent | None:
    """The undoing of what ended the game; of what did last, if that is undone: the door says that it is done."""
    undone = (number for number in log.undone if log.rows[number].kind in ENDINGS)
    ending = max(undone, default=None) if log.ending is None else log.ending
    return None if ending is None else make_undo(ending)


def go_to_table(request: HttpRequest, game: Game) -> HttpResponse:
    """The screen of a game that has just started."""
    if request.htmx:
        return HttpResponseClientRedirect(resolve_url("game-table", game.club.slug, game.pk))
    return see("game-table", game.club.slug, game.pk)
