"""Cards on tables, as organisers see them: made, shown, printed, withdrawn."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.days import club_date, end_of
from league.forms.cards import CardsForm
from league.http import HttpRequest
from league.models import TableCard
from league.models.cards import MOST_TABLES
from league.policy import Access, Action, get_club_for
from league.qr import qr_svg
from league.services.cards import make_cards, withdraw_card
from league.views.answers import again, chosen_id, posted, see
from league.views.asker import asker
from league.views.discreet import discreet


@require_http_methods(["GET", "HEAD", "POST"])
@discreet
def card_list(request: HttpRequest, club: str) -> HttpResponse:
    """Every table's card with its link and code, and a form for more."""
    access = get_club_for(request, club, Action.CARDS)
    form = CardsForm(posted(request), today=club_date(access.club), initial=_next_numbers(access))
    if request.method != "POST":
        return render(request, "cards/list.html", _page(request, access, form))
    if form.is_valid():
        try:
            cards = make_cards(access.club, form.numbers, _ends(access, form), by=asker(request, access.club))
        except ValidationError as error:
            form.add_error(None, error)
        else:
            said = ngettext("%(count)s card is ready to print.", "%(count)s cards are ready to print.", len(cards))
            messages.success(request, said % {"count": len(cards)})
            return see("card-list", club)
    return again(request, "cards/list.html", _page(request, access, form))


@require_POST
def card_withdraw(request: HttpRequest, club: str, card: int) -> HttpResponse:
    """The card opens nothing from now on."""
    access = get_club_for(request, club, Action.CARDS)
    found = get_object_or_404(TableCard, club=access.club, pk=card)
    withdraw_card(found, by=asker(request, access.club))
    messages.success(request, _("The card of table %(number)s opens nothing any more.") % {"number": found.number})
    return see("card-list", club)


@require_safe
@discreet
def card_print(request: HttpRequest, club: str) -> HttpResponse:
    """A sheet to print: every card that works, or one."""
    access = get_club_for(request, club, Action.CARDS)
    cards, chosen = access.club.cards.live().order_by("number"), chosen_id(request, "card")
    if chosen is not None:
        cards = cards.filter(pk=chosen)
        if not cards:
            raise Http404
    return render(request, "cards/print.html", {"access": access, "cards": [shown(request, card) for card in cards]})


def shown(request: HttpRequest, card: TableCard) -> dict[str, Any]:
    """A card with its link and its code."""
    link = request.build_absolute_uri(reverse("card-open", args=[card.token]))
    title = _("QR code of table %(number)s") % {"number": card.number}
    return {"it": card, "link": link, "short": link.partition("://")[2], "qr": qr_svg(link, title)}


def _page(request: HttpRequest, access: Access, form: CardsForm) -> dict[str, Any]:
    """The cards by table, and the tables whose card was withdrawn and that have none now."""
    cards = list(access.club.cards.order_by("number", "pk"))
    there = [card for card in cards if card.withdrawn_at is None]
    have = {card.number for card in there}
    gone = {card.number: card for card in cards if card.number not in have}
    return {
        "access": access,
        "form": form,
        "cards": [shown(request, card) for card in there],
        "gone": list(gone.values()),
        "zone": access.club.zone,
    }


def _next_numbers(access: Access) -> dict[str, int]:
    """The tables that the form offers: the first four, or the one behind the last."""
    numbers = access.club.cards.filter(withdrawn_at=None).order_by("-number").values_list("number", flat=True)
    newest = numbers.first()
    if newest is None:
        return {"first": 1, "last": 4}
    following = min(newest + 1, MOST_TABLES)
    return {"first": following, "last": following}


def _ends(access: Access, form: CardsForm) -> datetime | None:
    until = form.cleaned_data["until"]
    return until and end_of(access.club, until)
