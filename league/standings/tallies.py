"""The sums that standings and players' pages are made of: one query a table."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KeyTextTransform

from league.models import Club, Player, Season, SeasonRules, Tally
from league.ready import Ready, Row
from league.standings.metrics import Sums


@dataclass(frozen=True, slots=True)
class SeasonName:
    """A season as a page offers it."""

    pk: int
    name: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A player's sums in a season, and who that is."""

    sums: Sums
    name: str
    account: int | None


@dataclass(frozen=True, slots=True)
class Section:
    """What one game of a season came to, and how many points win it."""

    target: int | None
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SeasonTallies:
    """A season with its sums by variant, and the club's other seasons."""

    season: SeasonName
    seasons: tuple[SeasonName, ...]
    sections: Mapping[str, Section]


def read_season(club: Club, season_id: int | None = None) -> SeasonTallies | None:
    """The sums of a season, the default one where none is named; None if the club has no such season.

    One query: every season of the club, and beside the wanted one its tallies.
    """
    rows = list(_season_rows(club, season_id))
    seasons = {pk: SeasonName(pk, *named) for pk, *named, _target in (row[:4] for row in rows)}
    if season_id is None:
        season = next((season for season in seasons.values() if season.is_default), None)
    else:
        season = seasons.get(season_id)
    return SeasonTallies(season, tuple(seasons.values()), _sections(rows)) if season else None


def read_section(club: Club, season_id: int, variant: str) -> Section:
    """The sums of one game of a season; empty where there are none. One query."""
    tallies = read_season(club, season_id)
    return tallies.sections.get(variant, Section(None)) if tallies else Section(None)


def _season_rows(club: Club, season_id: int | None) -> list[Row]:
    return _DEFAULT.rows(club.pk) if season_id is None else _NAMED.rows(club.pk, season_id)


def _compose_rows(club: int, season_id: int | None = None) -> QuerySet[Season, Any]:
    # Said of the tally's own column: asked by `is_default`, PostgreSQL reads the tallies of every club there is.
    default = Season.objects.filter(club=club, is_default=True).values("pk")[:1]
    wanted = Q(tallies__season=Subquery(default) if season_id is None else season_id)
    rules = SeasonRules.objects.filter(season=OuterRef("pk"), variant=OuterRef("tally__variant"))
    target = rules.annotate(target=KeyTextTransform("target", "ruleset__data")).values("target")
    return (
        Season.objects.filter(club=club)
        .annotate(
            tally=FilteredRelation("tallies", condition=wanted & Q(tallies__games__gt=0)),
            target=Subquery(target[:1]),
        )
        .order_by("-starts", "-pk", "tally__player")
        .values_list("pk", "name", "is_default", "target", *(f"tally__{name}" for name in TALLIED))
    )


SUMMED = ("games", "won12", "points", "nights")
TALLIED = ("variant", "player__shown", "player__account", "player", "player__sort_key", *SUMMED)

# Composing this took four times as long as PostgreSQL needs to answer it.
_DEFAULT, _NAMED = Ready(_compose_rows, -1), Ready(_compose_rows, -1, -2)


def _sections(rows: Iterable[Row]) -> dict[str, Section]:
    sections: dict[str, Section] = {}
    for _pk, _name, _default, target, variant, name, account, *sums in rows:
        if variant:
            section = sections.setdefault(variant, Section(int(target or 0) or None))
            section.lines.append(Line(Sums(*sums), name, account))
    return sections


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """A player's sums in one season and variant."""

    season: SeasonName
    variant: str
    sums: Sums


def read_player(player: Player) -> tuple[PlayerTally, ...]:
    """Everything a player has played, newest season first. One query."""
    rows = Tally.objects.filter(player=player, games__gt=0).select_related("season").order_by("-season__starts", "pk")
    return tuple(PlayerTally(_season_name(row.season), row.variant, _sums(row, player.sort_key)) for row in rows)


def _season_name(season: Season) -> SeasonName:
    return SeasonName(season.pk, season.name, season.is_default)


def _sums(row: Tally, order: str) -> Sums:
    plain = {name: getattr(row, name) for name in SUMMED}
    return Sums(player=row.player_id, order=order, hands=row.hands, counts=row.counts, **plain)


def add_up(tallies: Iterable[Sums], player: int, order: str = "") -> Sums:
    """Several scopes as one."""
    totals: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for sums in tallies:
        totals.update({name: getattr(sums, name) for name in (*SUMMED, "hands")})
        counts.update(sums.counts)
    return Sums(player=player, order=order, counts=dict(counts), **totals)
