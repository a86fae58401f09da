"""Whom a player met, and the figures of the games with somebody."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Club, Game, Player
from league.services.players import add_players
from league.standings import opponents
from league.standings.head_to_head import Opponent
from league.standings.opponents import read_meetings, read_opponents, sums_with
from tests.factories import make_game, make_season, play_hand, play_out

pytestmark = pytest.mark.django_db

CUTTHROAT = "cutthroat"


@pytest.fixture
def people(club: Club) -> list[Player]:
    """Ann, Ben, Cleo and Dai."""
    return add_players(club, ["Ann", "Ben", "Cleo", "Dai"])


def euchre(game: Game) -> None:
    """Seat 0 is euchred five times: 0-10-10, won by both others."""
    for _hand in range(5):
        play_hand(game, maker=0, maker_tricks=0)


def test_everybody_met_with_what_it_came_to(club: Club, people: list[Player]) -> None:
    """Ann, Ben, Cleo: Ann wins 12-0-0. Dai, Ann, Cleo: Ann and Cleo share 0-10-10."""
    ann, ben, cleo, dai = people
    play_out(make_game(club, [ann, ben, cleo]))
    euchre(make_game(club, [dai, ann, cleo]))
    found = {one.name: one for one in read_opponents(ann, CUTTHROAT)}
    nothing = {"beside": False, "defended": 0, "euchres": 0}
    assert found == {
        "Ben": Opponent(ben.pk, "Ben", ben.sort_key, games=1, won12=12, points=12, above=1, **nothing),
        "Cleo": Opponent(cleo.pk, "Cleo", cleo.sort_key, False, 2, 18, 22, 1, 5, 5),
        "Dai": Opponent(dai.pk, "Dai", dai.sort_key, games=1, won12=6, points=10, above=1, **nothing),
    }
    assert read_opponents(ann, "two_handed") == []


def test_a_season_alone(club: Club, people: list[Player]) -> None:
    play_out(make_game(club, people[:3]))
    spring = make_season(club, name="Spring")
    assert read_opponents(people[0], CUTTHROAT, spring.pk) == []
    assert len(read_opponents(people[0], CUTTHROAT, club.seasons.get(is_default=True).pk)) == 2


def test_meetings_of_three_from_every_side(club: Club, people: list[Player]) -> None:
    play_out(make_game(club, people[:3]))
    met = read_meetings(people[:3], CUTTHROAT)
    ids = [player.pk for player in people[:3]]
    assert set(met) == {(one, other) for one in ids for other in ids if one != other}
    assert (met[ids[0], ids[1]].above, met[ids[1], ids[0]].above) == (1, 0)


def test_figures_of_the_games_with_somebody(club: Club, people: list[Player], monkeypatch: Any) -> None:
    ann, ben, cleo, dai = people
    play_out(make_game(club, [ann, ben, cleo]))
    euchre(make_game(club, [dai, ann, cleo]))
    with_cleo, with_dai = sums_with(ann, cleo, CUTTHROAT), sums_with(ann, dai, CUTTHROAT)
    assert (with_cleo.games, with_cleo.won12, with_cleo.points, with_cleo.nights) == (2, 18, 22, 1)
    assert (with_dai.games, with_dai.counts["defender.euchres"], with_dai.counts.get("maker")) == (1, 5, None)
    monkeypatch.setattr(opponents, "COMMON", 1)
    assert sums_with(ann, cleo, CUTTHROAT).games == 1


def test_one_query_each(club: Club, people: list[Player], django_assert_num_queries: Any) -> None:
    for _game in range(3):
        play_out(make_game(club, people[:3]))
    with django_assert_num_queries(3):
        read_opponents(people[0], CUTTHROAT)
        read_meetings(people[:3], CUTTHROAT)
        sums_with(people[0], people[1], CUTTHROAT)
