"""Every preset and tie-break, on a season whose tables were worked out on paper (paper_season.py)."""

from __future__ import annotations

import pytest

from engine.variants import PARTNERSHIP, TWO_HANDED
from league.models import GamePlayer
from league.services.rescore import compare
from league.services.scope import Scope
from league.standings.build import standings_of
from league.standings.choice import OWN, PRESETS, StandingsChoice
from league.standings.metrics import FEWEST_GAMES, HEAD_TO_HEAD, METRICS, NIGHTS, WON
from tests.league.standings.paper_season import Paper, open_paper, paper_season
from tests.pages import at_most_statements

pytestmark = pytest.mark.django_db


def by(preset: str, **fields: object) -> StandingsChoice:
    return StandingsChoice(preset, PRESETS[preset], **fields)  # type: ignore[arg-type]  # of the right kinds


@pytest.fixture
def paper() -> Paper:
    return paper_season()


def test_who_chose_nothing_ranks_by_games_won_then_points_a_game(paper: Paper) -> None:
    # Ann and Ben have 2½ each: 46/7 > 39/6. Cleo and Gus have one each and 5 a game: equal to the last digit.
    wanted = [(1, "Ann"), (2, "Ben"), (3, "Cleo"), (3, "Gus")]
    assert paper.places() == wanted
    paper.choose(by("won"))
    assert paper.places() == wanted
    assert paper.column("won") == {"Ann": "2½", "Ben": "2½", "Cleo": "1", "Gus": "1"}


def test_points_a_game(paper: Paper) -> None:
    paper.choose(by("points_per_game"))
    assert paper.places() == [(1, "Ann"), (2, "Ben"), (3, "Cleo"), (3, "Gus")]
    assert paper.column("points_per_game") == {"Ann": "6.57", "Ben": "6.50", "Cleo": "5.00", "Gus": "5.00"}


def test_place_points_share_what_a_shared_place_covers(paper: Paper) -> None:
    paper.choose(by("place_points"))
    assert paper.places() == [(1, "Ann"), (2, "Ben"), (3, "Cleo"), (4, "Gus")]
    assert paper.column("place_points") == {"Ann": "10", "Ben": "9½", "Cleo": "5½", "Gus": "3"}


def test_best_two_nights(paper: Paper) -> None:
    # Ann 1½+1, 25+13. Ben 1½+1, 25+0. Cleo 1+0, 10+13. Gus played two: 1+0, 10+0.
    paper.choose(by("best_nights", best=2))
    assert paper.places() == [(1, "Ann"), (2, "Ben"), (3, "Cleo"), (4, "Gus")]
    assert paper.column("best_won") == {"Ann": "2½", "Ben": "2½", "Cleo": "1", "Gus": "1"}
    assert paper.column("best_points") == {"Ann": "38", "Ben": "25", "Cleo": "23", "Gus": "10"}


def test_best_night_of_two_who_had_the_same(paper: Paper) -> None:
    # Ann and Ben: 1½ and 25 on night 1. Cleo and Gus: 1 and 10 on night 2.
    paper.choose(by("best_nights", best=1))
    assert paper.places() == [(1, "Ann"), (1, "Ben"), (3, "Cleo"), (3, "Gus")]


def test_share_of_games_won_and_a_minimum(paper: Paper) -> None:
    # 2½/7 = .357, 2½/6 = .417, 1/6 = .167, 1/2 = .5
    paper.choose(by("win_share"))
    assert paper.places() == [(1, "Gus"), (2, "Ben"), (3, "Ann"), (4, "Cleo")]
    paper.choose(by("win_share", minimum=3))
    assert paper.places() == [(1, "Ben"), (2, "Ann"), (3, "Cleo"), (None, "Gus")]
    assert paper.column("win_share")["Ben"] == "41.7\u202f%"


