"""The front page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Club, ClubState, Game, Role, User, Visibility
from league.services.ending import suspend_club
from tests.factories import (
    make_club,
    make_founded_club,
    make_game,
    make_member,
    make_player,
    make_user,
    play_hand,
    play_out,
)
from tests.pages import at_most_statements, text_of

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


# A member's home


def at_home(user: User) -> str:
    client = Client()
    client.force_login(user)
    return text_of(client.get(HOME))


def seat_of(user: User, name: str = "Ann") -> Game:
    """A game in a club of their own, in which they sit."""
    club = make_founded_club(user, name=f"{name}’s club")
    mine = make_player(club, name, account=user)
    return make_game(club, [mine, make_player(club, "Ben"), make_player(club, "Cleo")])


def test_my_table_of_tonight_is_one_tap_away() -> None:
    user = make_user("Ann")
    game = seat_of(user)
    play_hand(game)
    client = Client()
    client.force_login(user)
    answer = client.get(HOME)
    assert "My tables tonight Ann 3 , Ben 0 , Cleo 0" in text_of(answer)
    assert reverse("game-table", args=[game.club.slug, game.pk]) in answer.content.decode()


def test_a_table_that_i_record_is_mine_too_and_others_are_not() -> None:
    user = make_user("Sam")
    game = seat_of(make_user("Ann"))
    make_member(game.club, user, Role.SCORER)
    assert "My tables tonight" not in at_home(user)
    recorder = game.events.get().recorder
    recorder.account = user
    recorder.save()
    assert "My tables tonight" in at_home(user)


def test_a_player_looks_and_a_game_of_last_week_is_no_table_of_tonight() -> None:
    user = make_user("Ann")
    game = seat_of(user)
    game.club.memberships.update(role=Role.PLAYER)
    assert "Look" in at_home(user)
    game.night.date -= timedelta(days=7)
    game.night.save()
    assert "My tables tonight" not in at_home(user)


def test_my_last_games_of_every_club_newest_first() -> None:
    user = make_user("Ann")
    first, second = seat_of(user), seat_of(user, "Anna")
    play_out(first)
    play_out(second, maker=1)
    text = at_home(user)
    assert text.index("against Ben , Cleo Anna’s club Second 0–12–0") < text.index(
        "against Ben , Cleo Ann’s club Won 12–0–0"
    )


def test_who_left_a_club_sees_its_games_no_more() -> None:
    user = make_user("Ann")
    game = play_out(seat_of(user))
    game.club.memberships.all().delete()
    assert "Ann’s club" not in at_home(user)


def test_nothing_is_read_of_a_suspended_club_but_its_name() -> None:
    user = make_user("Ann")
    game, over = seat_of(user), play_out(seat_of(user, "Anna"))
    for club in (game.club, over.club):
        suspend_club(club)
    text = at_home(user)
    assert "Anna’s club Owner Suspended" in text
    assert "Ben" not in text
    assert "Which player are you?" not in text


def test_a_member_who_is_no_player_is_asked_which() -> None:
    user = make_user("Ann")
    club = make_founded_club(user)
    assert "Say which player you are, and your games stand here." in at_home(user)
    Club.objects.filter(pk=club.pk).update(state=ClubState.CLOSED)
    assert "Which player are you?" not in at_home(user)


def test_a_player_without_games_is_told_so() -> None:
    user = make_user("Ann")
    make_player(make_founded_club(user), "Ann", account=user)
    assert "You have not played yet." in at_home(user)


def test_it_costs_the_same_however_many_games(client: Client) -> None:
    user = make_user("Ann")
    game = play_out(seat_of(user))
    players = [row.player for row in game.players.order_by("seat")]
    for _time in range(7):
        play_out(make_game(game.club, players))
    client.force_login(user)
    with at_most_statements(10):
        client.get(HOME)
