"""What somebody gets who asks for everything that is kept about them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.events import Substitute
from league.bridge.starts import NewGame
from league.models import Club, DisputeState, Game, HeldWrite, Player, Role, Showing, User
from league.services.answers import Aside
from league.services.disputes import dispute, settle
from league.services.games import start_game
from league.services.merging import merge_players
from league.services.play import write_event
from league.services.players import add_players, update_player
from league.services.rating_replay import catch_up
from league.services.recorders import get_recorder
from league.takeout import VERSION, account_data, player_data
from tests.factories import make_founded_club, make_member, make_remark, make_user, play_hand, play_out
from tests.league.at_table import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(club: Club) -> Player:
    """Ann, with an account, beside Ben and Cleo."""
    user = make_user("Ann Kim")
    make_member(club, user, Role.SCORER)
    players = add_players(club, ["Ann Kim", "Ben Ode", "Cleo Fay", "Dora"])
    Player.objects.filter(pk=players[0].pk).update(account=user)
    return Player.objects.select_related("club", "account").get(pk=players[0].pk)


def account(player: Player) -> User:
    assert player.account
    return player.account


def start(club: Club, *names: str, by: User) -> Game:
    players = [Player.objects.get(club=club, name=name).pk for name in names]
    recorder = get_recorder(club, by, "iPhone")
    return start_game(club, uuid4(), recorder, NewGame("cutthroat", players, 0))


def read(parts: Iterator[str]) -> Any:
    return json.loads("".join(parts))


def test_games_hands_and_what_was_entered(club: Club, ann: Player) -> None:
    game = start(club, "Ann Kim", "Ben Ode", "Cleo Fay", by=account(ann))
    play_hand(game, maker=1, maker_tricks=2)
    play_out(game)
    data = read(player_data(ann))
    assert (data["format"], data["version"], data["club"]["address"]) == ("upcard-player", VERSION, club.slug)
    assert (data["player"]["name"], data["membership"]["role"]) == ("Ann Kim", "scorer")
    [played] = data["games"]
    assert (played["game"], played["seats"]) == (str(game.pk), ["Ann Kim", "Ben Ode", "Cleo Fay"])
    assert (played["result"]["place"], played["result"]["won12"]) == (1, 12)
    first = played["hands_played"][0]
    assert (first["seat"], first["in_words"]) == (0, "Ben made it, 2 tricks: euchred. Ann +2, Cleo +2")
    assert first["said"]["maker_tricks"] == 2
    assert [one["kind"] for one in data["entered"]] == ["start", *["hand"] * len(played["hands_played"])]
    assert data["devices"][0]["device"] == "iPhone"
    assert data["totals"][0]["games"] == 1
    assert data["ratings"] == []  # nobody has looked yet
    assert catch_up(club.pk)
    [rated] = read(player_data(ann))["ratings"]
    assert (rated["game"], rated["rating"], rated["number"], rated["mu_before"]) == (str(game.pk), "cutthroat", 1, 1500)
    assert rated["mu"] > 1500 > 1000 > rated["sigma"] > rated["chance"] > 0


def test_only_hands_that_they_sat_through(club: Club, ann: Player) -> None:
    game = start(club, "Dora", "Ben Ode", "Cleo Fay", by=account(ann))
    play_hand(game, maker_tricks=3)
    newest = game.lines.get()
    said = {"player": ann.pk, "gets_result": False}
    event = Substitute(0, str(newest.hand))
    write_event(game.pk, uuid4(), get_recorder(club, account(ann)), event, aside=Aside(None, said))
    play_hand(game, maker_tricks=4)
    [played] = read(player_data(ann))["games"]
    assert [hand["number"] for hand in played["hands_played"]] == [2]
    assert played["result"] is None  # it is Dora's


def test_others_stand_in_it_as_everybody_sees_them(club: Club, ann: Player) -> None:
    start(club, "Ann Kim", "Ben Ode", "Cleo Fay", by=account(ann))
    update_player(Player.objects.get(name="Ben Ode"), showing=Showing.INITIAL)
    text = "".join(player_data(ann))
    assert ("Ben O." in text, "Ben Ode" in text) == (True, False)


def test_names_before_a_merge_remarks_and_log(club: Club, ann: Player) -> None:
    [alias] = add_players(club, ["Annie"], by=get_recorder(club, account(ann)))
    merge_players(alias, ann, get_recorder(club, account(ann)))
    game = start(club, "Ann Kim", "Ben Ode", "Cleo Fay", by=account(ann))
    make_remark(game, "Mine", recorder=get_recorder(club, account(ann)))
    make_remark(game, "Somebody else’s", recorder=get_recorder(club, make_user("Max")))
    data = read(player_data(ann))
    assert [one["name"] for one in data["also_entered_as"]] == ["Annie"]
    assert [one["text"] for one in data["remarks"]] == ["Mine"]
    assert [one["act"] for one in data["log"]] == ["players_added", "players_merged"]


def test_disputes_and_what_waits_say_how_they_ended_and_why(club: Club, ann: Player) -> None:
    game, by = start(club, "Ann Kim", "Ben Ode", "Cleo Fay", by=account(ann)), get_recorder(club, account(ann))
    settle(dispute(game.pk, None, by, "It was four.").pk, by, DisputeState.STANDS, "Three saw it.")
    HeldWrite.objects.create(club=club, game=game.pk, client_id=uuid4(), body={}, recorder=by, why="night_closed")
    data = read(player_data(ann))
    [said] = data["disputes"]
    assert (said["text"], said["state"], said["answer"]) == ("It was four.", "stands", "Three saw it.")
    assert [one["why"] for one in data["waiting"]] == ["night_closed"]
    assert read(player_data(Player.objects.get(name="Ben Ode")))["disputes"] == []


def test_second_steps_stand_in_it_without_their_secrets(club: Club, ann: Player) -> None:
    TOTP.activate(account(ann), "JBSWY3DPEHPK3PXP")
    text = "".join(account_data(account(ann)))
    assert [one["kind"] for one in json.loads(text)["account"]["second_steps"]] == ["totp"]
    assert Authenticator.objects.get().data["secret"] not in text
    assert "JBSWY3DPEHPK3PXP" not in text


def test_log_names_nobody_else(club: Club, ann: Player) -> None:
    [ben] = add_players(club, ["Zack"], by=get_recorder(club, account(ann)))
    added = read(player_data(ann))["log"][0]
    assert added["after"]["players"] == []
    assert not any(ben.pk in (entry["after"] or {}).get("players", []) for entry in read(player_data(ann))["log"])


def test_player_without_an_account(club: Club, ann: Player) -> None:
    start(club, "Ann Kim", "Ben Ode", "Cleo Fay", by=account(ann))
    data = read(player_data(Player.objects.get(name="Ben Ode")))
    assert (data["membership"], data["entered"], data["remarks"], len(data["games"])) == (None, [], [], 1)


def test_account_with_all_its_clubs(club: Club, ann: Player) -> None:
    user = account(ann)
    sign_in(user)
    make_member(make_founded_club(name="Elsewhere"), user, Role.PLAYER)
    data = read(account_data(user))
    assert (data["format"], data["account"]["email"], data["account"]["name"]) == (
        "upcard-account",
        user.email,
        "Ann Kim",
    )
    assert len(data["account"]["sessions"]) == 1
    assert [one["club"]["name"] for one in data["clubs"]] == ["Elsewhere", "Harbour Euchre Club"]
    assert [one["player"] and one["player"]["name"] for one in data["clubs"]] == [None, "Ann Kim"]


def test_account_without_anything() -> None:
    assert read(account_data(make_user("Nobody")))["clubs"] == []


def test_no_password_and_no_key_of_a_session_stands_in_it(club: Club, ann: Player) -> None:
    client = sign_in(account(ann))
    text = "".join(account_data(account(ann)))
    assert account(ann).password not in text
    assert client.session.session_key not in text


def test_statements_do_not_grow_with_the_games(club: Club, ann: Player) -> None:
    counts = []
    for more in (2, 20):
        for _game in range(more):
            play_out(start(club, "Ann Kim", "Ben Ode", "Cleo Fay", by=account(ann)))
        with CaptureQueriesContext(connection) as captured:
            assert len(read(player_data(ann))["games"]) >= more
        counts.append(len(captured))
    assert counts[0] == counts[1]
