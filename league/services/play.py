"""The one door: every fact of play enters here, from the form, a queue, an import, by whatever way.

One transaction: lock the game, read its log, decide, insert the event, write what follows from it. A write is named
by the client that made it (`client_id`), so it can be sent again; two phones can't both be next.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from engine.errors import UnreadableError
from engine.events import Abandon, Correct, Deal, Event, Restore, Undo, Void, Withdraw
from engine.games import Line
from engine.winning import Status
from league.bridge.held import Waiting, waiting_from_json
from league.bridge.rows import event_row
from league.models import (
    EventAlias,
    Game,
    GameEvent,
    HeldWrite,
    Recorder,
    Remark,
    WhyHeld,
)
from league.ready import insert
from league.services.answers import FREELY, NOTHING_ASIDE, STORED, Answer, Aside, Guard, Written
from league.services.closing import why_held
from league.services.derive import Derived, store
from league.services.holding import hold
from league.services.locks import lock_game
from league.services.log import GameLog, read_log_for
from league.services.substitutes import with_substitute
from league.services.tallies import change_tallies
from league.services.window import closed_to_scorers


@dataclass(frozen=True, slots=True)
class _Write:
    """One write on its way through the door."""

    client_id: UUID
    recorder: Recorder
    event: Event
    guard: Guard
    row: GameEvent
    at: datetime
    aside: Aside
    although_closed: bool = False
    as_scorer: bool = False
    hold: str = ""


def write_event(
    game_id: UUID,
    client_id: UUID,
    recorder: Recorder,
    event: Event,
    guard: Guard = FREELY,
    at: datetime | None = None,
    aside: Aside = NOTHING_ASIDE,
    *,
    although_closed: bool = False,
    as_scorer: bool = False,
    hold: str = "",
) -> Written:
    """Store one event of a game, or say why not. `event` was read from what the client sent.

    `at` is when that happens: now, but for what is made of the past. `although_closed`: an organiser decides, on a
    closed night too, but not in a closed season. `as_scorer`: the club's window for putting right binds the writer.
    `hold`: why it may not be stored, and is held. Raises Game.DoesNotExist for a game that the recorder's club has not,
    and ValidationError for a substitute who can't be; whether this person may write here was asked before.
    """
    with transaction.atomic():
        log = read_log_for(lock_game(game_id, club=recorder.club_id), client_id)
        row, now = event_row(event, aside.said), at or timezone.now()
        write = _Write(client_id, recorder, event, guard, row, now, aside, although_closed, as_scorer, hold)
        written = _decide(log, write)
        if log.waits is not None and written.answer in STORED:
            _settle(log, write, log.waits)
        return written


def _decide(log: GameLog, write: _Write) -> Written:
    settled = _repeated(log, write) or _kept_waiting(log, write) or _already(log, write) or _elsewhere(log, write)
    if settled:
        return settled
    log = with_substitute(log, write.aside.said)
    new = _would_be(log, write)
    return _refused(log, write, new) or _stored(log, write, new)


def _kept_waiting(log: GameLog, write: _Write) -> Written | None:
    """It may not be stored now, or not by this writer: nothing is lost, an organiser decides."""
    why = _why_held(log, write)
    if not why:
        return None
    guard, aside = write.guard, write.aside
    waiting = Waiting(write.event, aside.said, guard.version, guard.insert, aside.entered_at, aside.reason)
    return hold(log, write.client_id, write.recorder, waiting, why, write.at)


def _why_held(log: GameLog, write: _Write) -> str:
    why = why_held(log.game, log.season)
    if write.although_closed:  # a closed season binds organisers as well: its standings stand
        return why if why == WhyHeld.SEASON_CLOSED else ""
    return write.hold or why or (closed_to_scorers(log) if write.as_scorer else "")


def _settle(log: GameLog, write: _Write, held: int) -> None:
    """What was held is in the log now, be it that its client sent it again: nobody has to decide any more.

    Other facts under the same id settle nothing: what waits would be lost.
    """
    row = HeldWrite.objects.get(pk=held)
    try:
        same = _says_same(waiting_from_json(row.body).event, write.event)
    except UnreadableError:
        return
    if same and row.settled_as_id is None:
        events = GameEvent.objects.filter(game=log.game.pk)
        row.settled_as = events.filter(Q(client_id=row.client_id) | Q(aliases__client_id=row.client_id)).first()
        row.settled_at = write.at
        row.save(update_fields=["settled_at", "settled_as"])


def _repeated(log: GameLog, write: _Write) -> Written | None:
    """The same id again: a retry, a reload, the Back button."""
    for number, row in enumerate(log.rows):
        if row.client_id == write.client_id:
            same = row.digest == write.row.digest
        elif row.pk == log.alias:
            # The same facts under another id; what they followed, and how they came there, may differ.
            same = _says_same(write.event, log.events[number - 1])
        else:
            continue
        return Written(Answer.REPEATED if same else Answer.REUSED, log, log.line(row.hand))
    return None


def _already(log: GameLog, write: _Write) -> Written | None:
    """Two people undo the same hand, or end the same game: it is done once, and the second id is kept with it.

    Sent again after somebody took it back, the write must not do it anew.
    """
    if not _is_done(log, write.event):
        return None
    numbered = reversed(list(enumerate(log.events, 1)))
    done = next((at for at, other in numbered if other == write.event and at not in log.undone), None)
    if done is not None:
        _keep_alias(log, write, log.rows[done])
    return Written(Answer.UNCHANGED, log, log.line(getattr(write.event, "hand", None)))


def _is_done(log: GameLog, event: Event) -> bool:
    """Whether the game is as the event would make it."""
    match event:
        case Void(hand) | Restore(hand):
            line = log.line(hand)
            return line is not None and line.void == isinstance(event, Void)
        case Abandon():
            return log.state.status == Status.ABANDONED
        case Withdraw():
            return log.state.status == Status.WITHDRAWN
        case Undo(number):
            return number in log.undone
    return False


def _keep_alias(log: GameLog, write: _Write, event: GameEvent) -> None:
    alias = EventAlias(game=log.game, client_id=write.client_id, event=event)
    EventAlias.objects.bulk_create([alias], ignore_conflicts=True)


def _elsewhere(log: GameLog, write: _Write) -> Written | None:
    """Somebody was quicker: another hand is in that place, or another version is the newest."""
    match write.event:
        case Deal() if not write.guard.insert:
            return _taken(log, write, write.event)
        case Correct(hand) | Void(hand) | Restore(hand):
            versions = log.hand_rows.get(hand)
            if versions and write.guard.version not in (None, versions[-1].version):
                return Written(Answer.CONFLICT, log, log.line(hand), would_be=_would_be(log, write))
    return None


def _taken(log: GameLog, write: _Write, deal: Deal) -> Written | None:
    """Whether a new hand's place is taken, and if so, by the same facts or by others."""
    state = log.state
    if deal.follows == state.last_hand or (deal.follows is not None and log.line(deal.follows) is None):
        return None  # it fits; or it follows a hand of nowhere, which the engine refuses
    line = _line_after(log, deal.follows)
    if line is None or line.record != deal.record:
        return Written(Answer.CONFLICT, log, line, would_be=_would_be(log, write))
    _keep_alias(log, write, log.hand_rows[line.id][-1])
    return Written(Answer.ALIASED, log, line)


