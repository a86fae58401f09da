"""The one door: every fact of play enters here, from the form, a queue, an import, by whatever way.

One transaction: lock the game, read its log, decide, insert the event, write what follows from it. A write is named
by the client that made it (`client_id`), so it can be sent again; two phones can't both be next.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Model, Q, QuerySet
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from engine.errors import UnreadableError
from engine.events import Abandon, Correct, Deal, Event, Restore, Undo, Void, Withdraw
from engine.games import Line, check_states
from engine.winning import Status
from league.bridge.held import Waiting, same_write, waiting_from_json, waiting_to_json
from league.bridge.rows import event_row
from league.models import (
    Club,
    EventAlias,
    Game,
    GameEvent,
    HeldWrite,
    Night,
    Recorder,
    Remark,
    RuleSet,
    Table,
)
from league.ready import MARK, Ready, columns_of, insert, made
from league.services.answers import FREELY, NOTHING_ASIDE, STORED, Answer, Aside, Guard, Written
from league.services.closing import why_held
from league.services.derive import Derived, store
from league.services.log import GameLog, read_log_for
from league.services.substitutes import with_substitute
from league.services.tallies import change_tallies


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
) -> Written:
    """Store one event of a game, or say why not. `event` was read from what the client sent.

    `at` is when that happens: now, but for what is made of the past. `although_closed`: an organiser stores what was
    held, on a closed night too. Raises Game.DoesNotExist for a game that the recorder's club has not, and
    ValidationError for a substitute who can't be; whether this person may write here was asked before.
    """
    with transaction.atomic():
        log = read_log_for(lock_game(game_id, club=recorder.club_id), client_id)
        row, now = event_row(event, aside.said), at or timezone.now()
        write = _Write(client_id, recorder, event, guard, row, now, aside, although_closed)
        written = _decide(log, write)
        if log.waits is not None and written.answer in STORED:
            _settle(log, write, log.waits)
        return written


def _decide(log: GameLog, write: _Write) -> Written:
    settled = _repeated(log, write) or _held(log, write) or _already(log, write) or _elsewhere(log, write)
    if settled:
        return settled
    log = with_substitute(log, write.aside.said)
    new = _would_be(log, write)
    return _refused(log, write, new) or _stored(log, write, new)


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


def lock_game(game_id: UUID, **its: int) -> Game:
    """The game, if it is like `its`, and ours until the transaction ends.

    SQLite locks nothing here: its transactions are IMMEDIATE, so one at a time.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("A lock lasts as long as its transaction.")
    wanted = _locking(tuple(its))
    # A game that was moved while we waited for it no longer fits the night that we read beside it: ask again.
    rows = wanted.rows(game_id, *its.values()) or wanted.rows(game_id, *its.values())
    if not rows:
        raise Game.DoesNotExist
    values = iter(rows[0])
    game = made(Game, _next(values, Game))
    for name, model in BESIDE.items():
        row = made(model, _next(values, model))
        setattr(game, name, row if row.pk else None)
    return game


def _next(values: Iterator[Any], model: type[Model]) -> list[Any]:
    return list(islice(values, len(columns_of(model))))


BESIDE: Mapping[str, type[Model]] = MappingProxyType({"club": Club, "night": Night, "table": Table, "ruleset": RuleSet})
"""What is read with a game under its lock."""


@cache
def _locking(names: tuple[str, ...]) -> Ready:
    """Composing the query of the lock took longer than the whole fold."""
    columns = [*columns_of(Game), *(name for path, model in BESIDE.items() for name in columns_of(model, f"{path}__"))]
    games = Game.objects.select_for_update(no_key=True, of=("self",))

    def compose(game: UUID, *its: int) -> QuerySet[Game, Any]:
        return games.filter(pk=game, **dict(zip(names, its, strict=True))).values_list(*columns)

    return Ready(compose, MARK, *range(-len(names), 0))


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
        return Written(Answer.REPEATED if same else Answer.REUSED, log, _line(log, row.hand))
    return None


def _held(log: GameLog, write: _Write) -> Written | None:
    """The night or the club is closed: nothing is lost, an organiser decides."""
    why = why_held(log.game)
    if write.although_closed or not why:
        return None
    guard, aside = write.guard, write.aside
    body = waiting_to_json(
        Waiting(write.event, aside.said, guard.version, guard.insert, aside.entered_at, aside.reason)
    )
    held, _made = HeldWrite.objects.get_or_create(
        game=log.game.pk,
        client_id=write.client_id,
        defaults={
            "club": log.game.club,
            "recorder": write.recorder,
            "body": body,
            "why": why,
            "held_at": write.at,
        },
    )
    return Written(Answer.HELD if same_write(held.body, body) else Answer.REUSED, log)


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
    return Written(Answer.UNCHANGED, log, _line(log, getattr(write.event, "hand", None)))


def _is_done(log: GameLog, event: Event) -> bool:
    """Whether the game is as the event would make it."""
    match event:
        case Void(hand) | Restore(hand):
            line = _line(log, hand)
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
                return Written(Answer.CONFLICT, log, _line(log, hand), would_be=_would_be(log, write))
    return None


def _taken(log: GameLog, write: _Write, deal: Deal) -> Written | None:
    """Whether a new hand's place is taken, and if so, by the same facts or by others."""
    state = log.state
    if deal.follows == state.last_hand or (deal.follows is not None and _line(log, deal.follows) is None):
        return None  # it fits; or it follows a hand of nowhere, which the engine refuses
    line = _line_after(log, deal.follows)
    if line is None or line.record != deal.record:
        return Written(Answer.CONFLICT, log, line, would_be=_would_be(log, write))
    _keep_alias(log, write, log.hand_rows[line.id][-1])
    return Written(Answer.ALIASED, log, line)


def _refused(log: GameLog, write: _Write, new: GameLog) -> Written | None:
    """What the engine says; and the one question that is asked, before a hand that ends the game."""
    if problems := check_states(log.start, log.state, new.state, len(new.events), write.event):
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
    if before.game["counted"] or after.game["counted"]:
        change_tallies(new.game, before.players, after.players)
    return Written(Answer.STORED, new, _line(new, row.hand))


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


def _line(log: GameLog, hand: object) -> Line | None:
    return next((line for line in log.state.lines if line.id == str(hand)), None)


def _line_after(log: GameLog, hand: str | None) -> Line | None:
    """The first hand that counts as played behind `hand`; None stands for the start of the game."""
    lines = list(log.state.lines)
    if hand is not None:
        lines = lines[[line.id for line in lines].index(hand) + 1 :]
    return next((line for line in lines if not line.void), None)
