"""Standings and results for programs and spreadsheets, each beside the page that shows the same."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from league.feeds import MOST_GAMES, MOST_IN_FILE, Record, games_feed, night_feed, standings_feed, written
from league.http import HttpRequest
from league.models import Night, Visibility
from league.policy import Access, get_club_for
from league.spreadsheets import games_csv, standings_csv
from league.standings.published import published_season
from league.views.answers import chosen_id
from league.views.live import live_tag
from league.views.scoped import asked_season, asked_variant

JSON, CSV = "application/json", "text/csv; charset=utf-8; header=present"


@require_safe
def standings_json(request: HttpRequest, club: str) -> HttpResponse:
    """The table of a season for a program."""
    access = get_club_for(request, club)
    return _json(request, access, _standings(request, access))


@require_safe
def standings_csv_file(request: HttpRequest, club: str) -> HttpResponse:
    """The same for a spreadsheet."""
    access = get_club_for(request, club)
    feed = _standings(request, access)
    return _csv(request, access, standings_csv(feed), f"standings{_part(feed)}")


@require_safe
def games_json(request: HttpRequest, club: str) -> HttpResponse:
    """The games of a season for a program, the last played first."""
    access = get_club_for(request, club)
    return _json(request, access, _games(request, access, MOST_GAMES))


@require_safe
def games_csv_file(request: HttpRequest, club: str) -> HttpResponse:
    """The same for a spreadsheet."""
    access = get_club_for(request, club)
    feed = _games(request, access, MOST_IN_FILE)
    return _csv(request, access, games_csv(feed), f"games{_part(feed)}")


@require_safe
def night_json(request: HttpRequest, club: str, night: UUID) -> HttpResponse:
    """A night's games and what they came to."""
    access = get_club_for(request, club)
    return _json(request, access, _night(request, access, night, MOST_GAMES))


@require_safe
def night_csv_file(request: HttpRequest, club: str, night: UUID) -> HttpResponse:
    """Its games for a spreadsheet."""
    access = get_club_for(request, club)
    feed = _night(request, access, night, MOST_IN_FILE)
    return _csv(request, access, games_csv(feed), f"{feed['night']['date']}{_part(feed)}")


def _standings(request: HttpRequest, access: Access) -> Record:
    tallies = published_season(access, chosen_id(request, "season"), last_night=True)
    if tallies is None:
        raise Http404
    return standings_feed(access.club, tallies, asked_variant(request), request.GET.get("page", ""))


def _night(request: HttpRequest, access: Access, night: UUID, most: int) -> Record:
    found = get_object_or_404(Night.objects.select_related("club", "season"), club=access.club, pk=night)
    return night_feed(found, request.GET.get("page", ""), most)


def _games(request: HttpRequest, access: Access, most: int) -> Record:
    return games_feed(access.club, asked_season(request, access), request.GET.get("page", ""), most)


def _part(feed: Record) -> str:
    """For the name of a file that is not all: which part it is."""
    return f"-{feed['page']}-of-{feed['pages']}" if feed["pages"] > 1 else ""


def _json(request: HttpRequest, access: Access, feed: Record) -> HttpResponse:
    response = _answer(request, access, written(feed), JSON)
    if access.club.visibility == Visibility.PUBLIC:
        # Any web page may read it in its visitor's browser, without that visitor's cookies.
        response["Access-Control-Allow-Origin"] = "*"
    return response


def _csv(request: HttpRequest, access: Access, text: str, name: str) -> HttpResponse:
    response = _answer(request, access, text, CSV)
    response["Content-Disposition"] = f'attachment; filename="{access.club.slug}-{name}.csv"'
    return response


def _answer(request: HttpRequest, access: Access, text: str, content_type: str) -> HttpResponse:
    """The feed with its tag, or 304 to who has it."""
    response = HttpResponse(text, content_type=content_type)
    response["ETag"] = f'"{live_tag(access, text)}"'
    response["Cache-Control"] = "no-cache"
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
