"""Runs of games, the newest first."""

from __future__ import annotations

import pytest

from league.standings.streaks import Streak, streak_of


@pytest.mark.parametrize(
    ("games", "streak"),
    [
        ("", Streak()),
        ("W", Streak(1, True, 1, 1)),
        ("L", Streak(1, False, 1, 0)),
        ("WWLW", Streak(4, True, 2, 2)),
        ("WLWWWL", Streak(6, True, 1, 3)),
        ("LLWWL", Streak(5, False, 2, 2)),
    ],
)
def test_runs(games: str, streak: Streak) -> None:
    assert streak_of(game == "W" for game in games) == streak


def test_the_longest_run_may_be_the_one_that_goes_on() -> None:
    assert streak_of([True, True, False, True]).is_longest
    assert not streak_of([True, False, True, True]).is_longest
    assert not streak_of([False, False]).is_longest
