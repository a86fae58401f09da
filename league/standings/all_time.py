"""Every season of a club in one table: sums by player, and which seasons were played by which rules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.urls import reverse

from engine.house_rules import HouseRules, default_rules
from league.bridge.rows import read_rules
from league.bridge.rulebook import rules_in_short, variant_keys, variant_name
from league.models import Club, RuleSet, Season, Tally
from league.models.tallies import holds_something
from league.paging import page_with
from league.standings.build import PAGE_SIZE, Cell
from league.standings.figures import figure
from league.standings.metrics import GAMES, NIGHTS, POINTS_PER_GAME, PRECEDENCE, WON, Sums
from league.standings.ranking import Ranked, rank
from league.standings.scopes import Span
from league.standings.words import HEADINGS

COLUMNS = (NIGHTS, GAMES, WON, POINTS_PER_GAME)
LOOKS = {NIGHTS: "num extra", WON: "num total"}
_SUMMED = ("games", "won12", "points", "nights")


@dataclass(frozen=True, slots=True)
class AllTimeRow:
    """A player's line."""

    place: int | None
    shared: bool
    player: int
    name: str
    link: str
    is_me: bool
    seasons: int
    credits: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """Seasons that were played by the same rules, and what is particular about these."""

    seasons: tuple[str, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllTime:
    """One page of the table of one game over all seasons."""

    variant: str
    variant_name: str
    variants: tuple[tuple[str, str], ...]
    columns: tuple[tuple[str, str], ...]
    rules: tuple[PlayedBy, ...]
    page: "Page[AllTimeRow]"

    @property
    def rules_differ(self) -> bool:
        """Whether the sums are of games that were not the same."""
        return len(self.rules) > 1

    @property
    def credits(self) -> bool:
        """Whether some of the page's rows count more than games."""
        return any(row.credits for row in self.page)


def all_time(club: Club, seasons: "QuerySet[Season]", variant: str, number: str, me: int | None) -> AllTime:
    """The table of one game, of the first that was played if none is named. Two queries."""
    played = _read_rules(seasons)
    variants = tuple(key for key in variant_keys() if played[key])
    variant = variant or (variants or variant_keys())[0]
    people = {one.sums.player: one for one in _read_sums(seasons, variant)}
    page = Paginator(rank((one.sums for one in people.values()), PRECEDENCE), PAGE_SIZE).get_page(number)
    rows = [_row(club, variant, one, people[one.sums.player], me) for one in page.object_list]
    return AllTime(
        variant=variant,
        variant_name=variant_name(variant),
        variants=tuple((key, variant_name(key)) for key in variants),
        columns=tuple((str(HEADINGS[metric.key]), LOOKS.get(metric, "num")) for metric in COLUMNS),
        rules=tuple(_by_rules(played[variant])),
        page=page_with(page, rows),
    )


def _read_rules(seasons: "QuerySet[Season]") -> Mapping[str, Sequence[tuple[str, HouseRules]]]:
    """By game, the seasons in which it was played, the newest first, each with its rules."""
    counted = Tally.objects.filter(season=OuterRef("pk"), games__gt=0)
    was_played = {f"played_{number}": Exists(counted.filter(variant=key)) for number, key in enumerate(variant_keys())}
    rows = seasons.annotate(**was_played).order_by("-starts", "-pk")
    found: dict[int, tuple[str, tuple[bool, ...], dict[str, HouseRules]]] = {}
    columns = ("pk", "name", "rules__variant", "rules__ruleset", "rules__ruleset__data", *was_played)
    for pk, name, variant, ruleset, data, *flags in rows.values_list(*columns):
        _name, _flags, rules = found.setdefault(pk, (name, tuple(flags), {}))
        if variant:
            rules[variant] = read_rules(RuleSet(pk=ruleset, data=data))
    return {
        key: [(name, rules.get(key) or default_rules(key)) for name, flags, rules in found.values() if flags[number]]
        for number, key in enumerate(variant_keys())
    }


def _by_rules(played: Iterable[tuple[str, HouseRules]]) -> Iterable[PlayedBy]:
    seasons: dict[HouseRules, list[str]] = {}
    for name, rules in played:
        seasons.setdefault(rules, []).append(name)
    return [PlayedBy(tuple(names), rules_in_short(rules)) for rules, names in seasons.items()]


class _Person(NamedTuple):
    """Somebody's sums, who that is, in how many seasons they played, and how many credits are counted."""

    sums: Sums
    name: str
    account: int | None
    seasons: int
    credits: int


def _read_sums(seasons: "QuerySet[Season]", variant: str) -> Iterable[_Person]:
    tallies = Tally.objects.filter(holds_something(), season__in=seasons.order_by().values("pk"), variant=variant)
    by_player = tallies.order_by().values_list("player", "player__shown", "player__account", "player__sort_key")
    played = Count("pk", filter=Q(games__gt=0))
    summed: Any = by_player.annotate(*(Sum(name) for name in _SUMMED), seasons=played, credits=Sum("credits"))
    for player, name, account, order, *sums, count, credited in summed:
        if count:
            yield _Person(Sums(player, order, *sums), name, account, count, credited or 0)


def _row(club: Club, variant: str, ranked: Ranked, who: _Person, me: int | None) -> AllTimeRow:
    query = urlencode({"scope": Span.ALL.value, "variant": variant})
    return AllTimeRow(
        place=ranked.place,
        shared=ranked.shared,
        player=who.sums.player,
        name=who.name,
        link=f"{reverse('player-detail', args=[club.slug, who.sums.player])}?{query}",
        is_me=me is not None and who.account == me,
        seasons=who.seasons,
        credits=who.credits,
        cells=tuple(
            Cell(metric.key, figure(metric, metric.compute(who.sums)), False, LOOKS.get(metric, "num"))
            for metric in COLUMNS
        ),
    )
