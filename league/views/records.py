"""The records of a club, and what its players have achieved."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from league.bridge.rulebook import variant_keys, variant_name
from league.http import HttpRequest
from league.models import Player
from league.policy import get_club_for
from league.standings.milestones import milestones_of
from league.standings.records import records_of
from league.views.scoped import asked_variant


@require_safe
def club_records(request: HttpRequest, club: str) -> HttpResponse:
    """The first few games of each record, in one of the games that are played here."""
    access = get_club_for(request, club)
    variant = asked_variant(request) or variant_keys()[0]
    context = {
        "access": access,
        "variant": variant,
        "variant_name": variant_name(variant),
        "variants": [(key, variant_name(key)) for key in variant_keys()],
        "records": records_of(access.club, variant),
    }
    return render(request, "standings/records.html", context)


@require_safe
def player_achievements(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Everything that there is to achieve, and the game or night in which this player did it first."""
    access = get_club_for(request, club)
    found = get_object_or_404(Player, club=access.club, pk=player)
    if found.merged_into_id:
        return redirect("player-achievements", club, found.merged_into_id)
    request.hides_a_name = not found.is_shown_fully
    context = {"access": access, "player": found, "milestones": milestones_of(found)}
    return render(request, "players/achievements.html", context)
