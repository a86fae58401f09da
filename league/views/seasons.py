"""Seasons and their house rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.bridge.rows import read_rules
from league.bridge.rulebook import (
    in_words,
    preset_choices,
    preset_name,
    preset_rules,
    variant_keys,
    variant_name,
)
from league.bridge.score_sheets import score_sheet
from league.days import club_date
from league.exporting import seasons_with_cards
from league.forms.rules import RulesForm
from league.forms.seasons import NextSeasonForm, SeasonForm
from league.forms.standings import StandingsForm
from league.http import HttpRequest
from league.ids import read_id
from league.models import Season
from league.policy import Access, Action, get_club_for, get_game_for
from league.services.season_end import Next, close_season, games_not_over, reopen_season
from league.services.seasons import create_season, make_default, rules_of, set_rules, set_standings, update_season
from league.standings.choice import choice_of
from league.standings.words import tie_breaks
from league.views.answers import again, posted, see
from league.views.asker import asker
from league.views.scoped import asked_season, asked_variant

SHEET_HANDS = 22
"""Lines of an empty score sheet: as many as fit on a page, and more than nearly every game has."""


@require_safe
def season_list(request: HttpRequest, club: str) -> HttpResponse:
    """Every season, the newest first."""
    access = get_club_for(request, club)
    seasons = Season.objects.filter(club=access.club).order_by("-starts", "-pk")
    context = {"access": access, "seasons": seasons, "variants": _variants()}
    return render(request, "seasons/list.html", context | {"with_cards": seasons_with_cards(access.club)})


@require_http_methods(["GET", "HEAD", "POST"])
def season_add(request: HttpRequest, club: str) -> HttpResponse:
    """A new season, with the rules of the one that is played now."""
    access = get_club_for(request, club, Action.SEASONS)
    form = SeasonForm(posted(request))
    context = {"access": access, "form": form}
    if request.method != "POST":
        return render(request, "seasons/form.html", context)
    if not form.is_valid():
        return again(request, "seasons/form.html", context)
    season = create_season(access.club, **form.cleaned_data, by=asker(request, access.club))
    messages.success(request, _("%(season)s is made. It has the rules of the season before.") % {"season": season})
    return see("season-list", club)


@require_http_methods(["GET", "HEAD", "POST"])
def season_edit(request: HttpRequest, club: str, season: int) -> HttpResponse:
    """Its name and days, and whether nights go to it by themselves."""
    access = get_club_for(request, club, Action.SEASONS)
    found = _get_season(access, season)
    saved = {"name": found.name, "starts": found.starts, "ends": found.ends} | asdict(found.choices)
    form = SeasonForm(posted(request), initial=saved, is_default=found.is_default)
    rule = tie_breaks(choice_of(found))
    seen = _seen(request, found)
    context = {"access": access, "season": found, "form": form, "variants": _variants(), "rule": rule, "seen": seen}
    if request.method != "POST":
        return render(request, "seasons/form.html", context)
    if not form.is_valid():
        return again(request, "seasons/form.html", context)
    default = form.cleaned_data.pop("default", False)
    by = asker(request, access.club)
    with _refusals_above(form), transaction.atomic():
        update_season(found, **form.cleaned_data, by=by, seen=seen)
        if default:
            make_default(found, by)
    if not form.is_valid():
        return again(request, "seasons/form.html", context | {"seen": found.version})
    messages.success(request, _("Saved."))
    return see("season-list", club)


@require_http_methods(["GET", "HEAD", "POST"])
def season_standings(request: HttpRequest, club: str, season: int) -> HttpResponse:
    """How places are decided: a preset or an order of the season's own, tie-breaks, columns. It acts at once."""
    access = get_club_for(request, club, Action.SEASONS)
    found = _get_season(access, season)
    form = StandingsForm(posted(request), choice=choice_of(found))
    seen = _seen(request, found)
    context = {"access": access, "season": found, "form": form, "seen": seen}
    if request.method != "POST":
        return render(request, "seasons/standings.html", context)
    if not form.is_valid():
        return again(request, "seasons/standings.html", context)
    with _refusals_above(form):
        set_standings(found, form.choice, asker(request, access.club), seen=seen)
    if not form.is_valid():
        return again(request, "seasons/standings.html", context | {"seen": found.version})
    messages.success(request, _("Saved. Places are decided so from now on, also for what was played before."))
    return see(reverse("standings", args=[club], query={"season": found.pk}))


