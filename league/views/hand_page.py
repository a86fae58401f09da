"""One hand to look at again: what is known of it, who entered it, and, where its cards are known, every moment."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from league.exporting import hand_file
from league.hand_views import build_hand
from league.hindsight import look_back, may_look_back
from league.history import hand_history
from league.http import HttpRequest
from league.policy import get_game_for
from league.replaying import NO_NOTES, build_replay, seat_hand
from league.services.log import GameLog, read_log
from league.suit_colours import four_colours, keep_colours
from league.views.answers import chosen_id, see

CHOICE = "colours"


@require_safe
def hand_detail(request: HttpRequest, club: str, game: UUID, hand: UUID) -> HttpResponse:
    """A hand, with `at` one of its moments, with `review` what could have been made of it once the game is over."""
    access, found = get_game_for(request, club, game)
    at = chosen_id(request, "at") or 0
    if CHOICE in request.GET:
        return _choose_colours(request)
    log = read_log(found)
    view = build_hand(log, str(hand))
    if view is None:
        raise Http404
    chairs = seat_hand(log, log.state.lines[view.place], view.place)
    asked_back = bool(request.GET.get("review"))
    hindsight = look_back(log, chairs) if asked_back else None
    context = {
        "access": access,
        "game": found,
        "hand": view,
        "replay": build_replay(chairs, at, hindsight.notes if hindsight else NO_NOTES) if chairs else None,
        "hindsight": hindsight,
        "asked_back": asked_back,
        "may_look_back": may_look_back(log, chairs),
        "four_colours": four_colours(request),
    }
    if chairs and request.htmx and not request.htmx.history_restore_request:
        answer = render(request, "hands/_replay.html", context)
    else:
        answer = render(request, "hands/detail.html", context | _beside(log, hand))
    patch_vary_headers(answer, ["HX-Request"])  # the page and its part have one address
    return answer


def _beside(log: GameLog, hand: UUID) -> dict[str, Any]:
    """What stands around the replay."""
    return {"entries": hand_history(log, str(hand)), "has_file": hand_file(log, hand) is not None}


def _choose_colours(request: HttpRequest) -> HttpResponse:
    """Kept in this browser; then the same page again, without the choice in its address."""
    rest = request.GET.copy()
    chosen = rest.pop(CHOICE)[-1]
    address = f"{request.path}?{rest.urlencode()}" if rest else request.path
    answer = see(address)
    keep_colours(answer, str(chosen))
    return answer
