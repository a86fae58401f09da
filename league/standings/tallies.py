"""The sums that standings and players' pages are made of: one query a table."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import (
    Case,
    Exists,
    FilteredRelation,
    OuterRef,
    Q,
    QuerySet,
    StringAgg,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Concat

from league.bridge.rulebook import variant_keys
from league.models import Club, Night, NightTally, Season, SeasonRules, SeasonState
from league.models.tallies import holds_something
from league.ready import Ready, Row
from league.standings.choice import DEFAULT, StandingsChoice, choice_from_json
from league.standings.hiding import still_hidden
from league.standings.metrics import NightId, NightSums, Sums, with_nights
from league.standings.nights import read_nights
from league.standings.open_games import WouldGain


@dataclass(frozen=True, slots=True)
class SeasonName:
    """A season as a page offers it."""

    pk: int
    name: str
    is_default: bool
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class LastNight:
    """What the last night brought a player: as it was read, for most are never looked at."""

    texts: tuple[str, ...]

    @property
    def gain(self) -> WouldGain:
        """In all games of the table; without counts."""
        total = WouldGain()
        for text in self.texts:
            games, won12, points = map(int, text.split()[1:])
            total.add(WouldGain(games, won12, points))
        return total

    @property
    def night(self) -> NightId:
        """Which it was."""
        return UUID(self.texts[0].split()[0])


class Line(NamedTuple):
    """A player's sums in a season, `credits` among them, and who that is; what the last night brought, if asked."""

    sums: Sums
    name: str
    account: int | None
    last: LastNight | None = None
    credits: int = 0


TOGETHER = ""
"""The key of the one table of a season in which all games count together."""


@dataclass(frozen=True, slots=True)
class Section:
    """One table of a season: what its games came to, how many points win one of them, and how it is ranked.

    `variants`: whose games these are. `withheld`: it is not for who asks, before this day.
    """

    target: int | None = None
    lines: list[Line] = field(default_factory=list)
    season: int = 0
    variants: tuple[str, ...] = ()
    choice: StandingsChoice = DEFAULT
    withheld: date | None = None

    def line_of(self, player: int) -> Line | None:
        """A player's line."""
        return next((line for line in self.lines if line.sums.player == player), None)


@dataclass(frozen=True, slots=True)
class SeasonTallies:
    """A season with its tallies by variant, as they were read, and the club's other seasons.

    `hidden`: until this day organisers alone see its standings. `withheld`: not for who asks, who gets no tallies.
    """

    season: SeasonName
    seasons: tuple[SeasonName, ...]
    rows: Mapping[str, Sequence[Row]]
    choice: StandingsChoice
    hidden: date | None = None
    withheld: bool = False

    def section(self, variant: str) -> Section:
        """The table that games of this variant count in; empty where there are none.

        One query if the season's choice asks for nights, otherwise none.
        """
        until = self.hidden if self.withheld else None
        if self.choice.together:
            lines = _together(self.rows.values())
            section = Section(None, lines, self.season.pk, variant_keys(), self.choice, until)
        else:
            rows = self.rows.get(variant, ())
            target = _target(rows[0][TARGETS], variant) if rows else None
            section = Section(target, list(map(_line, rows)), self.season.pk, (variant,), self.choice, until)
        if section.lines and self.choice.reads_nights:
            _put_nights(section, read_nights(self.season.pk))
        return section


def read_season(
    club: Club, season_id: int | None = None, *, variant: str = "", last_night: bool = False, sees_hidden: bool = False
) -> SeasonTallies | None:
    """The sums of a season, the default one where none is named; None if the club has no such season.

    `variant`: only the table is wanted in which games of this one count; not with `last_night`. `sees_hidden`: whoever
    asks may see standings that are hidden (`policy.Access`); otherwise those have no tallies.

    One query: every season of the club, and beside the wanted one its tallies.
    """
    rows = _season_rows(club, season_id, variant, last_night)
    seasons = {row[0]: SeasonName(row[0], row[1], row[2], row[3] == SeasonState.CLOSED) for row in rows}
    if season_id is None:
        season = next((season for season in seasons.values() if season.is_default), None)
    else:
        season = seasons.get(season_id)
    if season is None:
        return None
    chosen, until = next(row[4:6] for row in rows if row[0] == season.pk)
    choice = choice_from_json(json.loads(chosen)) if chosen else DEFAULT
    hidden = still_hidden(club, until)
    withheld = hidden is not None and not sees_hidden
    found = {} if withheld else _by_variant(rows)
    return SeasonTallies(season, tuple(seasons.values()), found, choice, hidden, withheld)


def read_section(club: Club, season_id: int, variant: str, *, sees_hidden: bool = False) -> Section:
    """The table in which one game of a season counts; empty where there is none. As many queries."""
    tallies = read_season(club, season_id, variant=variant, sees_hidden=sees_hidden)
    return tallies.section(variant) if tallies else Section(None)


def _season_rows(club: Club, season_id: int | None, variant: str, last_night: bool) -> list[Row]:
    if variant:
        return _DEFAULT_OF.rows(club.pk, variant) if season_id is None else _NAMED_OF.rows(club.pk, variant, season_id)
    if season_id is None:
        return (_DEFAULT_MOVING if last_night else _DEFAULT).rows(club.pk)
    return (_NAMED_MOVING if last_night else _NAMED).rows(club.pk, season_id)


def _compose_of(club: int, variant: str, season_id: int | None = None) -> QuerySet[Season, Any]:
    """Only what is in one table with games of a variant: all of them where all games count together."""
    return _compose_rows(club, season_id, Q(tallies__variant=variant) | Q(settings__standings__together=True))


