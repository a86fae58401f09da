"""Why a place is whose it is: the rule, the numbers, and what decided against those around, in sentences."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.counts import TWELFTHS
from league.models import Game, Night
from league.standings.figures import MINUS, figure, figures_apart, shares
from league.standings.meetings import meet_in
from league.standings.metrics import (
    HEAD_TO_HEAD,
    WON,
    Metric,
    Reads,
    Sums,
    Value,
    best_nights,
    place_terms,
)
from league.standings.ranking import Meet, Meeting, Ranked, rank
from league.standings.tallies import Section
from league.standings.words import HEADINGS, NAMES, head_to_head_sentence, tie_breaks

MOST_GAMES = 20
"""So many games of head to head are named, the newest."""

PAIR = 2


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of the player's, and what it is made of."""

    label: str
    value: str
    how: str


@dataclass(frozen=True, slots=True)
class NightRow:
    """A night, and whether it is one of the best."""

    night: UUID
    date: date
    won: str
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in which those who are equal met: who of them came in where."""

    game: UUID
    date: date
    players: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Against:
    """Somebody in the next places, or in the same, and what decided between the two.

    `met`: among whom head to head was asked for it.
    """

    player: int
    name: str
    place: int | None
    sentence: str
    met: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Why:
    """Everything that the page says. No figures: no game of this player counts in this table yet.

    `games`: in which those met whom only head to head could part.
    """

    place: int | None = None
    shared: bool = False
    missing: str = ""
    rule: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    nights: tuple[NightRow, ...] = ()
    before: tuple[Against, ...] = ()
    equal: tuple[Against, ...] = ()
    after: tuple[Against, ...] = ()
    games: tuple[GameRow, ...] = ()


def why(section: Section, player: int) -> Why:
    """A player's place, explained. At most three queries: who met whom, those games, and the days of nights."""
    choice = section.choice
    rule = (tie_breaks(choice), *([head_to_head_sentence()] if HEAD_TO_HEAD in choice.ties else []))
    sums = [line.sums for line in section.lines]
    meet = meet_in(section, sums)
    table = rank(sums, choice.steps, minimum=choice.least, meet=meet)
    mine = next((index for index, one in enumerate(table) if one.sums.player == player), None)
    if mine is None:
        return Why(rule=rule)
    ranked = table[mine]
    told = _Told(section, table, meet)
    before, equal, after = told.next_to(mine, -1), told.equal_to(mine), told.next_to(mine, 1)
    shown = (*choice.columns(section.variants), *choice.ties)
    return Why(
        place=ranked.place,
        shared=ranked.shared,
        missing="" if ranked.place else _missing(ranked.sums.games, choice.least),
        rule=rule,
        figures=tuple(_figure(metric, ranked, choice.steps) for metric in dict.fromkeys(shown)),
        nights=tuple(_nights(ranked.sums, choice.best)) if _asks_nights(choice.precedence) else (),
        before=before,
        equal=equal,
        after=after,
        games=told.games(frozenset[int]().union(*(one.met for one in (*before, *equal, *after)))),
    )


def _missing(games: int, least: int) -> str:
    return ngettext(
        "Not ranked yet: %(games)s of %(count)s game.", "Not ranked yet: %(games)s of %(count)s games.", least
    ) % {"games": games, "count": least}


def _asks_nights(precedence: Iterable[Metric]) -> bool:
    return any(metric.reads == Reads.NIGHTS for metric in precedence)


