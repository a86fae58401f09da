"""A player's figures, summed over seasons and told with what they stand on."""

from __future__ import annotations

from typing import Any

import pytest

from engine.records import MadeHow
from engine.variants import MAIN_GAME, variants
from league.models import Club, Player, Season
from league.services.players import add_players
from league.services.seasons import create_season
from league.standings.hands import HOW
from league.standings.profile import Profile, profile_of
from league.standings.scopes import Scope, Span
from tests.factories import DAY, make_founded_club, make_game, make_player, make_tally, play_hand

pytestmark = pytest.mark.django_db

OTHER_GAME = next(variant for variant in variants() if variant != MAIN_GAME)
COUNTS = {
    "maker": 10,
    "maker.made": 5,
    "maker.march": 2,
    "maker.euchred": 3,
    "maker.alone": 2,
    "maker.alone.euchred": 1,
    "maker.how.ordered_up": 4,
    "maker.how.ordered_up.euchred": 1,
    "maker.how.ordered_up.points": 5,
    "maker.how.ordered_up.given": 4,
    "maker.suit.h": 3,
    "maker.suit.h.points": 1,
    "maker.suit.h.given": 4,
    "defender": 20,
    "defender.euchres": 6,
}


@pytest.fixture
def season(club: Club) -> Season:
    return club.seasons.get()


@pytest.fixture
def ann(club: Club) -> Player:
    return make_player(club)


def profile(player: Player, *, all_time: bool = False, **asked: Any) -> Profile:
    found = profile_of(player.club, player, Scope(span=Span.ALL if all_time else Span.SEASON, **asked))
    assert found
    return found


def test_every_way_of_making_trump_has_words() -> None:
    assert set(HOW) == set(MadeHow)


def test_games_wins_and_average(season: Season, ann: Player) -> None:
    make_tally(season, ann, games=4, won12=18, points=31, nights=2)
    told = profile(ann)
    assert (told.sums.games, told.won, told.shared_win, told.points_per_game) == (4, "1½", True, "7.75")


def test_place_in_the_season(season: Season, ann: Player) -> None:
    make_tally(season, ann, games=1)
    make_tally(season, make_player(season.club, "Ben"), games=1, won12=12)
    told = profile(ann)
    assert told.place
    assert (told.place.place, told.season and told.season.pk) == (2, season.pk)
    assert profile(ann, all_time=True).place is None


def test_all_time_is_the_sum_of_the_seasons(season: Season, ann: Player) -> None:
    spring = create_season(season.club, "Spring", DAY)
    make_tally(season, ann, games=3, won12=12, points=20, counts={"maker": 2, "maker.made": 2})
    make_tally(spring, ann, games=1, won12=6, points=9, counts={"maker": 1, "maker.euchred": 1})
    assert profile(ann).sums.games == 3
    assert profile(ann, season=spring.pk).sums.games == 1
    told = profile(ann, all_time=True)
    assert (told.sums.games, told.won, told.maker.hands, told.maker.euchred) == (4, "1½", 3, 1)


def test_as_maker_with_what_it_stands_on(season: Season, ann: Player) -> None:
    make_tally(season, ann, games=4, counts=COUNTS)
    told = profile(ann)
    maker = told.maker
    assert (maker.hands, maker.made, maker.marches, maker.euchred) == (10, 5, 2, 3)
    assert (maker.alone, maker.alone_euchred, told.defender.hands, told.defender.euchres) == (2, 1, 20, 6)
    assert [(row.label, row.hands, row.made, row.balance) for row in maker.how] == [
        ("Ordered up", 4, "75\u202f%", "+0.25")
    ]
    assert [(row.suit, row.hands, row.made, row.balance) for row in maker.suits] == [("h", 3, "100\u202f%", "−1.00")]


def test_bar_fills_its_width(season: Season, ann: Player) -> None:
    make_tally(season, ann, games=1, counts=COUNTS)
    bar = profile(ann).maker.bar
    assert [(part.kind, part.hands, part.percent) for part in bar] == [
        ("euchred", 3, "30\u202f%"),
        ("made", 5, "50\u202f%"),
        ("all", 2, "20\u202f%"),
    ]
    assert [(part.start, part.width, part.middle) for part in bar] == [(0, 30, 15), (30, 50, 55), (80, 20, 90)]
    assert all(part.is_wide for part in bar)


def test_nothing_played(ann: Player) -> None:
    told = profile(ann)
    assert (told.sums.games, told.won, told.points_per_game, told.place, told.variants) == (0, "0", "", None, ())
    assert told.variant == MAIN_GAME.key
    assert [(part.width, part.is_wide) for part in told.maker.bar] == [(0, False)] * 3


def test_game_played_most_is_shown_first(season: Season, ann: Player) -> None:
    make_tally(season, ann, games=1)
    make_tally(season, ann, OTHER_GAME.key, games=2)
    told = profile(ann)
    assert (told.variant, told.sums.games) == (OTHER_GAME.key, 2)
    assert [key for key, _name in told.variants] == [OTHER_GAME.key, MAIN_GAME.key]
    assert profile(ann, variant=MAIN_GAME.key).sums.games == 1


def test_another_clubs_season_is_none(club: Club, ann: Player) -> None:
    elsewhere = make_founded_club().seasons.get()
    assert profile_of(club, ann, Scope(season=elsewhere.pk)) is None


def test_counts_of_real_hands_arrive(club: Club) -> None:
    ann, ben, cleo = add_players(club, ["Ann", "Ben", "Cleo"])
    game = make_game(club, [ann, ben, cleo])
    for _ in range(5):
        play_hand(game, maker=0, maker_tricks=0)
    told = profile(ann)
    assert (told.sums.games, told.won, told.maker.hands, told.maker.euchred) == (1, "0", 5, 5)
    assert (profile(ben).won, profile(ben).defender.hands, profile(ben).defender.euchres) == ("½", 5, 5)


def test_at_most_four_queries(season: Season, ann: Player, django_assert_num_queries: Any) -> None:
    make_tally(season, ann, games=1)
    with django_assert_num_queries(4):
        profile(ann)
    with django_assert_num_queries(3):
        profile(ann, all_time=True)