def _compose_rows(club: int, season_id: int | None = None, wanted: Q | None = None) -> QuerySet[Season, Any]:
    season = _season(club, season_id)
    said = Q(tallies__season=season) & holds_something("tallies__") & (wanted or Q())
    # Of no row in particular, so that a database looks once and not for everybody.
    target = Concat("variant", Value(" "), KeyTextTransform("target", "ruleset__data"), output_field=TextField())
    rules = SeasonRules.objects.filter(season=season).values("season").annotate(all=StringAgg(target, Value(",")))
    return (
        Season.objects.filter(club=club)
        .annotate(
            tally=FilteredRelation("tallies", condition=said),
            targets=Subquery(rules.values("all")),
            chosen=KeyTextTransform("standings", "settings"),
            until=KeyTextTransform("hidden_until", "settings"),
            # Long, and only a few choices look into them.
            counts=Case(When(settings__standings__counts=True, then=Cast("tally__counts", TextField())), default=None),
        )
        .order_by("-starts", "-pk", "tally__player")
        .values_list(*COLUMNS)
    )


def _season(club: int, season_id: int | None) -> Any:
    # Said of the tally's own column: asked by `is_default`, PostgreSQL reads the tallies of every club there is.
    return season_id or Subquery(Season.objects.filter(club=club, is_default=True).values("pk")[:1])


def _compose_moving(club: int, season_id: int | None = None) -> QuerySet[Season, Any]:
    """The same, with what the last night brought to everybody: it costs no statement of its own."""
    counted = NightTally.objects.filter(holds_something())
    games = NightTally.objects.filter(games__gt=0, night=OuterRef("pk"))
    played = Night.objects.filter(Exists(games), season=_season(club, season_id))
    newest = Subquery(played.order_by("-date", "-opened_at", "-pk").values("pk")[:1])
    last = counted.filter(night=newest, player=OuterRef("tally__player"), variant=OuterRef("tally__variant"))
    parts = (Cast("night", TextField()), "games", "won12", "points")
    sums = Concat(*[part for name in parts for part in (Value(" "), name)], output_field=TextField())
    moving = _compose_rows(club, season_id).annotate(last=Subquery(last.annotate(text=sums).values("text")))
    return moving.values_list(*COLUMNS, "last")


SUMMED = ("games", "won12", "points", "nights")
TALLIED = ("variant", "player__shown", "player__account", "player", "player__sort_key", *SUMMED)
SEASON = ("pk", "name", "is_default", "state", "chosen", "until", "targets", "tally__credits", "counts")
COLUMNS = (*SEASON, *(f"tally__{name}" for name in TALLIED))
TARGETS, CREDITS, VARIANT = COLUMNS.index("targets"), COLUMNS.index("tally__credits"), COLUMNS.index("tally__variant")

# Composing this took four times as long as PostgreSQL needs to answer it.
_DEFAULT, _NAMED = Ready(_compose_rows, -1), Ready(_compose_rows, -1, -2)
_DEFAULT_OF, _NAMED_OF = Ready(_compose_of, -1, "a game"), Ready(_compose_of, -1, "a game", -2)
_DEFAULT_MOVING, _NAMED_MOVING = Ready(_compose_moving, -1), Ready(_compose_moving, -1, -2)


def _target(targets: str | None, variant: str) -> int | None:
    """What a game is played to, of the targets of a season's rules."""
    for each in (targets or "").split(","):
        key, _, target = each.partition(" ")
        if key == variant and target:
            return int(target)
    return None


def _by_variant(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        if row[VARIANT]:
            found.setdefault(row[VARIANT], []).append(row)
    return found


def _line(row: Row) -> Line:
    credits, counts, _variant, name, account, *sums = row[CREDITS : len(COLUMNS)]
    counted = {"counts": json.loads(counts)} if counts else {}
    last = LastNight((row[-1],)) if len(row) > len(COLUMNS) and row[-1] else None
    return Line(Sums(*sums, **counted), name, account, last, credits)


def _together(variants: Iterable[Iterable[Row]]) -> list[Line]:
    """All games as one table, a line for each player."""
    lines: dict[int, list[Line]] = {}
    for line in (_line(row) for rows in variants for row in rows):
        lines.setdefault(line.sums.player, []).append(line)
    return [
        same[0]._replace(
            sums=add_up((line.sums for line in same), player, same[0].sums.order),
            last=_last_together(line.last for line in same if line.last),
            credits=sum(line.credits for line in same),
        )
        for player, same in sorted(lines.items())
    ]


def _last_together(several: Iterable[LastNight]) -> LastNight | None:
    texts = tuple([text for last in several for text in last.texts])
    return LastNight(texts) if texts else None


def _put_nights(section: Section, nights: Mapping[tuple[int, str], Mapping[NightId, NightSums]]) -> None:
    for index, line in enumerate(section.lines):
        player = line.sums.player
        played = [nights[player, variant] for variant in section.variants if (player, variant) in nights]
        by_night = add_nights(played)
        section.lines[index] = line._replace(sums=with_nights(line.sums, by_night, section.choice.best))


def add_nights(several: Iterable[Mapping[NightId, NightSums]]) -> dict[NightId, NightSums]:
    """The nights of several games, or of two who are one person, as one."""
    total: dict[NightId, NightSums] = {}
    for nights in several:
        for night, sums in nights.items():
            total[night] = NightSums(*map(sum, zip(total.get(night, NightSums()), sums, strict=True)))
    return total


def add_up(tallies: Iterable[Sums], player: int, order: str = "") -> Sums:
    """Several scopes as one."""
    totals: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for sums in tallies:
        totals.update({name: getattr(sums, name) for name in (*SUMMED, "hands")})
        counts.update(sums.counts)
    games, won12, points, nights, hands = (totals[name] for name in (*SUMMED, "hands"))
    return Sums(player, order, games, won12, points, nights, hands, dict(counts))
