"""The records of a club, and what its players have achieved: true after every correction."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from league.models import Game, Player
from league.services.merging import merge_players
from league.services.players import add_players
from league.standings.milestones import milestones_of
from league.standings.records import records_of
from tests.factories import make_game, make_player, play_hand, play_out
from tests.league.cast import SIGNED_OUT, Cast
from tests.league.services.door import PASSED_OUT, Phone, differences, made
from tests.pages import at_most_statements, text_of

pytestmark = pytest.mark.django_db

VARIANT = "cutthroat"


@pytest.fixture
def people(cast: Cast) -> list[Player]:
    return add_players(cast.club, ["Ann", "Ben", "Cleo"])


def sit(cast: Cast, people: list[Player]) -> Phone:
    game = make_game(cast.club, people)
    return Phone(game, cast.club.recorders.all()[0])


def values(cast: Cast) -> dict[str, list[int]]:
    return {record.key: [game.value for game in record.games] for record in records_of(cast.club, VARIANT)}


def holders(cast: Cast, key: str) -> list[list[str]]:
    (record,) = [record for record in records_of(cast.club, VARIANT) if record.key == key]
    return [[one.name for one in game.players if one.holds] for game in record.games]


def page(cast: Cast, route: str, *args: Any, **query: Any) -> Any:
    return cast.client(SIGNED_OUT).get(reverse(route, args=[cast.club.slug, *args], query=query))


def test_records_with_whoever_holds_them(cast: Cast, people: list[Player]) -> None:
    """Ann 9-0-0; Ben 9-9-0; Ann is euchred: 9-11-2. Seven hands, Ben was 9 behind. Then Cleo wins 0-0-12 in four."""
    sit(cast, people).record(*[made(0, 5)] * 3, *[made(1, 5)] * 3, made(0, 2))
    play_out(make_game(cast.club, people), maker=2)
    assert values(cast) == {"comeback": [9], "longest": [7, 4], "euchres": [1], "top_score": [12, 11]}
    assert holders(cast, "comeback") == [["Ben"]]
    assert holders(cast, "top_score") == [["Cleo"], ["Ben"]]
    assert holders(cast, "longest") == [[], []]


def test_a_correction_takes_a_record_and_an_achievement_back(cast: Cast, people: list[Player]) -> None:
    phone = sit(cast, people)
    first = phone.record(made(0, 5))
    phone.record(made(0, 5), made(0, 5), *[made(1, 5)] * 3, made(0, 2))
    earned = {one.told.key: one for one in milestones_of(people[1]) if one.times}
    assert set(earned) == {"first_win", "from_nothing"}
    assert earned["from_nothing"].game == phone.game.pk
    phone.correct(first, PASSED_OUT)  # 0-0-0, 3, 6; Ben then had nothing while Ann had six
    assert phone.scores == [6, 11, 2]
    assert values(cast)["comeback"] == [6]
    assert {one.told.key for one in milestones_of(people[1]) if one.times} == {"first_win"}
    phone.void(phone.log.state.last_hand or "")
    assert values(cast) == {"comeback": [], "longest": [], "euchres": [], "top_score": []}
    assert not any(one.times for one in milestones_of(people[1]))
    assert differences() == []


def test_of_equals_whoever_was_first(cast: Cast, people: list[Player]) -> None:
    later, earlier = (play_out(make_game(cast.club, people), maker=maker) for maker in (0, 1))
    Game.objects.filter(pk=earlier.pk).update(play_order=7)
    assert holders(cast, "top_score") == [["Ben"], ["Ann"]]
    assert later.scores == [12, 0, 0]


def test_of_games_of_one_moment_the_same_comes_first_every_time(cast: Cast, people: list[Player]) -> None:
    games = [play_out(make_game(cast.club, people)) for _game in range(4)]
    Game.objects.update(play_order=7)
    (record,) = [one for one in records_of(cast.club, VARIANT) if one.key == "longest"]
    assert [one.game for one in record.games] == sorted(game.pk for game in games)


def test_no_more_than_five_and_only_this_clubs_and_variants(cast: Cast, people: list[Player]) -> None:
    for _game in range(7):
        play_out(make_game(cast.club, people))
    others = add_players(cast.other, ["Max", "Moritz", "Mia"])
    phone = Phone(make_game(cast.other, others), cast.other.recorders.all()[0])
    phone.record(*[made(0, 3)] * 10)
    assert len(values(cast)["longest"]) == 5
    assert 10 not in values(cast)["longest"]
    assert all(not record.games for record in records_of(cast.club, "two_handed"))


def test_first_time_of_each(cast: Cast, people: list[Player]) -> None:
    """Three games of one night, all won by Ann: the third makes the night whole; alone in the second."""
    ann = people[0]
    games = [make_game(cast.club, people) for _ in range(3)]
    play_out(games[0])
    play_hand(games[1], alone=True)
    play_out(games[1])
    assert "whole_night" not in {one.told.key for one in milestones_of(ann) if one.times}
    play_out(games[2])
    found = {one.told.key: one for one in milestones_of(ann) if one.times}
    assert (found["first_win"].game, found["march_alone"].game) == (games[0].pk, games[1].pk)
    assert (found["whole_night"].night, found["whole_night"].times) == (games[0].night_id, 1)
    assert found["first_win"].day == games[0].night.date
    play_out(make_game(cast.club, people), maker=1)
    assert "whole_night" not in {one.told.key for one in milestones_of(ann) if one.times}


def test_the_tenth_game_is_the_tenth_in_the_order_of_play(cast: Cast, people: list[Player]) -> None:
    games = [play_out(make_game(cast.club, people)) for _ in range(10)]
    (tenth,) = [one for one in milestones_of(people[2]) if one.told.key == "games_10"]
    assert (tenth.game, tenth.times) == (games[-1].pk, 1)


def test_merged_players_achieved_what_both_did(cast: Cast, people: list[Player]) -> None:
    anna = make_player(cast.club, "Anna")
    play_out(make_game(cast.club, [anna, people[1], people[2]]), alone=True)
    merge_players(anna, people[0])
    assert {one.told.key for one in milestones_of(people[0]) if one.times} == {"first_win", "march_alone"}
    answer = page(cast, "player-achievements", anna.pk)
    assert answer["Location"] == reverse("player-achievements", args=[cast.club.slug, people[0].pk])


# Pages


def test_pages_say_it_with_links(cast: Cast, people: list[Player]) -> None:
    game = play_out(make_game(cast.club, people), maker=2)
    records, achievements = page(cast, "club-records"), page(cast, "player-achievements", people[2].pk)
    assert "Longest game" in text_of(records)
    assert "Ann 0, Ben 0, Cleo 12" in text_of(records).replace(" ,", ",")
    link = reverse("game-detail", args=[cast.club.slug, game.pk])
    assert link in records.content.decode()
    assert link in achievements.content.decode()
    assert "First win" in text_of(achievements)
    assert text_of(achievements).count("not yet") == 10


def test_nothing_played(cast: Cast, people: list[Player]) -> None:
    assert text_of(page(cast, "club-records")).count("None yet.") == 4
    assert "not yet" in text_of(page(cast, "player-achievements", people[0].pk))


@pytest.mark.parametrize("query", [{"variant": "poker"}, {"variant": "x" * 900}])
def test_game_that_is_none_is_404(cast: Cast, query: dict[str, str]) -> None:
    assert page(cast, "club-records", **query).status_code == 404


def test_other_clubs_player_is_404(cast: Cast) -> None:
    assert page(cast, "player-achievements", make_player(cast.other).pk).status_code == 404


def test_statements_do_not_grow_with_the_games(cast: Cast, people: list[Player]) -> None:
    for games in (1, 10):
        for _game in range(games):
            play_out(make_game(cast.club, people), alone=True)
        with at_most_statements(6):
            page(cast, "club-records")
        with at_most_statements(9):
            page(cast, "player-achievements", people[0].pk)
