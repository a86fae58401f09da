"""Changing a game that stands: look, choose, see what would change, and only then say yes. Opening writes nothing."""

from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.bridge.words import message_for
from league.forms.changes import CHANGES, ChangeForm, Table
from league.grids import build_grid
from league.http import HttpRequest
from league.models import WhyHeld
from league.policy import Access, Action, get_game_for
from league.previews import build_preview
from league.services.answers import STORED, Answer, Aside, Guard, Written
from league.services.at_hand import startable_players
from league.services.closing import why_held
from league.services.log import GameLog, read_log
from league.services.play import write_event
from league.services.preview import preview_event
from league.services.window import closed_to_scorers
from league.sheets import build_sheet, short_names
from league.standings.hiding import shown_from
from league.standings.impact import changed_game, place_changes
from league.standings.tallies import read_section
from league.views.answers import errors_of, kept_pairs, see
from league.views.asker import asker_at
from league.views.notices import WHY_HELD, Notice, notice_for
from league.views.table import tell_only


@require_http_methods(["GET", "HEAD", "POST"])
def game_change(request: HttpRequest, club: str, game: UUID, what: str) -> HttpResponse:
    """One change of a game: its form, what it would do, and, with `save`, the change itself."""
    action = Action.SAVE if request.POST.get("save") else Action.RECORD
    access, found = get_game_for(request, club, game, action)
    if what not in CHANGES:
        raise Http404
    log = read_log(found)
    if request.method != "POST":
        return _show(request, access, log, what, CHANGES[what](None, _table(access, log), _initial(request, log)))
    form = CHANGES[what](request.POST, _table(access, log))
    if not form.is_valid():
        return _show(request, access, log, what, form, errors_of(form))
    if request.POST.get("save"):
        return _save(request, access, log, what, form)
    return _preview(request, access, log, what, form)


def _preview(request: HttpRequest, access: Access, log: GameLog, what: str, form: ChangeForm) -> HttpResponse:
    """What would change, with everything that was said kept for the yes."""
    try:
        preview = preview_event(log, form.event(), asker_at(request, log.game), form.said)
    except ValidationError as error:
        return _show(request, access, log, what, form, list(error.messages))
    if preview.problems:
        names = short_names(log)
        return _show(request, access, log, what, form, [message_for(problem, names) for problem in preview.problems])
    people = preview.would_be.people.values()
    names_and_keys = {player.pk: (player.shown, player.sort_key) for player in people}
    season = log.game.night.season
    section = read_section(access.club, season.pk, log.game.variant, sees_hidden=access.sees_hidden)
    what_if = changed_game(log.game, preview.differences, preview.players.values())
    places = place_changes(section, what_if, names_and_keys)
    context = {
        "access": access,
        "game": log.game,
        "what": what,
        "form": form,
        "sent": kept_pairs(request.POST, but=("save", "reason")),
        "preview": build_preview(preview),
        "why_held": why_it_waits(access, log),
        "places": places,
        "withheld": shown_from(season.name, section.withheld) if section.withheld else "",
    }
    return render(request, "changes/preview.html", context)


def _save(request: HttpRequest, access: Access, log: GameLog, what: str, form: ChangeForm) -> HttpResponse:
    guard = Guard(version=form.replaces, insert=what == "insert", confirmed=True)
    recorder = asker_at(request, log.game)
    aside = Aside(form.cleaned_data["entered_at"], form.said, form.cleaned_data["reason"])
    try:
        decides = access.can(Action.CORRECT)
        written = write_event(
            log.game.pk,
            form.write_id,
            recorder,
            form.event(),
            guard,
            aside=aside,
            although_closed=decides,
            as_scorer=not decides,
        )
    except ValidationError as error:
        return _show(request, access, log, what, form, list(error.messages))
    if written.answer in STORED:
        messages.success(request, _("Saved. The game is counted anew."))
        return see("game-detail", access.club.slug, log.game.pk)
    return _not_saved(request, access, written, what, form)


def _not_saved(request: HttpRequest, access: Access, written: Written, what: str, form: ChangeForm) -> HttpResponse:
    """Somebody was quicker, or it can't be: what was sent stays, beside the game as it is now."""
    notice = notice_for(written, request.POST)
    status = {Answer.CONFLICT: HTTPStatus.CONFLICT, Answer.HELD: HTTPStatus.ACCEPTED}
    told = [notice.text, *notice.details]
    return _show(
        request, access, written.log, what, form, told, status.get(written.answer, HTTPStatus.UNPROCESSABLE_ENTITY)
    )


def _show(
    request: HttpRequest,
    access: Access,
    log: GameLog,
    what: str,
    form: ChangeForm,
    errors: list[str] | None = None,
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
) -> HttpResponse:
    if access.only_sends and errors:
        return tell_only(request, access, log.game, Notice("error", errors[0], errors[1:]), status)
    sheet = build_sheet(log, limit=None)
    hand = form["hand"].value() if "hand" in form.fields else None
    known = log.line(hand)
    context: dict[str, Any] = {
        "access": access,
        "game": log.game,
        "sheet": sheet,
        "grid": build_grid(sheet, log.start.rules),
        "what": what,
        "form": form,
        "line": next((line for line in sheet.lines if line.id == str(hand)), None),
        "with_cards": what == "correct" and known is not None and known.record.cards is not None,
        "errors": errors or [],
        "why_held": why_it_waits(access, log),
        "client_id": uuid4(),
        "said": _said(form),
    }
    return render(request, "changes/form.html", context, status=status if errors else HTTPStatus.OK)


def why_it_waits(access: Access, log: GameLog) -> str:
    """Why what is saved here will wait for an organiser; empty if it will not."""
    why = why_held(log.game, log.game.night.season.state)
    if not access.can(Action.CORRECT):
        why = why or closed_to_scorers(log)
    elif why != WhyHeld.SEASON_CLOSED:
        return ""
    return str(WHY_HELD[why]) if why else ""


def _said(form: ChangeForm) -> dict[str, Any]:
    """What was chosen so far, of a form that was sent or of the hand that it is about."""
    if isinstance(form.data, QueryDict) and form.data:
        return {**form.data.dict(), "alone": form.data.getlist("alone"), "order": form.data.getlist("order")}
    return dict(form.initial)


def _initial(request: HttpRequest, log: GameLog) -> dict[str, Any]:
    """What the page begins with: the hand that was tapped, as it stands. Only shown, nothing is sent by it."""
    initial: dict[str, Any] = {name: request.GET.get(name, "") for name in ("hand", "follows", "number")}
    line = log.line(initial["hand"])
    if line is not None:
        record = line.record
        loners = [seat for seat in (record.maker if record.alone else None, record.lone_defender) if seat is not None]
        initial |= {
            "version": log.hand_rows[line.id][-1].version,
            "trump": record.trump or "",
            "round": str(record.round or ""),
            "alone": [str(seat) for seat in loners],
        }
    return initial


def _table(access: Access, log: GameLog) -> Table:
    names, choices = short_names(log), log.game.night.season.choices
    sheet = build_sheet(log, limit=None)
    hands = [(line.id, f"{line.number}: {line.short}") for line in reversed(sheet.lines) if not line.void]
    return Table(
        seats=[(str(seat), names[seat]) for seat in log.state.order],
        hands=hands,
        people=[(str(player.id), player.name) for player in startable_players(access.club)],
        cut_short_stands=choices.cut_short_stands,
        substitute_gets_result=choices.substitute_gets_result,
    )
