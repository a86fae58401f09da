"""The table of a season, why a place is whose it is, and what tonight's open games would change."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.bridge.rulebook import variant_keys, variant_name
from league.days import club_date
from league.http import HttpRequest
from league.models import Player, Visibility
from league.policy import Access, get_club_for
from league.standings.build import Standings, shown_variant, standings_of
from league.standings.credits import player_credits
from league.standings.hiding import shown_from
from league.standings.impact import WhatIf, place_changes
from league.standings.open_games import (
    OpenGame,
    names_in,
    read_open_games,
    variants_in_play,
    would_gain,
    would_meet,
)
from league.standings.tallies import SeasonTallies, Section, read_season
from league.standings.why import why
from league.standings.words import table_name
from league.views.answers import chosen_id
from league.views.live import live_part, live_tag, version_now
from league.views.scoped import asked_variant


@require_safe
def standings(request: HttpRequest, club: str) -> HttpResponse:
    """Places in one game of one season: the default season and its first game that has results, if none is named.

    htmx asks the same address for what changes; the tag is made of everything that the table says.
    """
    access = get_club_for(request, club)
    table = standings_of(
        access.club,
        season=chosen_id(request, "season"),
        variant=asked_variant(request),
        number=request.GET.get("page", ""),
        me=request.user.pk,
        sees_hidden=access.sees_hidden,
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
    context = _context(access, table) | {
        "tabs": _tabs(access, table),
        "feeds": feeds_of(access, table),
        "embed": _embed(request, access, table),
    }
    return render(request, "standings/detail.html", context)


@require_safe
def standings_why(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """One place explained: the rule, the numbers, and what decided against the players around."""
    access = get_club_for(request, club)
    found = get_object_or_404(Player.objects.select_related("merged_into"), club=access.club, pk=player)
    if found.merged_into_id:
        return redirect("standings-why", club, found.merged_into_id)
    tallies = _season(request, access)
    variant = shown_variant(tallies, asked_variant(request))
    section = tallies.section(variant)
    line = section.line_of(found.pk)
    context = {
        "access": access,
        "player": found,
        "season": tallies.season,
        "variant": variant,
        "table_name": table_name(section.variants),
        "why": why(section, found.pk),
        "withheld": shown_from(tallies.season.name, section.withheld) if section.withheld else "",
        "credits": player_credits(found, tallies.season.pk, section.variants) if line and line.credits else [],
    }
    return render(request, "standings/why.html", context)


@require_safe
def standings_now(request: HttpRequest, club: str) -> HttpResponse:
    """What the places would be if tonight's open games ended as they stand. Apart from the standings, on purpose."""
    access = get_club_for(request, club)
    tallies = _season(request, access)
    variant = shown_variant(tallies, asked_variant(request))
    section = tallies.section(variant)
    tonight = club_date(access.club)
    games = () if section.withheld else read_open_games(access.club, tallies.season.pk, section.variants, tonight)
    context: dict[str, Any] = {
        "access": access,
        "season": tallies.season,
        "variant": variant,
        "variant_name": table_name(section.variants),
        "games": games,
        "changes": _would_change(section, games),
        "withheld": shown_from(tallies.season.name, section.withheld) if section.withheld else "",
        "version": version_now(),
    }
    if request.htmx:
        tag = live_tag(access, "standings-now", tallies.season.pk, variant, games, context["changes"])
        return live_part(request, tag, "standings/_now.html", lambda: context)
    return render(request, "standings/now.html", context)


def _would_change(section: Section, games: tuple[OpenGame, ...]) -> list[Any]:
    if not games:
        return []
    return place_changes(section, WhatIf(would_gain(games), meetings=would_meet(games)), names_in(games))


def _season(request: HttpRequest, access: Access) -> SeasonTallies:
    tallies = read_season(access.club, chosen_id(request, "season"), sees_hidden=access.sees_hidden)
    if tallies is None:
        raise Http404
    return tallies


def _context(access: Access, table: Standings) -> dict[str, Any]:
    return {
        "access": access,
        "table": table,
        "shown_from": shown_from(table.season.name, table.hidden) if table.hidden else "",
        "version": version_now(),
    }


def _tabs(access: Access, table: Standings) -> list[tuple[str, str]]:
    """The games of a season that have results, and those that tonight's open games may give some."""
    if table.withheld or table.season.is_closed or not table.variant:
        keys = set(table.variants)
    else:
        playing = variants_in_play(access.club, table.season.pk, club_date(access.club))
        keys = {*table.variants, *playing, table.variant}
    return [(key, variant_name(key)) for key in variant_keys() if key in keys]


def feeds_of(access: Access, table: Standings) -> dict[str, str]:
    """Where the same table is for programs."""
    query = {"season": table.season.pk, **_named_variant(table)}
    return {name: reverse(f"standings-{name}", args=[access.club.slug], query=query) for name in ("csv", "json")}


def _embed(request: HttpRequest, access: Access, table: Standings) -> dict[str, Any] | None:
    """For organisers: what to paste into a web page. Of the season played now it goes on showing that of its day."""
    if not access.may_manage_seasons:
        return None
    season = {} if table.season.is_default else {"season": table.season.pk}
    frame = reverse("standings-frame", args=[access.club.slug], query={**season, **_named_variant(table)})
    title = _("Standings of %(club)s") % {"club": access.club.name}
    code = format_html(
        '<iframe src="{}" title="{}" width="100%" height="600" loading="lazy"></iframe>',
        *(request.build_absolute_uri(frame), title),
    )
    return {"code": code, "frame": frame, "members_only": access.club.visibility == Visibility.MEMBERS}


def _named_variant(table: Standings) -> dict[str, str]:
    return {"variant": table.variant} if table.variant else {}
