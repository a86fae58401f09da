"""Tonight: every table as it stands, kept up to date by itself."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.http import HttpRequest
from league.policy import Access, get_club_for
from league.services.closing import waiting_writes
from league.services.disputes import open_disputes
from league.services.evening import Evening, read_evening, read_pulse
from league.sheets import build_sheet
from league.views.live import live_part, live_tag


@require_safe
def club_tonight(request: HttpRequest, club: str) -> HttpResponse:
    """Tonight's tables; on a quiet day, the last night's results."""
    access = get_club_for(request, club)
    context = _context(access, read_evening(access.club)) | _waiting(access)
    return render(request, "tonight/tonight.html", context)


@require_safe
def club_tonight_live(request: HttpRequest, club: str) -> HttpResponse:
    """The part with the tables; 304 while nothing changes, which two queries tell."""
    access = get_club_for(request, club)
    return live_part(
        request,
        live_tag(access, "tonight", *read_pulse(access.club)),
        "tonight/_tables.html",
        lambda: _context(access, read_evening(access.club)),
    )


def _waiting(access: Access) -> dict[str, int]:
    """What an organiser has to decide."""
    if not access.may_correct:
        return {}
    return {"waiting": waiting_writes(access.club).count(), "disputed": open_disputes(access.club).count()}


def _context(access: Access, evening: Evening) -> dict[str, Any]:
    return {
        "access": access,
        "night": evening.night,
        "is_tonight": evening.is_tonight,
        "version": evening.version,
        "open_sheets": [build_sheet(log, limit=1) for log in evening.logs],
        "finished": evening.finished,
        "players": evening.has_players,
    }
