"""Tonight's games that are not over, and what the standings would be if they ended as they stand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol
from uuid import UUID

from django.db.models import QuerySet

from engine.counts import TWELFTHS, place_keys
from engine.variants import get_variant
from engine.winning import lead_places, lead_shares
from league.models import Club, Game, GamePlayer, GameStatus, Night
from league.ready import Ready
from league.standings.ranking import Meeting, Seat


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A player in an open game; the twelfths of a win, and the place, that the score of now would give."""

    player: int
    name: str
    order: str
    points: int
    won12: int
    seat: Seat
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that is being played; seats in their order."""

    game: UUID
    night: UUID
    table: int | None
    hands: int
    seats: tuple[OpenSeat, ...]


class Gain(Protocol):
    """What a player's sums would gain, or lose."""

    @property
    def games(self) -> int: ...
    @property
    def won12(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def counts(self) -> Mapping[str, int]: ...


@dataclass(slots=True)
class WouldGain:
    """What a player's sums would gain."""

    games: int = 0
    won12: int = 0
    points: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)

    def add(self, other: Gain) -> None:
        """Both together."""
        self.games += other.games
        self.won12 += other.won12
        self.points += other.points
        if other.counts:
            keys = {**self.counts, **other.counts}
            self.counts = {key: self.counts.get(key, 0) + other.counts.get(key, 0) for key in keys}


def read_open_games(club: Club, season: int, variants: Sequence[str], tonight: date) -> tuple[OpenGame, ...]:
    """A season's games in play tonight, by table, that have a hand already. One query, over one night.

    Games of earlier nights that nobody ended are left out: they would never end.
    """
    going = _going(club.pk, season, tonight).filter(variant__in=variants)
    rows = GamePlayer.objects.filter(game__in=going).select_related("game__table", "player")
    games: dict[UUID, list[GamePlayer]] = {}
    for row in rows.order_by("game__table__number", "game__play_order", "game", "seat"):
        games.setdefault(row.game_id, []).append(row)
    return tuple(_open_game(seated) for seated in games.values())


def variants_in_play(club: Club, season: int, tonight: date) -> set[str]:
    """What the same games are. One query."""
    return {variant for (variant,) in _IN_PLAY.rows(club.pk, season, tonight)}


def _compose_in_play(club: int, season: int, tonight: date) -> "QuerySet[Game, Any]":
    return _going(club, season, tonight).order_by().values_list("variant").distinct()


def _going(club: int, season: int, tonight: date) -> QuerySet[Game]:
    nights = Night.objects.filter(club=club, date=tonight, season=season)
    return Game.objects.filter(night__in=nights, status=GameStatus.OPEN, hands__gt=0)


# Composing this takes longer than answering it.
_IN_PLAY = Ready(_compose_in_play, -1, -2, date.min)


def would_gain(games: Iterable[OpenGame]) -> dict[UUID, dict[int, WouldGain]]:
    """What each player would gain, by night, if these games ended now; one player may sit in two."""
    nights: dict[UUID, dict[int, WouldGain]] = {}
    for game in games:
        gains = nights.setdefault(game.night, {})
        for seat in game.seats:
            gains.setdefault(seat.player, WouldGain()).add(WouldGain(1, seat.won12, seat.points, seat.counts))
    return nights


def would_meet(games: Iterable[OpenGame]) -> list[Meeting]:
    """What head to head would see of them."""
    return [Meeting(game.game, game.night, {seat.player: seat.seat for seat in game.seats}) for game in games]


def names_in(games: Iterable[OpenGame]) -> Mapping[int, tuple[str, str]]:
    """Name and sort key of everybody who plays."""
    return {seat.player: (seat.name, seat.order) for game in games for seat in game.seats}


def _open_game(rows: Sequence[GamePlayer]) -> OpenGame:
    game, points = rows[0].game, [row.points for row in rows]
    variant, placed = get_variant(game.variant), lead_places(points)
    would_be = zip(rows, lead_shares(variant, points), placed, place_keys(placed, len(variant.sides[0])), strict=True)
    return OpenGame(
        game=game.pk,
        night=game.night_id,
        table=game.table.number if game.table else None,
        hands=game.hands,
        seats=tuple(
            OpenSeat(
                player=row.player_id,
                name=row.player.called,
                order=row.player.sort_key,
                points=row.points,
                won12=int(share * TWELFTHS),
                seat=Seat(variant.side_of(row.seat), place),
                counts=row.counts | {key: 1},
            )
            for row, share, place, key in would_be
        ),
    )
