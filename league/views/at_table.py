"""What a table's card opens: the game that is on, or the page to start one; and handing the scoring over."""

from http import HTTPStatus
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.cards import put_into_pocket
from league.forms.games import StartForm
from league.http import HttpRequest
from league.models import GameStatus
from league.policy import Action, get_game_for, get_table_for
from league.qr import qr_svg
from league.services.cards import circles_at, game_on, live_card, open_card
from league.services.games import start_game
from league.views.answers import TOKEN, errors_of, see
from league.views.asker import scorer
from league.views.cards import shown
from league.views.discreet import discreet
from league.views.games import go_to_table, start_context, without_token


@require_safe
@discreet
def card_open(request: HttpRequest, token: str) -> HttpResponse:
    """Whoever scans the card holds it from now on, and sees what is on at the table."""
    try:
        card = open_card(token)
    except ValidationError as error:
        status = HTTPStatus.GONE if error.code == "expired" else HTTPStatus.NOT_FOUND
        return render(request, "cards/unusable.html", {"error": error.messages[0]}, status=status)
    put_into_pocket(request, card)
    game = game_on(card.club, card.number)
    if game is None:
        return see("table-start", card.club.slug, card.number)
    return see("game-table", card.club.slug, game.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def table_start(request: HttpRequest, club: str, number: int) -> HttpResponse:
    """Who plays at this table; who sat there lately is one tap away."""
    access = get_table_for(request, club, number)
    if request.method != "POST":
        if TOKEN in request.GET:
            return see(f"{request.path}?{without_token(request.GET)}")
        game = game_on(access.club, number)
        if game is not None and game.status == GameStatus.OPEN:
            return see("game-table", club, game.pk)
        errors: list[str] = []
    else:
        form = StartForm(request.POST)
        if form.is_valid():
            new = form.new_game(on_its_day=False)
            try:
                game = start_game(
                    access.club, form.cleaned_data["client_id"], scorer(request, access), new, number=number
                )
                return go_to_table(request, game)
            except ValidationError as error:
                form.add_error(None, error)
        errors = errors_of(form)
    sent = request.POST if request.method == "POST" else request.GET
    context = start_context(access, sent) | {
        "number": number,
        "action": request.path,
        "circles": [(circle, uuid4()) for circle in circles_at(access.club, number)],
        "errors": errors,
        "playing": game_on(access.club, number) if errors else None,
    }
    if errors:
        context["client_id"] = uuid4()
    status = HTTPStatus.UNPROCESSABLE_ENTITY if request.method == "POST" else HTTPStatus.OK
    return render(request, "games/start.html", context, status=status)


@require_safe
@discreet
def game_hand_over(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """A code for another phone: the table's card, or the game's own address for one who may record there."""
    access, found = get_game_for(request, club, game, Action.SCORE)
    card = live_card(access.club, found.table.number) if found.table else None
    if card is not None:
        code = shown(request, card)
    else:
        link = request.build_absolute_uri(reverse("game-table", args=[club, game]))
        code = {"link": link, "qr": qr_svg(link, _("QR code of this table"))}
    return render(request, "games/hand_over.html", {"access": access, "game": found, "code": code, "card": card})
