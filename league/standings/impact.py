"""What a change of games would do to the places of their season."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from uuid import UUID

from league.models import Club, Game, GamePlayer, Player, Season
from league.standings.choice import StandingsChoice, choice_of
from league.standings.figures import NOTHING, figure
from league.standings.hiding import shown_from
from league.standings.meetings import meet_in, meeting_of, meetings_in
from league.standings.metrics import HEAD_TO_HEAD, Metric, NightId, NightSums, Sums, with_nights
from league.standings.open_games import Gain, WouldGain
from league.standings.ranking import Meeting, Ranked, rank
from league.standings.tallies import Section, add_nights, add_up, read_section
from league.standings.words import HEADINGS, table_name

type Gains = Mapping[Any, Mapping[int, Gain]]
"""By night and player."""


def _keeps(_meeting: Meeting) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A table with some games more or less, or with two players as one (`merged`: who is whom).

    `keeps` and `meetings` say the same to head to head: which games stay, and which would be new.
    """

    gains: Gains = field(default_factory=dict)
    keeps: Callable[[Meeting], bool] = _keeps
    meetings: Sequence[Meeting] = ()
    merged: Mapping[int, int] = field(default_factory=dict)

    def sums(self, section: Section, orders: Mapping[int, str]) -> list[Sums]:
        """Everybody's sums as they would be. `orders`: the sort keys of who may have no line yet."""
        sums = {line.sums.player: line.sums for line in section.lines}
        reads = (section.choice.reads_counts, section.choice.reads_nights)
        for gone, into in self.merged.items():
            if gone in sums:
                sums[into] = _as_one(sums.get(into, Sums(into, orders[into])), sums.pop(gone), section.choice)
        for night, gains in self.gains.items():
            for player, gain in gains.items():
                old = sums.get(player) or Sums(player, orders[player])
                sums[player] = _plus(old, night, gain, section.choice.best, reads)
        return [one for one in sums.values() if one.games or one.won12 or one.points]

    def meet(self, found: Iterable[Meeting]) -> list[Meeting]:
        """Meetings as they would be."""
        kept = [meeting for meeting in found if self.keeps(meeting)]
        return [self._renamed(meeting) for meeting in (*kept, *self.meetings)]

    def _renamed(self, meeting: Meeting) -> Meeting:
        seats = {self.merged.get(player, player): seat for player, seat in meeting.seats.items()}
        return replace(meeting, seats=seats)


def changed_game(game: Game, gains: Mapping[int, Gain], players: Iterable[GamePlayer]) -> WhatIf:
    """One game otherwise than it is: what everybody gains, and its players as they would be."""
    meetings = meeting_of(game.pk, game.night_id, game.variant, players)
    return WhatIf({game.night_id: gains}, lambda meeting: meeting.game != game.pk, meetings)


