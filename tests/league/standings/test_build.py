"""A season's table, as its page gets it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.house_rules import default_rules
from engine.variants import MAIN_GAME, variants
from league.models import Club, Season
from league.services.players import add_players
from league.services.seasons import create_season, set_rules, set_standings
from league.standings.build import PAGE_SIZE, Standings, standings_of
from league.standings.choice import DEFAULT
from league.standings.tallies import read_season
from league.standings.words import tie_breaks
from tests.factories import DAY, make_club, make_founded_club, make_game, make_player, make_tally, make_user, play_out

pytestmark = pytest.mark.django_db

OTHER_GAME = next(variant for variant in variants() if variant != MAIN_GAME)


@pytest.fixture
def season(club: Club) -> Season:
    return club.seasons.get()


def table_of(club: Club, **asked: Any) -> Standings:
    table = standings_of(club, **{"season": None} | asked)
    assert table
    return table


def names(table: Standings) -> list[tuple[int, str]]:
    return [(row.place, row.name) for row in table.page.object_list]


def test_season_played_through_the_door() -> None:
    club = make_founded_club()
    ann, ben, cleo = add_players(club, ["Ann", "Ben", "Cleo"])
    play_out(make_game(club, [ann, ben, cleo]), maker=1)
    play_out(make_game(club, [cleo, ben, ann]), maker=1)
    play_out(make_game(club, [ann, ben, cleo]), maker=0)
    make_game(club, [ann, ben, cleo])  # not finished: counts nowhere
    table = table_of(club)
    assert [(row.place, row.name, *(cell.text for cell in row.cells)) for row in table.page.object_list] == [
        (1, "Ben", "1", "3", "2", "8.00"),
        (2, "Ann", "1", "3", "1", "4.00"),
        (3, "Cleo", "1", "3", "0", "0.00"),
    ]


def test_default_season_and_its_first_game_with_results(club: Club, season: Season) -> None:
    make_tally(season, make_player(club), OTHER_GAME.key, games=1)
    table = table_of(club)
    assert (table.season.pk, table.variant, table.variants) == (season.pk, OTHER_GAME.key, (OTHER_GAME.key,))


def test_empty_season_has_the_main_game_and_nobody(club: Club) -> None:
    table = table_of(club)
    assert (table.variant, table.variants, table.target, names(table)) == (MAIN_GAME.key, (), None, [])


def test_season_asked_for(club: Club, season: Season) -> None:
    spring = create_season(club, "Spring", DAY)
    make_tally(season, make_player(club, "Ann"), games=1)
    make_tally(spring, make_player(club, "Ben"), games=1)
    assert names(table_of(club, season=spring.pk)) == [(1, "Ben")]
    assert names(table_of(club)) == [(1, "Ann")]
    assert {other.name for other in table_of(club).seasons} == {season.name, "Spring"}


def test_variants_have_tables_of_their_own(club: Club, season: Season) -> None:
    ann = make_player(club, "Ann")
    make_tally(season, ann, games=1)
    make_tally(season, ann, OTHER_GAME.key, games=2)
    table = table_of(club, variant=OTHER_GAME.key)
    assert [cell.text for cell in table.page.object_list[0].cells if cell.key == "games"] == ["2"]


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("named", [False, True])
def test_one_table_is_read_without_the_others(club: Club, season: Season, together: bool, named: bool) -> None:
    """The same lines as of the whole season, and no more than they are made of."""
    ann, ben = make_player(club, "Ann"), make_player(club, "Ben")
    make_tally(season, ann, games=1, points=3)
    for player in (ann, ben):
        make_tally(season, player, OTHER_GAME.key, games=2)
    set_standings(season, replace(DEFAULT, together=together))
    asked = season.pk if named else None
    whole, one = read_season(club, asked), read_season(club, asked, variant=MAIN_GAME.key)
    assert whole
    assert one
    assert one.section(MAIN_GAME.key) == whole.section(MAIN_GAME.key)
    assert one.seasons == whole.seasons
    assert set(one.rows) == ({MAIN_GAME.key, OTHER_GAME.key} if together else {MAIN_GAME.key})


def test_target_is_that_of_the_seasons_rules(club: Club, season: Season) -> None:
    set_rules(season, default_rules(MAIN_GAME.key).change(target=7))
    make_tally(season, make_player(club), games=1)
    assert table_of(club).target == 7


def test_another_clubs_season_is_none(club: Club) -> None:
    assert standings_of(club, season=make_founded_club().seasons.get().pk) is None
    assert standings_of(club, season=10**18) is None


def test_club_without_a_default_season_has_no_table() -> None:
    club = make_club()
    club.seasons.update(is_default=False)
    assert standings_of(club, season=None) is None


def test_who_has_no_counted_game_is_left_out(club: Club, season: Season) -> None:
    make_tally(season, make_player(club), games=0)
    assert names(table_of(club)) == []


def test_my_own_line_is_marked(club: Club, season: Season) -> None:
    me = make_user()
    make_tally(season, make_player(club, "Ann", account=me), games=1)
    make_tally(season, make_player(club, "Ben"), games=1)
    assert [row.is_me for row in table_of(club, me=me.pk).page.object_list] == [True, False]
    assert not any(row.is_me for row in table_of(club, me=None).page.object_list)


def test_metric_that_decided_is_marked(club: Club, season: Season) -> None:
    for name, points in (("Ann", 9), ("Ben", 8)):
        make_tally(season, make_player(club, name), games=1, points=points)
    behind = table_of(club).page.object_list[1]
    assert [cell.key for cell in behind.cells if cell.decides] == ["points_per_game"]


def test_pages_of_fifty_keep_the_places(club: Club, season: Season) -> None:
    for number in range(PAGE_SIZE + 3):
        make_tally(season, make_player(club, f"Player {number:03}"), games=1, points=200 - number)
    table = table_of(club, number="2")
    assert [place for place, _name in names(table)] == [51, 52, 53]
    assert table.page.paginator.num_pages == 2


@pytest.mark.parametrize("number", ["", "0", "-1", "x", "99", "1e9", "٢"])
def test_page_that_is_none_is_the_nearest(club: Club, season: Season, number: str) -> None:
    make_tally(season, make_player(club, "Ann"), games=1)
    assert names(table_of(club, number=number)) == [(1, "Ann")]


def test_one_query_however_many_play(club: Club, season: Season, django_assert_num_queries: Any) -> None:
    for number in range(30):
        make_tally(season, make_player(club, f"Player {number}"), games=1)
    with django_assert_num_queries(1):
        table_of(club)


def test_sums_of_other_seasons_are_not_read(club: Club, season: Season) -> None:
    make_tally(create_season(club, "Spring", DAY), make_player(club), games=1)
    tallies = read_season(club)
    assert tallies
    assert tallies.rows == {}


def test_tie_breaks_in_words() -> None:
    assert tie_breaks(DEFAULT) == "Places: games won, then points a game; equal players share a place."
