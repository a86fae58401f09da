"""A game's log, read once: its rows, the engine's events, who sits where, and what it all comes to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet, Subquery

from engine.errors import Problem
from engine.events import Correct, Deal, Event, GameStart, Substitute, Undo
from engine.games import GameState, Line, check_states, fold_game
from engine.records import HandRecord
from engine.seating import Seat
from engine.winning import Status
from league.bridge.rows import read_event, read_rules, read_start, starting_players, substitute_of
from league.models import EventAlias, Game, GameEvent, HeldWrite, Player, Recorder
from league.ready import MARK, Ready, columns_of, made

ENDINGS = frozenset(("concede", "cut_short", "abandon", "result", "withdraw"))


@dataclass(frozen=True, slots=True)
class Substitution:
    """Behind the line of place `after` (-1: from the start) this player has the seat; perhaps with its result."""

    after: int
    seat: Seat
    player: Player
    gets_result: bool


@dataclass(frozen=True)
class GameLog:
    """Everything entered for a game. `rows[0]` is the start; `rows[n]` is event number n of the engine.

    `players` are those who started, by seat, and `people` everybody who sat there, by the id that the fact has; each
    followed to the player it was merged into. `alias` is the event that the write in hand was taken for before, `waits`
    the row in which it is held, `season` the state of the night's season: what the door asks beside.
    """

    game: Game
    start: GameStart
    rows: tuple[GameEvent, ...]
    events: tuple[Event, ...]
    players: tuple[Player, ...]
    people: Mapping[int, Player]
    alias: int | None = None
    waits: int | None = None
    season: str = ""

    @cached_property
    def state(self) -> GameState:
        """The fold of the events."""
        return fold_game(self.start, self.events)

    @cached_property
    def hand_rows(self) -> Mapping[str, list[GameEvent]]:
        """The versions of each hand that are in force, oldest first; a correction that was undone is none."""
        versions: dict[str, list[GameEvent]] = {}
        for number, row in enumerate(self.rows):
            if row.kind == "hand" and number not in self.undone:
                versions.setdefault(str(row.hand), []).append(row)
        return versions

    @cached_property
    def undone(self) -> frozenset[int]:
        """The numbers of the events that are undone: from the newest back, as an undo can be undone itself."""
        undone: set[int] = set()
        for number in range(len(self.events), 0, -1):
            event = self.events[number - 1]
            if isinstance(event, Undo) and number not in undone:
                undone.add(event.event)
        return frozenset(undone)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Where each hand stands among the lines, by its id, be it undone."""
        return {line.id: place for place, line in enumerate(self.state.lines)}

    def line(self, hand: object) -> Line | None:
        """The hand of this id, be it undone; None if the game has no such hand."""
        place = self.places.get(str(hand))
        return None if place is None else self.state.lines[place]

    @cached_property
    def substitutions(self) -> tuple[Substitution, ...]:
        """Who took over which seat, in the order of play; those that were undone are none."""
        found = [
            Substitution(
                after=self.places.get(event.follows or "", -1),
                seat=event.seat,
                player=self.people[substitute_of(row)],
                gets_result=bool(row.body.get("gets_result")),
            )
            for number, (row, event) in enumerate(zip(self.rows[1:], self.events, strict=True), 1)
            if isinstance(event, Substitute) and number not in self.undone
        ]
        return tuple(sorted(found, key=lambda one: one.after))

    def seated(self, place: int | None = None) -> tuple[Player, ...]:
        """Who sits where, by starting seat: at the line of this place, or now."""
        players = list(self.players)
        for one in self.substitutions:
            if place is None or one.after < place:
                players[one.seat] = one.player
        return tuple(players)

    @property
    def credited(self) -> tuple[Player, ...]:
        """Who gets the result of each seat: who started there, unless a substitution says that it goes on."""
        players = list(self.players)
        for one in self.substitutions:
            if one.gets_result:
                players[one.seat] = one.player
        return tuple(players)

    @cached_property
    def voids(self) -> Mapping[str, GameEvent]:
        """The newest undoing of each hand that was undone."""
        undone: dict[str, GameEvent] = {}
        for number, row in enumerate(self.rows):
            if row.kind == "void" and number not in self.undone:
                undone[str(row.hand)] = row
        return undone

    @property
    def is_open(self) -> bool:
        """Whether the game is being played."""
        return self.state.status == Status.OPEN

    @property
    def ending(self) -> int | None:
        """The number of the event that ended the game without a win, if one did (R33)."""
        if self.state.status in (Status.OPEN, Status.WON):
            return None
        endings = (number for number, row in enumerate(self.rows) if row.kind in ENDINGS and number not in self.undone)
        return max(endings)

    def record_written_as(self, client_id: UUID) -> HandRecord | None:
        """What the hand or correction said that a client wrote under this id, if there is one."""
        written = (event for row, event in zip(self.rows[1:], self.events, strict=True) if row.client_id == client_id)
        return next((event.record for event in written if isinstance(event, Deal | Correct)), None)

    def until(self, number: int) -> "GameLog":
        """The game as it stood behind the event of this number; 0 is its start."""
        return replace(self, rows=self.rows[: number + 1], events=self.events[:number])

    def with_row(self, row: GameEvent, event: Event) -> "GameLog":
        """This log with one event more: its row gets the next number, and the next version of its hand."""
        if isinstance(event, Deal | Correct):
            row.hand = UUID(event.hand)
            row.version = 1 + max((other.version or 0 for other in self.rows if other.hand == row.hand), default=0)
        row.game, row.seq = self.game, self.rows[-1].seq + 1
        return replace(self, rows=(*self.rows, row), events=(*self.events, event))

    def problems_of(self, new: "GameLog") -> tuple[Problem, ...]:
        """Everything against the event that `new` has more than this log."""
        return check_states(self.start, self.state, new.state, len(new.events), new.events[-1])


