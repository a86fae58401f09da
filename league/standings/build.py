"""Standings as a page shows them: places, names, and every figure as text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from league.bridge.rulebook import variant_keys
from league.models import Club
from league.standings.figures import figure
from league.standings.metrics import METRICS, PRECEDENCE, Metric
from league.standings.ranking import Ranked, rank
from league.standings.tallies import Line, SeasonName, Section, read_season

PAGE_SIZE = 50

HEADINGS: Mapping[str, Promise] = MappingProxyType(
    {
        "nights": gettext_lazy("Nights"),
        "games": gettext_lazy("Games"),
        "won": pgettext_lazy("column: games won", "Won"),
        "points_per_game": gettext_lazy("Points a game"),
    }
)
"""The metrics' short labels for the catalogues; a test compares them."""

NAMES: Mapping[str, Promise] = MappingProxyType(
    {
        "nights": gettext_lazy("nights"),
        "games": gettext_lazy("games"),
        "won": gettext_lazy("games won"),
        "points_per_game": gettext_lazy("points a game"),
    }
)
"""The metrics' labels, as they stand in a sentence."""


PLAIN = "num"
LOOKS: Mapping[str, str] = MappingProxyType({"nights": "num extra", "won": "num total"})
"""Classes of columns: chosen here, not asked for anew in each of two hundred cells."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure, the column it stands in, and how that column looks."""

    key: str
    text: str
    decides: bool
    look: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's line."""

    place: int
    shared: bool
    player: int
    name: str
    link: str
    is_me: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """One page of a season's table for one game."""

    season: SeasonName
    seasons: tuple[SeasonName, ...]
    variant: str
    variants: tuple[str, ...]
    target: int | None
    columns: tuple[tuple[str, str], ...]
    page: "Page[StandingRow]"


def standings_of(
    club: Club, *, season: int | None, variant: str = "", number: str = "", me: int | None = None
) -> Standings | None:
    """The table asked for; None if the club has no such season. One query."""
    tallies = read_season(club, season)
    if tallies is None:
        return None
    variants = tuple(key for key in variant_keys() if key in tallies.sections)
    variant = variant or (variants or variant_keys())[0]
    section = tallies.sections.get(variant, Section(None))
    return Standings(
        season=tallies.season,
        seasons=tallies.seasons,
        variant=variant,
        variants=variants,
        target=section.target,
        columns=tuple((key, str(HEADINGS[key])) for key in METRICS),
        page=_page(section, number, me, _link_to(club, tallies.season, variant)),
    )


def rank_section(section: Section) -> tuple[Ranked, ...]:
    """Everybody's place in one game of a season."""
    return rank((line.sums for line in section.lines), PRECEDENCE)


def tie_breaks() -> str:
    """How places are decided, as a sentence."""
    first, *others = (str(NAMES[metric.key]) for metric in PRECEDENCE)
    order = first
    for name in others:
        order = _("%(order)s, then %(name)s") % {"order": order, "name": name}
    return _("Places: %(order)s; equal players share a place.") % {"order": order}


type Link = Callable[[int], str]


def _link_to(club: Club, season: SeasonName, variant: str) -> Link:
    """The page of a player, in this season and game. Asked for once: only the player differs from row to row."""
    before, after = reverse("player-detail", args=[club.slug, 0]).rsplit("0", 1)
    query = urlencode({"season": season.pk, "variant": variant})
    return lambda player: f"{before}{player}{after}?{query}"


def _page(section: Section, number: str, me: int | None, link: Link) -> "Page[StandingRow]":
    """Only the page's own rows are put into words."""
    lines = {line.sums.player: line for line in section.lines}
    page = Paginator(rank_section(section), PAGE_SIZE).get_page(number)
    rows = [_row(ranked, lines[ranked.sums.player], me, link) for ranked in page.object_list]
    return Page(rows, page.number, page.paginator)  # type: ignore[arg-type]  # which only counts


def _row(ranked: Ranked, line: Line, me: int | None, link: Link) -> StandingRow:
    return StandingRow(
        place=ranked.place,
        shared=ranked.shared,
        player=ranked.sums.player,
        name=line.name,
        link=link(ranked.sums.player),
        is_me=me is not None and line.account == me,
        cells=tuple(_cell(metric, ranked) for metric in METRICS.values()),
    )


def _cell(metric: Metric, ranked: Ranked) -> Cell:
    return Cell(
        metric.key,
        figure(metric, metric.compute(ranked.sums)),
        metric is ranked.decided_by,
        LOOKS.get(metric.key, PLAIN),
    )
