"""Hands with cards to take along, as files of Euchre Game Notation: one, those of a game, of a night, of a season."""

from collections.abc import Iterable, Iterator
from http import HTTPStatus
from itertools import chain
from uuid import UUID

from django.db.models import Q
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render, resolve_url
from django.views.decorators.http import require_safe

from league.exporting import File, files_of, game_files, games_with_cards, hand_file, lines_of, safe, zipped
from league.hand_search import MOST_FOUND, hands_found
from league.http import HttpRequest
from league.models import Night, Season
from league.policy import Access, get_club_for, get_game_for
from league.services.log import read_log
from league.views.hand_list import hand_search, show_hands, sought_of

EGN = "application/json; charset=utf-8"
JSON_LINES = "application/x-ndjson; charset=utf-8"
ZIP = "application/zip"


@require_safe
def hand_egn(request: HttpRequest, club: str, game: UUID, hand: UUID) -> HttpResponseBase:
    """One hand."""
    access, found = get_game_for(request, club, game)
    log = read_log(found)
    if log.line(hand) is None:
        raise Http404
    file = hand_file(log, hand)
    if file is None:
        return _nothing(request, access, resolve_url("hand-detail", club, game, hand))
    return _download(file.text, EGN, file.name)


@require_safe
def game_egn(request: HttpRequest, club: str, game: UUID) -> HttpResponseBase:
    """A game: a document, or a zip of several where the notation has to begin anew."""
    access, found = get_game_for(request, club, game)
    files = game_files(read_log(found))
    if not files:
        return _nothing(request, access, resolve_url("game-detail", club, game))
    if len(files) == 1:
        return _download(files[0].text, EGN, files[0].name)
    return _download(b"".join(zipped(files)), ZIP, files[0].name.removesuffix("-part-1.egn") + ".zip")


@require_safe
def night_egn(request: HttpRequest, club: str, night: UUID) -> HttpResponseBase:
    """Every game of a night, in a zip."""
    access = get_club_for(request, club)
    found = get_object_or_404(Night, club=access.club, pk=night)
    back = resolve_url("night-detail", club, night)
    return _zip(request, access, files_of(games_with_cards(Q(pk=found.pk))), f"{club}-{found.date}", back)


@require_safe
def season_egn(request: HttpRequest, club: str, season: int) -> HttpResponseBase:
    """Every game of a season, in a zip."""
    access = get_club_for(request, club)
    found = get_object_or_404(Season, club=access.club, pk=season)
    name = "-".join(filter(None, [club, safe(found.name) or str(found.pk)]))
    files = files_of(games_with_cards(Q(season=found)))
    return _zip(request, access, files, name, resolve_url("season-list", club))


@require_safe
def hand_list_egn(request: HttpRequest, club: str) -> HttpResponseBase:
    """The hands that a search finds, the newest of very many: a document on each line."""
    access = get_club_for(request, club)
    form = hand_search(request, access)
    if not form.is_valid():
        return show_hands(request, access, form)
    lines = lines_of(hands_found(access.club, sought_of(form)).filter(full=True)[:MOST_FOUND])
    first = next(lines, None)
    if first is None:
        return _nothing(request, access, f"{resolve_url('hand-list', club)}?{request.GET.urlencode()}")
    return _download(chain([first], lines), JSON_LINES, f"{club}-hands.jsonl")


def _zip(request: HttpRequest, access: Access, files: Iterator[File], name: str, back: str) -> HttpResponseBase:
    first = next(files, None)
    if first is None:
        return _nothing(request, access, back)
    return _download(zipped(chain([first], files)), ZIP, f"{name}.zip")


def _nothing(request: HttpRequest, access: Access, back: str) -> HttpResponse:
    """There is no such file; which is a fact about the hands, and no wrong address."""
    context = {"access": access, "back": back}
    return render(request, "hands/no_cards.html", context, status=HTTPStatus.NOT_FOUND)


def _download(content: str | bytes | Iterable[str] | Iterable[bytes], kind: str, name: str) -> HttpResponseBase:
    streamed = not isinstance(content, str | bytes)
    response = (StreamingHttpResponse if streamed else HttpResponse)(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response
