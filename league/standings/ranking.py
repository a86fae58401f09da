"""Places by a list of metrics, the first deciding before the second. Pure: no database, no Django."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby
from operator import attrgetter
from typing import NamedTuple

from league.standings.metrics import Direction, Metric, NightId, Reads, Sums, Value

type Key = tuple[bool, float, Value]


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a player sat and came in: who is of one side is not against each other."""

    side: Hashable
    place: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """One counted game, as head to head sees it: those of the players asked for who sat there."""

    game: Hashable
    night: NightId
    seats: Mapping[int, Seat]


type Meet = Callable[[frozenset[int]], Sequence[Meeting]]
"""Fetches the games in which at least two of these players sat. Called once at most."""


def nobody_met(_players: frozenset[int]) -> Sequence[Meeting]:
    """For standings in which nobody asks."""
    return ()


class Ranked(NamedTuple):
    """A player's place. Equal players share one, and the next place is skipped: 1 1 3.

    Who has too few games has no place, and stands below. `decided_by` is the metric that put this player behind the
    one before; None for the first, and for who is equal. `values` are those of every metric that was asked.
    """

    sums: Sums
    place: int | None
    shared: bool
    decided_by: Metric | None
    values: tuple[Value | None, ...] = ()


def rank(
    rows: Iterable[Sums], steps: Sequence[Metric], *, minimum: int = 0, meet: Meet = nobody_met
) -> tuple[Ranked, ...]:
    """Everybody in order of place. Equal players stand in the order of their names, then of their ids.

    Head to head is asked of those who are equal in everything before it.
    """
    enough: list[Sums] = []
    few: list[Sums] = []
    for sums in rows:
        (enough if sums.games >= minimum else few).append(sums)
    below = (Ranked(row.sums, None, False, None, row.values) for row in _sorted(few, steps, nobody_met))
    return (*_ranked(_sorted(enough, steps, meet), steps), *below)


@dataclass(slots=True)
class _Row:
    sums: Sums
    keys: tuple[Key, ...]
    values: tuple[Value | None, ...]


def _sorted(rows: Sequence[Sums], steps: Sequence[Metric], meet: Meet) -> list[_Row]:
    found = [_Row(sums, (), ()) for sums in rows]
    for metric in steps:
        met = _met(found, meet) if metric.reads == Reads.MEETINGS else None
        for row in found:
            key, value = _measured(metric, row.sums) if met is None else _keyed(metric, met[row.sums.player])
            row.keys += (key,)
            row.values += (value,)
    found.sort(key=lambda row: (row.keys, row.sums.order, row.sums.player))
    return found


def _ranked(rows: Sequence[_Row], steps: Sequence[Metric]) -> Iterator[Ranked]:
    place = 0
    for index, row in enumerate(rows):
        before = rows[index - 1].keys if index else None
        after = rows[index + 1].keys if index + 1 < len(rows) else None
        if row.keys != before:
            place = index + 1
        yield Ranked(row.sums, place, row.keys in (before, after), _decider(before, row.keys, steps), row.values)


def _measured(metric: Metric, sums: Sums) -> tuple[Key, Value | None]:
    if metric.reads == Reads.SUMS:
        return _measured_sums(metric, sums.games, sums.won12, sums.points)
    return _keyed(metric, metric.compute(sums))


# Exact values take long to make, and a page that is asked for every five seconds has the same again and again.
@lru_cache(maxsize=8192)
def _measured_sums(metric: Metric, games: int, won12: int, points: int) -> tuple[Key, Value | None]:
    return _keyed(metric, metric.compute(Sums(0, "", games, won12, points)))


def _keyed(metric: Metric, value: Value | None) -> tuple[Key, Value | None]:
    """Sorts the better value first, and no value last."""
    if value is None:
        return NOTHING, value
    return _key(-value if metric.direction == Direction.HIGH else value), value


NOTHING: Key = (True, 0.0, 0)


# Equal values have one key: to compare a thing with itself takes no time.
@lru_cache(maxsize=8192)
def _key(value: Value) -> Key:
    """What is near decides by the exact value alone, which takes long to compare: rounding turns no order round."""
    return False, float(value), value


def _decider(before: tuple[Key, ...] | None, keys: tuple[Key, ...], steps: Sequence[Metric]) -> Metric | None:
    if before is None:
        return None
    differing = (metric for metric, old, new in zip(steps, before, keys, strict=True) if old != new)
    return next(differing, None)


# Head to head


def tied(rows: Iterable[Sums], steps: Sequence[Metric], minimum: int = 0) -> frozenset[int]:
    """Those of whose games head to head is made; nobody where it is not asked."""
    first = next((index for index, metric in enumerate(steps) if metric.reads == Reads.MEETINGS), None)
    if first is None:
        return frozenset()
    found = _sorted([sums for sums in rows if sums.games >= minimum], steps[:first], nobody_met)
    return frozenset(player for group in _groups(found) for player in group)


def _groups(rows: Sequence[_Row]) -> list[list[int]]:
    """Those who are equal so far, where they are several."""
    grouped = groupby(sorted(rows, key=attrgetter("keys")), key=attrgetter("keys"))
    return [group for _keys, one in grouped if len(group := [row.sums.player for row in one]) > 1]


def _met(rows: Sequence[_Row], meet: Meet) -> dict[int, int]:
    """Everybody's balance against those who are equal so far; 0 for who is equal to nobody."""
    balance = {row.sums.player: 0 for row in rows}
    if groups := _groups(rows):
        meetings = meet(frozenset(player for group in groups for player in group))
        for group in groups:
            balance |= head_to_head(group, meetings)
    return balance


def head_to_head(players: Iterable[int], meetings: Iterable[Meeting]) -> dict[int, int]:
    """Of each player: how often ahead of another of these, less how often behind."""
    balance = dict.fromkeys(players, 0)
    for meeting in meetings:
        for one, other in combinations([player for player in meeting.seats if player in balance], 2):
            ahead = compare_seats(meeting.seats[one], meeting.seats[other])
            balance[one] += ahead
            balance[other] -= ahead
    return balance


def compare_seats(one: Seat, other: Seat) -> int:
    """1 if the first came in ahead, -1 if the other did, 0 if neither or if they were partners."""
    if one.side == other.side:
        return 0
    return (one.place < other.place) - (one.place > other.place)
