"""A game without its people, its day and its ids: everything that follows from it, worked out once by the fold."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder

from engine.events import Event, GameStart
from league.bridge.rows import BODY_VERSION, event_row, start_body
from league.models import Game, GameEvent, GamePlayer, Night, Player, RuleSet
from league.services.derive import HAND_FIELDS, Derived
from league.services.log import GameLog, log_of
from league.services.pairs import Pair, PairKey, pairs_of_players
from league.services.tallies import Contribution, contribution_of

NAMED = ("maker_player_id", "entered_id", "recorder_id", "stored_at")
"""The last columns of a hand's row, which are another game's another time."""
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Entry:
    """An event, and how many seconds after the start it was written down."""

    event: Event
    after: int


@dataclass(frozen=True, slots=True)
class EventSketch:
    """An event's row but for its ids. `hand` and `follows` count the game's hands."""

    kind: str
    hand: int | None
    is_deal: bool
    version: int | None
    follows: int | None
    body: Any
    text: str
    after: timedelta


@dataclass(frozen=True, slots=True)
class LineSketch:
    """A hand's row: the columns of HAND_FIELDS before the last four, which name the maker, by seat, and its events."""

    hand: int
    columns: tuple[Any, ...]
    maker: int | None
    newest: int
    first: int


@dataclass(frozen=True, slots=True)
class SeatSketch:
    """What a game comes to for who sits there: the player's row, and what it adds to tallies."""

    place: int | None
    points: int
    won12: int
    counts: str
    adds: Contribution


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole game. `hands` are those dealt, `game` its derived columns, `pairs` what it adds, by seat in no season."""

    ruleset: RuleSet
    first_dealer: int
    hands: int
    events: tuple[EventSketch, ...]
    lines: tuple[LineSketch, ...]
    seats: tuple[SeatSketch, ...]
    game: Mapping[str, Any]
    pairs: tuple[tuple[PairKey, Pair], ...]


def hand_id(number: int) -> str:
    """A hand's identity before it has one."""
    return str(UUID(int=number))


def to_json(value: object) -> str:
    """As Django writes it into a column."""
    return json.dumps(value, cls=DjangoJSONEncoder)


def make_sheet(ruleset: RuleSet, start: GameStart, entries: Sequence[Entry]) -> Sheet:
    """Fold a game, and keep what came of it."""
    log = _make_log(ruleset, start, entries)
    derived = Derived(log)
    return Sheet(
        ruleset=ruleset,
        first_dealer=start.first_dealer,
        hands=len(derived.lines),
        events=tuple(_event_sketch(row) for row in log.rows[1:]),
        lines=tuple(_line_sketch(log, hand, dict(columns)) for hand, columns in derived.lines.items()),
        seats=tuple(_seat_sketch(player) for _pk, player in sorted(derived.players.items())),
        game=derived.game,
        pairs=tuple(pairs_of_players(0, ruleset.variant, derived.players).items()),
    )


def _make_log(ruleset: RuleSet, start: GameStart, entries: Sequence[Entry]) -> GameLog:
    """The log as it will be read, with seats for players and numbers for the events' keys."""
    game = Game(ruleset=ruleset, variant=ruleset.variant, night=Night(date=EPOCH.date()))
    seats = range(start.rules.game.seats)
    first = GameEvent(pk=0, seq=0, kind="start", body=start_body(start, seats), v=BODY_VERSION, stored_at=EPOCH)
    log = log_of(game, [first], {seat: Player(pk=seat) for seat in seats})
    for number, entry in enumerate(entries, 1):
        row = event_row(entry.event)
        row.pk, row.recorder_id, row.stored_at = number, 0, EPOCH + timedelta(seconds=entry.after)
        log = log.with_row(row, entry.event)
    return log


def _event_sketch(row: GameEvent) -> EventSketch:
    return EventSketch(
        kind=row.kind,
        hand=_number(row.hand),
        is_deal=row.version == 1,
        version=row.version,
        follows=_number(row.follows),
        body=row.body,
        text=to_json(row.body),
        after=row.stored_at - EPOCH,
    )


def _number(hand: UUID | str | None) -> int | None:
    return None if hand is None else UUID(str(hand)).int


def _line_sketch(log: GameLog, hand: str, columns: dict[str, Any]) -> LineSketch:
    newest, first = columns["entered_id"], log.hand_rows[hand][0].seq
    kept = [columns[name] for name in HAND_FIELDS if name not in NAMED]
    values = tuple(to_json(v) if isinstance(v, list) else v for v in kept)
    return LineSketch(UUID(hand).int, values, columns["maker_player_id"], newest, first)


def _seat_sketch(player: GamePlayer) -> SeatSketch:
    return SeatSketch(player.place, player.points, player.won12, to_json(player.counts), contribution_of(player))
