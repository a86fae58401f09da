"""Places worked out on paper, and laws that hold for any table."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from league.standings.metrics import GAMES, POINTS_PER_GAME, PRECEDENCE, WON, Direction, Sums
from league.standings.ranking import rank


def row(name: str, won: int, points: int, games: int = 10) -> Sums:
    return Sums(player=ord(name[0]), order=name, games=games, won12=won * 12, points=points)


def places(*rows: Sums) -> list[tuple[str, int]]:
    return [(ranked.sums.order, ranked.place) for ranked in rank(rows, PRECEDENCE)]


def test_games_won_then_points_a_game() -> None:
    assert places(row("ann", 5, 70), row("ben", 6, 10), row("cleo", 5, 71)) == [("ben", 1), ("cleo", 2), ("ann", 3)]


def test_equal_players_share_a_place_and_the_next_is_skipped() -> None:
    assert places(row("cleo", 4, 60), row("ann", 5, 70), row("ben", 5, 70)) == [("ann", 1), ("ben", 1), ("cleo", 3)]


def test_three_equal_in_the_middle() -> None:
    table = [row("ann", 6, 70), *(row(name, 5, 60) for name in ("dora", "ben", "cleo")), row("eve", 1, 60)]
    assert [place for _name, place in places(*table)] == [1, 2, 2, 2, 5]


def test_average_decides_not_the_sum_of_points() -> None:
    few = Sums(player=1, order="few", games=5, won12=24, points=40)
    many = Sums(player=2, order="many", games=10, won12=24, points=70)
    assert places(many, few) == [("few", 1), ("many", 2)]


def test_a_third_and_two_thirds_are_exactly_a_win() -> None:
    shared = Sums(player=1, order="shared", games=3, won12=4 + 8, points=20)
    whole = Sums(player=2, order="whole", games=3, won12=12, points=20)
    assert [ranked.place for ranked in rank([shared, whole], PRECEDENCE)] == [1, 1]


def test_averages_that_print_alike_are_still_different() -> None:
    close = [
        Sums(player=1, order="a", games=1000, points=7001),
        Sums(player=2, order="b", games=1000, points=7002),
    ]
    assert [(r.sums.player, r.place) for r in rank(close, PRECEDENCE)] == [(2, 1), (1, 2)]


def test_who_has_no_average_comes_last() -> None:
    assert places(Sums(player=1, order="ann"), row("ben", 0, -5)) == [("ben", 1), ("ann", 2)]


def test_low_may_be_better() -> None:
    fewest = replace(GAMES, direction=Direction.LOW)
    ranked = rank([row("ann", 1, 1, games=4), row("ben", 1, 1, games=3)], [fewest])
    assert [r.sums.order for r in ranked] == ["ben", "ann"]


def test_says_what_decided() -> None:
    table = [row("ann", 6, 70), row("ben", 5, 70), row("cleo", 5, 60), row("dora", 5, 60)]
    assert [ranked.decided_by for ranked in rank(table, PRECEDENCE)] == [None, WON, POINTS_PER_GAME, None]
    assert [ranked.shared for ranked in rank(table, PRECEDENCE)] == [False, False, True, True]


def test_nobody() -> None:
    assert rank([], PRECEDENCE) == ()


TABLES = st.lists(
    st.builds(
        Sums,
        player=st.integers(1, 10**6),
        order=st.sampled_from(["ann", "ben", "cleo"]),
        games=st.integers(0, 4),
        won12=st.integers(0, 24),
        points=st.integers(-5, 20),
    ),
    unique_by=lambda sums: sums.player,
    max_size=12,
)


@given(TABLES, st.randoms())
def test_order_never_depends_on_chance(table: list[Sums], chance: random.Random) -> None:
    mixed = list(table)
    chance.shuffle(mixed)
    assert rank(mixed, PRECEDENCE) == rank(table, PRECEDENCE)


@given(TABLES)
def test_place_is_one_more_than_how_many_are_better(table: list[Sums]) -> None:
    ranked = rank(table, PRECEDENCE)
    for one in ranked:
        assert one.place == 1 + sum(other.place < one.place for other in ranked)
        assert one.shared == (sum(other.place == one.place for other in ranked) > 1)
