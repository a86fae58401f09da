"""The club's log: every administrative act, for its owners. Nobody edits it."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.http import HttpRequest
from league.log_words import log_lines
from league.models import AuditEntry
from league.policy import Action, get_club_for

PAGE_SIZE = 50


@require_safe
def club_log(request: HttpRequest, club: str) -> HttpResponse:
    """Who did what, when, on what, from what to what; the newest first."""
    access = get_club_for(request, club, Action.CLUB)
    entries = AuditEntry.objects.filter(club=access.club).select_related("recorder").order_by("-at", "-pk")
    page = Paginator(entries, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"access": access, "page": page, "lines": log_lines(access.club, page.object_list)}
    return render(request, "clubs/log.html", context)
