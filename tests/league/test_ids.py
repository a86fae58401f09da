"""Ids as they come from outside."""

import pytest

from league.ids import LARGEST_ID, read_id


@pytest.mark.parametrize("number", [0, 1, 2**31, LARGEST_ID])
def test_number_that_a_column_holds(number: int) -> None:
    assert read_id(str(number)) == number


@pytest.mark.parametrize("text", ["", "-1", "1.0", "x", "٣", "²", " 1", str(LARGEST_ID + 1), "0" * 20, "9" * 5000])
def test_whatever_is_no_id(text: str) -> None:
    assert read_id(text) is None
