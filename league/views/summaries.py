"""Seasons as a whole: one on a sheet of paper, all of them in one table, and the table in somebody's own web page."""

from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.csp import CSP
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from league.http import HttpRequest
from league.models import Season, Visibility
from league.policy import Access, get_club_for
from league.standings.all_time import all_time
from league.standings.build import build_standings
from league.standings.hiding import shown_from
from league.standings.published import published_season, published_seasons
from league.standings.summary import summary_of
from league.views.answers import chosen_id
from league.views.scoped import asked_variant

IN_ANY_PAGE: dict[str, Any] = settings.SECURE_CSP | {"frame-ancestors": ["*"], "script-src": [CSP.NONE]}


@require_safe
def season_summary(request: HttpRequest, club: str, season: int) -> HttpResponse:
    """A season's tables, nights and figures, made for paper."""
    access = get_club_for(request, club)
    found = get_object_or_404(Season, club=access.club, pk=season)
    tallies = published_season(access, found.pk, last_night=True)
    if tallies is None:
        raise Http404
    summary = summary_of(access.club, found, tallies, _asked_month(request))
    context = {"access": access, "season": found, "summary": summary}
    return render(request, "seasons/summary.html", context)


def _asked_month(request: HttpRequest) -> date | None:
    """The first day of a month in the address; what is none leads nowhere: 404."""
    text = request.GET.get("month", "")
    if not text:
        return None
    try:
        return datetime.strptime(text, "%Y-%m").date()  # noqa: DTZ007  # a month of the calendar
    except ValueError:
        raise Http404 from None


@require_safe
def standings_all(request: HttpRequest, club: str) -> HttpResponse:
    """One table of every season, and by which rules each was played."""
    access = get_club_for(request, club)
    variant, page = asked_variant(request), request.GET.get("page", "")
    table = all_time(access.club, published_seasons(access), variant, page, request.user.pk)
    return render(request, "standings/all.html", {"access": access, "table": table})


@require_safe
def standings_frame(request: HttpRequest, club: str) -> HttpResponse:
    """The table alone. Other web pages may show it if whoever reads them may see it without signing in."""
    access = get_club_for(request, club)
    show = _frame if access.club.visibility == Visibility.MEMBERS else _frame_for_any_page
    return show(request, access)


def _frame(request: HttpRequest, access: Access) -> HttpResponse:
    tallies = published_season(access, chosen_id(request, "season"), last_night=True)
    if tallies is None:
        raise Http404
    table = build_standings(access.club, tallies, asked_variant(request), request.GET.get("page", ""))
    told = shown_from(table.season.name, table.hidden) if table.hidden else ""
    return render(request, "standings/frame.html", {"access": access, "table": table, "shown_from": told})


@xframe_options_exempt
@csp_override(IN_ANY_PAGE)
def _frame_for_any_page(request: HttpRequest, access: Access) -> HttpResponse:
    return _frame(request, access)
