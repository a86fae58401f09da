"""How values are written."""

from __future__ import annotations

from fractions import Fraction

import pytest

from league.standings.figures import decimal, figure, percent, shares, signed
from league.standings.metrics import GAMES, POINTS_PER_GAME, WON


@pytest.mark.parametrize(
    ("twelfths", "text"),
    [
        (0, "0"),
        (12, "1"),
        (6, "½"),
        (114, "9½"),
        (4, "⅓"),
        (20, "1⅔"),
        (3, "¼"),
        (9, "¾"),
        (2, "⅙"),
        (7, "7⁄12"),
        (31, "2 7⁄12"),
    ],
)
def test_shares_of_wins(twelfths: int, text: str) -> None:
    assert shares(Fraction(twelfths, 12)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [("7", "7.00"), ("793/100", "7.93"), ("1/3", "0.33"), ("1/200", "0.01"), ("-5/4", "−1.25"), ("-1/1000", "0.00")],
)
def test_decimals_round_half_away_from_nothing(value: str, text: str) -> None:
    assert decimal(Fraction(value)) == text


def test_gains_carry_their_sign() -> None:
    assert [signed(Fraction(value, 4)) for value in (1, 0, -1)] == ["+0.25", "0.00", "−0.25"]


def test_percent_of_nothing_is_a_dash() -> None:
    assert (percent(1, 3), percent(1, 2), percent(0, 0)) == ("33\u202f%", "50\u202f%", "–")


def test_each_kind_of_metric() -> None:
    assert figure(GAMES, 1234) == "1,234"
    assert figure(GAMES, -1234) == "\u22121,234"
    assert figure(WON, Fraction(3, 2)) == "1½"
    assert figure(POINTS_PER_GAME, Fraction(15, 2)) == "7.50"
    assert figure(POINTS_PER_GAME, None) == "–"
