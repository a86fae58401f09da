"""Tallies of nights and seasons, changed by what one game's contribution differs by.

Summing anew inside the transaction of a hand gave deadlocks and wrong sums between two tables that finish at once;
so does touching the rows in another order than that of the players.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from django.db import connection

from league.models import Game, GamePlayer, NightTally, Tally


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one game, or a difference of two, adds to a player's sums."""

    games: int = 0
    won12: int = 0
    points: int = 0
    hands: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: "Contribution") -> "Contribution":
        return self._combine(other, 1)

    def __sub__(self, other: "Contribution") -> "Contribution":
        return self._combine(other, -1)

    def __bool__(self) -> bool:
        return any((self.games, self.won12, self.points, self.hands, self.counts))

    def _combine(self, other: "Contribution", sign: int) -> "Contribution":
        keys = {**self.counts, **other.counts}
        counts = {key: self.counts.get(key, 0) + sign * other.counts.get(key, 0) for key in sorted(keys)}
        return Contribution(
            games=self.games + sign * other.games,
            won12=self.won12 + sign * other.won12,
            points=self.points + sign * other.points,
            hands=self.hands + sign * other.hands,
            counts={key: count for key, count in counts.items() if count},
        )


NOTHING = Contribution()
type Rows = Sequence[NightTally] | Sequence[Tally]

NO_NIGHTS: Mapping[int, int] = MappingProxyType({})
SUMS = ["games", "won12", "points", "hands"]


def contribution_of(player: GamePlayer) -> Contribution:
    """What a game adds for one player: nothing unless it counts."""
    if not player.counted:
        return NOTHING
    return Contribution(1, player.won12, player.points, player.hands, player.counts)


def change_tallies(game: Game, old: Mapping[int, GamePlayer], new: Mapping[int, GamePlayer]) -> None:
    """Bring the tallies of a game's night and season up to date. Four statements, or none if nothing changed."""
    absent = GamePlayer(counted=False)
    changes = {
        player: contribution_of(new.get(player, absent)) - contribution_of(old.get(player, absent))
        for player in sorted({*old, *new})
    }
    changes = {player: change for player, change in changes.items() if change}
    if not changes:
        return
    nights = [NightTally(night=game.night, player_id=player, variant=game.variant) for player in changes]
    turned = _add(nights, changes)
    seasons = [Tally(season_id=game.night.season_id, player_id=player, variant=game.variant) for player in changes]
    _add(seasons, changes, turned)


def _add(
    blank: Sequence[NightTally] | Sequence[Tally],
    changes: Mapping[int, Contribution],
    nights: Mapping[int, int] = NO_NIGHTS,
) -> dict[int, int]:
    """Add changes to the rows with these keys. Tells whose row began (1) or ceased (-1) to hold games."""
    rows, turned = _lock_rows(blank), {}
    for row in rows:
        before = Contribution(row.games, row.won12, row.points, row.hands, row.counts)
        after = before + changes[row.player_id]
        for name in SUMS:
            setattr(row, name, getattr(after, name))
        row.counts = dict(after.counts)
        if isinstance(row, Tally):
            row.nights += nights.get(row.player_id, 0)
        turned[row.player_id] = bool(after.games) - bool(before.games)
    key, sums = _columns(type(rows[0]))
    type(rows[0])._default_manager.bulk_create(rows, update_conflicts=True, unique_fields=key, update_fields=sums)
    return turned


def _lock_rows(blank: Rows) -> list[Any]:
    """Make the rows that are missing, lock all of them in the order given, and read them: one statement.

    The update that changes nothing locks a row that is there, so that nobody adds to it in between.
    """
    model = type(blank[0])
    key, sums = _columns(model)
    table = connection.ops.quote_name(model._meta.db_table)
    place = "(" + ", ".join(["%s"] * len(key + sums)) + ")"
    sql = (
        f"INSERT INTO {table} ({', '.join(key + sums)}) VALUES {', '.join([place] * len(blank))} "  # noqa: S608
        f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET games = {table}.games RETURNING *"
    )
    values = [_database_value(row, column) for row in blank for column in key + sums]
    return list(model._default_manager.raw(sql, values))


def _columns(model: type[NightTally | Tally]) -> tuple[list[str], list[str]]:
    """The columns of a tally's key, and those of its sums. Names of ours, none from outside."""
    columns = [field.column for field in model._meta.concrete_fields if field.column and not field.primary_key]
    sums = [*SUMS, "counts", *(["nights"] if model is Tally else [])]
    return [column for column in columns if column not in sums], sums


def _database_value(row: NightTally | Tally, column: str) -> Any:
    field = next(field for field in row._meta.concrete_fields if field.column == column)
    return field.get_db_prep_save(getattr(row, field.attname), connection)
