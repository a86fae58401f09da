"""No test finds what another one left in its process."""

import pytest
from django.core.cache import cache
from django.utils import translation


@pytest.mark.parametrize("turn", ["first", "second"])
def test_neither_language_nor_limits_of_another_test_are_found(turn: str) -> None:
    """Run twice in one process, the second would find what the first leaves here."""
    assert (translation.get_language(), cache.get("limit")) == ("en", None)
    translation.activate("de")
    cache.set("limit", turn)
