"""What counts in a night without a game: what it would change in the standings, and only then the credit."""

from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.bridge.rulebook import variant_keys, variant_name
from league.forms.credits import CreditForm
from league.forms.moves import ReasonForm
from league.http import HttpRequest
from league.models import Credit, CreditKind, Night, Player
from league.policy import Access, Action, get_club_for
from league.services.crediting import add_credit, check_credit, take_back_credit, would_be_credit
from league.services.seasons import check_open
from league.services.tallies import contribution_of_credit
from league.standings.credits import credit_text
from league.standings.impact import WhatIf, place_changes
from league.standings.tallies import read_section
from league.standings.words import table_name
from league.views.answers import kept_pairs, posted, see
from league.views.asker import asker


@require_http_methods(["GET", "HEAD", "POST"])
def credit_add(request: HttpRequest, club: str, night: UUID) -> HttpResponse:
    """Credit somebody with games, wins or points: say what, look at the places that change, and say yes."""
    access, found = _night(request, club, night)
    form = _form(request, access, found)
    if request.method != "POST" or request.POST.get("edit"):
        return _show(request, access, found, form)
    if not form.is_valid():
        return _show(request, access, found, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    reason = form.cleaned_data["reason"]
    try:
        check_open(found.season)
        check_credit(form.new, reason)
        if not request.POST.get("save"):
            return _preview(request, access, form, would_be_credit(found, form.new))
        add_credit(found.pk, form.id, asker(request, access.club), form.new, reason)
    except ValidationError as error:
        form.add_error(None, error)
        return _show(request, access, found, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    messages.success(request, _("Saved. It counts in the standings."))
    return see("night-detail", club, night)


@require_POST
def credit_cancel(request: HttpRequest, club: str, night: UUID, credit: int) -> HttpResponse:
    """Take a credit back: it stays in the list, and counts no more."""
    access, found = _night(request, club, night)
    row = get_object_or_404(Credit, night=found, pk=credit, cancels=None)
    form = ReasonForm(request.POST)
    try:
        if not form.is_valid():
            raise ValidationError(list(form.errors["reason"]))
        take_back_credit(row.pk, asker(request, access.club), form.cleaned_data["reason"])
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("Taken back: it counts no more."))
    return see("night-detail", club, night)


def _night(request: HttpRequest, club: str, night: UUID) -> tuple[Access, Night]:
    access = get_club_for(request, club, Action.CORRECT)
    return access, get_object_or_404(Night.objects.select_related("season", "club"), club=access.club, pk=night)


def _form(request: HttpRequest, access: Access, night: Night) -> CreditForm:
    """Its game is that which was played on the night, to begin with."""
    known = Player.objects.filter(club=access.club, merged_into=None, anonymised_at=None)
    players = [(one.pk, one.name) for one in known.order_by("full_sort_key", "pk")]
    played = night.games.order_by("play_order").values_list("variant", flat=True).first()
    initial = {"client_id": uuid4(), "variant": played or variant_keys()[0], "kind": CreditKind.BYE}
    variants = [(key, variant_name(key)) for key in variant_keys()]
    return CreditForm(posted(request), players, variants, initial=initial)


def _preview(request: HttpRequest, access: Access, form: CreditForm, credit: Credit) -> HttpResponse:
    """What would be counted, and the places that would change."""
    night, player = credit.night, Player.objects.get(pk=credit.player_id)
    section = read_section(access.club, night.season_id, credit.variant, sees_hidden=access.sees_hidden)
    gains = {night.pk: {player.pk: contribution_of_credit(credit)}}
    changes = place_changes(section, WhatIf(gains), {player.pk: (player.shown, player.sort_key)})
    signed = credit.kind == CreditKind.ADJUSTMENT
    context = {
        "access": access,
        "night": night,
        "player": player,
        "credit": credit,
        "variant_name": variant_name(credit.variant),
        "table_name": table_name(section.variants),
        "text": credit_text(credit.games, credit.won12, credit.points, signed=signed),
        "reason": form.cleaned_data["reason"],
        "changes": changes,
        "sent": kept_pairs(request.POST),
    }
    return render(request, "credits/preview.html", context)


def _show(
    request: HttpRequest, access: Access, night: Night, form: CreditForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    context: dict[str, Any] = {"access": access, "night": night, "form": form}
    return render(request, "credits/add.html", context, status=status)
