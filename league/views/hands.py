"""Recording hands: each view reads a form and sends one event through the door."""

from uuid import UUID

from django import forms
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_POST

from league.bridge.records import Event, make_void
from league.forms.hands import CallForm, HandForm, VoidForm, WriteForm
from league.http import HttpRequest
from league.models import Game
from league.policy import Access, Action, get_game_for, user_of
from league.recorders import device_of
from league.services.answers import FREELY, Guard
from league.services.log import read_log
from league.services.play import write_event
from league.services.recorders import recorder_at
from league.views.table import answer, refuse


@require_POST
def hand_record(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """A new hand, behind the one that the scorer saw last."""
    access, found = get_game_for(request, club, game, Action.RECORD)
    form = HandForm(request.POST)
    if not form.is_valid():
        return refuse(request, access, found, errors_of(form), request.POST)
    guard = Guard(confirmed=bool(form.cleaned_data["confirm"]))
    return write(request, access, found, form, form.event(), guard)


@require_POST
def hand_void(request: HttpRequest, club: str, game: UUID, hand: UUID) -> HttpResponse:
    """Undo a hand, the last or one from the list."""
    access, found = get_game_for(request, club, game, Action.RECORD)
    form = VoidForm(request.POST)
    if not form.is_valid():
        return refuse(request, access, found, errors_of(form), request.POST)
    guard = Guard(version=form.cleaned_data["version"], confirmed=True)
    return write(request, access, found, form, make_void(hand), guard)


@require_POST
def hand_correct(request: HttpRequest, club: str, game: UUID, hand: UUID) -> HttpResponse:
    """Say the suit or the round of a hand afterwards."""
    access, found = get_game_for(request, club, game, Action.RECORD)
    form = CallForm(request.POST)
    if not form.is_valid():
        return refuse(request, access, found, errors_of(form), request.POST)
    line = next((line for line in read_log(found).state.lines if line.id == str(hand)), None)
    if line is None:
        raise Http404
    guard = Guard(version=form.version, confirmed=True)
    return write(request, access, found, form, form.event(hand, line.record), guard)


def write(
    request: HttpRequest, access: Access, game: Game, form: WriteForm, event: Event, guard: Guard = FREELY
) -> HttpResponse:
    """Through the door, and the screen that follows."""
    recorder = recorder_at(game, user_of(request), device_of(request.headers.get("User-Agent", "")))
    return answer(request, access, write_event(game.pk, form.write_id, recorder, event, guard), request.POST)


def errors_of(form: forms.Form) -> list[str]:
    """Every message of a form, behind the label of the field that it belongs to, if it has one."""
    labels = {name: field.label for name, field in form.fields.items()}
    return [
        f"{labels[name]}: {message}" if labels.get(name) else str(message)
        for name, messages in form.errors.items()
        for message in messages
    ]
