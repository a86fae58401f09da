"""The scorer's screen beside the cards, and the part of it that keeps itself up to date."""

from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpResponse, QueryDict
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_safe

from league.grids import build_grid, build_offers, pay_data
from league.http import HttpRequest
from league.models import ClubState, Game
from league.policy import Access, Action, feel_game_for, get_game_for
from league.services.answers import STORED, Answer, Written
from league.services.beside import scoring_beside
from league.services.confirming import who_may_confirm
from league.services.drafts import draft_waits
from league.services.log import GameLog, read_log
from league.sheets import LINES_AT_TABLE, build_sheet
from league.views.answers import fragment, see
from league.views.live import live_part, live_tag
from league.views.notices import STATUS, Notice, not_recorded, notice_for

TWO_TAP = "two-tap"
LONGEST_VALUE, MOST_ALONE = 40, 12
BLANK = dict.fromkeys(("kind", "maker", "offender", "trump", "round"), "")
"""Fields that may stay on the screen: to miss one costs a template more than to find it."""


@require_safe
def game_table(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """The screen that records."""
    access, found = get_game_for(request, club, game, Action.SCORE)
    log = read_log(found)
    also = scoring_beside(log, mine=_recorder_pk(access, found), now=timezone.now())
    return render(
        request,
        "games/table.html",
        table_context(request, access, log) | {"also": also, "draft_waits": draft_waits(found)},
    )


@require_safe
def game_live(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """Scores, dealer and last hands, for everybody who may look; 304 while nothing changes.

    The tag is made behind policy, from one query; the fragment holds nothing of one viewer.
    """
    return game_part(request, club, game, "live", "games/_live.html", action=Action.WATCH)


@require_safe
def game_board(request: HttpRequest, club: str, game: UUID) -> HttpResponse:
    """A table's score as large as a second screen shows it; htmx asks the same address for what changes."""
    if request.htmx:
        return game_part(request, club, game, "board", "games/_board.html", action=Action.WATCH)
    return render(request, "games/board.html", _shown(request, club, game, LINES_AT_TABLE, Action.WATCH))


def game_part(
    request: HttpRequest,
    club: str,
    game: UUID,
    part: str,
    template: str,
    limit: int | None = LINES_AT_TABLE,
    action: Action = Action.LOOK,
) -> HttpResponse:
    """The part of a game's page that is polled. Only what shows something new is fetched whole."""
    access, pulse = feel_game_for(request, club, game, action)
    tag = live_tag(access, part, game, pulse.seq, pulse.table, pulse.night)
    return live_part(request, tag, template, lambda: _shown(request, club, game, limit, action))


def _shown(request: HttpRequest, club: str, game: UUID, limit: int | None, action: Action) -> dict[str, Any]:
    access, found = get_game_for(request, club, game, action)
    return {"access": access, "game": found, "sheet": build_sheet(read_log(found), limit=limit)}


def again_id(game: UUID) -> UUID:
    """The id of the game that follows with the same players: the same from every phone, so that they start one."""
    # Secret as well as fixed: ids of public games are public, and a stranger must not take the next one first.
    return UUID(bytes=salted_hmac("again", str(game), algorithm="sha256").digest()[:16], version=4)


def table_context(
    request: HttpRequest, access: Access, log: GameLog, notice: Notice | None = None, kept: QueryDict | None = None
) -> dict[str, Any]:
    """Everything that the screen shows. `kept` is what was sent and is to stay on the screen."""
    rules, sheet = log.start.rules, build_sheet(log)
    return {
        "access": access,
        "game": log.game,
        "sheet": sheet,
        "grid": build_grid(sheet, rules),
        "pay": pay_data(rules),
        "offers": build_offers(rules),
        "client_id": uuid4(),
        "new_game_id": "" if sheet.is_open else again_id(log.game.pk),
        "confirmers": who_may_confirm(log, request.user if request.user.is_authenticated else None, records=True),
        "follows": sheet.last_hand,
        "form_kind": form_kind(request),
        "notice": notice,
        **_kept(kept or QueryDict()),
    }


def _kept(sent: QueryDict) -> dict[str, Any]:
    """What stays on the screen. Buttons and choices have short values; longer ones are none of theirs."""
    short = {name: value for name, value in sent.dict().items() if len(str(value)) <= LONGEST_VALUE}
    alone = [value for value in sent.getlist("alone") if len(value) <= LONGEST_VALUE]
    return {"kept": BLANK | short, "alone_kept": tuple(alone[:MOST_ALONE])}


def form_kind(request: HttpRequest) -> str:
    """Which of the two forms this scorer chose: the grid unless they ask for the other, and then it stays."""
    asked = request.POST.get("layout") or request.GET.get("layout")
    return TWO_TAP if asked == TWO_TAP else ""


def answer(request: HttpRequest, access: Access, written: Written, sent: QueryDict) -> HttpResponse:
    """The screen after a write: the fragment for htmx, otherwise a page, reloaded safely if something was stored."""
    if access.only_sends:
        return tell_only(request, access, written.log.game, notice_for(written, sent), STATUS[written.answer])
    plainly_stored = written.answer in STORED - {Answer.ALIASED}
    if plainly_stored and not request.htmx:
        address = resolve_url("game-table", access.club.slug, written.log.game.pk)
        return see(f"{address}?layout={TWO_TAP}" if form_kind(request) else address)
    kept = sent if written.answer in (Answer.REFUSED, Answer.REUSED) else None
    return show(request, access, written.log, notice_for(written, sent), STATUS[written.answer], kept)


def refuse(request: HttpRequest, access: Access, game: Game, details: list[str], sent: QueryDict) -> HttpResponse:
    """The screen with what could not be read of a form; what was sent stays on it."""
    notice = Notice("error", not_recorded(), details)
    return show(request, access, read_log(game), notice, HTTPStatus.UNPROCESSABLE_ENTITY, sent)


def show(
    request: HttpRequest,
    access: Access,
    log: GameLog,
    notice: Notice,
    status: HTTPStatus,
    kept: QueryDict | None = None,
) -> HttpResponse:
    """The screen with a notice: a fragment or a page."""
    if access.only_sends:
        return tell_only(request, access, log.game, notice, status)
    context = table_context(request, access, log, notice, kept)
    if request.htmx:
        return fragment(request, "games/table.html#screen", context, status)
    return render(request, "games/table.html", context, status=status)


def tell_only(request: HttpRequest, access: Access, game: Game, notice: Notice, status: HTTPStatus) -> HttpResponse:
    """What becomes of what was sent to what is closed to the sender by now: the answer, and nothing of the game."""
    leads = access.may_look and access.club.state != ClubState.SUSPENDED
    context = {"access": access, "game": game.pk, "notice": notice, "leads": leads}
    if request.htmx:
        return fragment(request, "cards/late.html#screen", context, status)
    return render(request, "cards/late.html", context, status=status)


def _recorder_pk(access: Access, game: Game) -> int | None:
    """Who looks, if they have recorded in this club before."""
    if access.by_card:
        return access.card.recorder.pk if access.card and access.card.recorder else None
    known: int | None = getattr(game, "recorder_pk", None)
    return known
