"""Places worked out on paper, and laws that hold for any table."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from league.standings.metrics import (
    FEWEST_GAMES,
    GAMES,
    HEAD_TO_HEAD,
    METRICS,
    POINTS_PER_GAME,
    PRECEDENCE,
    WON,
    Direction,
    Metric,
    NightSums,
    Sums,
    with_nights,
)
from league.standings.ranking import Meeting, Ranked, Seat, compare_seats, head_to_head, rank, tied


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


# Any choice of metrics, any games among the tied

TIES = st.sampled_from(
    [(), (HEAD_TO_HEAD,), (FEWEST_GAMES,), (HEAD_TO_HEAD, FEWEST_GAMES), (FEWEST_GAMES, HEAD_TO_HEAD)]
)
STEPS = st.builds(
    lambda first, ties: (*first, *ties),
    st.lists(st.sampled_from([metric for metric in METRICS.values() if metric.decides]), min_size=1, unique=True),
    TIES,
)
PLAYERS = tuple(range(1, 7))
COUNTS = st.dictionaries(
    st.sampled_from(["place.3.1.1", "place.3.1.2", "place.3.2.3", "place.2.2.2"]), st.integers(1, 2)
)
NIGHTS = st.dictionaries(
    st.integers(1, 3), st.builds(NightSums, st.just(1), st.sampled_from([0, 6]), st.integers(0, 2))
)
RICH = st.lists(
    st.builds(
        lambda player, order, games, won12, counts, nights: with_nights(
            Sums(player, order, games, won12, points=games, counts=counts), nights, 2
        ),
        st.sampled_from(PLAYERS),
        st.sampled_from(["ann", "ben"]),
        st.integers(0, 2),
        st.sampled_from([0, 6, 12]),
        COUNTS,
        NIGHTS,
    ),
    unique_by=lambda sums: sums.player,
)
MEETINGS = st.lists(
    st.builds(
        lambda number, seats: Meeting(number, None, seats),
        st.integers(),
        st.dictionaries(st.sampled_from(PLAYERS), st.builds(Seat, st.integers(0, 2), st.integers(1, 3)), min_size=2),
    ),
    max_size=5,
)


@given(RICH, STEPS, MEETINGS, st.integers(0, 2), st.randoms())
def test_any_choice_is_a_total_preorder_that_no_chance_changes(
    table: list[Sums], steps: tuple[Metric, ...], meetings: list[Meeting], minimum: int, chance: random.Random
) -> None:
    def order(rows: list[Sums], games: list[Meeting]) -> tuple[Ranked, ...]:
        return rank(rows, steps, minimum=minimum, meet=lambda _players: games)

    ranked = order(table, meetings)
    mixed, games = list(table), list(meetings)
    chance.shuffle(mixed)
    chance.shuffle(games)
    assert order(mixed, games) == ranked
    placed = [one for one in ranked if one.place is not None]
    assert [one.sums.games >= minimum for one in ranked] == [True] * len(placed) + [False] * (len(ranked) - len(placed))
    assert {one.sums.player for one in ranked} == {sums.player for sums in table}
    for one in placed:
        assert one.place == 1 + sum((other.place or 0) < (one.place or 0) for other in placed)
        assert one.shared == (sum(other.place == one.place for other in placed) > 1)
    for before, after in pairwise(placed):
        same = before.place == after.place
        assert same == (before.values == after.values) == (after.decided_by is None)


@given(RICH, STEPS, MEETINGS)
def test_only_who_is_tied_is_asked_about(table: list[Sums], steps: tuple[Metric, ...], meetings: list[Meeting]) -> None:
    asked: list[frozenset[int]] = []

    def meet(players: frozenset[int]) -> list[Meeting]:
        asked.append(players)
        return meetings

    rank(table, steps, meet=meet)
    wanted = tied(table, steps)
    assert asked == ([wanted] if wanted else [])


@given(MEETINGS)
def test_what_one_is_ahead_others_are_behind(meetings: list[Meeting]) -> None:
    assert sum(head_to_head(PLAYERS, meetings).values()) == 0


def test_ahead_behind_equal_and_partners() -> None:
    first, second, partner = Seat("a", 1), Seat("b", 2), Seat("a", 1)
    assert [compare_seats(first, second), compare_seats(second, first)] == [1, -1]
    assert [compare_seats(first, partner), compare_seats(first, Seat("b", 1))] == [0, 0]


def test_head_to_head_is_among_those_who_are_equal_and_asked_once() -> None:
    # Ben and Cleo are equal; that Ann was ahead of Cleo and behind Ben is nobody's business.
    meeting = Meeting(1, None, {ord("a"): Seat(0, 2), ord("b"): Seat(1, 3), ord("c"): Seat(2, 1)})
    table = [row("ann", 6, 70), row("ben", 5, 60), row("cleo", 5, 60)]
    ranked = rank(table, (*PRECEDENCE, HEAD_TO_HEAD), meet=lambda _players: [meeting])
    assert [(one.sums.order, one.place) for one in ranked] == [("ann", 1), ("cleo", 2), ("ben", 3)]
    assert [one.values[-1] for one in ranked] == [0, 1, -1]
    assert ranked[-1].decided_by is HEAD_TO_HEAD


def test_who_has_too_few_games_has_no_place_and_stands_below() -> None:
    ranked = rank([row("ann", 9, 70, games=9), row("ben", 5, 60), row("cleo", 5, 60)], PRECEDENCE, minimum=10)
    assert [(one.sums.order, one.place) for one in ranked] == [("ben", 1), ("cleo", 1), ("ann", None)]