def rank_what_if(
    section: Section, what_if: WhatIf, orders: Mapping[int, str]
) -> tuple[tuple[Ranked, ...], tuple[Ranked, ...]]:
    """A table as it is, and as it would be. One query if places are decided by head to head, otherwise none."""
    choice = section.choice
    old, new = [line.sums for line in section.lines], what_if.sums(section, orders)
    meet = meet_in(section, old, new, also=frozenset(what_if.merged))
    before = rank(old, choice.steps, minimum=choice.least, meet=meet)
    return before, rank(new, choice.steps, minimum=choice.least, meet=lambda players: what_if.meet(meet(players)))


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A line of the standings that would differ. A place is None where there is none; figures are text.

    `headings` are those of the figures, which are what decides.
    """

    player: int
    name: str
    before: int | None
    after: int | None
    figures: tuple[tuple[str, str], ...]
    headings: tuple[str, ...]


def place_changes(section: Section, what_if: WhatIf, names: Mapping[int, tuple[str, str]]) -> list[PlaceChange]:
    """Everybody whose place or figures would change, in the order of the places to come.

    `names`: name and sort key of those who gain or lose; they may have no line yet. Of a table that is withheld
    nothing would.
    """
    if section.withheld:
        return []
    called = {player: name for player, (name, _) in names.items()}
    called |= {line.sums.player: line.name for line in section.lines}
    ranked = rank_what_if(section, what_if, {player: order for player, (_, order) in names.items()})
    before, after = ({one.sums.player: one for one in places} for places in ranked)
    deciding = section.choice.precedence
    return [
        _change(player, called[player], before.get(player), after.get(player), deciding)
        for player in [*after, *(player for player in before if player not in after)]
        if _shown(before.get(player), deciding) != _shown(after.get(player), deciding)
    ]


@dataclass(frozen=True, slots=True)
class SeasonChange:
    """What would differ in one game of one season; `withheld`: why that is not told."""

    season: str
    variant: str
    changes: list[PlaceChange]
    withheld: str = ""


type Adds = Mapping[str, Mapping[int, Gain]]
"""What some games add: by variant and player."""


@dataclass(frozen=True)
class Moved:
    """Games that go from a night of one season to a night of another, or of the same; `games` are their ids."""

    adds: Adds
    games: Iterable[UUID]
    old: Season
    new: Season
    night: NightId
    to_night: NightId

    @property
    def changes_nothing(self) -> bool:
        """In one season it is all one where a game stands, unless its nights count one by one."""
        return self.old == self.new and not choice_of(self.old).reads_nights

    def what_ifs(self, gains: Mapping[int, Gain]) -> list[tuple[Season, WhatIf]]:
        """What each season loses or gains."""
        if self.old == self.new:
            return [(self.old, WhatIf({self.night: taken(gains), self.to_night: gains}))]
        games = {meeting.game for meeting in self.meetings}
        return [
            (self.old, WhatIf({self.night: taken(gains)}, lambda meeting: meeting.game not in games)),
            (self.new, WhatIf({self.to_night: gains}, meetings=self.meetings)),
        ]

    @cached_property
    def meetings(self) -> list[Meeting]:
        """Who met there, if one of the seasons asks."""
        asked = any(HEAD_TO_HEAD in choice_of(season).ties for season in (self.old, self.new))
        return meetings_in(self.games) if asked else []


def moved_changes(club: Club, moved: Moved, *, sees_hidden: bool = False) -> list[SeasonChange]:
    """What would differ in the tables of both seasons."""
    if moved.changes_nothing:
        return []
    ids = {player for gains in moved.adds.values() for player in gains}
    names = {player.pk: (player.shown, player.sort_key) for player in Player.objects.filter(pk__in=ids)}
    seasons = dict.fromkeys((moved.old, moved.new))
    return [
        _season_change(season, section, place_changes(section, what_if, names))
        for season in seasons
        for section, gains in _tables(club, season, moved.adds, sees_hidden=sees_hidden)
        for of, what_if in moved.what_ifs(gains)
        if of == season
    ]


def _season_change(season: Season, section: Section, changes: list[PlaceChange]) -> SeasonChange:
    withheld = shown_from(season.name, section.withheld) if section.withheld else ""
    return SeasonChange(season.name, table_name(section.variants), changes, withheld)


def _tables(club: Club, season: Season, adds: Adds, *, sees_hidden: bool) -> list[tuple[Section, Mapping[int, Gain]]]:
    """The tables in which these games count, each with what they add to it."""
    tables: dict[tuple[str, ...], tuple[Section, dict[int, WouldGain]]] = {}
    for variant, gains in adds.items():
        if gains:
            section = read_section(club, season.pk, variant, sees_hidden=sees_hidden)
            _section, total = tables.setdefault(section.variants, (section, {}))
            for player, gain in gains.items():
                total.setdefault(player, WouldGain()).add(gain)
    return list(tables.values())


def merge_changes(club: Club, gone: Player, into: Player, adds: Mapping[int, Iterable[str]]) -> list[SeasonChange]:
    """What would differ if one player's sums went to another; `adds`: what one has played, by season.

    For organisers, who see what is hidden as well.
    """
    names = {player.pk: (player.shown, player.sort_key) for player in (gone, into)}
    what_if = WhatIf(merged={gone.pk: into.pk})
    found = []
    for season in Season.objects.filter(club=club, pk__in=adds).order_by("-starts", "-pk"):
        sections = [read_section(club, season.pk, variant, sees_hidden=True) for variant in adds[season.pk]]
        for section in {section.variants: section for section in sections}.values():
            changes = place_changes(section, what_if, names)
            found.append(_season_change(season, section, changes))
    return found


def taken(gains: Mapping[int, Gain]) -> dict[int, Gain]:
    """The same as losses."""
    return {
        player: WouldGain(-gain.games, -gain.won12, -gain.points, {key: -n for key, n in gain.counts.items()})
        for player, gain in gains.items()
    }


def _plus(sums: Sums, night: NightId, gain: Gain, best: int, reads: tuple[bool, bool]) -> Sums:
    """`reads`: whether counts are looked at, and whether nights are."""
    counts, nights = sums.counts, reads[1]
    if reads[0]:
        counts = {key: counts.get(key, 0) + gain.counts.get(key, 0) for key in {**counts, **gain.counts}}
    new = Sums(
        player=sums.player,
        order=sums.order,
        games=sums.games + gain.games,
        won12=sums.won12 + gain.won12,
        points=sums.points + gain.points,
        nights=sums.nights,
        hands=sums.hands,
        counts=counts,
    )
    if nights:
        added = NightSums(gain.games, gain.won12, gain.points)
        by_night = add_nights([sums.by_night, {night: added}])
        new = with_nights(new, {night: one for night, one in by_night.items() if any(one)}, best)
    return new


def _as_one(into: Sums, gone: Sums, choice: StandingsChoice) -> Sums:
    both = add_up([into, gone], into.player, into.order)
    return with_nights(both, add_nights([into.by_night, gone.by_night]), choice.best) if choice.reads_nights else both


def _shown(ranked: Ranked | None, deciding: Sequence[Metric]) -> tuple[object, ...]:
    return (ranked.place, *(_figure(metric, ranked) for metric in deciding)) if ranked else ()


def _figure(metric: Metric, ranked: Ranked | None) -> str:
    return figure(metric, metric.compute(ranked.sums)) if ranked else NOTHING


def _change(
    player: int, name: str, before: Ranked | None, after: Ranked | None, deciding: Sequence[Metric]
) -> PlaceChange:
    return PlaceChange(
        player,
        name,
        before.place if before else None,
        after.place if after else None,
        tuple((_figure(metric, before), _figure(metric, after)) for metric in deciding),
        tuple(str(HEADINGS[metric.key]) for metric in deciding),
    )
