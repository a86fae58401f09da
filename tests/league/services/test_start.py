"""Starting a game: who sits where, under which rules, at which table, and asking twice starts one."""

from __future__ import annotations

import datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import ValidationError

from engine.house_rules import default_rules
from league.bridge.rows import read_rules
from league.bridge.starts import NewGame
from league.days import club_date
from league.models import Club, Game, GameEvent, Night, NightState, Player, SeasonRules, Table
from league.services.games import start_again, start_game
from league.services.log import read_log
from league.services.seasons import set_rules
from tests.factories import make_founded_club, make_player, make_recorder
from tests.league.services.door import Phone, differences, made, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(club: Club) -> list[int]:
    return [make_player(club, name).pk for name in ("Ann", "Ben", "Cleo")]


def start(club: Club, seated: list[Any], game: UUID | None = None, variant: str = "cutthroat", **more: Any) -> Game:
    new = NewGame(variant, seated, more.pop("dealer", 0))
    recorder = club.recorders.first() or make_recorder(club)
    return start_game(club, game or uuid4(), recorder, new, **more)


def test_game_is_named_by_the_phone_and_begins_with_one_event(club: Club, players: list[int]) -> None:
    game_id = uuid4()
    game = start(club, players, game_id, dealer=2)
    event = GameEvent.objects.get()
    assert (game.pk, event.game_id, event.client_id) == (game_id, game_id, game_id)
    assert (event.seq, event.kind, event.body) == (0, "start", {"first_dealer": 2, "players": players})
    stored = Game.objects.get()
    assert (stored.status, stored.seq, stored.hands, stored.scores, stored.counted) == ("open", 0, 0, [0, 0, 0], False)
    assert list(stored.players.order_by("seat").values_list("player", flat=True)) == players
    assert differences() == []


def test_tonights_night_opens_by_itself_in_the_default_season(club: Club, players: list[int]) -> None:
    game = start(club, players)
    night = Night.objects.get()
    assert (game.night, night.date, night.kind) == (night, club_date(club), "casual")
    assert night.season == club.seasons.get(is_default=True)


def test_past_time_goes_to_the_night_of_that_day(club: Club, players: list[int]) -> None:
    at = datetime.datetime(2026, 3, 5, 21, 30, tzinfo=datetime.UTC)
    game = start(club, players, at=at)
    assert game.night.date == datetime.date(2026, 3, 5)
    assert game.events.get().stored_at == at
    assert str(game.play_order).startswith("20260305")


def test_tables_fill_from_the_lowest_free_one(club: Club) -> None:
    tables = [sit_down("Ann", "Ben", "Cleo", club=club) for _table in range(3)]
    assert [phone.game.table and phone.game.table.number for phone in tables] == [1, 2, 3]
    tables[1].win()
    again = start_again(tables[1].log, uuid4(), tables[1].recorder)
    assert again.table == tables[1].game.table
    assert Table.objects.count() == 3


def test_table_where_somebody_plays_is_not_given_twice(club: Club, players: list[int]) -> None:
    busy = sit_down("Dai", "Esra", "Frank", club=club)
    game = start(club, players, table=busy.game.table)
    assert game.table is not None
    assert game.table.number == 2


def test_table_of_another_night_is_not_used(club: Club, players: list[int]) -> None:
    at = datetime.datetime(2026, 3, 5, 21, 30, tzinfo=datetime.UTC)
    old = start(club, players, at=at)
    game = start(club, players, table=old.table)
    assert game.table is not None
    assert game.table.night == game.night != old.night


def test_same_players_again_as_they_sit_with_the_deal_moved_on(club: Club) -> None:
    phone = sit_down(club=club)
    phone.win()  # four hands: Ann, Ben, Cleo, Ann dealt
    game = start_again(phone.log, uuid4(), phone.recorder)
    log = read_log(game)
    assert [player.name for player in log.players] == ["Ann", "Ben", "Cleo"]
    assert log.state.dealer == 1


# Rules


def test_rules_are_those_of_the_season_and_stay(club: Club, players: list[int]) -> None:
    season = club.seasons.get()
    set_rules(season, default_rules("cutthroat").change(target=5))
    game = start(club, players)
    assert read_rules(game.ruleset).target == 5
    set_rules(season, default_rules("cutthroat").change(target=15))
    game.refresh_from_db()
    assert read_log(game).start.rules.target == 5
    assert start(club, players).ruleset != game.ruleset


def test_season_older_than_a_variant_plays_it_by_the_defaults(club: Club, players: list[int]) -> None:
    SeasonRules.objects.filter(variant="two_handed").delete()
    game = start(club, players[:2], variant="two_handed")
    assert read_rules(game.ruleset) == default_rules("two_handed")


