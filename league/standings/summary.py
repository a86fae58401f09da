"""A season on one sheet of paper: its tables, its nights and who won them, and a few figures."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, IntegerField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from league.bridge.rows import read_rules
from league.bridge.rulebook import rules_in_short, variant_keys, variant_name
from league.days import club_date
from league.models import Club, Game, RuleSet, Season, SeasonState, Tally
from league.standings.build import Standings, build_standings, tables_of
from league.standings.hiding import shown_from
from league.standings.night_winners import Month, NightWon, month_of, months_of, read_nights_won
from league.standings.tallies import SeasonTallies

MOST_NAMED = 3

FIGURES: Mapping[str, Promise] = {
    "games": gettext_lazy("Most games"),
    "maker.march": gettext_lazy("Most often all five tricks"),
    "maker.alone.march": gettext_lazy("Most often all five alone"),
    "defender.euchres": gettext_lazy("Most euchres taken"),
}
"""What the sheet names somebody for: the games, and counts of the tallies."""


@dataclass(frozen=True, slots=True)
class Most:
    """Who has most of something."""

    label: str
    names: tuple[str, ...]
    others: int
    value: int


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules by which games of the season were played, and how many."""

    variant_name: str
    games: int
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A table of the season: its first page, and who is first."""

    table: Standings
    winners: tuple[str, ...]

    @property
    def more(self) -> int:
        """How many stand below what is printed."""
        return self.table.page.paginator.count - len(self.table.page.object_list)


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything on the sheet."""

    season: Season
    today: date
    is_over: bool
    tables: tuple[SeasonTable, ...]
    nights: int
    games: int
    months: tuple[Month, ...]
    month: date | None
    night_winners: tuple[NightWon, ...]
    most: tuple[Most, ...]
    rules: tuple[Rules, ...]
    shown_from: str


def summary_of(club: Club, season: Season, tallies: SeasonTallies, month: date | None = None) -> Summary:
    """The sheet of a season that was read with its last night. Four queries, and what its choice asks for.

    Where there are too many nights for a list, it has their months, and the nights of the one asked for. Of a season
    whose standings are withheld it says how much was played, and by which rules.
    """
    nights, today = read_nights_won(season, tallies), club_date(club)
    rules, withheld = _read_rules(season), tallies.withheld
    listed = () if withheld else tuple(nights)
    months = months_of(listed)
    return Summary(
        season=season,
        today=today,
        is_over=season.state == SeasonState.CLOSED or (season.ends is not None and season.ends < today),
        tables=tuple(_table(club, tallies, key) for key in tables_of(tallies)),
        nights=len({won.night for won in nights}),
        games=sum(one.games for one in rules),
        months=months,
        month=month if months else None,
        night_winners=tuple(won for won in listed if month == month_of(won.date)) if months else listed,
        most=() if withheld else tuple(_most(season)),
        rules=rules,
        shown_from=shown_from(tallies.season.name, tallies.hidden) if tallies.hidden else "",
    )


def _table(club: Club, tallies: SeasonTallies, key: str) -> SeasonTable:
    table = build_standings(club, tallies, key)
    return SeasonTable(table, tuple(row.name for row in table.page if row.place == 1))


# Figures


def _most(season: Season) -> Iterator[Most]:
    """One query over the season's tallies."""
    counts = [Cast(KeyTextTransform(key, "counts"), IntegerField()) for key in FIGURES if key != "games"]
    read = {f"count_{number}": Coalesce(count, 0) for number, count in enumerate(counts)}
    rows = Tally.objects.filter(season=season, games__gt=0).annotate(**read).order_by("player__sort_key", "player")
    columns: dict[str, Counter[int]] = {key: Counter() for key in FIGURES}
    names: dict[int, str] = {}
    for player, name, *values in rows.values_list("player", "player__shown", "games", *read):
        names[player] = name
        for counter, value in zip(columns.values(), values, strict=True):
            counter[player] += value
    for key, counter in columns.items():
        if value := max(counter.values(), default=0):
            best = [names[player] for player in names if counter[player] == value]
            yield Most(str(FIGURES[key]), tuple(best[:MOST_NAMED]), max(len(best) - MOST_NAMED, 0), value)


def _read_rules(season: Season) -> tuple[Rules, ...]:
    """By which rules its counted games were played, those of most games first. One query over the season's games."""
    games = Game.objects.filter(night__season=season, counted=True).order_by()
    rows: Iterable[Any] = games.values_list("variant", "ruleset", "ruleset__data").annotate(Count("pk"))
    order = {key: place for place, key in enumerate(variant_keys())}
    found = sorted(rows, key=lambda row: (order[row[0]], -row[3], row[1]))
    return tuple(
        Rules(variant_name(variant), count, rules_in_short(read_rules(RuleSet(pk=pk, data=data))))
        for variant, pk, data, count in found
    )
