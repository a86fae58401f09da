"""The front page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from league.models import ClubState, Role, Visibility
from tests.factories import make_club, make_member, make_user
from tests.pages import text_of

pytestmark = pytest.mark.django_db

HOME = reverse("home")


def test_stranger_reads_how_to_begin(client: Client) -> None:
    make_user()  # while there is no account, the page leads to the first run: test_founding.py
    text = text_of(client.get(HOME))
    assert "How to begin" in text
    assert "Sign up" in text


def test_public_clubs_are_listed_and_no_others(client: Client) -> None:
    make_club(name="Open Club", visibility=Visibility.PUBLIC)
    make_club(name="Quiet Club", visibility=Visibility.UNLISTED)
    make_club(name="Secret Club", visibility=Visibility.MEMBERS)
    make_club(name="Closed Club", visibility=Visibility.PUBLIC, state=ClubState.CLOSED)
    text = text_of(client.get(HOME))
    assert "Open Club" in text
    assert not any(name in text for name in ("Quiet Club", "Secret Club", "Closed Club"))


def test_my_clubs_come_first_with_my_role_and_once(client: Client) -> None:
    ben = make_user("Ben")
    make_member(make_club(name="Mine", visibility=Visibility.PUBLIC), ben, Role.SCORER)
    make_club(name="Not mine", visibility=Visibility.UNLISTED)
    client.force_login(ben)
    text = text_of(client.get(HOME))
    assert text.count("Mine") == 1
    assert "Scorer" in text
    assert "Not mine" not in text


def test_newcomer_is_shown_the_way_to_a_club(client: Client) -> None:
    client.force_login(make_user())
    answer = client.get(HOME)
    assert reverse("club-create") in answer.content.decode()
    assert "Sign up, with" not in text_of(answer)


def test_page_holds_nothing_inline(client: Client) -> None:
    html = client.get(HOME).content.decode()
    assert " style=" not in html
    assert " onclick=" not in html
