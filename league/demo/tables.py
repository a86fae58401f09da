"""The games of a demo night: several tables at once, every hand written through the site's own door."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from engine.events import Abandon, Concede, Correct, Deal, Event, Void
from engine.records import HandKind, HandRecord
from engine.variants import Variant
from engine.winning import Status
from league.bridge.starts import NewGame
from league.demo.play import Habit, Table, Temper
from league.models import Club, Player, Recorder
from league.services.answers import Answer
from league.services.games import start_game
from league.services.log import GameLog, read_log
from league.services.play import write_event

MISTYPED = 0.03
SAID_LATER = 0.05
"""Slips of the pen, and suits that are written down only when somebody asks, as chances of a hand."""

SAFE = 5
"""A slip of the pen must not end a game: nobody has more than this."""


@dataclass(frozen=True, slots=True)
class Pace:
    """When a table begins, how long a hand takes, and the moment after which nothing has happened yet."""

    start: datetime
    hand: timedelta
    now: datetime


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits down to what, in order, and who writes."""

    variant: Variant
    players: Sequence[Player]
    tempers: Sequence[Temper]
    recorder: Recorder
    habit: Habit


@dataclass(frozen=True, slots=True)
class Plan:
    """How a game goes that is not played to its end, and whether somebody writes down every card of it."""

    abandon_after: int | None = None
    concede_at: int | None = None
    pause_at: int | None = None
    cards: bool = False


PLAYED_OUT = Plan()


@dataclass(slots=True)
class Play:
    """A game on its way."""

    club: Club
    rng: Random
    seats: Seats
    pace: Pace
    plan: Plan = PLAYED_OUT
    log: GameLog = field(init=False)
    table: Table = field(init=False)
    clock: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.clock = self.pace.start
        dealer = self.rng.randrange(self.seats.variant.seats)
        new = NewGame(self.seats.variant.key, [player.pk for player in self.seats.players], dealer)
        game = start_game(self.club, self._uuid(), self.seats.recorder, new, at=self.clock)
        self.log = read_log(game)
        self.table = Table(self.rng, self.log.start.rules, self.seats.tempers, self.seats.habit)

    @property
    def goes_on(self) -> bool:
        """Whether another hand is to be played."""
        state = self.log.state
        paused = self.plan.pause_at is not None and max(state.scores) >= self.plan.pause_at
        return state.status == Status.OPEN and not paused

    def play_on(self) -> None:
        """A hand, or the end that was planned."""
        self._wait(self.pace.hand * self.rng.uniform(0.7, 1.3))
        state, plan = self.log.state, self.plan
        if plan.abandon_after is not None and len(state.lines) >= plan.abandon_after:
            self._write(Abandon())
        elif plan.concede_at is not None and max(state.scores) >= plan.concede_at:
            self._write(Concede(frozenset([state.scores.index(max(state.scores))])))
        else:
            self._record(self.table.play_hand(state.dealer))

    def _record(self, record: HandRecord) -> None:
        """Write a hand down, now and then with a slip, or without the suit until somebody asks."""
        if self.rng.random() < MISTYPED and max(self.log.state.scores) <= SAFE and record.kind == HandKind.PLAYED:
            self._write(Void(self._deal(mistyped(record, self.seats.variant))))
            self._wait(timedelta(seconds=self.rng.uniform(2, 9)))
        if record.trump is not None and self.rng.random() < SAID_LATER:
            hand = self._deal(replace(record, trump=None, round=None))
            self._wait(timedelta(seconds=self.rng.uniform(2, 9)))
            self._write(Correct(hand, self._booked(record)))
        else:
            self._deal(self._booked(record))

    def _booked(self, record: HandRecord) -> HandRecord:
        """The record as the scorekeeper writes it, who at some tables writes down every card."""
        seen = self.table.seen
        return seen.written(record) if self.plan.cards and seen and record.kind == HandKind.PLAYED else record

    def _wait(self, time: timedelta) -> None:
        self.clock = min(self.clock + time, self.pace.now)

    def _deal(self, record: HandRecord) -> str:
        hand = self._uuid()
        self._write(Deal(str(hand), record, self.log.state.last_hand), hand)
        return str(hand)

    def _write(self, event: Event, client_id: UUID | None = None) -> None:
        client_id = client_id or self._uuid()
        written = write_event(self.log.game.pk, client_id, self.seats.recorder, event, at=self.clock)
        if written.answer != Answer.STORED:
            raise AssertionError(f"{event} was {written.answer}: {[str(problem) for problem in written.problems]}")
        self.log = written.log

    def _uuid(self) -> UUID:
        return UUID(int=self.rng.getrandbits(128), version=4)


def play_together(plays: Sequence[Play]) -> None:
    """A round: every table plays its hand while the others play theirs."""
    while going := [play for play in plays if play.goes_on]:
        for play in going:
            play.play_on()


def mistyped(record: HandRecord, variant: Variant) -> HandRecord:
    """The makers' tricks off by one."""
    side = variant.side_of(record.maker or 0)
    tricks = sum(record.tricks[seat] for seat in side) if record.tricks else record.maker_tricks or 0
    return replace(record, tricks=None, maker_tricks=tricks - 1 if tricks else 1)
