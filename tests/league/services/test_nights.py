"""Which night it is: the club's own date, the night that opens by itself, the free table."""

from __future__ import annotations

import datetime

import pytest
from django.core.exceptions import ValidationError

from league.models import Club, Night, NightKind, NightState, Season
from league.services.nights import (
    club_date,
    default_season,
    free_table,
    night_on,
    nights_on,
    open_night,
    open_tonight,
    season_on,
)
from tests.factories import DAY, make_club, make_night, make_season
from tests.league.services.door import sit_down

pytestmark = pytest.mark.django_db


def moment(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)


@pytest.fixture
def club() -> Club:
    return make_club(zone="America/Halifax")


@pytest.mark.parametrize(
    ("at", "date"),
    [
        ("2026-10-01T19:00-03:00", "2026-10-01"),
        ("2026-10-01T23:59:59-03:00", "2026-10-01"),
        ("2026-10-02T00:30-03:00", "2026-10-01"),  # who plays on plays the same night
        ("2026-10-02T05:59:59-03:00", "2026-10-01"),
        ("2026-10-02T06:00-03:00", "2026-10-02"),
        ("2026-10-02T08:59:59+00:00", "2026-10-01"),  # the same moments, said by other clocks
        ("2026-10-02T18:00+09:00", "2026-10-02"),
        ("2026-11-01T05:59-04:00", "2026-10-31"),  # the night in which the clocks go back
        ("2026-11-01T06:00-04:00", "2026-11-01"),
    ],
)
def test_date_of_a_night_is_the_clubs_own(club: Club, at: str, date: str) -> None:
    assert club_date(club, moment(at)).isoformat() == date


def test_one_moment_is_two_dates_in_two_zones(club: Club) -> None:
    at = moment("2026-10-01T23:00+00:00")
    assert club_date(club, at) == datetime.date(2026, 10, 1)
    assert club_date(make_club(zone="Pacific/Auckland"), at) == datetime.date(2026, 10, 2)


def test_tonight_opens_once(club: Club) -> None:
    first, second = open_tonight(club), open_tonight(club)
    assert first == second == Night.objects.get()
    assert (first.kind, first.state, first.season) == (NightKind.CASUAL, NightState.OPEN, default_season(club))


def test_the_leagues_night_comes_before_a_casual_one(club: Club) -> None:
    casual = open_tonight(club)
    league = make_night(club, date=club_date(club), kind=NightKind.LEAGUE)
    assert list(nights_on(club, club_date(club))) == [league, casual]
    assert open_tonight(club) == league


def test_casual_play_goes_on_when_the_leagues_night_is_closed(club: Club) -> None:
    make_night(club, date=club_date(club), kind=NightKind.LEAGUE, state=NightState.CLOSED)
    with pytest.raises(ValidationError, match="closed"):
        open_tonight(club)
    casual = make_night(club, date=club_date(club))
    assert open_tonight(club) == casual


def test_closed_night_is_not_opened_again(club: Club) -> None:
    open_tonight(club)
    Night.objects.update(state=NightState.CLOSED)
    with pytest.raises(ValidationError, match="closed"):
        open_tonight(club)
    assert Night.objects.count() == 1


def test_night_of_another_moment(club: Club) -> None:
    night = open_tonight(club, moment("2026-03-06T01:00-04:00"))
    assert night.date == datetime.date(2026, 3, 5)


def test_night_stays_in_the_season_it_was_opened_in(club: Club) -> None:
    night = open_tonight(club)
    Season.objects.filter(club=club).update(is_default=False)
    make_season(club, name="Next", is_default=True)
    assert open_tonight(club).season == night.season


def test_free_table_is_the_lowest_without_an_open_game(club: Club) -> None:
    night = open_tonight(club)
    assert free_table(night).number == 1
    assert free_table(night).number == 1
    first = sit_down("Ann", "Ben", "Cleo", club=club)
    assert free_table(night).number == 2
    sit_down("Dai", "Esra", "Frank", club=club)
    assert free_table(night).number == 3
    first.win()
    assert free_table(night).number == 1


# Days that are past


def today(club: Club) -> datetime.date:
    return club_date(club)


def test_a_past_day_opens_a_night_in_the_season_that_holds_it(club: Club) -> None:
    spring = make_season(club, name="Spring", starts=datetime.date(2026, 1, 1), ends=datetime.date(2026, 5, 31))
    make_season(club, name="All year", starts=datetime.date(2025, 1, 1))
    night = open_night(club, datetime.date(2026, 3, 5))
    assert (night.date, night.season, night.state) == (datetime.date(2026, 3, 5), spring, NightState.OPEN)
    assert open_night(club, datetime.date(2026, 3, 5)) == night
    assert open_night(club, datetime.date(2025, 3, 5)).season.name == "All year"


def test_of_several_seasons_the_default_one_holds_the_day(club: Club) -> None:
    make_season(club, name="Newer", starts=DAY)
    assert season_on(club, DAY) == default_season(club)


def test_a_night_that_was_there_keeps_its_season(club: Club) -> None:
    other = make_season(club, name="Other", starts=DAY)
    night = make_night(club, season=other, date=DAY)
    assert open_night(club, DAY) == night


def test_a_night_that_was_there_needs_no_season_that_holds_its_day(club: Club) -> None:
    night = make_night(club, date=datetime.date(2020, 1, 1))
    assert open_night(club, datetime.date(2020, 1, 1)) == night_on(club, datetime.date(2020, 1, 1)) == night


def test_a_night_is_not_opened_by_asking_for_it(club: Club) -> None:
    night = night_on(club, DAY)
    assert (night.date, night.season) == (DAY, default_season(club))
    assert not Night.objects.exists()


@pytest.mark.parametrize(
    ("day", "code"),
    [
        (datetime.date(2999, 1, 1), "future"),
        (datetime.date(1999, 1, 1), "no_season"),
    ],
)
def test_a_day_to_come_and_one_before_the_club_are_refused(club: Club, day: datetime.date, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        open_night(club, day)
    assert refused.value.error_dict["date"][0].code == code
    assert not Night.objects.exists()


def test_tomorrow_is_still_to_come_and_today_is_tonight(club: Club) -> None:
    with pytest.raises(ValidationError, match="still to come"):
        open_night(club, today(club) + datetime.timedelta(days=1))
    assert open_night(club, today(club)) == open_tonight(club)


def test_a_closed_night_of_the_past_takes_no_late_paper(club: Club) -> None:
    make_night(club, date=DAY, state=NightState.CLOSED)
    with pytest.raises(ValidationError, match="closed"):
        open_night(club, DAY)