@dataclass(frozen=True, slots=True)
class _Told:
    """Comparisons in one table."""

    section: Section
    table: Sequence[Ranked]
    meet: Meet

    @property
    def steps(self) -> tuple[Metric, ...]:
        return self.section.choice.steps

    def next_to(self, mine: int, step: int) -> tuple[Against, ...]:
        """The nearest player who has another place, before or behind; nobody at the ends, and none without places."""
        me, index = self.table[mine], mine + step
        while 0 <= index < len(self.table) and self.table[index].place == me.place:
            index += step
        if me.place is None or not 0 <= index < len(self.table) or self.table[index].place is None:
            return ()
        other = self.table[index]
        ahead, behind = (other, me) if step < 0 else (me, other)
        sentence, met = self._decision(ahead, behind)
        return (Against(other.sums.player, self._name(other), other.place, sentence, met),)

    def equal_to(self, mine: int) -> tuple[Against, ...]:
        """Everybody in the same place."""
        me = self.table[mine]
        same = [one for one in self.table if one is not me and me.place is not None and one.place == me.place]
        sentence = _("Equal in %(equal)s.") % {"equal": self._equal_in(me, len(self.steps))}
        asked = HEAD_TO_HEAD in self.steps
        met = frozenset(one.sums.player for one in (me, *same)) if asked else frozenset[int]()
        return tuple(Against(one.sums.player, self._name(one), one.place, sentence, met) for one in same)

    def _decision(self, ahead: Ranked, behind: Ranked) -> tuple[str, frozenset[int]]:
        pairs = zip(ahead.values, behind.values, strict=True)
        index = next(index for index, (one, other) in enumerate(pairs) if one != other)
        metric = self.steps[index]
        one, other = _apart(metric, ahead.values[index], behind.values[index])
        names = {"ahead": self._name(ahead), "behind": self._name(behind)}
        said = names | {"metric": str(NAMES[metric.key]), "one": one, "other": other}
        if index == 0:
            sentence = _("%(ahead)s is ahead of %(behind)s by %(metric)s: %(one)s against %(other)s.") % said
        else:
            equal_in = _("%(ahead)s and %(behind)s are equal in %(equal)s.")
            decides = _("What decides is %(metric)s: %(one)s against %(other)s.")
            sentence = f"{equal_in % (names | {'equal': self._equal_in(ahead, index)})} {decides % said}"
        if metric.reads != Reads.MEETINGS:
            return sentence, frozenset()
        equal = [row for row in self.table if row.values[:index] == ahead.values[:index] and row.place]
        if len(equal) > PAIR:
            among = _("It is among all %(count)s who are equal.") % {"count": len(equal)}
            sentence = f"{sentence} {among}"
        return f"{sentence} {self._met(ahead, behind)}", frozenset(row.sums.player for row in equal)

    def _met(self, ahead: Ranked, behind: Ranked) -> str:
        """How the games of just these two went."""
        pair = (ahead.sums.player, behind.sums.player)
        seats = [(m.seats[pair[0]], m.seats[pair[1]]) for m in self._meetings(pair)]
        against = [(one.place, other.place) for one, other in seats if one.side != other.side]
        if not against:
            return _("The two did not meet: their games against others who are equal decide.")
        said = {
            "ahead": self._name(ahead),
            "behind": self._name(behind),
            "count": len(against),
            "one": sum(one < other for one, other in against),
            "other": sum(one > other for one, other in against),
        }
        return (
            ngettext(
                "They met in %(count)s game: %(ahead)s came in before in %(one)s, %(behind)s in %(other)s.",
                "They met in %(count)s games: %(ahead)s came in before in %(one)s, %(behind)s in %(other)s.",
                len(against),
            )
            % said
        )

    def _meetings(self, players: Iterable[int]) -> list[Meeting]:
        wanted = {*players}
        return [meeting for meeting in self.meet(frozenset(wanted)) if len(wanted & {*meeting.seats}) > 1]

    def games(self, players: frozenset[int]) -> tuple[GameRow, ...]:
        """The newest games in which these met. One query, none if nobody did."""
        names = {one.sums.player: self._name(one) for one in self.table if one.sums.player in players}
        meetings = [_only(meeting, names) for meeting in self._meetings(names)][-MOST_GAMES:]
        if not meetings:
            return ()
        days = dict(Game.objects.filter(pk__in=[m.game for m in meetings]).values_list("pk", "night__date"))
        return tuple(
            GameRow(game, days[game], _placed(meeting, names))
            for meeting in reversed(meetings)
            if isinstance(game := meeting.game, UUID)
        )

    def _equal_in(self, ranked: Ranked, most: int) -> str:
        """What two have in common, with its value: all of it, for the first of the steps."""
        return ", ".join(
            f"{NAMES[metric.key]} ({_text(metric, value)})"
            for metric, value in zip(self.steps[:most], ranked.values[:most], strict=True)
        )

    def _name(self, ranked: Ranked) -> str:
        line = self.section.line_of(ranked.sums.player)
        return line.name if line else ""


def _only(meeting: Meeting, players: Mapping[int, str]) -> Meeting:
    seats = {player: seat for player, seat in meeting.seats.items() if player in players}
    return Meeting(meeting.game, meeting.night, seats)


def _placed(meeting: Meeting, names: Mapping[int, str]) -> tuple[tuple[int, str], ...]:
    return tuple(sorted((seat.place, names[player]) for player, seat in meeting.seats.items()))


def _apart(metric: Metric, one: Value | None, other: Value | None) -> tuple[str, str]:
    if metric.reads == Reads.MEETINGS:
        return _text(metric, one), _text(metric, other)
    return figures_apart(metric, one, other)


def _text(metric: Metric, value: Value | None) -> str:
    """Balances of head to head have a sign."""
    if metric.reads == Reads.MEETINGS and value is not None:
        return f"+{value}" if value > 0 else str(value).replace("-", MINUS)
    return figure(metric, value)


def _figure(metric: Metric, ranked: Ranked, steps: Sequence[Metric]) -> Figure:
    value = ranked.values[steps.index(metric)] if metric in steps else metric.compute(ranked.sums)
    return Figure(str(HEADINGS[metric.key]), _text(metric, value), _how(metric, ranked.sums))


def _how(metric: Metric, sums: Sums) -> str:
    """What a figure is made of; nothing where it says all."""
    games = sums.games
    match metric.key:
        case "won":
            return ngettext("of %(count)s game", "of %(count)s games", games) % {"count": games}
        case "win_share":
            said = {"won": figure(WON, WON.compute(sums)), "count": games}
            return ngettext("%(won)s of %(count)s game", "%(won)s of %(count)s games", games) % said
        case "points_per_game":
            said = {"points": str(sums.points), "count": games}
            return ngettext("%(points)s points in %(count)s game", "%(points)s points in %(count)s games", games) % said
        case "place_points" | "place_points_per_game":
            terms = place_terms(sums.counts)
            return " + ".join(f"{times} \u00d7 {shares(brings)}" for brings, times in terms.items())
    return ""


def _nights(sums: Sums, most: int) -> Iterator[NightRow]:
    """A player's nights, the newest first, the best marked. One query."""
    best = {*best_nights(sums.by_night, most)}
    for night in Night.objects.filter(pk__in=list(sums.by_night)).order_by("-date", "-opened_at", "-pk"):
        played = sums.by_night[night.pk]
        yield NightRow(night.pk, night.date, shares(Fraction(played.won12, TWELFTHS)), played.points, night.pk in best)
