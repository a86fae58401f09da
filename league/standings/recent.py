"""A player's last games: for the list, the streak and the trend. One query, whoever plays how much."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, starmap
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from league.bridge.rulebook import variant_name
from league.models import GamePlayer, Player
from league.ready import Ready
from league.standings.history import GameRow, PlayedGame, played_game, seated_in

LISTED = 10
"""Games that a list shows."""

RECENT = 50
"""So many games are looked back on for a streak and a trend; pages say so."""

COLUMNS = [
    *("game_id", "player_id", "player__shown", "seat", "place", "points", "won12", "counted", "play_order"),
    *("game__variant", "game__status", "game__hands", "game__night", "game__night__date", "game__night__season"),
]
"""No table and no club, which these lists don't show: to plan a join of seven took PostgreSQL longer than to do it."""


class _Seat(NamedTuple):
    """A row, as far as it is told of; made much quicker than models."""

    game_id: UUID
    player_id: int
    player: str
    seat: int
    place: int | None
    points: int
    won12: int
    counted: bool
    play_order: int
    variant: str
    status: str
    hands: int
    night: UUID
    date: date
    season: int


@dataclass(frozen=True, slots=True)
class Recent:
    """One of the last games, as far as streaks and trends ask; the first few also as a list shows them."""

    game: UUID
    variant: str
    season: int
    night: UUID
    date: date
    counted: bool
    points: int
    won12: int
    played: PlayedGame | None


def last_games(
    player: Player, most: int = RECENT, *, season: int | None = None, variant: str = "", other: int | None = None
) -> list[Recent]:
    """A player's last games, the newest first; those of one season, of one kind, or with somebody else.

    They are sought among all of the player's games, newest first: who asks for a season that is over waits a little.
    """
    if season is None and other is None and most == RECENT:
        rows = _LAST_OF_KIND.rows(player.pk, variant) if variant else _LAST.rows(player.pk)
        return _recent(rows, player.pk)
    wanted = Q() if season is None else Q(game__night__season=season)
    if variant:
        wanted &= Q(game__variant=variant)
    others = [] if other is None else [other]
    return _recent(list(_rows(player.pk, others, wanted, most, min(most, LISTED))), player.pk)


def games_of_all(players: Sequence[int], wanted: Q, most: int = LISTED) -> list[Recent]:
    """The last games that all of these sat in, as the first of them sees them."""
    first, *others = players
    return _recent(list(_rows(first, others, wanted, most, most)), first)


def _rows(player: int, others: Sequence[int], wanted: Q, most: int, listed: int) -> "QuerySet[GamePlayer, Any]":
    """Of the games that a list shows everybody who sat there, of the others the player alone."""
    mine = GamePlayer.objects.filter(wanted, player=player)
    for other in others:
        mine = mine.filter(game__players__player=other)
    # In the order of the rows below: of games of one moment a list would show some of which it has one seat alone.
    last = mine.order_by("-play_order", "game")
    alone = GamePlayer.objects.filter(pk__in=last.values("pk")[:most])
    everybody = GamePlayer.objects.filter(game__in=last.values("game")[:listed])
    # Said with "or", PostgreSQL looks at every seat of a club's games.
    rows = GamePlayer.objects.filter(pk__in=alone.values("pk").union(everybody.values("pk")))
    return rows.order_by("-play_order", "game", "seat").values_list(*COLUMNS)


def _compose_last(player: int) -> "QuerySet[GamePlayer, Any]":
    return _rows(player, [], Q(), RECENT, LISTED)


def _compose_last_of_kind(player: int, variant: str) -> "QuerySet[GamePlayer, Any]":
    return _rows(player, [], Q(game__variant=variant), RECENT, LISTED)


# Composing these takes longer than answering them.
_LAST, _LAST_OF_KIND = Ready(_compose_last, -1), Ready(_compose_last_of_kind, -1, "a variant")


def _recent(rows: Sequence[Sequence[Any]], player: int) -> list[Recent]:
    found: list[Recent] = []
    for _game, seated in groupby(starmap(_Seat, rows), key=lambda row: row.game_id):
        seats = list(seated)
        mine = next(row for row in seats if row.player_id == player)
        found.append(
            Recent(
                game=mine.game_id,
                variant=mine.variant,
                season=mine.season,
                night=mine.night,
                date=mine.date,
                counted=mine.counted,
                points=mine.points,
                won12=mine.won12,
                played=_played(mine, seats) if len(found) < LISTED else None,
            )
        )
    return found


def _played(mine: _Seat, seats: Sequence[_Seat]) -> PlayedGame:
    row = GameRow(
        game=mine.game_id,
        date=mine.date,
        variant=variant_name(mine.variant),
        players=tuple(map(seated_in, seats)),
        status=mine.status,
        hands=mine.hands,
    )
    return played_game(row, mine.variant, mine, seats)
