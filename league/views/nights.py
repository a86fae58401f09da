"""A night: its games, and closing it or opening it again."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.exporting import games_with_cards
from league.forms.moves import ReasonForm
from league.history import night_acts
from league.http import HttpRequest
from league.models import Night, NightState, SeasonState
from league.policy import Access, Action, get_club_for
from league.services.closing import StillPlaying, close_night, open_games, reopen_night, waiting_writes
from league.services.log import read_logs
from league.sheets import build_sheet
from league.standings.credits import night_credits
from league.standings.history import night_games
from league.standings.race import POINTS, WON, races_of
from league.views.answers import see
from league.views.asker import asker


@require_safe
def night_detail(request: HttpRequest, club: str, night: UUID) -> HttpResponse:
    """A night's games, the last played first; for organisers, what can be done to it."""
    access = get_club_for(request, club)
    return _show(request, access, get_object_or_404(_nights(access), pk=night), ReasonForm())


@require_POST
def night_close(request: HttpRequest, club: str, night: UUID) -> HttpResponse:
    """Close a night; asked first, with the games that are not over."""
    access = get_club_for(request, club, Action.SEASONS)
    found = get_object_or_404(_nights(access), pk=night)
    form = ReasonForm(request.POST)
    anyway = bool(request.POST.get("anyway"))
    if not form.is_valid():
        if anyway:
            return _ask(request, access, found, form, HTTPStatus.UNPROCESSABLE_ENTITY)
        return _show(request, access, found, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        close_night(found.pk, asker(request, access.club), form.cleaned_data["reason"], anyway=anyway)
    except StillPlaying:
        return _ask(request, access, found, form)
    messages.success(request, _("The night is closed. Whatever is still sent waits for an organiser."))
    return see("night-detail", club, night)


@require_POST
def night_open(request: HttpRequest, club: str, night: UUID) -> HttpResponse:
    """Open a night again."""
    access = get_club_for(request, club, Action.SEASONS)
    found = get_object_or_404(_nights(access), pk=night)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _show(request, access, found, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    reopen_night(found.pk, asker(request, access.club), form.cleaned_data["reason"])
    messages.success(request, _("The night is open again."))
    return see("night-detail", club, night)


def _show(
    request: HttpRequest, access: Access, night: Night, form: ReasonForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    by = POINTS if request.GET.get("race") == POINTS else WON
    context: dict[str, Any] = {
        "access": access,
        "night": night,
        "by": by,
        "races": races_of(night, by),
        "is_open": night.state == NightState.OPEN,
        "page": night_games(night, request.GET.get("page", "")),
        "has_cards": games_with_cards(Q(pk=night.pk)).exists(),
        "acts": night_acts(night),
        "credits": night_credits(night),
        "may_credit": access.may_correct and night.season.state == SeasonState.OPEN,
        "form": form,
        "waiting": waiting_writes(access.club, night).count() if access.may_manage_seasons else 0,
    }
    return render(request, "nights/detail.html", context, status=status)


def _ask(
    request: HttpRequest, access: Access, night: Night, form: ReasonForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """What would be left as it stands."""
    logs = read_logs(list(open_games(night)))
    context = {
        "access": access,
        "night": night,
        "form": form,
        "sheets": [build_sheet(log, limit=0) for log in logs.values()],
    }
    return render(request, "nights/close.html", context, status=status)


def _nights(access: Access) -> "QuerySet[Night]":
    return Night.objects.select_related("season").filter(club=access.club)
