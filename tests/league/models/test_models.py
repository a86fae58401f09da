"""What the tables themselves refuse, also when two writers meet; and keys that are made by saving."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from engine.variants import variants
from league.models import (
    Club,
    Credit,
    EventAlias,
    Game,
    HeldWrite,
    Membership,
    Night,
    NightKind,
    Player,
    Recorder,
    Remark,
    Season,
    User,
    Visibility,
)
from tests.factories import (
    DAY,
    make_bare_game,
    make_club,
    make_event,
    make_member,
    make_night,
    make_player,
    make_recorder,
    make_season,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


def refused(name: str, make: Any, *args: Any, **fields: Any) -> None:
    """The database answers, and on PostgreSQL by the constraint's name."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        make(*args, **fields)
    if connection.vendor == "postgresql":
        assert name in str(caught.value)


# People


def test_two_accounts_cannot_share_an_address_in_any_case() -> None:
    make_user(email="ann@example.org")
    refused("email", make_user, email="Ann@Example.org")
    assert User.objects.get_by_natural_key("ANN@example.ORG").email == "ann@example.org"


def test_one_membership_a_user(club: Club) -> None:
    user = make_user()
    make_member(club, user)
    refused("one_membership_a_user", make_member, club, user)


def test_players_may_share_a_name_but_not_an_account(club: Club) -> None:
    user = make_user()
    first = make_player(club, account=user)
    make_player(club)
    refused("one_player_an_account", make_player, club, account=user)
    make_player(club, account=user, merged_into=first)
    assert Player.objects.filter(name_key="ann").canonical().count() == 2


def test_nobody_is_merged_into_themselves(club: Club) -> None:
    ann = make_player(club)
    ann.merged_into = ann
    refused("not_merged_into_itself", ann.save)


def test_saving_makes_the_keys_one_by_one_and_in_bulk(club: Club) -> None:
    make_player(club, "  Zoë O'Brien")
    Player.objects.bulk_create([Player(club=club, name="José")])
    keys = club.players.order_by("sort_key").values_list("name_key", "search_key", "sort_key")
    assert list(keys) == [("josé", "jose", "jose"), ("zoë o'brien", "zoe o'brien", "zoe obrien")]


def test_a_new_name_makes_new_keys(club: Club) -> None:
    ann = make_player(club)
    ann.name = "Zoë"
    ann.save(update_fields=["name"])
    ann.refresh_from_db()
    assert (ann.name_key, ann.full_search_key, ann.full_sort_key) == ("zoë", "zoe", "zoe")


def test_one_recorder_a_device_and_any_number_without_an_account(club: Club) -> None:
    ben = make_user("Ben")
    make_recorder(club, account=ben)
    make_recorder(club, account=ben, device="laptop")
    refused("one_recorder_a_device", make_recorder, club, account=ben)
    make_recorder(club)
    make_recorder(club)
    ben.delete()
    assert Recorder.objects.filter(account=None).count() == 4


def test_a_club_is_unlisted_until_somebody_says_otherwise(club: Club) -> None:
    assert club.visibility == Visibility.UNLISTED
    assert not Club.objects.listed().exists()


def test_removing_an_account_removes_its_memberships(club: Club) -> None:
    club.memberships.get().user.delete()
    assert not Membership.objects.exists()


# Nights and games


def test_one_default_season(club: Club) -> None:
    make_season(club)
    refused("one_default_season", make_season, club, is_default=True)


def test_a_season_ends_after_it_starts(club: Club) -> None:
    refused("season_ends_after_start", make_season, club, starts=DAY, ends=DAY.replace(year=2025))


def test_one_casual_night_a_day(club: Club) -> None:
    make_night(club)
    make_night(club, kind=NightKind.LEAGUE)
    make_night(club, kind=NightKind.LEAGUE)
    refused("one_casual_night_a_day", make_night, club)


def test_one_table_a_number(club: Club) -> None:
    night = make_night(club)
    night.tables.create(number=1)
    refused("one_table_a_number", night.tables.create, number=1)


def test_the_same_game_cannot_start_twice(club: Club) -> None:
    game = make_bare_game(club)
    refused("", make_bare_game, club, id=game.pk)


def test_variants_are_the_engines_and_not_the_migrations() -> None:
    field = Game._meta.get_field("variant")
    assert [key for key, _label in field.flatchoices] == [variant.key for variant in variants()]
    assert "choices" not in field.deconstruct()[3]


# The log


def test_the_log_takes_one_event_a_place_a_version_and_a_client_id(club: Club) -> None:
    game, ben, hand = make_bare_game(club), make_recorder(club), uuid.uuid4()
    event = make_event(game, ben, kind="hand", hand=hand, version=1)
    make_event(game, ben)
    make_event(game, ben)
    refused("one_event_a_seq", make_event, game, ben, seq=1)
    refused("one_event_a_version", make_event, game, ben, hand=hand, version=1)
    refused("one_event_a_client_id", make_event, game, ben, client_id=event.client_id)


def test_one_alias_a_client_id(club: Club) -> None:
    event = make_event(make_bare_game(club), make_recorder(club))
    alias = {"game": event.game, "event": event, "client_id": uuid.uuid4()}
    EventAlias.objects.create(**alias)
    refused("one_alias_a_client_id", EventAlias.objects.create, **alias)


def test_a_write_is_held_once(club: Club) -> None:
    write = {"club": club, "game": uuid.uuid4(), "client_id": uuid.uuid4(), "body": {}, "why": "night_closed"}
    HeldWrite.objects.create(**write)
    refused("held_once", HeldWrite.objects.create, **write)


def test_a_remark_is_about_something(club: Club) -> None:
    refused("remark_on_something", Remark.objects.create, recorder=make_recorder(club), text="?")


def test_a_credit_is_stored_once_and_taken_back_once(club: Club) -> None:
    credit = {
        "night": make_night(club),
        "player": make_player(club),
        "variant": "cutthroat",
        "kind": "bye",
        "recorder": make_recorder(club),
    }
    first = Credit.objects.create(**credit, client_id=uuid.uuid4())
    refused("one_credit_a_client_id", Credit.objects.create, **credit, client_id=first.client_id)
    Credit.objects.create(**credit, client_id=uuid.uuid4(), cancels=first)
    refused("cancels", Credit.objects.create, **credit, client_id=uuid.uuid4(), cancels=first)


# The tables as a whole


def test_no_change_waits_for_a_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_migrations_can_be_taken_back_and_made_again() -> None:
    call_command("migrate", "account", "zero", verbosity=0)
    call_command("migrate", "league", "zero", verbosity=0)
    try:
        assert not {t for t in connection.introspection.table_names() if t.startswith("league_")}
    finally:
        call_command("migrate", verbosity=0)
    assert not Season.objects.exists()
    assert not Night.objects.exists()
