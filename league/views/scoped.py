"""What an address says that figures are about; what it can't say leads nowhere: 404."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from league.bridge.rulebook import variant_keys
from league.http import HttpRequest
from league.models import Player, Season
from league.policy import Access
from league.standings.scopes import Scope, Span
from league.views.answers import chosen_id


def asked_variant(request: HttpRequest, name: str = "variant") -> str:
    """A game, or nothing."""
    variant = request.GET.get(name, "")
    if variant not in ("", *variant_keys()):
        raise Http404
    return variant


def asked_season(request: HttpRequest, access: Access) -> Season:
    """A season; where none is named, the one to which nights go by themselves."""
    season = chosen_id(request, "season")
    wanted = {"is_default": True} if season is None else {"pk": season}
    return get_object_or_404(Season, club=access.club, **wanted)


def asked_scope(request: HttpRequest, access: Access, player: Player) -> Scope:
    """Tonight, a season or all time; which game; and with whom."""
    span = request.GET.get("scope", "")
    if span not in list(Span):
        raise Http404
    other, known = chosen_id(request, "with"), Player.objects.filter(club=access.club, merged_into=None)
    return Scope(
        Span(span),
        chosen_id(request, "season"),
        asked_variant(request),
        None if other is None else get_object_or_404(known.exclude(pk=player.pk), pk=other),
    )
