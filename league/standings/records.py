"""The records of a club: the first few games of each, found by an index of their own, however many were played."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from league.models import Club, Game, GamePlayer

LISTED = 5
"""Games of each record; of equals, the one that was first."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A record: the column of the game that holds it, and the count or column of whoever did it, if somebody did."""

    column: str
    label: Promise
    unit: Promise
    count: str = ""


KINDS: Sequence[Kind] = (
    Kind("comeback", gettext_lazy("Biggest comeback"), gettext_lazy("Points behind"), count="won.behind"),
    Kind("longest", gettext_lazy("Longest game"), gettext_lazy("Hands")),
    Kind("euchres", gettext_lazy("Most euchres in a game"), gettext_lazy("Euchres")),
    Kind("top_score", gettext_lazy("Most points in a game"), gettext_lazy("Points"), count="points"),
)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who played in the game; `holds`: it was theirs."""

    pk: int
    name: str
    points: int
    holds: bool


@dataclass(frozen=True, slots=True)
class RecordGame:
    """A game of a record, and who played."""

    game: UUID
    day: date
    value: int
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A record and the games that hold it, the greatest first."""

    key: str
    label: str
    unit: str
    games: tuple[RecordGame, ...]


def records_of(club: Club, variant: str) -> list[Record]:
    """A query for each record, and one for who played."""
    found = {kind.column: list(_best(club, variant, kind)) for kind in KINDS}
    seated = _seated({game for rows in found.values() for game, _day, _value in rows})
    return [
        Record(
            kind.column,
            str(kind.label),
            str(kind.unit),
            tuple(
                RecordGame(game, day, value, tuple(_players(kind, value, seated[game])))
                for game, day, value in found[kind.column]
            ),
        )
        for kind in KINDS
    ]


def _best(club: Club, variant: str, kind: Kind) -> Iterator[tuple[UUID, date, int]]:
    wanted = Q(club=club, variant=variant, **{f"{kind.column}__isnull": False, f"{kind.column}__gt": 0})
    games = Game.objects.filter(wanted).order_by(f"-{kind.column}", "play_order", "pk")
    yield from games.values_list("pk", "night__date", kind.column)[:LISTED]


def _seated(games: set[UUID]) -> Mapping[UUID, Sequence[GamePlayer]]:
    rows: dict[UUID, list[GamePlayer]] = {game: [] for game in games}
    for row in GamePlayer.objects.filter(game__in=games).select_related("player").order_by("seat"):
        rows[row.game_id].append(row)
    return rows


def _players(kind: Kind, value: int, seated: Sequence[GamePlayer]) -> Iterator[Player]:
    for row in seated:
        theirs = row.points if kind.count == "points" else row.counts.get(kind.count)
        yield Player(row.player_id, row.player.shown, row.points, holds=bool(kind.count) and theirs == value)
