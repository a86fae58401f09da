"""Who wins, and how a game ends without a win (R31 to R33)."""

from __future__ import annotations

import pytest

from engine.events import Abandon, Concede, CutShort, Deal, Event, Final, Reseat
from engine.games import GameState
from engine.records import HandRecord
from engine.winning import Status, winners_of
from tests.engine.builders import MISDEAL, PASSED_OUT, TWO, A, B, C, faults, made, make_rules, penalty, play

EUCHRE_OF_A = made(A, 2)


def finish(how: str, *events: Event | HandRecord, scores: tuple[int, ...]) -> GameState:
    return play(*events, scores=scores, rules=make_rules(finish=how))


def told(state: GameState) -> set[tuple[str, str]]:
    return faults(tuple(problem for _, problem in state.problems))


# R31


def test_r31_the_first_to_reach_ten_has_won() -> None:
    assert play(made(A), scores=(8, 9, 9)).status == Status.OPEN
    state = play(made(A), scores=(9, 9, 9))
    assert (state.status, state.winners) == (Status.WON, {A})


def test_r31_points_over_the_target_are_kept() -> None:
    assert play(made(A, 5), scores=(9, 0, 0)).scores == (12, 0, 0)


@pytest.mark.parametrize("target", [1, 50])
def test_r31_another_target(target: int) -> None:
    rules = make_rules(target=target)
    state = play(made(A), scores=(target - 1, 0, 0), rules=rules)
    assert (state.status, state.winners) == (Status.WON, {A})
    if target > 1:
        assert play(made(A), scores=(target - 2, 0, 0), rules=rules).status == Status.OPEN


def test_r31_in_two_handed_one_side_wins_alone() -> None:
    assert play(made(A, 2), scores=(9, 9), rules=make_rules(TWO)).winners == {B}
    assert play(made(A, 3), scores=(9, 9), rules=make_rules(TWO)).winners == {A}


# R32


def test_r32_the_higher_total_wins() -> None:
    for how in ("highest_share", "highest_play_on", "highest_makers_left"):
        state = finish(how, EUCHRE_OF_A, scores=(7, 9, 8))
        assert (state.status, state.winners, state.scores) == (Status.WON, {B}, (7, 11, 10))


def test_r32_equal_totals_share_the_win() -> None:
    state = finish("highest_share", EUCHRE_OF_A, scores=(9, 9, 9))
    assert (state.status, state.winners, state.scores) == (Status.WON, {B, C}, (9, 11, 11))


def test_r32_everybody_who_passed_wins_where_the_house_says_so() -> None:
    assert finish("all_who_pass", EUCHRE_OF_A, scores=(7, 9, 8)).winners == {B, C}
    assert finish("all_who_pass", EUCHRE_OF_A, scores=(9, 9, 7)).winners == {B}


@pytest.mark.parametrize(("maker", "winner"), [(A, B), (B, C), (C, A)])
def test_r32_of_equals_the_first_from_the_makers_left_wins(maker: int, winner: int) -> None:
    state = finish("highest_makers_left", made(maker, 2), scores=(9, 9, 9))
    assert (state.status, state.winners) == (Status.WON, {winner})


def test_r32_the_maker_is_the_last_from_the_makers_left() -> None:
    rules = make_rules(finish="highest_makers_left")
    assert winners_of(rules, (11, 11, 5), A, (A, B, C)) == {B}
    assert winners_of(rules, (11, 5, 11), A, (A, B, C)) == {C}


def test_r32_the_makers_left_goes_by_the_seats_of_now() -> None:
    state = finish("highest_makers_left", Reseat((A, C, B)), Deal("h1", EUCHRE_OF_A), scores=(9, 9, 9))
    assert state.winners == {C}


def test_r32_equals_play_on_until_one_is_highest() -> None:
    level = finish("highest_play_on", EUCHRE_OF_A, scores=(5, 9, 9))
    assert (level.status, level.winners, level.scores) == (Status.OPEN, frozenset(), (5, 11, 11))
    behind = finish("highest_play_on", EUCHRE_OF_A, made(A, 3), scores=(5, 9, 9))
    assert (behind.status, behind.scores) == (Status.OPEN, (6, 11, 11))
    ahead = finish("highest_play_on", EUCHRE_OF_A, made(A, 3), made(C, 3), scores=(5, 9, 9))
    assert (ahead.status, ahead.winners, ahead.scores) == (Status.WON, {C}, (6, 11, 12))


def test_r32_who_overtakes_the_equals_wins() -> None:
    state = finish("highest_play_on", EUCHRE_OF_A, made(A, 5), scores=(9, 9, 9))
    assert (state.status, state.winners, state.scores) == (Status.WON, {A}, (12, 11, 11))


def test_r32_passing_the_target_below_the_equals_does_not_win() -> None:
    state = finish("highest_play_on", EUCHRE_OF_A, made(A, 3), scores=(9, 9, 9))
    assert (state.status, state.scores) == (Status.OPEN, (10, 11, 11))


def test_r32_equals_can_become_equal_again() -> None:
    state = finish("highest_play_on", EUCHRE_OF_A, made(A, 3), made(A, 3), made(A, 0), scores=(9, 9, 9))
    assert (state.status, state.scores) == (Status.OPEN, (11, 13, 13))


