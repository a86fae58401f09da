"""Where most tests begin. A file that begins elsewhere has a fixture of its own by the same name."""

from __future__ import annotations

import pytest

from league.models import Club, Season
from tests.factories import make_founded_club
from tests.league.at_table import AtTable, open_table
from tests.league.cast import Cast, make_cast
from tests.league.services.door import Phone, sit_down


@pytest.fixture
def club() -> Club:
    return make_founded_club()


@pytest.fixture
def cast() -> Cast:
    """People of every role, and a club of theirs."""
    return make_cast()


@pytest.fixture
def season(cast: Cast) -> Season:
    return cast.club.seasons.get()


@pytest.fixture
def phone() -> Phone:
    """At the one door, beside a game that has just begun."""
    return sit_down()


@pytest.fixture
def table() -> AtTable:
    """A game that is being scored, by requests."""
    return open_table()