@require_http_methods(["GET", "HEAD", "POST"])
def season_close(request: HttpRequest, club: str, season: int) -> HttpResponse:
    """Close a season, and, with the same button, begin the next with its rules and choices."""
    access = get_club_for(request, club, Action.SEASONS)
    found = _get_season(access, season)
    tomorrow = club_date(access.club) + timedelta(days=1)
    form = NextSeasonForm(posted(request), initial={"starts": tomorrow})
    context = {"access": access, "season": found, "form": form, "playing": games_not_over(found)}
    if request.method != "POST":
        return render(request, "seasons/close.html", context)
    if not form.is_valid():
        return again(request, "seasons/close.html", context)
    data = form.cleaned_data
    following = Next(data["name"], data["starts"]) if data["act"] == "next" else None
    begun = close_season(found, asker(request, access.club), following)
    messages.success(request, _closed(found, begun))
    return see("season-list", club)


@require_POST
def season_open(request: HttpRequest, club: str, season: int) -> HttpResponse:
    """Open a season again."""
    access = get_club_for(request, club, Action.SEASONS)
    found = _get_season(access, season)
    reopen_season(found, asker(request, access.club))
    messages.success(request, _("%(season)s is open again.") % {"season": found})
    return see("season-list", club)


def _closed(season: Season, begun: Season | None) -> str:
    told = _("%(season)s is closed.") % {"season": season}
    if begun is None:
        return told
    return f"{told} {_('%(season)s has begun, with the same rules.') % {'season': begun}}"


@require_safe
def rules(request: HttpRequest, club: str) -> HttpResponse:
    """The rules of each game in plain words, those that the club changed marked: of the season named, or of now."""
    access = get_club_for(request, club)
    season = asked_season(request, access)
    games = [in_words(house_rules) for house_rules in rules_of(season).values()]
    return render(request, "rules/detail.html", {"access": access, "season": season, "games": games})


@require_safe
def sheet_print(request: HttpRequest, club: str) -> HttpResponse:
    """An empty score sheet to print, of the game named or of the first one, by the rules of a season as above."""
    access = get_club_for(request, club)
    house_rules = rules_of(asked_season(request, access))
    chosen = house_rules.get(asked_variant(request) or next(iter(house_rules)))
    if chosen is None:
        raise Http404
    sheets = [(key, variant_name(key)) for key in house_rules]
    context = {"access": access, "sheet": score_sheet(chosen), "sheets": sheets, "numbers": range(1, SHEET_HANDS + 1)}
    return render(request, "rules/sheet.html", context)


@require_safe
def game_rules(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """The rules that a game began with and keeps (R34)."""
    access, found = get_game_for(request, club, game)
    return render(
        request,
        "rules/detail.html",
        {"access": access, "game": found, "games": [in_words(read_rules(found.ruleset))]},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def rules_edit(request: HttpRequest, club: str, season: int, variant: str) -> HttpResponse:
    """Every choice by itself, from the rules as they are or from a preset; nothing is stored until it is saved.

    Games that are begun keep the rules that they have.
    """
    access = get_club_for(request, club, Action.SEASONS)
    found = _get_season(access, season)
    house_rules = rules_of(found).get(variant)
    if house_rules is None:
        raise Http404
    chosen = request.GET.get("preset", "")
    shown = preset_rules(variant, chosen) if chosen else house_rules
    if shown is None:
        raise Http404
    form = RulesForm(posted(request), rules=shown)
    context: dict[str, Any] = {
        "access": access,
        "season": found,
        "variant_name": variant_name(variant),
        "presets": preset_choices(shown),
        "chosen": preset_name(chosen) if chosen else "",
        "form": form,
    }
    if request.method != "POST":
        return render(request, "rules/edit.html", context)
    if form.is_valid():
        with _refusals_above(form):
            set_rules(found, form.rules, asker(request, access.club))
    if not form.is_valid():
        return again(request, "rules/edit.html", context)
    messages.success(request, _("Saved. Games that start from now on are played by these rules."))
    return see("rules", club) if found.is_default else see("season-edit", club, found.pk)


def _seen(request: HttpRequest, season: Season) -> int:
    """The version on which the form that was sent stands; the one of now where it says none."""
    seen = read_id(request.POST.get("seen", ""))
    return season.version if seen is None else seen


@contextmanager
def _refusals_above(form: Form) -> Iterator[None]:
    """What the service refuses stands above the form."""
    try:
        yield
    except ValidationError as error:
        form.add_error(None, error)


def _get_season(access: Access, season: int) -> Season:
    return get_object_or_404(Season.objects.select_related("club"), club=access.club, pk=season)


def _variants() -> list[tuple[str, str]]:
    return [(key, variant_name(key)) for key in variant_keys()]
