"""A paper sheet typed in one screen: two keys a hand, the running totals beside."""

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.bridge.codes import Code, Unread, read_codes
from league.forms.paper import PaperForm
from league.http import HttpRequest
from league.policy import Access, Action, get_game_for
from league.services.answers import Answer, Written
from league.services.log import GameLog, read_log
from league.services.paper import MOST_HANDS, record_sheet
from league.sheets import Sheet, build_sheet
from league.views.answers import errors_of, fragment, see
from league.views.asker import asker_at
from league.views.games import next_sheet
from league.views.notices import STATUS, Notice, not_recorded, notice_for
from league.views.table import tell_only

LINES = 20


@require_http_methods(["GET", "HEAD", "POST"])
def game_paper(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """Type hands as codes; each is recorded as soon as it is whole."""
    action = Action.SAVE if request.method == "POST" else Action.RECORD
    access, found = get_game_for(request, club, game, action)
    log = read_log(found)
    if request.method != "POST":
        return render(request, "paper/paper.html", _context(access, log))
    form = PaperForm(request.POST)
    if not form.is_valid():
        return _show(request, access, log, Said(Notice("error", not_recorded(), errors_of(form))))
    return _record(request, access, log, form)


@dataclass(frozen=True, slots=True)
class Said:
    """What the screen says of a sheet: so many letters are done with, and these are left."""

    notice: Notice | None = None
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY
    taken: int = 0
    left: str = ""
    confirm: bool = False


def _record(request: HttpRequest, access: Access, log: GameLog, form: PaperForm) -> HttpResponse:
    text, sheet = form.cleaned_data["codes"], build_sheet(log, limit=0)
    codes, unread = read_codes(text, {seat.key: seat.seat for seat in sheet.seats})
    typed = record_sheet(
        log.game.pk,
        form.write_id,
        asker_at(request, log.game),
        form.cleaned_data["follows"],
        [code.record for code in codes],
        confirmed=bool(form.cleaned_data["confirm"]),
        entered_at=form.cleaned_data["entered_at"],
        as_scorer=not access.can(Action.CORRECT),
    )
    taken = codes[typed.stored - 1].end if typed.stored else 0
    log = typed.last.log if typed.last else log
    said = Said(status=HTTPStatus.OK, taken=taken, left=text[taken:].strip())
    if typed.stored == MOST_HANDS < len(codes):
        said = replace(said, notice=Notice("warning", _("Recorded so far. Send the rest now.")))
    elif typed.stored < len(codes):
        said = _stopped(said, typed.last, codes[typed.stored])
    elif typed.last and typed.last.answer == Answer.HELD:
        said = replace(said, notice=notice_for(typed.last, QueryDict()), status=HTTPStatus.ACCEPTED)
    elif unread is not None:
        said = replace(said, notice=_not_read(unread, sheet), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    elif not request.htmx:
        return see("game-paper", access.club.slug, log.game.pk)
    return _show(request, access, log, said)


def _stopped(said: Said, written: Written | None, code: Code) -> Said:
    """The hand that the door did not store, in its words."""
    if written is None:
        notice = Notice("error", _("“%(code)s”: there is no hand to undo.") % {"code": code.text})
        return replace(said, notice=notice, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    told = notice_for(written, QueryDict())
    text = _("“%(code)s”: %(answer)s") % {"code": code.text, "answer": told.text}
    notice = Notice(told.kind, text, told.details)
    return replace(said, notice=notice, status=STATUS[written.answer], confirm=written.answer == Answer.CONFIRM)


def _not_read(unread: Unread, sheet: Sheet) -> Notice:
    """What can't be read, and which letters there are."""
    keys = get_text_list([f"{seat.key} {seat.short}" for seat in sheet.seats], _("and"))
    if unread.letter:
        text = _("“%(code)s”: nobody at this table has the letter %(letter)s.")
    else:
        text = _("“%(code)s” is no hand yet. Type a player’s letter and the tricks that the maker took, such as B2.")
    return Notice(
        "error", text % {"code": unread.text, "letter": unread.letter}, [_("Letters: %(keys)s.") % {"keys": keys}]
    )


def _show(request: HttpRequest, access: Access, log: GameLog, said: Said) -> HttpResponse:
    """The part that htmx puts in place, or the page with what is left to record."""
    if access.only_sends:
        told = replace(said.notice or Notice("error", not_recorded()), details=[])  # which may name the players
        return tell_only(request, access, log.game, told, said.status)
    context = _context(access, log) | {"said": said, "notice": said.notice}
    if request.htmx:
        return fragment(request, "paper/_paper.html", context, said.status)
    return render(request, "paper/paper.html", context, status=said.status)


def _context(access: Access, log: GameLog) -> dict[str, Any]:
    sheet = build_sheet(log, limit=LINES)
    return {
        "access": access,
        "game": log.game,
        "sheet": sheet,
        "client_id": uuid4(),
        "again": next_sheet(log.game, sheet),
    }
