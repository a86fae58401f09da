"""Tonight's games that are not over, and what the standings would be if they ended as they stand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from engine.variants import get_variant
from engine.winning import lead_shares
from league.models import Club, GamePlayer, GameStatus
from league.standings.metrics import TWELFTHS


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A player in an open game, and the twelfths of a win that the score of now would give."""

    player: int
    name: str
    order: str
    points: int
    won12: int


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game that is being played; seats in their order."""

    game: UUID
    table: int | None
    hands: int
    seats: tuple[OpenSeat, ...]


@dataclass(slots=True)
class WouldGain:
    """What a player's sums would gain."""

    games: int = 0
    won12: int = 0
    points: int = 0


def read_open_games(club: Club, season: int, variant: str, tonight: date) -> tuple[OpenGame, ...]:
    """A season's games in play tonight, by table, that have a hand already. One query, over one night.

    Games of earlier nights that nobody ended are left out: they would never end.
    """
    rows = GamePlayer.objects.filter(
        game__night__club=club,
        game__night__date=tonight,
        game__night__season=season,
        game__variant=variant,
        game__status=GameStatus.OPEN,
        game__hands__gt=0,
    ).select_related("game__table", "player")
    games: dict[UUID, list[GamePlayer]] = {}
    for row in rows.order_by("game__table__number", "game__play_order", "game", "seat"):
        games.setdefault(row.game_id, []).append(row)
    return tuple(_open_game(variant, seated) for seated in games.values())


def would_gain(games: Iterable[OpenGame]) -> dict[int, WouldGain]:
    """What each player would gain if these games ended now; one player may sit in two."""
    gains: dict[int, WouldGain] = {}
    for game in games:
        for seat in game.seats:
            gain = gains.setdefault(seat.player, WouldGain())
            gain.games += 1
            gain.won12 += seat.won12
            gain.points += seat.points
    return gains


def names_in(games: Iterable[OpenGame]) -> Mapping[int, tuple[str, str]]:
    """Name and sort key of everybody who plays."""
    return {seat.player: (seat.name, seat.order) for game in games for seat in game.seats}


def _open_game(variant: str, rows: Sequence[GamePlayer]) -> OpenGame:
    game = rows[0].game
    shares = lead_shares(get_variant(variant), [row.points for row in rows])
    return OpenGame(
        game=game.pk,
        table=game.table.number if game.table else None,
        hands=game.hands,
        seats=tuple(
            OpenSeat(row.player_id, row.player.called, row.player.sort_key, row.points, int(share * TWELFTHS))
            for row, share in zip(rows, shares, strict=True)
        ),
    )
