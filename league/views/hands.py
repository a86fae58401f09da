"""Recording hands: each view reads a form and sends one event through the door."""

from dataclasses import replace
from uuid import UUID

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_POST

from league.bridge.records import SomeEvent, make_void, with_call
from league.forms.fields import Touch
from league.forms.hands import CallForm, HandForm, TouchForm, VoidForm, WriteForm
from league.http import HttpRequest
from league.models import Game
from league.policy import Access, Action, feel_game_for, get_game_for
from league.services.answers import FREELY, Aside, Guard
from league.services.log import read_log
from league.services.play import write_event
from league.views.answers import errors_of
from league.views.asker import scorer, scorer_at
from league.views.table import answer, refuse


@require_POST
def hand_record(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """A new hand, behind the one that the scorer saw last; or the touch of a button beside one in the list."""
    if "touch" in request.POST:
        return _touched(request, *get_game_for(request, club, game, Action.SEND))
    access, pulse = feel_game_for(request, club, game, Action.SEND)
    form = HandForm(request.POST)
    if not form.is_valid():
        return refuse(request, *get_game_for(request, club, game, Action.SEND), errors_of(form), request.POST)
    guard = Guard(confirmed=bool(form.cleaned_data["confirm"]))
    recorder = pulse.recorder or scorer(request, access)
    written = write_event(
        game,
        form.write_id,
        recorder,
        form.event(),
        guard,
        aside=Aside(form.cleaned_data["entered_at"]),
        as_scorer=not access.can(Action.CORRECT),
        hold=access.hold,
    )
    # The door has read the whole club beside the game.
    return answer(request, replace(access, club=written.log.game.club), written, request.POST)


@require_POST
def hand_void(request: HttpRequest, club: str, game: UUID, hand: UUID) -> HttpResponse:
    """Undo a hand, the last or one from the list."""
    access, found = get_game_for(request, club, game, Action.SEND)
    form = VoidForm(request.POST)
    if not form.is_valid():
        return refuse(request, access, found, errors_of(form), request.POST)
    return _void(request, access, found, form, Touch(hand, form.cleaned_data["version"]))


@require_POST
def hand_correct(request: HttpRequest, club: str, game: UUID, hand: UUID) -> HttpResponse:
    """Say the suit or the round of a hand afterwards."""
    access, found = get_game_for(request, club, game, Action.SEND)
    form = CallForm(request.POST)
    if not form.is_valid():
        return refuse(request, access, found, errors_of(form), request.POST)
    return _say(request, access, found, form, Touch(hand, *form.cleaned_data["call"]))


def _touched(request: HttpRequest, access: Access, game: Game) -> HttpResponse:
    form = TouchForm(request.POST)
    if not form.is_valid():
        return refuse(request, access, game, errors_of(form), request.POST)
    touch: Touch = form.cleaned_data["touch"]
    act = _say if touch.call else _void
    return act(request, access, game, form, touch)


def _void(request: HttpRequest, access: Access, game: Game, form: WriteForm, touch: Touch) -> HttpResponse:
    return write(request, access, game, form, make_void(touch.hand), Guard(version=touch.version, confirmed=True))


def _say(request: HttpRequest, access: Access, game: Game, form: WriteForm, touch: Touch) -> HttpResponse:
    log = read_log(game)
    line = log.line(touch.hand)
    if line is None:
        raise Http404
    # Sent again, it says what it said then, whatever was said of the hand since.
    sent = log.record_written_as(form.write_id)
    before = with_call(touch.hand, sent, touch.call) if sent else None
    said = before if before and before.record == sent else with_call(touch.hand, line.record, touch.call)
    return write(request, access, game, form, said, Guard(version=touch.version, confirmed=True))


def write(
    request: HttpRequest, access: Access, game: Game, form: WriteForm, event: SomeEvent, guard: Guard = FREELY
) -> HttpResponse:
    """Through the door, and the screen that follows."""
    recorder = scorer_at(request, access, game)
    aside = Aside(form.cleaned_data["entered_at"])
    bound = not access.can(Action.CORRECT)
    written = write_event(
        game.pk, form.write_id, recorder, event, guard, aside=aside, as_scorer=bound, hold=access.hold
    )
    return answer(request, access, written, request.POST)
