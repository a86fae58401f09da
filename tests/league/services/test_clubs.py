"""Founding a club, and who is what in it."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from engine.variants import variants
from league.models import Club, Membership, Role, User, Visibility
from league.services.clubs import create_club, remove_member, set_role, update_club
from tests.factories import make_founded_club, make_member, make_user
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def role_of(club: Club, user: object) -> str:
    return Membership.objects.get(club=club, user=user).role


# Founding


def test_new_club_can_be_played_in_at_once() -> None:
    olive = make_user()
    club = create_club(olive, "Harbour Euchre Club", "Europe/London")
    season = club.seasons.get()
    assert (club.slug, club.visibility, role_of(club, olive)) == (
        "harbour-euchre-club",
        Visibility.UNLISTED,
        Role.OWNER,
    )
    assert season.is_default
    assert season.name == f"Season {season.starts.year}"
    assert set(season.rules.values_list("variant", flat=True)) == {variant.key for variant in variants()}


def test_second_club_of_a_name_gets_another_address() -> None:
    assert [make_founded_club(name="Harbour").slug for _ in range(3)] == ["harbour", "harbour-2", "harbour-3"]


@pytest.mark.django_db(transaction=True)
def test_two_founded_at_the_same_moment_get_two_addresses() -> None:
    users = [make_user(), make_user("Max")]
    clubs = at_once(*(lambda user=user: create_club(user, "Harbour", "UTC") for user in users))
    assert sorted(club.slug for club in clubs) == ["harbour", "harbour-2"]


def test_season_begins_on_the_clubs_own_calendar(time_machine: object) -> None:
    time_machine.move_to("2026-10-01 03:00Z")  # type: ignore[attr-defined]  # a fixture without a type
    assert make_founded_club(zone="America/Chicago").seasons.get().starts.isoformat() == "2026-09-30"


def test_another_name_leaves_the_address() -> None:
    club = make_founded_club(name="Harbour")
    update_club(club, name="Hafen", zone="Europe/Berlin", visibility=Visibility.PUBLIC)
    club.refresh_from_db()
    assert (club.slug, club.name, club.zone, club.visibility) == ("harbour", "Hafen", "Europe/Berlin", "public")


# Roles


def test_role_is_changed_not_doubled() -> None:
    club, ben = make_founded_club(), make_user("Ben")
    set_role(club, ben, Role.SCORER)
    set_role(club, ben, Role.ORGANISER)
    assert role_of(club, ben) == Role.ORGANISER


def test_last_owner_stays() -> None:
    olive = make_user()
    club = make_founded_club(olive)
    with pytest.raises(ValidationError, match="needs an owner"):
        set_role(club, olive, Role.SCORER)
    with pytest.raises(ValidationError, match="needs an owner"):
        remove_member(club, olive)
    assert role_of(club, olive) == Role.OWNER


def test_one_of_two_owners_may_step_down() -> None:
    olive, ben = make_user(), make_user("Ben")
    club = make_founded_club(olive)
    make_member(club, ben, Role.OWNER)
    set_role(club, olive, Role.SCORER)
    assert role_of(club, olive) == Role.SCORER


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_step_down_at_once_leave_one() -> None:
    owners = [make_user(), make_user("Ben")]
    club = make_founded_club(owners[0])
    make_member(club, owners[1], Role.OWNER)

    def step_down(user: User) -> None:
        try:
            set_role(club, user, Role.PLAYER)
        except ValidationError:
            return

    at_once(*(lambda user=user: step_down(user) for user in owners))
    assert club.memberships.filter(role=Role.OWNER).count() == 1


def test_removed_member_is_gone() -> None:
    club, ben = make_founded_club(), make_user("Ben")
    make_member(club, ben)
    remove_member(club, ben)
    assert not Membership.objects.filter(club=club, user=ben).exists()
