"""Two or three players beside each other."""

from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from league.bridge.rulebook import variant_name
from league.forms.compare import CompareForm
from league.http import HttpRequest
from league.models import Player, Season
from league.policy import get_club_for
from league.standings.comparing import compare_players
from league.standings.hiding import hidden_seasons, shown_from
from league.views.answers import chosen_id
from league.views.scoped import asked_variant


@require_safe
def player_compare(request: HttpRequest, club: str) -> HttpResponse:
    """Choose them, and see their figures and the games in which they met; of all time, or of a season."""
    access = get_club_for(request, club)
    variant, season_id = asked_variant(request), chosen_id(request, "season")
    season = None if season_id is None else get_object_or_404(Season, club=access.club, pk=season_id)
    players = {player.pk: player for player in Player.objects.filter(club=access.club, merged_into=None)}
    listed = sorted(players.values(), key=lambda player: (player.sort_key, player.pk))
    # A link from a player's page names the first alone: the form that it opens has nothing wrong in it yet.
    asked = any(name in request.GET for name in CompareForm.base_fields if name != "one")
    form = CompareForm(
        request.GET if asked else None,
        [(player.pk, player.shown) for player in listed],
        first=request.GET.get("one", ""),
    )
    context: dict[str, Any] = {"access": access, "form": form, "season": season, "too_few": not listed[1:]}
    if not asked:
        return render(request, "players/compare.html", context)
    if not form.is_valid():
        return render(request, "players/compare.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    chosen = [players[pk] for pk in form.chosen]
    request.hides_a_name = not all(player.is_shown_fully for player in chosen)
    seasons = list(access.club.seasons.order_by("-starts", "-pk"))
    hidden = (
        {}
        if access.sees_hidden
        else hidden_seasons(access.club, ((one.pk, one.choices.hidden_until) for one in seasons))
    )
    comparison = compare_players(chosen, variant, season.pk if season else None, hidden.keys())
    withheld = [shown_from(one.name, hidden[one.pk]) for one in seasons if one.pk in hidden and season in (None, one)]
    context |= {
        "withheld": " ".join(withheld),
        "comparison": comparison,
        "variant_name": variant_name(comparison.variant),
        "variants": [(key, variant_name(key)) for key in comparison.variants],
        "seasons": seasons,
    }
    return render(request, "players/compare.html", context)
