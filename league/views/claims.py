"""Which player a member is: they say it, an organiser confirms it."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.forms.invitations import ClaimForm, SettleForm
from league.forms.search import NameSearch
from league.http import HttpRequest
from league.models import ClaimState, Player, PlayerClaim
from league.policy import Access, Action, get_club_for, user_of
from league.services.claims import claim_player, settle_claim
from league.views.answers import again, see
from league.views.asker import asker
from league.views.invitations import invitations_page

PAGE_SIZE = 50
FEW = 20
"""So many names are read faster than searched."""


@require_http_methods(["GET", "HEAD", "POST"])
def player_claim(request: HttpRequest, club: str) -> HttpResponse:
    """Are you one of these players?"""
    access = get_club_for(request, club, Action.CLAIM)
    if request.method != "POST":
        context = _players(request, access)
        return render(request, "invitations/claim.html", context, status=200 if context["form"].is_valid() else 422)
    form = ClaimForm(request.POST)
    if form.is_valid():
        try:
            claim = claim_player(access.club, user_of(request), form.cleaned_data["player"])
        except ValidationError as error:
            return again(request, "invitations/claim.html", _players(request, access, error.messages[0]))
        told = _("An organiser will confirm that you are %(player)s.") % {"player": claim.player.shown}
        messages.success(request, told)
        return see("player-claim", club)
    return again(request, "invitations/claim.html", _players(request, access, _("Choose one of these players.")))


@require_POST
def claim_settle(request: HttpRequest, club: str, claim: int) -> HttpResponse:
    """Yes, they are that player; or no."""
    access = get_club_for(request, club, Action.INVITE)
    found = get_object_or_404(PlayerClaim.objects.select_related("club"), club=access.club, pk=claim)
    form = SettleForm(request.POST)
    wrong = _("Choose one of these.")
    if form.is_valid():
        try:
            confirm, by = form.cleaned_data["answer"] == "confirm", asker(request, access.club)
            settled = settle_claim(found, user_of(request), confirm=confirm, by=by)
        except ValidationError as error:
            wrong = error.messages[0]
        else:
            messages.success(request, _told(settled))
            return see("invitation-list", club)
    return again(request, "invitations/list.html", invitations_page(request, access, claim_error=wrong))


def _told(claim: PlayerClaim) -> str:
    told = {"name": claim.user, "player": claim.player.name}
    if claim.state == ClaimState.CONFIRMED:
        return _("%(name)s is %(player)s.") % told
    return _("%(name)s is not %(player)s.") % told


def _players(request: HttpRequest, access: Access, wrong: str = "") -> dict[str, Any]:
    """Those who have no account, and what this member said before."""
    user = user_of(request)
    players = Player.objects.filter(club=access.club, merged_into=None)
    free = players.filter(account=None, anonymised_at=None).order_by("sort_key", "pk")
    form = NameSearch(request.GET)
    found = free.filter(search_key__contains=form.key) if form.is_valid() else free.none()
    return {
        "access": access,
        "mine": players.filter(account=user).first(),
        "claim": PlayerClaim.objects.filter(club=access.club, user=user).select_related("player").last(),
        "page": Paginator(found, PAGE_SIZE).get_page(request.GET.get("page")),
        "form": form,
        "sought": bool(request.GET.get("q")),
        "many": free.count() > FEW,
        "wrong": wrong,
    }