# R33, won only when a hand is scored


def test_r33_a_penalty_that_only_takes_points_wins_for_nobody() -> None:
    rules = make_rules(finish="highest_play_on", revoke="offender_loses")
    events = [EUCHRE_OF_A, penalty(A, B)]
    state = play(*events, scores=(5, 9, 9), rules=rules)
    assert (state.status, state.scores) == (Status.OPEN, (5, 9, 11))
    state = play(*events, PASSED_OUT, MISDEAL, scores=(5, 9, 9), rules=rules)
    assert state.status == Status.OPEN
    state = play(*events, made(A, 3), scores=(5, 9, 9), rules=rules)
    assert (state.status, state.winners, state.scores) == (Status.WON, {C}, (6, 9, 11))


def test_r30_a_penalty_that_pays_can_win() -> None:
    assert play(penalty(A, A), scores=(0, 8, 0)).winners == {B}
    assert play(penalty(A, B), scores=(7, 0, 0)).winners == {A}


def test_r30_a_score_may_go_below_zero() -> None:
    state = play(penalty(A, B), penalty(A, B, alone=True), rules=make_rules(revoke="offender_loses"))
    assert (state.scores, state.status) == ((0, -6, 0), Status.OPEN)


# R33, unwon


def test_r33_an_abandoned_game_has_no_winner_and_keeps_its_scores() -> None:
    state = play(made(A, 5), Abandon())
    assert (state.status, state.winners, state.scores) == (Status.ABANDONED, frozenset(), (3, 0, 0))


@pytest.mark.parametrize("winners", [{A}, {B}, {B, C}, {A, C}])
def test_r33_those_who_do_not_concede_win_whatever_their_score(winners: set[int]) -> None:
    state = play(made(A, 5), Concede(frozenset(winners)))
    assert (state.status, state.winners, state.scores) == (Status.CONCEDED, winners, (3, 0, 0))


@pytest.mark.parametrize("winners", [set(), {A, B, C}, {3}, {-1}, {A, 99}])
def test_r33_somebody_concedes_and_somebody_wins(winners: set[int]) -> None:
    state = play(made(A, 5), Concede(frozenset(winners)))
    assert (state.status, told(state)) == (Status.OPEN, {("bad_concession", "winners")})


def test_r33_in_two_handed_one_concedes() -> None:
    rules = make_rules(TWO)
    assert play(Concede(frozenset({B})), rules=rules).winners == {B}
    assert told(play(Concede(frozenset({A, B})), rules=rules)) == {("bad_concession", "winners")}


def test_a_game_cut_short_is_won_by_the_highest_total_if_it_stands() -> None:
    state = play(made(A), made(B, 5), CutShort(True))
    assert (state.status, state.winners, state.scores) == (Status.CUT_SHORT, {B}, (1, 3, 0))
    assert play(made(A), made(B), CutShort(True)).winners == {A, B}


def test_a_game_cut_short_that_does_not_stand_is_won_by_nobody() -> None:
    state = play(made(A), CutShort(False))
    assert (state.status, state.winners, state.scores) == (Status.CUT_SHORT, frozenset(), (1, 0, 0))


@pytest.mark.parametrize("ending", [Abandon(), Concede(frozenset({B})), CutShort(True), Final((0, 10, 0))])
def test_a_game_that_is_won_cannot_end_again(ending: Event) -> None:
    state = play(made(A, 5), ending, rules=make_rules(target=3))
    assert (state.status, state.winners, state.scores) == (Status.WON, {A}, (3, 0, 0))


# Final scores without hands


def test_final_scores_stand_for_a_game_without_hands() -> None:
    state = play(Final((4, 11, 9)))
    assert (state.status, state.winners, state.scores, state.lines) == (Status.WON, {B}, (4, 11, 9), ())


def test_r32_equal_final_scores_share_the_win() -> None:
    assert play(Final((9, 11, 11))).winners == {B, C}
    assert play(Final((7, 11, 10))).winners == {B}
    assert finish("all_who_pass", Final((7, 11, 10)), scores=()).winners == {B, C}


def test_r32_without_hands_nobody_knows_the_makers_left_and_equals_share() -> None:
    assert finish("highest_makers_left", Final((9, 11, 11)), scores=()).winners == {B, C}


def test_r32_equal_final_scores_are_no_end_where_equals_play_on() -> None:
    state = finish("highest_play_on", Final((9, 11, 11)), scores=())
    assert (state.status, told(state)) == (Status.OPEN, {("equal_scores", "scores")})
    assert finish("highest_play_on", Final((9, 11, 12)), scores=()).winners == {C}


@pytest.mark.parametrize(
    ("scores", "fault"),
    [((9, 9, 9), "nobody_won"), ((10, 0), "bad_scores"), ((10, 0, 0, 0), "bad_scores"), ((), "bad_scores")],
)
def test_final_scores_must_be_a_finished_game(scores: tuple[int, ...], fault: str) -> None:
    state = play(Final(scores))
    assert (state.status, state.scores, told(state)) == (Status.OPEN, (0, 0, 0), {(fault, "scores")})


def test_a_game_with_hands_takes_its_result_from_them() -> None:
    state = play(made(A), Final((10, 0, 0)))
    assert (state.status, told(state)) == (Status.OPEN, {("result_has_hands", "scores")})
