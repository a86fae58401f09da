"""A game's log, read once: its rows, the engine's events, who sits where, and what it all comes to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from uuid import UUID

from django.db.models import Subquery

from engine.events import Event, GameStart, Undo
from engine.games import GameState, fold_game
from engine.seating import Seat
from engine.winning import Status
from league.bridge.rows import read_event, read_rules, read_start, starting_players
from league.models import EventAlias, Game, GameEvent, Player

ENDINGS = frozenset(("concede", "cut_short", "abandon", "result"))


@dataclass(frozen=True)
class GameLog:
    """Everything entered for a game. `rows[0]` is the start; `rows[n]` is event number n of the engine.

    `players` are those who started, by seat, each followed to the player it was merged into. `alias` is the event
    that the write in hand was taken for when it came before.
    """

    game: Game
    start: GameStart
    rows: tuple[GameEvent, ...]
    events: tuple[Event, ...]
    players: tuple[Player, ...]
    alias: int | None = None

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

    def seat_of(self, player: Player) -> Seat | None:
        """Where somebody sat at the start."""
        return next((seat for seat, other in enumerate(self.players) if other.pk == player.pk), None)

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

    def with_row(self, row: GameEvent, event: Event) -> "GameLog":
        """This log with one event more."""
        return replace(self, rows=(*self.rows, row), events=(*self.events, event))


def read_log(game: Game) -> GameLog:
    """A game's log. Two queries: the events with who recorded them, and the players."""
    rows = list(GameEvent.objects.filter(game=game).select_related("recorder").order_by("seq"))
    return log_of(game, rows, players_of(rows[:1]))


def read_log_for(game: Game, client_id: UUID) -> GameLog:
    """The log of a game that is locked, for a write; what the write was taken for before is read beside the events.

    Not beside the lock: a statement that waited for one sees its row anew, but other tables as they were.
    """
    alias = EventAlias.objects.filter(game=game, client_id=client_id).values("event")[:1]
    events = GameEvent.objects.filter(game=game).select_related("recorder").annotate(alias=Subquery(alias))
    rows = list(events.order_by("seq"))
    return replace(log_of(game, rows, players_of(rows[:1])), alias=rows[0].alias)


def log_of(game: Game, rows: Sequence[GameEvent], players: Mapping[int, Player]) -> GameLog:
    """The log made of rows that are loaded already."""
    return GameLog(
        game=game,
        start=read_start(rows[0], read_rules(game.ruleset)),
        rows=tuple(rows),
        events=tuple(read_event(row) for row in rows[1:]),
        players=tuple(players[player] for player in starting_players(rows[0])),
    )


def players_of(starts: Sequence[GameEvent]) -> dict[int, Player]:
    """Everybody who sat down in these starts, by the id that the fact has; merged players as whom they became."""
    wanted = {player for row in starts for player in starting_players(row)}
    found = Player.objects.filter(pk__in=wanted).select_related("merged_into")
    return {player.pk: player.merged_into or player for player in found}
