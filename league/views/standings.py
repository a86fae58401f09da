"""The table of a season."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.bridge.rulebook import variant_keys, variant_name
from league.http import HttpRequest
from league.policy import get_club_for
from league.standings.build import standings_of, tie_breaks
from league.views.answers import chosen_id


@require_safe
def standings(request: HttpRequest, club: str) -> HttpResponse:
    """Places in one game of one season: the default season and its first game that has results, if none is named."""
    access = get_club_for(request, club)
    variant = request.GET.get("variant", "")
    if variant not in ("", *variant_keys()):
        raise Http404
    table = standings_of(
        access.club,
        season=chosen_id(request, "season"),
        variant=variant,
        number=request.GET.get("page", ""),
        me=request.user.pk,
    )
    if table is None:
        raise Http404
    context = {
        "access": access,
        "table": table,
        "variant_name": variant_name(table.variant),
        "variants": [(key, variant_name(key)) for key in table.variants],
        "tie_breaks": tie_breaks(),
    }
    return render(request, "standings/detail.html", context)
