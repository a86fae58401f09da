"""What a change of games would do to the places of their season."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from league.bridge.rulebook import variant_name
from league.models import Club, Player, Season
from league.standings.figures import figure
from league.standings.metrics import PRECEDENCE, Metric, Sums
from league.standings.open_games import WouldGain
from league.standings.ranking import Ranked, rank
from league.standings.tallies import Section, read_section


class Gain(Protocol):
    """What a player's sums would gain, or lose."""

    @property
    def games(self) -> int: ...
    @property
    def won12(self) -> int: ...
    @property
    def points(self) -> int: ...


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A line of the standings that would differ. A place is None where there is no line; figures are text."""

    player: int
    name: str
    before: int | None
    after: int | None
    figures: tuple[tuple[str, str], ...]


def place_changes(
    section: Section, gains: Mapping[int, Gain], names: Mapping[int, tuple[str, str]]
) -> list[PlaceChange]:
    """Everybody whose place or figures would change, in the order of the places to come.

    `names`: name and sort key of those who gain or lose; they may have no line yet.
    """
    old = {line.sums.player: line.sums for line in section.lines}
    called = {player: name for player, (name, _) in names.items()}
    called |= {line.sums.player: line.name for line in section.lines}
    new = dict(old)
    for player, gain in gains.items():
        new[player] = _plus(old.get(player, Sums(player, names[player][1])), gain)
    before, after = _places(old), _places({player: sums for player, sums in new.items() if sums.games})
    return [
        _change(player, called[player], before.get(player), after.get(player))
        for player in [*after, *(player for player in before if player not in after)]
        if _shown(before.get(player)) != _shown(after.get(player))
    ]


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """What would differ in one game of one season."""

    season: str
    variant: str
    changes: list[PlaceChange]


def moved_changes(club: Club, old: Season, new: Season, adds: Mapping[str, Mapping[int, Gain]]) -> list[SeasonChange]:
    """What would differ if something went from one season to another; `adds`: what it adds, by variant and player."""
    if old == new:
        return []
    ids = {player for gains in adds.values() for player in gains}
    names = {player.pk: (player.shown, player.sort_key) for player in Player.objects.filter(pk__in=ids)}
    taken = {variant: {player: _taken(gain) for player, gain in gains.items()} for variant, gains in adds.items()}
    return [
        _season_change(club, season, variant, gains, names)
        for season, changed in ((old, taken), (new, adds))
        for variant, gains in changed.items()
        if gains
    ]


def merge_changes(club: Club, gone: Player, into: Player, adds: Mapping[int, Mapping[str, Gain]]) -> list[SeasonChange]:
    """What would differ if one player's sums went to another; `adds`: what one has, by season and variant."""
    names = {player.pk: (player.shown, player.sort_key) for player in (gone, into)}
    seasons = Season.objects.filter(club=club, pk__in=adds).order_by("-starts", "-pk")
    return [
        _season_change(club, season, variant, {gone.pk: _taken(gain), into.pk: gain}, names)
        for season in seasons
        for variant, gain in adds[season.pk].items()
    ]


def _season_change(
    club: Club, season: Season, variant: str, gains: Mapping[int, Gain], names: Mapping[int, tuple[str, str]]
) -> SeasonChange:
    section = read_section(club, season.pk, variant)
    return SeasonChange(season.name, variant_name(variant), place_changes(section, gains, names))


def _taken(gain: Gain) -> Gain:
    return WouldGain(-gain.games, -gain.won12, -gain.points)


def _plus(sums: Sums, gain: Gain) -> Sums:
    return replace(sums, games=sums.games + gain.games, won12=sums.won12 + gain.won12, points=sums.points + gain.points)


def _places(sums: Mapping[int, Sums]) -> dict[int, Ranked]:
    return {ranked.sums.player: ranked for ranked in rank(sums.values(), PRECEDENCE)}


def _shown(ranked: Ranked | None) -> tuple[object, ...]:
    return (ranked.place, *_figures(ranked)) if ranked else ()


def _figures(ranked: Ranked) -> tuple[str, ...]:
    return tuple(_figure(metric, ranked) for metric in PRECEDENCE)


def _figure(metric: Metric, ranked: Ranked | None) -> str:
    return figure(metric, metric.compute(ranked.sums)) if ranked else "–"


def _change(player: int, name: str, before: Ranked | None, after: Ranked | None) -> PlaceChange:
    return PlaceChange(
        player,
        name,
        before.place if before else None,
        after.place if after else None,
        tuple((_figure(metric, before), _figure(metric, after)) for metric in PRECEDENCE),
    )