def test_an_order_of_its_own(paper: Paper) -> None:
    paper.choose(StandingsChoice(OWN, (METRICS["points"],)))
    assert paper.places() == [(1, "Ann"), (2, "Ben"), (3, "Cleo"), (4, "Gus")]
    paper.choose(StandingsChoice(OWN, (METRICS["place_points_per_game"],)))
    # 9½/6 = 1.583, 3/2 = 1.5, 10/7 = 1.429, 5½/6 = 0.917
    assert paper.places() == [(1, "Ben"), (2, "Gus"), (3, "Ann"), (4, "Cleo")]


def test_head_to_head_parts_two(paper: Paper) -> None:
    # Cleo and Gus met in G8, where Cleo came second and Gus third.
    paper.choose(by("won", ties=(HEAD_TO_HEAD,)))
    assert paper.places() == [(1, "Ann"), (2, "Ben"), (3, "Cleo"), (4, "Gus")]


def test_head_to_head_over_several_games(paper: Paper) -> None:
    # Ann was ahead of Ben in G1; Ben of Ann in G2, G4 and G6; G3 and G5 they shared: Ben +2.
    paper.choose(by("best_nights", best=1, ties=(HEAD_TO_HEAD,)))
    assert paper.places() == [(1, "Ben"), (2, "Ann"), (3, "Cleo"), (4, "Gus")]


def test_fewest_games_part_two(paper: Paper) -> None:
    paper.choose(by("won", ties=(FEWEST_GAMES,)))
    assert paper.places() == [(1, "Ann"), (2, "Ben"), (3, "Gus"), (4, "Cleo")]


def test_three_equal_stay_equal_if_each_beat_another() -> None:
    paper = open_paper()
    paper.play(1, Ann=10, Ben=6, Cleo=2)
    paper.play(1, Ann=2, Ben=10, Cleo=6)
    paper.play(1, Ann=6, Ben=2, Cleo=10)
    assert [place for place, _name in paper.places()] == [1, 1, 1]
    paper.choose(by("won", ties=(HEAD_TO_HEAD, FEWEST_GAMES)))
    assert [place for place, _name in paper.places()] == [1, 1, 1]


def test_three_equal_are_parted_by_their_games_among_themselves() -> None:
    # Each won once. Ahead less behind: Ann +2, 0, 0; Ben 0, +2, -2; Cleo -2, -2, +2.
    paper = open_paper()
    paper.play(1, Ann=10, Ben=6, Cleo=2)
    paper.play(1, Ann=6, Ben=10, Cleo=2)
    paper.play(1, Ann=6, Ben=2, Cleo=10)
    paper.choose(StandingsChoice(OWN, (WON,), (HEAD_TO_HEAD,)))
    assert paper.places() == [(1, "Ann"), (2, "Ben"), (3, "Cleo")]


def test_partners_are_not_against_each_other() -> None:
    # Ann and Cleo win together, then Ben and Dai: all have one win and met their opponents as often ahead as behind.
    paper = open_paper()
    paper.play(1, PARTNERSHIP.key, Ann=10, Ben=4, Cleo=10, Dai=4)
    paper.play(1, PARTNERSHIP.key, Ann=4, Ben=10, Cleo=4, Dai=10)
    paper.choose(StandingsChoice(OWN, (WON,), (HEAD_TO_HEAD,)))
    assert [place for place, _name in paper.places(PARTNERSHIP.key)] == [1, 1, 1, 1]
    paper.choose(by("place_points"))  # 3 for the side that wins, none for the other: it is the last
    assert set(paper.column("place_points", PARTNERSHIP.key).values()) == {"3"}


