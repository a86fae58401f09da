"""Lists of games, and a player's last ones."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from league.models import Club, GamePlayer, GameStatus, Player
from league.services.players import add_players
from league.standings.history import PAGE_SIZE, GameRow, PlayedGame, club_games
from league.standings.recent import LISTED, RECENT
from league.standings.recent import last_games as recent_games
from tests.factories import make_bare_game, make_founded_club, make_game, play_hand, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def trio(club: Club) -> list[Player]:
    return add_players(club, ["Ann", "Ben", "Cleo"])


def rows(club: Club, number: str = "") -> list[GameRow]:
    return list(club_games(club, number).object_list)


def seat(game: Any, player: Player, **fields: Any) -> None:
    GamePlayer.objects.create(game=game, player=player, play_order=game.play_order, **fields)


# A club's games


def test_game_with_its_players_scores_and_winner(club: Club, trio: list[Player]) -> None:
    play_out(make_game(club, trio), maker=1)
    (row,) = rows(club)
    assert [(s.name, s.points, s.won) for s in row.players] == [
        ("Ann", 0, False),
        ("Ben", 12, True),
        ("Cleo", 0, False),
    ]
    assert (row.status, row.scores, row.hands, row.is_open) == ("won", "0–12–0", 4, False)


def test_open_game_says_so(club: Club, trio: list[Player]) -> None:
    make_game(club, trio)
    (row,) = rows(club)
    assert (row.is_open, row.status_text) == (True, "Being played")


def test_newest_first(club: Club) -> None:
    games = [make_bare_game(club, play_order=order) for order in (2, 3, 1)]
    assert [row.game for row in rows(club)] == [games[1].pk, games[0].pk, games[2].pk]


def test_pages_of_fifty(club: Club) -> None:
    for order in range(PAGE_SIZE + 1):
        make_bare_game(club, play_order=order)
    assert (len(rows(club)), len(rows(club, "2"))) == (PAGE_SIZE, 1)


def test_other_clubs_games_are_theirs(club: Club) -> None:
    make_bare_game(make_founded_club())
    assert rows(club) == []


def test_statements_do_not_grow_with_the_games(club: Club, trio: list[Player], django_assert_num_queries: Any) -> None:
    for _ in range(3):
        make_game(club, trio)
    with django_assert_num_queries(3):
        rows(club)


# A player's


def last_games(player: Player, most: int = RECENT) -> list[PlayedGame]:
    return [recent.played for recent in recent_games(player, most) if recent.played]


def test_result_in_words_and_the_others_from_the_left(club: Club, trio: list[Player]) -> None:
    ann, ben, cleo = trio
    play_out(make_game(club, [ann, ben, cleo]), maker=1)
    (mine,) = last_games(ben)
    assert (mine.result, mine.scores, mine.won) == ("Won", "12–0–0", True)
    assert [other.name for other in mine.others] == ["Cleo", "Ann"]
    (mine,) = last_games(ann)
    assert (mine.result, mine.scores, mine.won) == ("Second", "0–12–0", False)


def test_games_of_one_moment_are_listed_with_everybody(club: Club, trio: list[Player]) -> None:
    """Old paper that is imported at once is."""
    for number in range(LISTED + 1):
        game = make_bare_game(club, play_order=7, id=UUID(int=number + 1))
        for place, player in enumerate(trio):
            seat(game, player, seat=place)
    listed = last_games(trio[0])
    assert [[other.name for other in mine.others] for mine in listed] == [["Ben", "Cleo"]] * LISTED


def test_shared_win(club: Club, trio: list[Player]) -> None:
    game = make_game(club, trio)
    for _ in range(5):
        play_hand(game, maker=0, maker_tricks=0)  # both defenders get two
    (mine,) = last_games(trio[1])
    assert (mine.result, mine.won) == ("Shared", True)


def test_open_game_has_no_place(club: Club, trio: list[Player]) -> None:
    make_game(club, trio)
    assert [mine.result for mine in last_games(trio[0])] == ["Being played"]


@pytest.mark.parametrize(("place", "word"), [(2, "Second"), (3, "Third"), (4, "Fourth"), (5, "Place 5")])
def test_places_in_words(club: Club, trio: list[Player], place: int, word: str) -> None:
    game = make_bare_game(club, status=GameStatus.WON)
    seat(game, trio[0], seat=0, place=place, points=-2)
    assert [(mine.result, mine.scores) for mine in last_games(trio[0])] == [(word, "−2")]


def test_no_more_than_asked_for_the_newest_first(club: Club, trio: list[Player]) -> None:
    for order in range(7):
        seat(make_bare_game(club, play_order=order, hands=order), trio[0], seat=0)
    hands = [mine.row.hands for mine in last_games(trio[0], 5)]
    assert hands == [6, 5, 4, 3, 2]


def test_one_query_for_all_of_them(club: Club, trio: list[Player], django_assert_num_queries: Any) -> None:
    for _ in range(3):
        make_game(club, trio)
    with django_assert_num_queries(1):
        last_games(trio[0])
