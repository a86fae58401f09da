"""An owner's settings: the club itself, and who is what in it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from league.models import Corrections, Membership, Role, Visibility
from tests.league.cast import Cast
from tests.pages import errors_of, text_of

pytestmark = pytest.mark.django_db


def post(cast: Cast, route: str, *args: Any, **form: Any) -> Any:
    return cast.client(Role.OWNER).post(reverse(route, args=[cast.club.slug, *args]), form)


def membership(cast: Cast, role: str) -> Membership:
    return cast.club.memberships.get(user=cast.users[role])


def test_shows_what_is_set_and_who_belongs(cast: Cast) -> None:
    answer = cast.client(Role.OWNER).get(reverse("club-edit", args=[cast.club.slug]))
    text = text_of(answer)
    assert all(name in text for name in ("Olive", "Oscar", "Sam", "Pia"))
    assert "Max" not in text
    assert 'value="Harbour Euchre Club"' in answer.content.decode()


def test_saved(cast: Cast) -> None:
    choices = {"visibility": Visibility.PUBLIC, "corrections": Corrections.CONFIRMED}
    answer = post(cast, "club-edit", name="Hafen", zone="Europe/Berlin", **choices)
    cast.club.refresh_from_db()
    assert (answer.status_code, cast.club.name, cast.club.zone) == (303, "Hafen", "Europe/Berlin")
    assert (cast.club.visibility, cast.club.corrections) == (Visibility.PUBLIC, Corrections.CONFIRMED)


def test_not_saved_with_a_mistake(cast: Cast) -> None:
    answer = post(cast, "club-edit", name="Hafen", zone="UTC", visibility="nobody", corrections="tonight")
    cast.club.refresh_from_db()
    assert (answer.status_code, set(errors_of(answer))) == (422, {"visibility"})
    assert cast.club.name == "Harbour Euchre Club"


def test_members_come_by_invitation_so_that_no_address_tells_whether_it_has_an_account(cast: Cast) -> None:
    page = cast.client(Role.OWNER).get(reverse("club-edit", args=[cast.club.slug])).content.decode()
    assert reverse("invitation-list", args=[cast.club.slug]) in page
    assert 'type="email"' not in page


def test_role_is_changed(cast: Cast) -> None:
    post(cast, "member-role", membership(cast, Role.PLAYER).pk, role=Role.ORGANISER)
    assert membership(cast, Role.PLAYER).role == Role.ORGANISER


@pytest.mark.parametrize("role", ["", "king", "OWNER", "\x00"])
def test_role_that_is_none(cast: Cast, role: str) -> None:
    assert post(cast, "member-role", membership(cast, Role.PLAYER).pk, role=role).status_code == 422
    assert membership(cast, Role.PLAYER).role == Role.PLAYER


def test_last_owner_can_not_step_down_or_leave(cast: Cast) -> None:
    mine = membership(cast, Role.OWNER)
    for answer in (post(cast, "member-role", mine.pk, role=Role.SCORER), post(cast, "member-remove", mine.pk)):
        assert answer.status_code == 422
        assert "A club needs an owner" in text_of(answer)
    assert membership(cast, Role.OWNER).role == Role.OWNER


def test_member_is_removed_and_shut_out(cast: Cast) -> None:
    cast.club.visibility = Visibility.MEMBERS
    cast.club.save()
    assert post(cast, "member-remove", membership(cast, Role.SCORER).pk).status_code == 303
    assert cast.client(Role.SCORER).get(reverse("standings", args=[cast.club.slug])).status_code == 404


def test_owner_who_leaves_lands_on_the_front_page(cast: Cast) -> None:
    post(cast, "member-role", membership(cast, Role.ORGANISER).pk, role=Role.OWNER)
    answer = post(cast, "member-remove", membership(cast, Role.OWNER).pk)
    assert (answer.status_code, answer["Location"]) == (303, reverse("home"))


def test_other_clubs_member_is_not_found(cast: Cast) -> None:
    theirs = cast.other.memberships.get()
    assert post(cast, "member-role", theirs.pk, role=Role.PLAYER).status_code == 404
    assert post(cast, "member-remove", theirs.pk).status_code == 404
    assert Membership.objects.filter(pk=theirs.pk, role=Role.OWNER).exists()
