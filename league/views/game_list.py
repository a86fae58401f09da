"""Every game of a club."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.http import HttpRequest
from league.policy import get_club_for
from league.standings.history import club_games


@require_safe
def game_list(request: HttpRequest, club: str) -> HttpResponse:
    """The last played first."""
    access = get_club_for(request, club)
    page = club_games(access.club, request.GET.get("page", ""))
    return render(request, "games/list.html", {"access": access, "page": page})
