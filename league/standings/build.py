"""Standings as a page shows them: places, names, and every figure as text."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.bridge.rulebook import variant_keys
from league.models import Club
from league.paging import page_with
from league.standings.figures import figure_of
from league.standings.impact import WhatIf, rank_what_if, taken
from league.standings.meetings import meet_in
from league.standings.metrics import Metric
from league.standings.nights import read_counts
from league.standings.open_games import WouldGain
from league.standings.ranking import Ranked, rank
from league.standings.tallies import TOGETHER, Line, SeasonName, SeasonTallies, Section, read_season
from league.standings.words import HEADINGS, table_name, tie_breaks

PAGE_SIZE = 50

PLAIN, FIRST, EXTRA = "num", "num total", "num extra"
"""Classes of columns: chosen here, not asked for anew in each of two hundred cells."""

ROOM = 3
"""So many columns fit on a phone; more are shown there only if they decide places."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column and its heading."""

    key: str
    heading: str
    look: str


# Rows and cells are tuples: two hundred are made, compared and looked up for every poll.


class Cell(NamedTuple):
    """One figure, the column it stands in, and how that column looks."""

    key: str
    text: str
    decides: bool
    look: str


class StandingRow(NamedTuple):
    """A player's line."""

    place: int | None
    shared: bool
    player: int
    name: str
    link: str
    why: str
    is_me: bool
    cells: tuple[Cell, ...]
    move: "Move | None" = None
    opens_unranked: str = ""
    credits: int = 0


class Move(NamedTuple):
    """What the last night did to a place: a sign, and the same in words."""

    kind: str
    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class Standings:
    """One page of a season's table for one game; `credits`: whether some of its rows count more than games."""

    season: SeasonName
    seasons: tuple[SeasonName, ...]
    hidden: date | None
    withheld: bool
    variant: str
    table_name: str
    variants: tuple[str, ...]
    target: int | None
    columns: tuple[Column, ...]
    rule: str
    moves: bool
    credits: bool
    page: "Page[StandingRow]"


def standings_of(
    club: Club,
    *,
    season: int | None,
    variant: str = "",
    number: str = "",
    me: int | None = None,
    sees_hidden: bool = False,
) -> Standings | None:
    """The table asked for; None if the club has no such season.

    One query; one more each where the season's choice makes it look at counts, at every night, or at who beat whom.
    """
    tallies = read_season(club, season, last_night=True, sees_hidden=sees_hidden)
    return None if tallies is None else build_standings(club, tallies, variant, number, me)


def build_standings(
    club: Club, tallies: SeasonTallies, variant: str = "", number: str = "", me: int | None = None
) -> Standings:
    """A page of one table of a season that was read with its last night."""
    variant = shown_variant(tallies, variant)
    section = tallies.section(variant)
    columns = section.choice.columns(section.variants)
    places = rank_with_moves(section)
    table = _Table(columns, _looks(section), me, *_links(club, tallies.season, variant), _too_few(section))
    page = _page(section, places, number, table)
    return Standings(
        season=tallies.season,
        seasons=tallies.seasons,
        hidden=tallies.hidden,
        withheld=tallies.withheld,
        variant=variant,
        table_name=table_name(section.variants),
        variants=() if tallies.choice.together else played_in(tallies),
        target=section.target,
        columns=tuple(
            Column(metric.key, str(HEADINGS[metric.key]), EXTRA if look == EXTRA else PLAIN)
            for metric, look in zip(columns, table.looks, strict=True)
        ),
        rule=tie_breaks(section.choice),
        moves=any(row.move and row.move.words for row in page),
        credits=any(row.credits for row in page),
        page=page,
    )


def played_in(tallies: SeasonTallies) -> tuple[str, ...]:
    """The games that have results in a season."""
    return tuple(key for key in variant_keys() if key in tallies.rows)


def tables_of(tallies: SeasonTallies) -> tuple[str, ...]:
    """A season's tables that have results, by their variants; TOGETHER is the one in which all games count."""
    played = played_in(tallies)
    return (TOGETHER,) if tallies.choice.together and played else played


def shown_variant(tallies: SeasonTallies, variant: str) -> str:
    """The game whose table is shown: the first that has results if none is named; none if all are in one table."""
    if tallies.choice.together:
        return TOGETHER
    return variant or (*played_in(tallies), variant_keys()[0])[0]


