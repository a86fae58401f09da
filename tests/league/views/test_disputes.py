"""Confirming, disputing and settling, by the pages; and what a scorer sees who comes too late."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Corrections, Dispute, DisputeState, Game, HeldWrite, Player, Role
from tests.factories import make_member, make_user
from tests.league.at_table import AtTable, open_table, second_phone, sign_in
from tests.pages import at_most_statements, errors_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    """Ann has won; the club asks for confirmations."""
    table = open_table(NAMES)
    table.club.corrections = Corrections.CONFIRMED
    table.club.save()
    table.play("0:5", "0:5", "0:5", "0:3")
    return table


NAMES = ("Ann", "Ben", "Cleo")


def player_client(table: AtTable, name: str = "Cleo") -> Client:
    """The phone of somebody who plays there, and only plays."""
    user = make_user(name)
    make_member(table.club, user, Role.PLAYER)
    Player.objects.filter(club=table.club, name=name).update(account=user)
    return sign_in(user)


def say(table: AtTable, client: Client, words: str = "It was four.", **fields: Any) -> Any:
    return client.post(table.url("game-dispute"), {"words": words} | fields)


def settle(table: AtTable, client: Client, **fields: str) -> Any:
    found = Dispute.objects.latest("pk")
    return client.post(reverse("dispute-settle", args=[table.club.slug, found.pk]), fields)


def test_a_player_confirms_on_their_own_phone(table: AtTable) -> None:
    client = player_client(table)
    page = text_of(client.get(table.url("game-detail")))
    assert "Cleo confirms" in page
    assert 'name="seen" value="4"' in client.get(table.url("game-detail")).content.decode()
    assert "Ben confirms" not in page
    cleo = Player.objects.get(name="Cleo")
    stale = client.post(table.url("game-confirm"), {"player": cleo.pk, "seen": "3"}, follow=True)
    assert "This game was changed meanwhile. Look at it once more." in text_of(stale)
    assert client.post(table.url("game-confirm"), {"player": cleo.pk, "seen": "4"}).status_code == 303
    assert "Confirmed at the table" in text_of(client.get(table.url("game-detail")))
    assert "The game was confirmed by another player." in text_of(client.get(table.url("game-history")))


def test_the_scorers_screen_asks_the_others_when_the_game_is_over(table: AtTable) -> None:
    page = text_of(second_phone(table, "Sam").get("game-table"))
    assert "Ann confirms" in page
    ann = Player.objects.get(name="Ann")
    assert table.client.post(table.url("game-confirm"), {"player": ann.pk}).status_code == 303
    assert "Ann confirms" not in text_of(table.get("game-table"))


@pytest.mark.parametrize("player", ["", "x", "9" * 30, "-1", "٣"])
def test_nobody_is_confirmed_for(table: AtTable, player: str) -> None:
    client = table.client
    answer = client.post(table.url("game-confirm"), {"player": player}, follow=True)
    assert "Somebody else at the table must confirm this game." in text_of(answer)
    assert Game.objects.get().confirmed_at is None


def test_a_club_that_asks_for_nothing_shows_nothing(table: AtTable) -> None:
    table.club.corrections = Corrections.TONIGHT
    table.club.save()
    assert "confirms" not in text_of(table.get("game-table")) + text_of(table.get("game-detail"))


def test_a_scorer_who_is_late_is_told_and_what_is_saved_waits(table: AtTable) -> None:
    sam = second_phone(table, "Sam")
    hand = table.sent[1]
    assert "waits for an organiser" not in text_of(sam.get("game-change", "correct", QUERY_STRING=f"hand={hand}"))
    table.client.post(table.url("game-confirm"), {"player": Player.objects.get(name="Ann").pk})
    page = text_of(sam.get("game-change", "correct", QUERY_STRING=f"hand={hand}"))
    assert "Another player has confirmed this game. What you save waits for an organiser." in page
    sent = {"client_id": uuid4(), "hand": hand, "version": "1", "cell": "1:5"}
    preview = sam.post("game-change", "correct", **sent, htmx=False)
    assert "What you save waits for an organiser." in text_of(preview)
    saved = sam.post("game-change", "correct", **sent, save="1", htmx=False)
    assert saved.status_code == 202
    assert "Another player has confirmed this game. What you sent is kept" in text_of(saved)
    assert HeldWrite.objects.get().why == "game_confirmed"
    waiting = text_of(table.client.get(reverse("held-list", args=[table.club.slug])))
    assert "Why it waits Another player had confirmed the game." in waiting
    assert sam.get("game-move").status_code == 403


def test_undoing_the_last_hand_from_the_scorers_screen_waits_as_well(table: AtTable) -> None:
    table.client.post(table.url("game-confirm"), {"player": Player.objects.get(name="Ann").pk})
    last = table.follows
    assert second_phone(table, "Sam").undo(last, version="1").status_code == 202
    assert table.scores == [10, 0, 0]
    assert table.undo(last, version="1").status_code == 200, "an owner decides"


def test_an_organiser_takes_the_confirmation_back(table: AtTable) -> None:
    table.client.post(table.url("game-confirm"), {"player": Player.objects.get(name="Ann").pk})
    assert "Take the confirmation back" in text_of(table.get("game-detail"))
    assert table.client.post(table.url("game-unconfirm")).status_code == 303
    sam = second_phone(table, "Sam")
    assert "Take the confirmation back" not in text_of(sam.get("game-detail"))
    assert sam.undo(table.follows, version="1").status_code == 200


def test_a_hand_is_disputed_settled_and_both_stand_beside_the_game(table: AtTable) -> None:
    pia = player_client(table)
    page = pia.get(table.url("game-dispute"), {"hand": str(table.sent[0])})
    assert "Hand 1: Ann took all five" in text_of(page)
    assert say(table, pia, hand=str(table.sent[0])).status_code == 303
    assert "1 dispute waits" in text_of(table.client.get(reverse("club-tonight", args=[table.club.slug])))
    listed = text_of(table.client.get(reverse("dispute-list", args=[table.club.slug])))
    assert "Hand 1: Ann took all five" in listed
    assert "“ It was four. ”" in listed
    assert settle(table, table.client, state="stands", words="Three saw it.").status_code == 303
    page = text_of(pia.get(table.url("game-detail")))
    assert "Stands as entered" in page
    assert "“ Three saw it. ”" in page


def test_what_members_say_is_for_members(table: AtTable) -> None:
    say(table, player_client(table))
    for client in (Client(), sign_in(make_user("Strange"))):
        for route in ("game-detail", "game-history"):
            assert "It was four." not in client.get(table.url(route)).content.decode()


def test_words_are_needed_and_stay(table: AtTable) -> None:
    pia = player_client(table)
    answer = say(table, pia, words=" ")
    assert (answer.status_code, set(errors_of(answer))) == (422, {"words"})
    answer = say(table, pia, words="x" * 1001)
    assert answer.status_code == 422
    assert "x" * 1001 in answer.content.decode()
    assert say(table, pia, hand="nonsense").status_code == 422
    assert say(table, pia, hand=str(uuid4())).status_code == 422
    assert not Dispute.objects.exists()


def test_settling_says_how(table: AtTable) -> None:
    say(table, player_client(table))
    for state in ("", "open", "nonsense"):
        answer = settle(table, table.client, state=state, words="Because.")
        assert answer.status_code == 422
        assert "Because." in answer.content.decode()
    assert Dispute.objects.get().state == DisputeState.OPEN


def test_who_said_it_takes_it_back_and_nobody_else(table: AtTable) -> None:
    pia = player_client(table)
    say(table, pia)
    assert settle(table, table.client, state="withdrawn").status_code == 403
    assert settle(table, pia, state="stands").status_code == 403
    answer = settle(table, pia, state="withdrawn", words="x" * 1001)  # the list of disputes is for organisers
    assert answer.status_code == 303
    assert "Taken back" in text_of(pia.get(table.url("game-detail")))


def test_the_list_costs_the_same_however_long(table: AtTable) -> None:
    pia = player_client(table)
    for hand in table.sent:
        say(table, pia, hand=str(hand))
    with at_most_statements(9):
        assert len(table.client.get(reverse("dispute-list", args=[table.club.slug])).context["page"].object_list) == 4