def test_games_apart_and_together(paper: Paper) -> None:
    # Two-handed, on night 3: Ben beats Ann twice. Together Ben has 4½ of 8, Ann 2½ of 9.
    for _game in range(2):
        paper.play(1, TWO_HANDED.key, Ann=3, Ben=10)
    assert paper.places() == [(1, "Ann"), (2, "Ben"), (3, "Cleo"), (3, "Gus")]
    assert paper.places(TWO_HANDED.key) == [(1, "Ben"), (2, "Ann")]
    paper.choose(by("won", together=True))
    assert paper.places() == paper.places(TWO_HANDED.key) == [(1, "Ben"), (2, "Ann"), (3, "Cleo"), (3, "Gus")]
    assert paper.column("games") == {"Ann": "9", "Ben": "8", "Cleo": "6", "Gus": "2"}
    assert paper.column("nights")["Ann"] == "3", "a night of two games is one night"
    paper.choose(by("place_points", together=True))  # who comes last of two gets none, as the last of three
    assert paper.column("place_points") == {"Ann": "10", "Ben": "15½", "Cleo": "5½", "Gus": "3"}


def moves(paper: Paper) -> dict[str, str]:
    table = standings_of(paper.club, season=None)
    assert table
    return {row.name: row.move.sign for row in table.page if row.move}


def test_what_the_last_night_did_to_places(paper: Paper) -> None:
    # Before night 3: Ben 1½ and 39/5, Ann 1½ and 33/5, Gus 1 and 10, Cleo 1 and 23/4.
    assert moves(paper) == {"Ann": "▲1", "Ben": "▼1", "Cleo": "▲1"}
    paper.choose(by("best_nights", best=1))  # the same as now, but for Gus, who was there already
    assert moves(paper) == {}
    # Before: Ann 6, Ben 6½, Cleo 4½, Gus 3.
    paper.choose(by("place_points"))
    assert moves(paper) == {"Ann": "▲1", "Ben": "▼1"}
    # Before, Cleo and Gus had one win each and had not met: both third. G8, on night 3, put Gus behind.
    paper.choose(StandingsChoice(OWN, (WON,), (HEAD_TO_HEAD,)))
    assert moves(paper) == {"Gus": "▼1"}
    paper.choose(by("win_share", minimum=5))  # Cleo had four games
    assert moves(paper) == {"Cleo": "new"}
    paper.choose(by("win_share", minimum=6))  # nobody had six
    assert moves(paper) == {}


def test_who_was_not_there_before_is_new(paper: Paper) -> None:
    paper.play(0, Dai=10, Ann=0, Ben=0)
    assert moves(paper)["Dai"] == "new"


def test_after_the_first_night_nobody_has_moved() -> None:
    paper = open_paper()
    paper.play(1, Ann=10, Ben=6, Cleo=2)
    assert moves(paper) == {}


def test_columns_are_the_chosen_and_those_that_decide(paper: Paper) -> None:
    paper.choose(by("place_points", shown=(NIGHTS, METRICS["lone_marches"])))
    table = standings_of(paper.club, season=None)
    assert table
    assert [column.key for column in table.columns] == ["nights", "place_points", "won", "lone_marches"]
    paper.play(1, TWO_HANDED.key, Ann=3, Ben=10)
    two = standings_of(paper.club, season=None, variant=TWO_HANDED.key)
    assert two
    assert "lone_marches" not in [column.key for column in two.columns], "nobody goes alone there"


COSTS = [
    (by("won"), 1),
    (by("place_points"), 2),
    (by("best_nights", best=2), 2),
    (by("won", together=True), 2),
    (by("won", ties=(HEAD_TO_HEAD,)), 2),
    (by("best_nights", best=1, ties=(HEAD_TO_HEAD,), together=True), 3),
]


@pytest.mark.parametrize(("choice", "statements"), COSTS)
def test_a_table_costs_few_statements(paper: Paper, choice: StandingsChoice, statements: int) -> None:
    paper.choose(choice)
    for _time in range(2):
        paper.play(1, Dai=10, Eve=0, Finn=0)  # two more who are equal
        with at_most_statements(statements):
            standings_of(paper.club, season=None)


def test_places_are_counted_anew_by_rescore(paper: Paper) -> None:
    assert list(compare(Scope())) == []
    GamePlayer.objects.update(counts={})
    assert {difference.what for difference in compare(Scope())} >= {"counts"}
