"""What could not be stored when it came, and waits: each is stored after all, or left out."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.http import HttpRequest
from league.models import HeldWrite
from league.policy import Access, Action, get_club_for
from league.services.answers import Answer, Written
from league.services.settling import Settled, leave_out, store_held
from league.views.answers import see
from league.views.asker import asker
from league.views.notices import STATUS, Notice, notice_for
from league.waiting import held_page

STORE, LEAVE = "store", "leave"


@require_safe
def held_list(request: HttpRequest, club: str) -> HttpResponse:
    """Everything that waits in a club, the newest first."""
    return _show(request, get_club_for(request, club, Action.SEASONS))


@require_POST
def held_settle(request: HttpRequest, club: str, held: int) -> HttpResponse:
    """Store what waits, or leave it out."""
    access = get_club_for(request, club, Action.SEASONS)
    found = get_object_or_404(HeldWrite, club=access.club, pk=held)
    decision = request.POST.get("decision")
    if decision not in (STORE, LEAVE):
        notice = Notice("error", _("Say what to do with it: store it, or leave it out."))
        return _show(request, access, found.pk, notice, HTTPStatus.UNPROCESSABLE_ENTITY)
    organiser = asker(request, access.club)
    try:
        if decision == STORE:
            settled = store_held(found.pk, organiser, confirmed=bool(request.POST.get("confirm")))
        else:
            settled = leave_out(found.pk, organiser)
    except ValidationError as error:
        notice = Notice("error", _not_stored(), error.messages)
        return _show(request, access, found.pk, notice, HTTPStatus.UNPROCESSABLE_ENTITY)
    if settled.written and not settled.done:
        return _show(request, access, found.pk, _notice(settled.written), STATUS[settled.written.answer])
    messages.success(request, _words(settled, decision))
    page = request.GET.get("page", "")
    return see(f"{resolve_url('held-list', club)}?page={page}" if page.isdecimal() else resolve_url("held-list", club))


def _words(settled: Settled, decision: str) -> str:
    if settled.before:
        return _("This was stored already.") if settled.event else _("This was left out already.")
    return _("Stored. The game is counted anew.") if decision == STORE else _("Left out.")


def _not_stored() -> str:
    return _("Not stored; it still waits.")


def _notice(written: Written) -> Notice:
    """What the door said, for one who decides and doesn't type."""
    said = notice_for(written, QueryDict())
    if written.answer == Answer.CONFIRM:
        return Notice("confirm", said.text, said.details)
    if written.answer == Answer.REUSED:
        return Notice("error", _not_stored(), [_("Its phone has stored something else under the same number.")])
    details = said.details if written.answer == Answer.REFUSED else [said.text, *said.details]
    return Notice("error", _not_stored(), details)


def _show(
    request: HttpRequest,
    access: Access,
    asked: int | None = None,
    notice: Notice | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    page = held_page(access.club, request.GET.get("page", ""))
    context: dict[str, Any] = {"access": access, "page": page, "asked": asked, "notice": notice}
    return render(request, "nights/held.html", context, status=status)
