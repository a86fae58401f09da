"""Players who change places keep their numbers; the rules go by the chairs."""

from __future__ import annotations

from engine.events import Deal, Reseat
from engine.games import GameState
from engine.records import MadeHow
from tests.engine.builders import A, B, C, made, make_rules, penalty, play, tally

CROSSED = Reseat((A, C, B))  # clockwise A C B


def first_hand(state: GameState) -> tuple[int | None, tuple[int, ...]]:
    result = state.lines[0].judgement.result
    assert result is not None
    return result.leader, result.points


def test_points_go_to_the_player_wherever_they_sit() -> None:
    state = play(CROSSED, Deal("h1", made(B, 2)))
    assert first_hand(state) == (C, (2, 0, 2))
    assert state.scores == (2, 0, 2)
    assert state.order == (A, C, B)


def test_r18_the_eldest_is_who_sits_left_of_the_dealer_now() -> None:
    assert first_hand(play(CROSSED, Deal("h1", made(A))))[0] == C
    assert first_hand(play(CROSSED, Deal("h1", made(A, alone=True))))[0] == C
    assert first_hand(play(CROSSED, Deal("h1", made(C, lone_defender=B))))[0] == C


def test_r8_the_name_of_the_call_goes_by_the_seats_of_now() -> None:
    for order, how in (((A, B, C), MadeHow.ORDERED_UP), ((A, C, B), MadeHow.ASSISTED)):
        result = play(Reseat(order), Deal("h1", made(B, round=1))).lines[0].judgement.result
        assert result is not None
        assert result.made_how == how


def test_a_tally_is_by_player_not_by_chair() -> None:
    result = play(CROSSED, Deal("h1", tally(A, 2, 3, 0, lone_defender=B))).lines[0].judgement.result
    assert result is not None
    assert (result.points, result.tricks, result.defenders) == ((0, 2, 2), (2, 3, 0), (C, B))


def test_a_claim_and_an_offender_are_players() -> None:
    result = play(CROSSED, Deal("h1", tally(A, 2, 1, 0, claimed=B))).lines[0].judgement.result
    assert result is not None
    assert result.tricks == (2, 3, 0)
    rules = make_rules(revoke="offender_loses")
    assert play(CROSSED, Deal("h1", penalty(A, B)), rules=rules).scores == (0, -2, 0)


def test_a_problem_names_the_player_and_the_players_field() -> None:
    state = play(CROSSED, Deal("h1", tally(A, 2, 2, 1, lone_defender=B)))
    (problem,) = state.lines[0].judgement.problems
    assert (problem.code, problem.seat, problem.field) == ("trick_for_sitting_out", C, "tricks.2")
    state = play(CROSSED, Deal("h1", penalty(A, C, lone_defender=B)))
    (problem,) = state.lines[0].judgement.problems
    assert (problem.code, problem.seat, problem.field) == ("offender_sat_out", C, "offender")


def test_a_record_that_names_nobody_at_the_table_stays_as_it_is() -> None:
    state = play(CROSSED, Deal("h1", made(7, lone_defender=-1)))
    assert state.lines[0].record == made(7, lone_defender=-1)
    assert {problem.field for problem in state.lines[0].judgement.problems} == {"maker", "lone_defender"}


def test_players_may_change_places_more_than_once() -> None:
    state = play(made(A), made(A), made(A), Reseat((C, B, A), "h1"), Reseat((B, A, C), "h2"))
    assert [line.dealer for line in state.lines] == [A, C, B]
    assert state.order == (B, A, C)


def test_changing_back_is_as_if_nothing_had_been_changed() -> None:
    state = play(made(A), Reseat((C, B, A), "h1"), Reseat((A, B, C), "h1"), Deal("h2", made(B, 2), "h1"))
    assert state == play(made(A), made(B, 2))
