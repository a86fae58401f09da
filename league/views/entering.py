"""A hand entered card by card: each touch is kept, nothing is recorded before somebody says so."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from league.bridge.words import hand_sentence
from league.entering import build_screen
from league.forms.entering import TouchedForm
from league.http import HttpRequest
from league.models import Recorder
from league.policy import Access, Action, get_game_for
from league.previews import PreviewView, build_preview
from league.services import drafts
from league.services.answers import STORED, Aside, Guard, Written
from league.services.drafts import Draft
from league.services.log import read_log
from league.services.play import write_event
from league.services.preview import preview_event
from league.sheets import build_sheet, short_names
from league.suit_colours import CHOICE, choose_colours, four_colours
from league.views.answers import errors_of, fragment, see
from league.views.asker import scorer_at
from league.views.changes import why_it_waits
from league.views.notices import STATUS, Notice, not_recorded, notice_for
from league.views.table import tell_only

METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(METHODS)
def game_cards(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """The next hand of a game, card by card."""
    form = _sent(request)
    access, found = get_game_for(request, club, game, Action.SEND if _only_saves(form) else Action.SCORE)
    if CHOICE in request.GET:
        return choose_colours(request)
    log = read_log(found)
    if form is None and not log.is_open:
        return see("game-table", access.club.slug, log.game.pk)
    begun = form.cleaned_data.get("hand") if form is not None and form.is_valid() else None
    return _touched(request, access, drafts.draft_of_new_hand(log, begun), form)


@require_http_methods(METHODS)
def hand_cards(request: HttpRequest, club: str, game: UUID, hand: UUID) -> HttpResponse:
    """What is known of the cards of a hand that is recorded already."""
    form = _sent(request)
    access, found = get_game_for(request, club, game, Action.SAVE if _only_saves(form) else Action.RECORD)
    if CHOICE in request.GET:
        return choose_colours(request)
    draft = drafts.draft_of(read_log(found), hand)
    if draft is None:
        raise Http404
    return _touched(request, access, draft, form)


def _sent(request: HttpRequest) -> TouchedForm | None:
    return TouchedForm(request.POST) if request.method == "POST" else None


def _only_saves(form: TouchedForm | None) -> bool:
    """Whether nothing is asked but to record, be it in a way that can't be read."""
    return form is not None and bool(form.data.get("save")) and (not form.is_valid() or form.touched == ["save"])


def _touched(request: HttpRequest, access: Access, draft: Draft, form: TouchedForm | None) -> HttpResponse:
    if form is None:
        return _show(request, access, draft)
    if not form.is_valid():
        return _show(request, access, draft, _wrong(errors_of(form)), HTTPStatus.UNPROCESSABLE_ENTITY)
    [touched] = form.touched
    if not drafts.was_shown(draft, form.cleaned_data["hand"], form.cleaned_data["follows"]):
        return _not_of_this(request, access, draft, form)
    return _TOUCHED[touched](request, access, draft, form)


def _not_of_this(request: HttpRequest, access: Access, draft: Draft, form: TouchedForm) -> HttpResponse:
    """A touch on the screen of another hand: one that was recorded or thrown away since."""
    saved = form.cleaned_data["save"] and drafts.is_recorded(draft.log, form.cleaned_data["hand"])
    if saved and not access.only_sends:  # it got through, and only the answer did not
        return _leave(request, access, draft)
    return _kept(request, access, draft, False)


# Touches


def _say(request: HttpRequest, access: Access, draft: Draft, form: TouchedForm) -> HttpResponse:
    by, rev = scorer_at(request, access, draft.log.game), form.cleaned_data["rev"]
    return _kept(request, access, draft, drafts.say(draft, rev, form.cleaned_data["act"], by))


def _undo(request: HttpRequest, access: Access, draft: Draft, form: TouchedForm) -> HttpResponse:
    by = scorer_at(request, access, draft.log.game)
    return _kept(request, access, draft, drafts.take_back(draft, form.cleaned_data["rev"], by))


def _mend(request: HttpRequest, access: Access, draft: Draft, form: TouchedForm) -> HttpResponse:
    by, data = scorer_at(request, access, draft.log.game), form.cleaned_data
    return _kept(request, access, draft, drafts.mend(draft, data["rev"], data["mend"], data["card"], by))


def _drop(request: HttpRequest, access: Access, draft: Draft, form: TouchedForm) -> HttpResponse:
    if draft.row.rev != form.cleaned_data["rev"] or not drafts.throw_away(draft):
        return _kept(request, access, draft, False)
    return _leave(request, access, draft)


def _behind(request: HttpRequest, access: Access, draft: Draft, form: TouchedForm) -> HttpResponse:
    if draft.line is None and not drafts.put_behind(draft, form.cleaned_data["rev"]):
        return _kept(request, access, draft, False)
    return _again(request, access, draft)


def _of(request: HttpRequest, access: Access, draft: Draft, form: TouchedForm) -> HttpResponse:
    hand = form.cleaned_data["of"]
    if draft.line is not None or not access.may_record or not drafts.is_there(draft.log, hand):
        raise Http404
    if not drafts.give_to(draft, form.cleaned_data["rev"], hand):
        return _kept(request, access, draft, False)
    return _go(request, resolve_url("hand-cards", access.club.slug, draft.log.game.pk, hand))


