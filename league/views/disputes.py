"""Confirming a game, disputing it, and settling what was disputed."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.disputing import disputes_page, hand_text
from league.forms.disputes import DisputeForm, SettleForm
from league.http import HttpRequest
from league.ids import read_id
from league.models import Dispute, DisputeState
from league.policy import Access, Action, get_club_for, get_game_for, user_of
from league.services.confirming import confirm_game, take_back_confirmation
from league.services.disputes import dispute, settle
from league.services.log import read_log
from league.views.answers import chosen_id, posted, see
from league.views.asker import asker, asker_at, scorer_at


@require_POST
def game_confirm(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """One of the players says that the game is right."""
    access, found = get_game_for(request, club, game, Action.CONFIRM)
    number, seen = (read_id(request.POST.get(name, "")) for name in ("player", "seen"))
    asked = request.user if request.user.is_authenticated else None
    try:
        by, records = scorer_at(request, access, found), access.can(Action.SCORE)
        confirm_game(found.pk, by, number or 0, asked, records=records, seen=seen)
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, _("Confirmed. From now on only an organiser changes this game."))
    # Who came by a card finds the next game there, and nowhere else.
    return see("game-table" if access.by_card or not access.may_look else "game-detail", club, game)


@require_POST
def game_unconfirm(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """The scorer may put it right again."""
    _access, found = get_game_for(request, club, game, Action.CORRECT)
    take_back_confirmation(found.pk, asker_at(request, found))
    messages.success(request, _("The confirmation is taken back. Scorers may change this game."))
    return see("game-detail", club, game)


@require_http_methods(["GET", "HEAD", "POST"])
def game_dispute(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """Say what is wrong with a hand, or with the game."""
    access, found = get_game_for(request, club, game, Action.DISPUTE)
    form = DisputeForm(posted(request), initial={"hand": request.GET.get("hand", "")})
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                dispute(found.pk, form.cleaned_data["hand"], asker_at(request, found), form.cleaned_data["words"])
            except ValidationError as error:
                form.add_error(None, error)
            else:
                messages.success(request, _("An organiser will look at it. Nothing is changed until then."))
                return see("game-detail", club, game)
    about, _void = hand_text(read_log(found), _hand(form))
    return render(
        request, "disputes/form.html", {"access": access, "game": found, "form": form, "about": about}, status=status
    )


def _hand(form: DisputeForm) -> UUID | None:
    try:
        return UUID(str(form["hand"].value()))
    except ValueError:
        return None


@require_safe
def dispute_list(request: HttpRequest, club: str) -> HttpResponse:
    """What waits for an organiser, the oldest first."""
    return _show(request, get_club_for(request, club, Action.CORRECT))


@require_POST
def dispute_settle(request: HttpRequest, club: str, dispute: int) -> HttpResponse:
    """An organiser's answer; or the member who takes it back."""
    access = get_club_for(request, club, Action.DISPUTE)
    found = get_object_or_404(Dispute.objects.select_related("recorder"), game__club=access.club, pk=dispute)
    takes_back = request.POST.get("state") == DisputeState.WITHDRAWN
    if takes_back and found.recorder.account_id != user_of(request).pk:
        raise PermissionDenied
    if not takes_back and not access.can(Action.CORRECT):
        raise PermissionDenied
    form = SettleForm({"state": DisputeState.WITHDRAWN} if takes_back else request.POST)
    if not form.is_valid():
        return _show(request, access, form, found.pk)
    settled = settle(found.pk, asker(request, access.club), form.cleaned_data["state"], form.cleaned_data["words"])
    if settled.state == form.cleaned_data["state"]:
        messages.success(request, _("Settled."))
    else:
        messages.warning(request, _("This was settled already: %(how)s.") % {"how": settled.get_state_display()})
    if takes_back:
        return see("game-detail", club, found.game_id)
    return see("dispute-list", club)


def _show(
    request: HttpRequest, access: Access, form: SettleForm | None = None, asked: int | None = None
) -> HttpResponse:
    number = chosen_id(request, "page") or 1
    context: dict[str, Any] = {
        "access": access,
        "page": disputes_page(access.club, str(number), user_of(request).pk),
        "form": form,
        "asked": asked,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form else HTTPStatus.OK
    return render(request, "disputes/list.html", context, status=status)