# Who deals, who sits


def test_first_dealer_is_drawn_unless_chosen(club: Club, players: list[int]) -> None:
    drawn = {read_log(start(club, players, dealer=None)).start.first_dealer for _game in range(30)}
    assert drawn == {0, 1, 2}


@pytest.mark.parametrize("dealer", [-1, 3])
def test_first_dealer_plays(club: Club, players: list[int], dealer: int) -> None:
    refused(club, players, "dealer", dealer=dealer)


def test_guest_is_made_and_found_again(club: Club, players: list[int]) -> None:
    first = start(club, [*players[:2], "Zoë"])
    second = start(club, ["Zoë", *players[:2]])
    zoe = Player.objects.get(name="Zoë")
    assert zoe.guest
    assert [read_log(game).players.index(zoe) for game in (first, second)] == [2, 0]


def test_merged_player_sits_down_as_whom_they_became(club: Club, players: list[int]) -> None:
    Player.objects.filter(pk=players[0]).update(merged_into=make_player(club, "Anna"))
    assert read_log(start(club, players)).players[0].name == "Anna"


def refused(club: Club, seated: list[Any], field: str = "seat", **more: Any) -> str:
    with pytest.raises(ValidationError) as error:
        start(club, seated, **more)
    assert not Game.objects.exists()
    return str(error.value.message_dict[field])


def test_too_few_or_too_many_players_are_refused(club: Club, players: list[int]) -> None:
    assert "3 players" in refused(club, players[:2])
    assert "2 players" in refused(club, players, variant="two_handed")


def test_nobody_sits_twice(club: Club, players: list[int]) -> None:
    assert "twice" in refused(club, [players[0], players[1], players[0]])
    assert "twice" in refused(club, [players[0], "Dai", "dai"])


def test_unknown_player_is_refused(club: Club, players: list[int]) -> None:
    assert "no player" in refused(club, [*players[:2], 10**12])


def test_player_of_another_club_is_refused(club: Club, players: list[int]) -> None:
    stranger = make_player(make_founded_club(name="Elsewhere"), "Max")
    assert "no player" in refused(club, [*players[:2], stranger.pk])


def test_guest_of_a_game_that_is_refused_is_not_made(club: Club, players: list[int]) -> None:
    refused(club, [players[0], players[0], "Zoë"])
    assert not Player.objects.filter(name="Zoë").exists()


# Asking twice


def test_asking_twice_starts_one_game(club: Club, players: list[int]) -> None:
    game_id = uuid4()
    games = [start(club, [*players[:2], "Zoë"], game_id, dealer=None) for _time in range(3)]
    assert {game.pk for game in games} == {game_id}
    assert (Game.objects.count(), GameEvent.objects.count(), Player.objects.count()) == (1, 1, 4)


def test_asking_again_after_hands_were_recorded_finds_the_game(club: Club, players: list[int]) -> None:
    game = start(club, players)
    Phone(game, club.recorders.all()[0]).record(made())
    assert start(club, players, game.pk).scores == [1, 0, 0]


def test_asking_again_when_the_night_is_closed_or_over_finds_the_game(club: Club, players: list[int]) -> None:
    at = datetime.datetime(2026, 3, 5, 21, 30, tzinfo=datetime.UTC)
    game = start(club, players, at=at)
    assert start(club, players, game.pk) == game
    assert Night.objects.count() == 1  # none was opened for the second request
    Night.objects.update(state=NightState.CLOSED)
    assert start(club, players, game.pk, at=at) == game


def test_same_id_with_other_players_is_refused(club: Club, players: list[int]) -> None:
    game = start(club, players)
    for seated, more in ((players[::-1], {}), (players, {"dealer": 1}), (players[:2], {"variant": "two_handed"})):
        with pytest.raises(ValidationError, match="started already"):
            start(club, seated, game.pk, **more)


def test_id_of_another_clubs_game_is_refused(club: Club, players: list[int]) -> None:
    game = start(club, players)
    other = make_founded_club(name="Elsewhere")
    with pytest.raises(ValidationError, match="started already"):
        start(other, [make_player(other, name).pk for name in "abc"], game.pk)
    with pytest.raises(ValidationError, match="started already"):
        start(other, players, game.pk)


def test_nothing_starts_on_a_closed_night(club: Club, players: list[int]) -> None:
    start(club, players)
    Night.objects.update(state=NightState.CLOSED)
    with pytest.raises(ValidationError, match="closed"):
        start(club, players)
