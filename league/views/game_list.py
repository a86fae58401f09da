"""Every game of a club."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.forms.search import GameSearch
from league.http import HttpRequest
from league.policy import get_club_for
from league.standings.history import NOTHING, Sought, club_games


@require_safe
def game_list(request: HttpRequest, club: str) -> HttpResponse:
    """The last played first; all of them, or somebody's, or those of some days."""
    access = get_club_for(request, club)
    form = GameSearch(request.GET)
    sought = Sought(form.key, form.cleaned_data["since"], form.cleaned_data["until"]) if form.is_valid() else NOTHING
    page = club_games(access.club, request.GET.get("page", ""), sought)
    context = {"access": access, "page": page, "form": form, "sought": any(map(request.GET.get, form.fields))}
    return render(request, "games/list.html", context, status=200 if form.is_valid() else 422)