def read_log(game: Game) -> GameLog:
    """A game's log. Two queries: the events with who recorded them, and the players."""
    rows = list(GameEvent.objects.filter(game=game).select_related("recorder").order_by("seq"))
    return log_of(game, rows, players_of(rows))


def read_log_for(game: Game, client_id: UUID) -> GameLog:
    """The log of a game that is locked, for a write; what the write was taken for before is read beside the events.

    Not beside the lock: a statement that waited for one sees its row anew, but other tables as they were. So the
    night is asked once more which season it belongs to, and whether that is closed.
    """
    recorders: dict[int, Recorder] = {}
    rows: list[GameEvent] = []
    alias = waits = season = state = is_season = None
    for *values, alias, waits, season, state, is_season in EVENTS.rows(game.pk, client_id):  # noqa: B007  # the same in every row
        row = made(GameEvent, values[:EVENT_WIDTH])
        if row.recorder_id not in recorders:
            recorders[row.recorder_id] = made(Recorder, values[EVENT_WIDTH:])
        row.recorder = recorders[row.recorder_id]
        rows.append(row)
    game.night.season_id, game.night.state = season, state  # type: ignore[assignment]  # there is a row: the start
    return replace(log_of(game, rows, players_of(rows)), alias=alias, waits=waits, season=is_season or "")


def _compose_events(game: UUID, client_id: UUID) -> QuerySet[GameEvent, Any]:
    alias = EventAlias.objects.filter(game=game, client_id=client_id).values("event")[:1]
    waits = HeldWrite.objects.filter(game=game, client_id=client_id).values("pk")[:1]
    night: tuple[Any, ...] = (F("game__night__season"), F("game__night__state"), F("game__night__season__state"))
    beside: tuple[Any, ...] = (Subquery(alias), Subquery(waits), *night)
    columns: tuple[Any, ...] = (*columns_of(GameEvent), *columns_of(Recorder, "recorder__"), *beside)
    return GameEvent.objects.filter(game=game).order_by("seq").values_list(*columns)


EVENTS, EVENT_WIDTH = Ready(_compose_events, MARK, UUID(int=1)), len(columns_of(GameEvent))


def log_of(game: Game, rows: Sequence[GameEvent], players: Mapping[int, Player]) -> GameLog:
    """The log made of rows that are loaded already."""
    return GameLog(
        game=game,
        start=read_start(rows[0], read_rules(game.ruleset)),
        rows=tuple(rows),
        events=tuple(read_event(row) for row in rows[1:]),
        players=tuple(players[player] for player in starting_players(rows[0])),
        people=players,
    )


def read_rows(games: Iterable[Game]) -> dict[UUID, list[GameEvent]]:
    """The events of several games, each with who recorded it: one query."""
    rows: dict[UUID, list[GameEvent]] = {game.pk: [] for game in games}
    for row in GameEvent.objects.filter(game__in=list(rows)).select_related("recorder").order_by("game", "seq"):
        rows[row.game_id].append(row)
    return rows


def read_logs(games: Sequence[Game]) -> dict[UUID, GameLog]:
    """The logs of several games, by their ids; none of a row without any event. Three queries."""
    rows = read_rows(games)
    players = players_of(row for log in rows.values() for row in log)
    return {game.pk: log_of(game, rows[game.pk], players) for game in games if rows[game.pk]}


def players_of(rows: Iterable[GameEvent]) -> dict[int, Player]:
    """Everybody who sits down in these rows, by the id that the fact has; merged players as whom they became."""
    wanted: set[int] = set()
    for row in rows:
        if row.kind == "start":
            wanted.update(starting_players(row))
        elif row.kind == "substitute":
            wanted.add(substitute_of(row))
    found = [made(Player, values) for values in _players(len(wanted)).rows(*wanted)] if wanted else []
    into = {player.merged_into_id for player in found if player.merged_into_id}
    merged = Player.objects.in_bulk(into) if into else {}
    return {player.pk: merged[player.merged_into_id] if player.merged_into_id else player for player in found}


@lru_cache(maxsize=64)
def _players(count: int) -> Ready:
    """So many players by their ids."""
    return Ready(lambda *ids: Player.objects.filter(pk__in=ids).values_list(*columns_of(Player)), *range(-count, 0))
