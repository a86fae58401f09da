"""What is kept about people: telling them, handing it out, and forgetting it."""

from collections.abc import Iterator
from functools import reduce
from http import HTTPStatus
from operator import or_
from typing import cast

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest as DjangoHttpRequest
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.forms.privacy import DeleteAccountForm, ForgetForm
from league.http import HttpRequest, SignedInRequest
from league.models import GameEvent, Player, Remark
from league.policy import Action, get_club_for, get_player_for, is_own
from league.services.forgetting import erase_remark, forget_player
from league.services.leaving import LastOwnerError, clubs_of, clubs_that_need, delete_account
from league.services.merging import games_of
from league.takeout import account_data, player_data
from league.views.answers import again, posted, see
from league.views.asker import asker, device


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, where, why, for how long, who sees it, and how it goes away."""
    days = settings.SESSION_COOKIE_AGE // (24 * 60 * 60)
    return render(request, "privacy/privacy.html", {"contact": settings.CONTACT, "days": days})


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Everything may be fetched: a page that is forbidden here could not say that it is not to be listed."""
    return HttpResponse("User-agent: *\nDisallow:\n", content_type="text/plain; charset=utf-8")


# A player


@require_http_methods(["GET", "HEAD", "POST"])
def player_forget(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """What would be forgotten and what stays; and after a yes, that it is."""
    access, found = get_player_for(request, club, player, Action.PRIVACY)
    form = ForgetForm(posted(request))
    if request.method == "POST" and form.is_valid():
        forgotten = forget_player(found, asker(request, access.club))
        messages.success(request, _("Forgotten. The results are those of %(name)s now.") % {"name": forgotten.shown})
        return see("player-detail", club, player)
    others = Player.objects.filter(merged_into=found).order_by("pk")
    context = {"access": access, "player": found, "mine": is_own(request, found), "form": form}
    context |= {"others": others, "games": len(games_of(found))}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "privacy/forget.html", context, status=status)


@require_safe
def player_data_file(request: HttpRequest, club: str, player: int) -> StreamingHttpResponse:
    """Everything that the club keeps about a player."""
    _access, found = get_player_for(request, club, player, Action.PRIVACY)
    return _file(player_data(found), f"{club}-{player}.json")


@require_http_methods(["GET", "HEAD", "POST"])
def remark_erase(request: HttpRequest, club: str, remark: int) -> HttpResponse:
    """Somebody's words, and a button that erases them."""
    access = get_club_for(request, club, Action.PRIVACY)
    about = (Q(**{f"{path}__club": access.club}) for path in ("game", "event__game", "credit__night"))
    remarks = Remark.objects.filter(reduce(or_, about))
    found = get_object_or_404(remarks.select_related("game", "event__game", "credit"), pk=remark)
    back = _page_of(found, club, of_night=bool(request.GET.get("night")))
    if request.method != "POST":
        return render(request, "privacy/erase.html", {"access": access, "remark": found, "back": back})
    erase_remark(found, asker(request, access.club))
    messages.success(request, _("Erased."))
    return see(back)


def _page_of(remark: Remark, club: str, *, of_night: bool) -> str:
    """Where a remark stands: a night's page, or a game's history."""
    if remark.credit:
        return reverse("night-detail", args=[club, remark.credit.night_id])
    game = remark.game or cast(GameEvent, remark.event).game  # it is about something
    if of_night:
        return reverse("night-detail", args=[club, game.night_id])
    return reverse("game-history", args=[club, game.pk])


# An account


@require_safe
@login_required
def account_data_page(request: SignedInRequest) -> HttpResponse:
    """Where one's data are, and how to take them along or be forgotten."""
    players = Player.objects.filter(account=request.user, merged_into=None, anonymised_at=None)
    context = {"players": players.select_related("club").order_by("club__name", "pk")}
    return render(request, "privacy/account.html", context)


@require_safe
@login_required
def account_data_file(request: SignedInRequest) -> StreamingHttpResponse:
    """Everything that the site keeps about an account."""
    return _file(account_data(request.user), "upcard.json")


def _can_ask_again(request: DjangoHttpRequest) -> bool:
    """Whether there is a password, or an address for a code."""
    return bool(get_adapter().get_reauthentication_methods(request.user))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required(enabled=_can_ask_again)  # type: ignore[untyped-decorator]  # allauth has no types
def account_delete(request: SignedInRequest) -> HttpResponse:
    """What goes and what stays; and after a yes, a site that does not know this person."""
    user, needed = request.user, clubs_that_need(request.user)
    mine = Player.objects.filter(account=user, merged_into=None).select_related("club").order_by("club__name", "pk")
    form = DeleteAccountForm(posted(request), [(one.club_id, f"{one.club}: {one.shown}") for one in mine])
    context = {"form": form, "needed": needed, "clubs": clubs_of(user)}
    if request.method != "POST":
        return render(request, "privacy/delete.html", context)
    if not form.is_valid() or needed:
        return again(request, "privacy/delete.html", context)
    try:
        delete_account(user, form.cleaned_data.get("forget", ()), device(request))
    except LastOwnerError as error:  # the other owner left a moment ago
        return again(request, "privacy/delete.html", context | {"needed": error.clubs})
    logout(request)
    messages.success(request, _("Your account is deleted."))
    return see("home")


def _file(parts: Iterator[str], name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(parts, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response
