"""Places by a list of metrics, the first deciding before the second. Pure: no database, no Django."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from league.standings.metrics import Direction, Metric, Sums, Value

type Key = tuple[bool, float, Value]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's place. Equal players share one, and the next place is skipped: 1 1 3.

    `decided_by` is the metric that put this player behind the one before; None for the first, and for who is equal.
    """

    sums: Sums
    place: int
    shared: bool
    decided_by: Metric | None


def rank(rows: Iterable[Sums], precedence: Sequence[Metric]) -> tuple[Ranked, ...]:
    """Everybody in order of place. Equal players stand in the order of their names, then of their ids."""
    keyed = [(_keys(sums, precedence), sums) for sums in rows]
    keyed.sort(key=lambda pair: (pair[0], pair[1].order, pair[1].player))
    return tuple(_ranked(keyed, precedence))


def _ranked(keyed: Sequence[tuple[tuple[Key, ...], Sums]], precedence: Sequence[Metric]) -> Iterator[Ranked]:
    place = 0
    for index, (keys, sums) in enumerate(keyed):
        before = keyed[index - 1][0] if index else None
        after = keyed[index + 1][0] if index + 1 < len(keyed) else None
        if keys != before:
            place = index + 1
        yield Ranked(sums, place, keys in (before, after), _decider(before, keys, precedence))


def _keys(sums: Sums, precedence: Sequence[Metric]) -> tuple[Key, ...]:
    return tuple(_key(metric, sums) for metric in precedence)


def _key(metric: Metric, sums: Sums) -> Key:
    """Sorts the better value first, and no value last.

    What is near decides by the exact value alone, which takes long to compare: rounding never turns an order round.
    """
    value = metric.compute(sums)
    if value is None:
        return True, 0.0, 0
    better = -value if metric.direction == Direction.HIGH else value
    return False, float(better), better


def _decider(before: tuple[Key, ...] | None, keys: tuple[Key, ...], precedence: Sequence[Metric]) -> Metric | None:
    if before is None:
        return None
    differing = (metric for metric, old, new in zip(precedence, before, keys, strict=True) if old != new)
    return next(differing, None)
