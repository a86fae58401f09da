"""The one door: every fact of play enters here, from the form, a queue, an import, by whatever way.

One transaction: lock the game, read its log, decide, insert the event, write what follows from it. A write is named
by the client that made it (`client_id`), so it can be sent again; two phones can't both be next.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from engine.events import Correct, Deal, Event, Restore, Undo, Void
from engine.games import Line, check_event
from engine.winning import Status
from league.bridge.rows import event_row
from league.models import EventAlias, Game, GameEvent, HeldWrite, NightState, Recorder
from league.services.answers import FREELY, Answer, Guard, Written
from league.services.derive import Derived, store
from league.services.log import GameLog, read_log
from league.services.tallies import change_tallies

NO_ID = UUID(int=0)
"""No client makes this one."""


@dataclass(frozen=True, slots=True)
class _Write:
    """One write on its way through the door."""

    client_id: UUID
    recorder: Recorder
    event: Event
    guard: Guard
    row: GameEvent


def write_event(game_id: UUID, client_id: UUID, recorder: Recorder, event: Event, guard: Guard = FREELY) -> Written:
    """Store one event of a game, or say why not. `event` was read from what the client sent.

    Raises Game.DoesNotExist for an unknown game; whether this person may write here was asked before.
    """
    with transaction.atomic():
        log = read_log(lock_game(game_id, client_id))
        write = _Write(client_id, recorder, event, guard, event_row(event))
        return (
            _repeated(log, write)
            or _held(log, write)
            or _already(log, write)
            or _elsewhere(log, write)
            or _refused(log, write)
            or _stored(log, write)
        )


def lock_game(game_id: UUID, client_id: UUID | None = None) -> Game:
    """The game, ours until the transaction ends; `alias` is the event that `client_id` was taken for before.

    SQLite locks nothing here: its transactions are IMMEDIATE, so one at a time.
    """
    alias = EventAlias.objects.filter(game=OuterRef("pk"), client_id=client_id or NO_ID).values("event")[:1]
    games = Game.objects.select_for_update(no_key=True, of=("self",)).annotate(alias=Subquery(alias))
    return games.select_related("club", "night", "table", "ruleset").get(pk=game_id)


def _repeated(log: GameLog, write: _Write) -> Written | None:
    """The same id again: a retry, a reload, the Back button."""
    alias: int | None = log.game.alias  # type: ignore[attr-defined]  # annotated by lock_game
    for row in log.rows:
        if row.client_id == write.client_id or row.pk == alias:
            same = row.digest == write.row.digest
            return Written(Answer.REPEATED if same else Answer.REUSED, log, _line(log, row.hand))
    return None


def _held(log: GameLog, write: _Write) -> Written | None:
    """The night is closed: nothing is lost, an organiser decides."""
    if log.game.night.state == NightState.OPEN:
        return None
    HeldWrite.objects.get_or_create(
        game=log.game.pk,
        client_id=write.client_id,
        defaults={
            "club": log.game.club,
            "recorder": write.recorder,
            "body": _held_body(write),
            "why": "night_closed",
        },
    )
    return Written(Answer.HELD, log)


def _held_body(write: _Write) -> dict[str, Any]:
    """Everything needed to store the write later."""
    row = write.row
    return {
        "kind": row.kind,
        "hand": row.hand and str(row.hand),
        "follows": row.follows and str(row.follows),
        "version": write.guard.version,
        "body": row.body,
    }


def _already(log: GameLog, write: _Write) -> Written | None:
    """Two people undo the same hand: it is undone once."""
    match write.event:
        case Void(hand) | Restore(hand):
            line = _line(log, hand)
            if line is not None and line.void == isinstance(write.event, Void):
                return Written(Answer.UNCHANGED, log, line)
        case Undo(number) if any(isinstance(event, Undo) and event.event == number for event in log.events):
            return Written(Answer.UNCHANGED, log)
    return None


def _elsewhere(log: GameLog, write: _Write) -> Written | None:
    """Somebody was quicker: another hand is in that place, or another version is the newest."""
    match write.event:
        case Deal() if not write.guard.insert:
            return _taken(log, write, write.event)
        case Correct(hand):
            versions = log.hand_rows.get(hand)
            if versions and write.guard.version not in (None, versions[-1].version):
                return Written(Answer.CONFLICT, log, _line(log, hand))
    return None


def _taken(log: GameLog, write: _Write, deal: Deal) -> Written | None:
    """Whether a new hand's place is taken, and if so, by the same facts or by others."""
    state = log.state
    if deal.follows == state.last_hand or (deal.follows is not None and _line(log, deal.follows) is None):
        return None  # it fits; or it follows a hand of nowhere, which the engine refuses
    line = _line_after(log, deal.follows)
    if line is None or line.record != deal.record:
        return Written(Answer.CONFLICT, log, line)
    EventAlias.objects.bulk_create(
        [EventAlias(game=log.game, client_id=write.client_id, event=log.hand_rows[line.id][-1])],
        ignore_conflicts=True,
    )
    return Written(Answer.ALIASED, log, line)


def _refused(log: GameLog, write: _Write) -> Written | None:
    """What the engine says; and the one question that is asked, before a hand that ends the game."""
    if problems := check_event(log.start, log.events, write.event):
        return Written(Answer.REFUSED, log, problems=problems)
    if write.guard.confirmed or log.state.status != Status.OPEN:
        return None
    would_be = log.with_row(_numbered(log, write), write.event)
    return Written(Answer.CONFIRM, log, would_be=would_be) if would_be.state.status != Status.OPEN else None


def _stored(log: GameLog, write: _Write) -> Written:
    row = _numbered(log, write)
    row.save(force_insert=True)
    new = log.with_row(row, write.event)
    before, after = Derived(log), Derived(new)
    store(new.game, before, after)
    change_tallies(new.game, before.players, after.players)
    return Written(Answer.STORED, new, _line(new, row.hand))


def _numbered(log: GameLog, write: _Write) -> GameEvent:
    """The row as it will stand in the log: next number, next version, the server's time."""
    row = write.row
    if isinstance(write.event, Deal):
        row.hand, row.version = UUID(write.event.hand), 1
    elif isinstance(write.event, Correct):
        row.version = (log.hand_rows[write.event.hand][-1].version or 0) + 1
    row.game, row.seq = log.game, log.rows[-1].seq + 1
    row.client_id, row.recorder, row.stored_at = write.client_id, write.recorder, timezone.now()
    return row


def _line(log: GameLog, hand: object) -> Line | None:
    return next((line for line in log.state.lines if line.id == str(hand)), None)


def _line_after(log: GameLog, hand: str | None) -> Line | None:
    """The first hand that counts as played behind `hand`; None stands for the start of the game."""
    lines = list(log.state.lines)
    if hand is not None:
        lines = lines[[line.id for line in lines].index(hand) + 1 :]
    return next((line for line in lines if not line.void), None)
