"""Founding a club."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Club, Membership, Role, User
from tests.factories import make_user
from tests.pages import NASTY_NAMES, errors_of, post_surrogate, text_of

pytestmark = pytest.mark.django_db

PAGE = reverse("club-create")


@pytest.fixture
def olive(client: Client) -> User:
    user = make_user("Olive")
    client.force_login(user)
    return user


def test_signed_out_is_sent_to_sign_in_and_back(client: Client) -> None:
    assert client.get(PAGE)["Location"] == f"{reverse('account_login')}?next={PAGE}"


def test_founder_owns_the_club_and_adds_players_next(client: Client, olive: User) -> None:
    answer = client.post(PAGE, {"name": "Harbour Euchre Club", "zone": "Europe/London"})
    club = Club.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, reverse("player-add", args=[club.slug]))
    assert Membership.objects.get(club=club, user=olive).role == Role.OWNER
    assert club.zone == "Europe/London"
    assert "Harbour Euchre Club is ready" in text_of(client.get(answer["Location"]))


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_any_name_will_do_and_is_shown_as_it_is(client: Client, olive: User, name: str) -> None:
    answer = client.post(PAGE, {"name": name, "zone": "UTC"}, follow=True)
    assert name in text_of(answer)
    assert "<b>Bold" not in answer.content.decode()


@pytest.mark.parametrize("name", ["", "x" * 10_000, "a\x00b"])
def test_bad_name_is_said_and_nothing_made(client: Client, olive: User, name: str) -> None:
    answer = client.post(PAGE, {"name": name, "zone": "UTC"})
    assert answer.status_code in (400, 422)
    assert not Club.objects.exists()


def test_lone_surrogate_breaks_nothing(client: Client, olive: User) -> None:
    for field, form in (("name", {"zone": "UTC"}), ("zone", {"name": "Club"})):
        assert post_surrogate(client, PAGE, field, **form).status_code in (400, 422)
    assert not Club.objects.exists()


def test_what_was_typed_is_kept(client: Client, olive: User) -> None:
    answer = client.post(PAGE, {"name": "Harbour", "zone": "Mars/Base"})
    assert answer.status_code == 422
    assert set(errors_of(answer)) == {"zone"}
    assert 'value="Harbour"' in answer.content.decode()