def _refused(log: GameLog, write: _Write, new: GameLog) -> Written | None:
    """What the engine says; and the one question that is asked, before a hand that ends the game."""
    if problems := log.problems_of(new):
        return Written(Answer.REFUSED, log, problems=problems)
    if write.guard.confirmed or log.state.status != Status.OPEN:
        return None
    return Written(Answer.CONFIRM, log, would_be=new) if new.state.status != Status.OPEN else None


def _stored(log: GameLog, write: _Write, new: GameLog) -> Written:
    row = new.rows[-1]
    ((row.pk,),) = insert([row])
    if write.aside.reason:
        Remark.objects.create(event=row, recorder=write.recorder, text=write.aside.reason, at=write.at)
    before, after = Derived(log), Derived(new)
    store(new.game, before, after)
    if new.is_open and new.game.confirmed_at:  # what was confirmed is over no more
        Game.objects.filter(pk=new.game.pk).update(confirmed_at=None)
    if before.game["counted"] or after.game["counted"]:
        change_tallies(new.game, before.players, after.players)
    return Written(Answer.STORED, new, new.line(row.hand))


def _would_be(log: GameLog, write: _Write) -> GameLog:
    """The log with the write as it will stand there: next number, next version, the server's time."""
    row = write.row
    row.client_id, row.recorder, row.stored_at = write.client_id, write.recorder, write.at
    row.entered_at = write.aside.entered_at
    return log.with_row(row, write.event)


def _says_same(one: Event, other: Event) -> bool:
    """The same event, or the same facts of a hand."""
    if isinstance(one, Deal | Correct) and isinstance(other, Deal | Correct):
        return one.record == other.record
    return one == other


def _line_after(log: GameLog, hand: str | None) -> Line | None:
    """The first hand that counts as played behind `hand`; None stands for the start of the game."""
    behind = 0 if hand is None else log.places[hand] + 1
    return next((line for line in log.state.lines[behind:] if not line.void), None)
