"""What is compared, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from league.standings.metrics import METRICS, POINTS_PER_GAME, PRECEDENCE, TIE_BREAKERS, WON, Sums
from league.standings.words import HEADINGS, NAMES


def test_keys_are_their_own_and_catalogued() -> None:
    assert all(key == metric.key for key, metric in METRICS.items())
    every = [*METRICS.values(), *TIE_BREAKERS.values()]
    assert {metric.key: metric.short for metric in every} == {k: str(v) for k, v in HEADINGS.items()}
    assert {metric.key: metric.label for metric in every} == {k: str(v) for k, v in NAMES.items()}
    assert set(PRECEDENCE) <= set(METRICS.values())


@pytest.mark.parametrize(
    ("key", "value"), [("games", 3), ("won", Fraction(3, 2)), ("points_per_game", Fraction(25, 3)), ("nights", 2)]
)
def test_values_are_exact(key: str, value: Fraction) -> None:
    sums = Sums(player=1, order="ann", games=3, won12=18, points=25, nights=2)
    assert METRICS[key].compute(sums) == value


def test_average_of_no_games_is_none() -> None:
    nothing = Sums(player=1, order="ann")
    assert POINTS_PER_GAME.compute(nothing) is None
    assert WON.compute(nothing) == 0