def rank_section(section: Section) -> tuple[Ranked, ...]:
    """Everybody's place in one table of a season, by the season's choice. One query where head to head is asked."""
    sums, choice = [line.sums for line in section.lines], section.choice
    return rank(sums, choice.steps, minimum=choice.least, meet=meet_in(section, sums))


type Places = tuple[tuple[Ranked, ...], dict[int, int | None]]
"""Everybody's place, and the places from before the last night; none if there was nothing before it."""


def rank_with_moves(section: Section) -> Places:
    """Places as they are, and as they were. No query more than they take alone, but one where counts are looked at."""
    night = next((line.last.night for line in section.lines if line.last), None)
    gains = {line.sums.player: line.last.gain for line in section.lines if line.last}
    if not gains:
        return rank_section(section), {}
    if section.choice.reads_counts:
        for player, counts in read_counts(night, section.variants):
            gains[player].add(WouldGain(counts=counts))
    lost = taken(gains)
    now, before = rank_what_if(section, WhatIf({night: lost}, lambda meeting: meeting.night != night), {})
    return now, {one.sums.player: one.place for one in before} if any(one.place for one in before) else {}


type Link = Callable[[int], str]


def _links(club: Club, season: SeasonName, variant: str) -> tuple[Link, Link]:
    """The page of a player and why the place is theirs, in this season and game.

    Asked for once: only the player differs from row to row.
    """
    query = urlencode({"season": season.pk, **({"variant": variant} if variant else {})})
    return _link("player-detail", club, query), _link("standings-why", club, query)


def _link(route: str, club: Club, query: str) -> Link:
    before, after = reverse(route, args=[club.slug, 0]).rsplit("0", 1)
    return lambda player: f"{before}{player}{after}?{query}"


@dataclass(frozen=True, slots=True)
class _Table:
    """What all rows have in common."""

    columns: tuple[Metric, ...]
    looks: tuple[str, ...]
    me: int | None
    link: Link
    why: Link
    too_few: str


def _looks(section: Section) -> tuple[str, ...]:
    columns, deciding = section.choice.columns(section.variants), section.choice.precedence
    kept = [metric for metric in columns if metric in deciding]
    kept += [metric for metric in columns if metric not in deciding and metric.key != "nights"]
    return tuple(FIRST if metric == deciding[0] else PLAIN if metric in kept[:ROOM] else EXTRA for metric in columns)


def _too_few(section: Section) -> str:
    least = section.choice.least
    return ngettext("Not ranked yet: no game", "Not ranked yet: fewer than %(count)s games", least) % {"count": least}


def _page(section: Section, places: Places, number: str, table: _Table) -> "Page[StandingRow]":
    """Only the page's own rows are put into words."""
    lines = {line.sums.player: line for line in section.lines}
    ranked, before = places
    page = Paginator(ranked, PAGE_SIZE).get_page(number)
    rows = [_row(one, lines[one.sums.player], table, before) for one in page.object_list]
    return page_with(page, _parted(rows, table))


def _parted(rows: Sequence[StandingRow], table: _Table) -> list[StandingRow]:
    """The first of those without a place says why."""
    first = next((index for index, row in enumerate(rows) if row.place is None), None)
    if first is None:
        return list(rows)
    return [*rows[:first], rows[first]._replace(opens_unranked=table.too_few), *rows[first + 1 :]]


def _row(ranked: Ranked, line: Line, table: _Table, before: Mapping[int, int | None]) -> StandingRow:
    player = ranked.sums.player
    return StandingRow(
        place=ranked.place,
        shared=ranked.shared,
        player=player,
        name=line.name,
        link=table.link(player),
        why=table.why(player),
        is_me=table.me is not None and line.account == table.me,
        cells=tuple(
            Cell(metric.key, figure_of(metric, ranked.sums), metric is ranked.decided_by, look)
            for metric, look in zip(table.columns, table.looks, strict=True)
        ),
        move=move_of(ranked.place, before.get(player)) if before else None,
        credits=line.credits,
    )


def move_of(place: int | None, before: int | None) -> Move | None:
    """From a place before the last night to that of now; None if nothing moved, or there is no place."""
    if place is None or place == before:
        return None
    if before is None:
        return Move("new", _("new"), "")
    places = abs(before - place)
    if place < before:
        words = ngettext("up %(count)s place", "up %(count)s places", places)
        return Move("up", f"▲{places}", words % {"count": places})
    words = ngettext("down %(count)s place", "down %(count)s places", places)
    return Move("down", f"▼{places}", words % {"count": places})
