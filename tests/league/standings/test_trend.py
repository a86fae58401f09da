"""Points a game by night, and where they stand in the picture."""

from __future__ import annotations

import datetime
from fractions import Fraction

from league.standings.trend import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Played, trend_of

DAYS = [datetime.date(2026, 10, day) for day in (15, 8, 1)]


def games(*nights: list[int]) -> list[Played]:
    """The newest night first."""
    return [Played(day, day, points) for day, night in zip(DAYS, nights, strict=False) for points in night]


def test_nights_become_averages_the_oldest_first() -> None:
    """10 and 4 make 7; 5; 10, 0 and 0 make 10/3."""
    trend = trend_of(games([10, 4], [5], [10, 0, 0]))
    assert trend
    assert [(point.day.day, point.games, point.average) for point in trend.points] == [
        (1, 3, Fraction(10, 3)),
        (8, 1, Fraction(5)),
        (15, 2, Fraction(7)),
    ]
    assert (trend.games, trend.last) == (6, trend.points[-1])


def test_the_line_fills_the_picture_from_the_lowest_to_the_highest() -> None:
    trend = trend_of(games([8], [6], [4]))
    assert trend
    assert [(point.x, point.y) for point in trend.points] == [
        (LEFT, HEIGHT - BOTTOM),
        ((WIDTH + LEFT - RIGHT) / 2, (HEIGHT + TOP - BOTTOM) / 2),
        (WIDTH - RIGHT, TOP),
    ]
    assert [(line.value, line.y) for line in trend.lines] == [(4, 110), (6, 62), (8, 14)]
    assert trend.path == "26,110 208,62 390,14"


def test_equal_nights_lie_in_the_middle() -> None:
    trend = trend_of(games([7], [7]))
    assert trend
    assert [point.y for point in trend.points] == [62, 62]
    assert [line.value for line in trend.lines] == [6, 7, 8]


def test_points_below_nothing() -> None:
    trend = trend_of(games([-4], [-2]))
    assert trend
    assert [line.value for line in trend.lines] == [-4, -3, -2]


def test_one_night_is_no_trend() -> None:
    assert trend_of(games([7, 3])) is None
    assert trend_of([]) is None
