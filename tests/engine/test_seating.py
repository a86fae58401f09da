"""Left is the next seat clockwise."""

from __future__ import annotations

import pytest

from engine.seating import clockwise_from, left_of, steps_left


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_left_goes_once_round_the_table(seats: int) -> None:
    for first in range(seats):
        order = list(clockwise_from(first, seats))
        assert sorted(order) == list(range(seats))
        assert [left_of(seat, seats) for seat in order] == [*order[1:], first]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r8_the_eldest_speaks_first_and_the_dealer_last(seats: int) -> None:
    for dealer in range(seats):
        speakers = list(clockwise_from(left_of(dealer, seats), seats))
        assert [steps_left(seat, dealer, seats) for seat in speakers] == list(range(1, seats + 1))
        assert speakers[-1] == dealer
