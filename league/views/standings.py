"""The table of a season, kept up to date by itself; and what tonight's open games would make of it."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.bridge.rulebook import variant_keys, variant_name
from league.days import club_date
from league.http import HttpRequest
from league.policy import Access, get_club_for
from league.standings.build import Standings, standings_of, tie_breaks
from league.standings.impact import place_changes
from league.standings.open_games import names_in, read_open_games, would_gain
from league.standings.tallies import Section, read_season
from league.views.answers import chosen_id
from league.views.live import live_part, live_tag, version_now


@require_safe
def standings(request: HttpRequest, club: str) -> HttpResponse:
    """Places in one game of one season: the default season and its first game that has results, if none is named.

    htmx asks the same address for what changes; the tag is made of everything that the table says.
    """
    access = get_club_for(request, club)
    table = standings_of(
        access.club,
        season=chosen_id(request, "season"),
        variant=_variant(request),
        number=request.GET.get("page", ""),
        me=request.user.pk,
    )
    if table is None:
        raise Http404
    if request.htmx:
        return live_part(
            request,
            live_tag(access, "standings", table, list(table.page)),
            "standings/_table.html",
            lambda: _context(access, table),
        )
    return render(request, "standings/detail.html", _context(access, table))


@require_safe
def standings_now(request: HttpRequest, club: str) -> HttpResponse:
    """What the places would be if tonight's open games ended as they stand. Apart from the standings, on purpose."""
    access = get_club_for(request, club)
    variant = _variant(request) or variant_keys()[0]
    tallies = read_season(access.club, chosen_id(request, "season"))
    if tallies is None:
        raise Http404
    games = read_open_games(access.club, tallies.season.pk, variant, club_date(access.club))
    section = tallies.sections.get(variant, Section(None))
    context: dict[str, Any] = {
        "access": access,
        "season": tallies.season,
        "variant": variant,
        "variant_name": variant_name(variant),
        "games": games,
        "changes": place_changes(section, would_gain(games), names_in(games)) if games else [],
        "version": version_now(),
    }
    if request.htmx:
        tag = live_tag(access, "standings-now", tallies.season.pk, variant, games, context["changes"])
        return live_part(request, tag, "standings/_now.html", lambda: context)
    return render(request, "standings/now.html", context)


def _variant(request: HttpRequest) -> str:
    variant = request.GET.get("variant", "")
    if variant not in ("", *variant_keys()):
        raise Http404
    return variant


def _context(access: Access, table: Standings) -> dict[str, Any]:
    return {
        "access": access,
        "table": table,
        "variant_name": variant_name(table.variant),
        "variants": [(key, variant_name(key)) for key in table.variants],
        "tie_breaks": tie_breaks(),
        "version": version_now(),
    }
