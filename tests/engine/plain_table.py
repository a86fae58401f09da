"""The scoring table, the first lead and who sits out, said again in plain sentences: no rows, no modes, no engine."""

from __future__ import annotations

from itertools import product

SEATS = {"cutthroat": 3, "two_handed": 2}
MARCH = {"cutthroat": 3, "two_handed": 2}


def all_tallies(seats: int) -> list[tuple[int, ...]]:
    """Every way in which five tricks fall to so many seats: 6 for two, 21 for three."""
    return [tricks for tricks in product(range(6), repeat=seats) if sum(tricks) == 5]


def plain_points(variant: str, maker: int, taken: int, lone_defender: int | None = None) -> tuple[int, ...]:
    """Default rules. A lone maker is paid like any other (R24, R25a: no bonus)."""
    makers = 0
    defenders = 0
    if taken == 5:
        makers = MARCH[variant]
    elif taken >= 3:
        makers = 1
    elif taken == 0 and lone_defender is not None:
        defenders = 4
    else:
        defenders = 2
    return tuple(makers if seat == maker else defenders for seat in range(SEATS[variant]))


def plain_resting(variant: str, maker: int, lone_defender: int | None) -> set[int]:
    """Only a lone defender makes somebody sit out: the other defender."""
    if lone_defender is None:
        return set()
    return set(range(SEATS[variant])) - {maker, lone_defender}


def plain_leader(variant: str, dealer: int, maker: int, alone: bool, lone_defender: int | None, eldest: bool) -> int:
    """R18, case by case as the rule page has it."""
    seats = SEATS[variant]
    if alone and lone_defender is None and not eldest:
        return (maker + 1) % seats
    if lone_defender is not None and not eldest:
        return lone_defender if alone else maker
    first = (dealer + 1) % seats
    if first in plain_resting(variant, maker, lone_defender):
        return (dealer + 2) % seats
    return first
