"""A player's last games: for the list, the streak and the trend. One query, whoever plays how much."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.db.models import Q, QuerySet

from league.models import Game, GamePlayer, Player
from league.standings.history import PlayedGame, played_game

RECENT = 50
"""So many games are looked back on for a streak and a trend; pages say so."""

COLUMNS = [
    *("pk", "game_id", "player_id", "player__shown", "seat", "place", "points", "won12", "counted", "play_order"),
    *("game__variant", "game__status", "game__hands", "game__table__number"),
    *("game__night", "game__night__date", "game__night__season"),
    *("game__club__name", "game__club__slug"),
]


class _Seat(NamedTuple):
    """A row, as far as it is told of; made much quicker than models."""

    pk: int
    game_id: UUID
    player_id: int
    shown: str
    seat: int
    place: int | None
    points: int
    won12: int
    counted: bool
    play_order: int
    variant: str
    status: str
    hands: int
    table: int | None
    night: UUID
    date: date
    season: int
    club: str
    slug: str

    @property
    def player(self) -> str:
        """Whose row it is, as everybody may see them."""
        return self.shown

    @property
    def game(self) -> Any:
        """The game as the lists of games ask for it."""
        table = None if self.table is None else _Table(self.table)
        night, club = _Night(self.date), _Club(self.club, self.slug)
        return _Game(self.game_id, self.variant, self.status, self.hands, night, table, club)


class _Night(NamedTuple):
    date: date


class _Table(NamedTuple):
    number: int


class _Club(NamedTuple):
    name: str
    slug: str


class _Game(NamedTuple):
    pk: UUID
    variant: str
    status: str
    hands: int
    night: _Night
    table: _Table | None
    club: _Club


@dataclass(frozen=True, slots=True)
class Recent:
    """One of the last games: as a list shows it, and what streaks and trends are made of."""

    played: PlayedGame
    variant: str
    season: int
    night: UUID
    counted: bool
    points: int
    won12: int

    @property
    def date(self) -> date:
        """The day of its night."""
        return self.played.row.date


def last_games(
    player: Player, most: int = RECENT, *, season: int | None = None, other: int | None = None
) -> list[Recent]:
    """A player's last games, the newest first; those of one season, or with somebody else.

    A season is sought among all of the player's games, newest first: who asks for one that is over waits a little.
    """
    mine = GamePlayer.objects.filter(_wanted(season, other), player=player)
    return _read(mine.order_by("-play_order", "-pk").values("game")[:most], player.pk)


def games_of_all(players: Sequence[int], wanted: Q, most: int) -> list[Recent]:
    """The last games that all of these sat in, as the first of them sees them."""
    games = Game.objects.filter(wanted)
    for player in players:
        games = games.filter(players__player=player)
    return _read(games.order_by("-play_order", "pk").values("pk")[:most], players[0])


def _wanted(season: int | None, other: int | None) -> Q:
    wanted = Q() if season is None else Q(game__night__season=season)
    return wanted if other is None else wanted & Q(game__players__player=other)


def _read(games: "QuerySet[Any, Any]", player: int) -> list[Recent]:
    rows = GamePlayer.objects.filter(game__in=games).order_by("-play_order", "game", "seat").values_list(*COLUMNS)
    return list(_recent([_Seat(*row) for row in rows], player))


def _recent(rows: Sequence[_Seat], player: int) -> Iterator[Recent]:
    for _game, seated in groupby(rows, key=lambda row: row.game_id):
        seats = cast("list[GamePlayer]", list(seated))
        mine = cast(_Seat, next(row for row in seats if row.player_id == player))
        yield Recent(
            played=played_game(cast(GamePlayer, mine), seats),
            variant=mine.variant,
            season=mine.season,
            night=mine.night,
            counted=mine.counted,
            points=mine.points,
            won12=mine.won12,
        )