def _save(request: HttpRequest, access: Access, draft: Draft, form: TouchedForm) -> HttpResponse:
    """Through the door. What is not stored stays a draft."""
    if draft.row.rev != form.cleaned_data["rev"]:
        return _kept(request, access, draft, False)
    if not draft.entry.is_finished:
        problem = _wrong([_("The hand is not finished yet: say what is missing.")])
        return _show(request, access, draft, problem, HTTPStatus.UNPROCESSABLE_ENTITY)
    written = _write(request, access, draft, scorer_at(request, access, draft.log.game), form)
    if access.only_sends:
        return tell_only(request, access, draft.log.game, notice_for(written, request.POST), STATUS[written.answer])
    if written.answer in STORED:
        drafts.forget(draft)
        return _leave(request, access, draft)
    return _show(request, access, draft, notice_for(written, request.POST), STATUS[written.answer])


def _write(request: HttpRequest, access: Access, draft: Draft, by: Recorder, form: TouchedForm) -> Written:
    decides = access.can(Action.CORRECT)
    corrects = draft.line is not None
    guard = Guard(version=draft.row.version, confirmed=corrects or bool(form.cleaned_data["confirm"]))
    client_id = draft.write_id if corrects else draft.row.hand
    return write_event(
        draft.log.game.pk,
        client_id,
        by,
        draft.event,
        guard,
        aside=Aside(),
        although_closed=decides and corrects,
        as_scorer=not decides,
        hold=access.hold,
    )


_TOUCHED: Mapping[str, Callable[[HttpRequest, Access, Draft, TouchedForm], HttpResponse]] = MappingProxyType(
    {"act": _say, "undo": _undo, "mend": _mend, "drop": _drop, "behind": _behind, "of": _of, "save": _save}
)


# Answers


def _kept(request: HttpRequest, access: Access, draft: Draft, kept: bool | None) -> HttpResponse:
    """The screen behind a touch; 409 if another phone was quicker, 422 if that can't be."""
    if kept:
        return _again(request, access, draft)
    if kept is None:
        notice = _wrong([_("That can’t be now. Look at what is asked.")])
        return _show(request, access, _fresh(draft), notice, HTTPStatus.UNPROCESSABLE_ENTITY)
    notice = Notice("conflict", _("The hand was gone on with on another phone. Here it is as it is now."))
    return _show(request, access, _fresh(draft), notice, HTTPStatus.CONFLICT)


def _fresh(draft: Draft) -> Draft:
    """The draft as it is kept by now."""
    if draft.line is not None:
        return drafts.draft_of(draft.log, draft.row.hand) or draft
    return drafts.draft_of_new_hand(draft.log, draft.row.hand)


def _again(request: HttpRequest, access: Access, draft: Draft) -> HttpResponse:
    if request.htmx:
        return _show(request, access, _fresh(draft))
    return _go(request, request.path)


def _leave(request: HttpRequest, access: Access, draft: Draft) -> HttpResponse:
    route = "game-table" if draft.line is None else "game-detail"
    return _go(request, resolve_url(route, access.club.slug, draft.log.game.pk))


def _go(request: HttpRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if request.htmx else see(address)


def _wrong(details: list[str]) -> Notice:
    return Notice("error", not_recorded(), details)


def _show(
    request: HttpRequest,
    access: Access,
    draft: Draft,
    notice: Notice | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    if notice is not None and access.only_sends:
        return tell_only(request, access, draft.log.game, notice, status)
    context = _context(request, access, draft, notice)
    if request.htmx:
        return fragment(request, "games/cards.html#screen", context, status)
    return render(request, "games/cards.html", context, status=status)


def _context(request: HttpRequest, access: Access, draft: Draft, notice: Notice | None) -> dict[str, Any]:
    sent = request.POST if request.method == "POST" else request.GET
    log, line = draft.log, draft.line
    called = short_names(log, None if line is None else log.state.lines.index(line))
    names = [called[seat] for seat in draft.order]
    mending = sent.get("mending", "")
    screen = build_screen(
        draft.entry,
        names,
        drafts.line_of(draft),
        str(sent.get("mode", ""))[:8],
        int(mending) if mending.isascii() and mending.isdigit() and len(mending) <= 2 else None,
    )
    return {
        "access": access,
        "game": log.game,
        "sheet": build_sheet(log),
        "screen": screen,
        "draft": draft.row,
        "number": (line and line.number) or 1 + sum(not other.void for other in log.state.lines),
        "line": line,
        "behind": _meanwhile(draft, called) if draft.is_behind and draft.row.pk else None,
        "preview": _preview(draft),
        "why_held": "" if line is None else why_it_waits(access, log),
        "notice": notice,
        "here": request.path,
        "four_colours": four_colours(request),
    }


def _meanwhile(draft: Draft, names: list[str]) -> dict[str, Any]:
    """What was recorded since the draft was begun: the hand whose cards these may be."""
    lines = [line for line in draft.log.state.lines if not line.void]
    newest = lines[-1] if lines and draft.line is None else None
    return {"line": newest, "sentence": newest and hand_sentence(newest, names), "corrected": draft.line is not None}


def _preview(draft: Draft) -> PreviewView | None:
    """What the cards of a recorded hand would change, if they say something else than its figures."""
    if draft.line is None or not draft.entry.is_finished:
        return None
    preview = preview_event(draft.log, draft.event, draft.row.recorder if draft.row.pk else draft.log.rows[0].recorder)
    return None if preview.problems or not preview.changes_score else build_preview(preview)
