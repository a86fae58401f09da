"""Seasons: one is always the default, and each fixes its rules."""

from __future__ import annotations

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from engine.house_rules import default_rules
from engine.variants import MAIN_GAME, variants
from league.models import Club, Season
from league.services.season_end import close_season
from league.services.seasons import create_season, make_default, rules_of, set_rules, set_standings, update_season
from league.standings.choice import StandingsChoice
from tests.factories import DAY, make_club, make_founded_club, make_recorder, make_season
from tests.threads import at_once

pytestmark = pytest.mark.django_db

RULES = default_rules(MAIN_GAME.key)


def default_of(club: Club) -> Season:
    return club.seasons.get(is_default=True)


def test_new_season_takes_over_the_rules(club: Club) -> None:
    set_rules(default_of(club), RULES.change(target=7))
    season = create_season(club, "Spring", DAY)
    assert rules_of(season)[MAIN_GAME.key].target == 7
    assert not season.is_default


def test_rules_are_copied_not_shared(club: Club) -> None:
    season = create_season(club, "Spring", DAY)
    set_rules(default_of(club), RULES.change(target=7))
    assert rules_of(season)[MAIN_GAME.key].target == 10


def test_season_may_be_the_default_from_its_first_moment(club: Club) -> None:
    season = create_season(club, "Spring", DAY, default=True)
    assert default_of(club) == season


def test_there_is_one_default(club: Club) -> None:
    old, season = default_of(club), create_season(club, "Spring", DAY)
    make_default(season)
    old.refresh_from_db()
    assert (season.is_default, old.is_default, default_of(club)) == (True, False, season)


def test_default_made_default_again_is_nothing_new(club: Club) -> None:
    season = default_of(club)
    assert make_default(season).version == season.version


@pytest.mark.django_db(transaction=True)
def test_two_made_default_at_once_leave_one() -> None:
    club = make_founded_club()
    seasons = [create_season(club, name, DAY) for name in ("Spring", "Autumn")]
    at_once(*(lambda season=season: make_default(season) for season in seasons))
    assert club.seasons.filter(is_default=True).count() == 1


def test_end_before_the_beginning_is_refused(club: Club) -> None:
    with pytest.raises(IntegrityError):
        create_season(club, "Spring", DAY, DAY - datetime.timedelta(days=1))


def test_changes_raise_the_version(club: Club) -> None:
    season = default_of(club)
    update_season(season, "2026", DAY, None)
    assert (season.name, season.version) == ("2026", 1)
    set_rules(season, RULES.change(target=7))
    season.refresh_from_db()
    assert season.version == 2


def test_a_name_that_is_changed_leaves_how_places_were_decided_meanwhile(club: Club) -> None:
    season, read_before = default_of(club), default_of(club)
    choice = StandingsChoice("win_share")
    set_standings(season, choice)
    changed = update_season(read_before, "2026", DAY, None, hidden_until="2026-06-01")
    assert changed.settings["standings"] == choice.to_json()
    assert changed.choices.hidden_until == "2026-06-01"


def test_rules_are_refused_where_it_was_closed_meanwhile(club: Club) -> None:
    season, read_before = default_of(club), default_of(club)
    close_season(season, make_recorder(club))
    with pytest.raises(ValidationError, match="is closed"):
        set_rules(read_before, RULES.change(target=7))
    assert rules_of(season)[MAIN_GAME.key].target == 10


def test_rules_that_contradict_each_other_are_refused(club: Club) -> None:
    season = default_of(club)
    with pytest.raises(ValidationError):
        set_rules(season, RULES.change(lone_defence="against_lone_maker", dummy=False))
    assert rules_of(season)[MAIN_GAME.key] == RULES


def test_other_games_keep_their_rules(club: Club) -> None:
    season = default_of(club)
    set_rules(season, RULES.change(target=7))
    targets = {key: rules.target for key, rules in rules_of(season).items()}
    assert targets == {variant.key: 7 if variant == MAIN_GAME else 10 for variant in variants()}


def test_season_without_stored_rules_has_the_defaults() -> None:
    season = make_season(make_club())
    assert rules_of(season) == {variant.key: default_rules(variant.key) for variant in variants()}
