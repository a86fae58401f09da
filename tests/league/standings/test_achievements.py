"""What a player has achieved, and that every achievement has words."""

from __future__ import annotations

from league.standings.achievement_words import WORDS, told
from league.standings.achievements import ACHIEVEMENTS, Career, Found, earned


def keys(career: Career) -> list[str]:
    return [achievement.key for achievement in earned(career)]


def test_nothing_played_nothing_achieved() -> None:
    assert keys(Career()) == []


def test_a_share_of_a_win_is_a_win() -> None:
    assert keys(Career(games=1, won12=4)) == ["first_win"]
    assert keys(Career(games=1)) == []


def test_each_count_earns_its_own() -> None:
    for key, count in (
        ("march_alone", "maker.alone.march"),
        ("lone_defence", "defender.alone.marches"),
        ("euchred_alone", "defender.alone.euchres"),
        ("from_nothing", "won.from_nothing"),
    ):
        assert keys(Career(games=1, counts={count: 1})) == [key]


def test_games_are_reached_to_the_game() -> None:
    assert keys(Career(games=9)) == []
    assert keys(Career(games=10)) == ["games_10"]
    assert keys(Career(games=99)) == ["games_10", "games_50"]
    assert keys(Career(games=1000)) == ["games_10", "games_50", "games_100", "games_500", "games_1000"]


def test_a_night_won_whole() -> None:
    assert keys(Career(whole_nights=2)) == ["whole_night"]


def test_every_achievement_has_words() -> None:
    assert {one.key for one in ACHIEVEMENTS if one.found != Found.NUMBER} == set(WORDS)
    assert all(told(one).label and told(one).sentence for one in ACHIEVEMENTS)
    assert told(ACHIEVEMENTS[-1]).label == "1000 games"
