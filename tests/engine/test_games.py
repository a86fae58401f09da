"""A game as the fold of its events: scores, dealer, lines, what is outside, what one more event would do."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.errors import MisuseError
from engine.events import Abandon, Concede, Correct, CutShort, Deal, Final, GameStart, Reseat, SetDealer, Undo, Void
from engine.games import GameState, check_event, fold_game, places
from engine.records import HandRecord
from engine.winning import Status
from tests.engine.builders import (
    MISDEAL,
    PASSED_OUT,
    TWO,
    A,
    B,
    C,
    deals,
    faults,
    log_of,
    made,
    make_rules,
    penalty,
    play,
)

BAD = made(A, 9)


def numbers(state: GameState) -> list[tuple[str, int | None]]:
    return [(line.id, line.number) for line in state.lines]


def outside(state: GameState) -> list[str]:
    return [line.id for line in state.lines if line.outside]


# Scores and dealer


def test_a_game_begins_with_nothing() -> None:
    state = play(dealer=B)
    assert (state.scores, state.dealer, state.status, state.order) == ((0, 0, 0), B, Status.OPEN, (A, B, C))
    assert (state.lines, state.winners, state.problems, state.last_hand) == ((), frozenset(), (), None)
    assert state.shares == (0, 0, 0)


def test_scores_run_on_hand_by_hand() -> None:
    state = play(made(A, 3), made(B, 5), made(C, 2), scores=(1, 0, 2))
    assert [line.scores for line in state.lines] == [(2, 0, 2), (2, 3, 2), (4, 5, 2)]
    assert state.scores == (4, 5, 2)
    assert numbers(state) == [("h1", 1), ("h2", 2), ("h3", 3)]
    assert state.last_hand == "h3"


def test_r5_the_deal_passes_to_the_left_after_every_hand() -> None:
    state = play(made(A), PASSED_OUT, penalty(A, B), made(B), dealer=C)
    assert [line.dealer for line in state.lines] == [C, A, B, C]
    assert state.dealer == A
    assert [line.dealer for line in play(made(A), made(A), rules=make_rules(TWO)).lines] == [A, B]


def test_r7_after_a_misdeal_the_same_player_deals_again() -> None:
    state = play(MISDEAL, MISDEAL, made(B), dealer=B)
    assert [line.dealer for line in state.lines] == [B, B, B]
    assert state.dealer == C
    assert state.scores == (0, 1, 0)


def test_r13_a_passed_out_hand_passes_the_deal_and_pays_nobody() -> None:
    state = play(PASSED_OUT)
    assert (state.scores, state.dealer, state.status) == ((0, 0, 0), B, Status.OPEN)


def test_a_hand_with_problems_pays_nobody_and_is_kept() -> None:
    state = play(made(A), BAD, made(B))
    assert state.scores == (1, 1, 0)
    assert numbers(state) == [("h1", 1), ("h2", 2), ("h3", 3)]
    assert state.lines[1].judgement.result is None
    assert faults(state.lines[1].judgement.problems) == {("bad_tricks", "maker_tricks")}


def test_an_impossible_start_is_misuse() -> None:
    for start in (
        GameStart(make_rules(), 3),
        GameStart(make_rules(), -1),
        GameStart(make_rules(), A, (0, 0)),
        GameStart(make_rules(TWO), C),
    ):
        with pytest.raises(MisuseError):
            fold_game(start, [])


# After the end


def test_a_hand_after_the_end_is_kept_outside() -> None:
    state = play(made(A, 5), made(B, 5), rules=make_rules(target=3))
    assert (state.status, state.winners, state.scores) == (Status.WON, {A}, (3, 0, 0))
    assert numbers(state) == [("h1", 1), ("h2", 2)]
    assert outside(state) == ["h2"]
    assert not state.lines[1].counts
    assert state.lines[1].scores == (3, 0, 0)
    assert state.dealer == B


def test_hands_fall_outside_when_a_correction_ends_the_game_earlier() -> None:
    hands = [made(A, 3), made(B, 3), made(B, 3), made(C, 3)]
    before = play(*hands, rules=make_rules(target=3))
    after = play(*hands, Correct("h2", made(B, 5)), rules=make_rules(target=3))
    assert (outside(before), before.status, before.scores) == ([], Status.OPEN, (1, 2, 1))
    assert (outside(after), after.status, after.scores) == (["h3", "h4"], Status.WON, (1, 3, 0))


def test_hands_come_back_inside_when_a_correction_takes_the_win_away() -> None:
    state = play(made(A, 5), made(B, 3), Correct("h1", made(A, 3)), rules=make_rules(target=3))
    assert (outside(state), state.status, state.scores) == ([], Status.OPEN, (1, 1, 0))


@pytest.mark.parametrize("ending", [Concede(frozenset({A})), CutShort(True), CutShort(False), Abandon()])
def test_a_hand_after_any_ending_is_kept_outside(ending: Concede | CutShort | Abandon) -> None:
    state = play(made(A), ending, Deal("h2", made(B), "h1"))
    assert state.scores == (1, 0, 0)
    assert outside(state) == ["h2"]
    assert state.status == play(made(A), ending).status


def test_undoing_an_ending_brings_the_hands_after_it_back() -> None:
    state = play(made(A), Abandon(), Deal("h2", made(B), "h1"), Undo(2))
    assert (state.status, state.scores, outside(state)) == (Status.OPEN, (1, 1, 0), [])


def test_a_forgotten_hand_before_an_ending_counts() -> None:
    state = play(made(A), Deal("h2", made(B), "h1"), Abandon(), Deal("forgotten", made(C), "h1"))
    assert numbers(state) == [("h1", 1), ("forgotten", 2), ("h2", 3)]
    assert state.scores == (1, 1, 1)


def test_the_first_ending_holds() -> None:
    state = play(made(A), Concede(frozenset({B})), Abandon())
    assert (state.status, state.winners) == (Status.CONCEDED, {B})


def test_an_ending_that_cannot_be_ends_nothing() -> None:
    state = play(made(A), Concede(frozenset()), Deal("h2", made(B), "h1"), CutShort(True))
    assert faults(tuple(problem for _, problem in state.problems)) == {("bad_concession", "winners")}
    assert (state.status, state.scores, state.winners, outside(state)) == (Status.CUT_SHORT, (1, 1, 0), {A, B}, [])


# Places and shares


def test_places_are_shared_as_1_1_3() -> None:
    assert places(play(made(A, 2), scores=(9, 9, 9))) == (3, 1, 1)
    assert places(play(made(A, 2), scores=(7, 9, 8))) == (3, 1, 2)
    assert places(play(made(A), scores=(9, 4, 4))) == (1, 2, 2)


def test_nobody_has_a_place_while_nobody_has_won() -> None:
    assert places(play(made(A))) == (None, None, None)
    assert places(play(made(A), Abandon())) == (None, None, None)


def test_r33_who_wins_by_concession_comes_first_whatever_the_score() -> None:
    assert places(play(Concede(frozenset({C})), scores=(9, 4, 2))) == (2, 3, 1)
    assert places(play(Concede(frozenset({B, C})), scores=(9, 4, 2))) == (3, 1, 1)


def test_a_win_is_shared_in_equal_parts() -> None:
    half = Fraction(1, 2)
    assert play(made(A, 2), scores=(9, 9, 9)).shares == (0, half, half)
    assert play(made(A), scores=(9, 0, 0)).shares == (1, 0, 0)
    assert play(CutShort(True), scores=(4, 4, 4)).shares == (Fraction(1, 3),) * 3
    assert play(made(A)).shares == (0, 0, 0)


# One event more


def problems_of(event: object, *before: HandRecord, **changes: object) -> set[tuple[str, str]]:
    return faults(check_event(GameStart(make_rules(**changes), A), deals(*before), event))


def test_an_event_that_fits_has_no_problem() -> None:
    for event in (
        Deal("h3", made(A), "h2"),
        Deal("h3", made(A), "h1"),
        Correct("h1", made(B)),
        Void("h1"),
        Reseat((C, A, B), "h2"),
        SetDealer(A, "h2"),
        Concede(frozenset({A})),
        CutShort(False),
        Abandon(),
    ):
        assert problems_of(event, made(A), made(B)) == set()
    assert problems_of(Final((10, 0, 0))) == set()


def test_a_new_hand_and_a_correction_bring_the_problems_of_their_record() -> None:
    assert problems_of(Deal("h1", BAD)) == {("bad_tricks", "maker_tricks")}
    assert problems_of(Correct("h1", BAD), made(A)) == {("bad_tricks", "maker_tricks")}
    assert problems_of(Correct("h2", made(A)), BAD, made(A)) == set()


def test_another_hands_problems_are_not_this_events() -> None:
    assert problems_of(Deal("h2", made(A), "h1"), BAD) == set()
    start = GameStart(make_rules(), A)
    assert check_event(start, [*deals(made(A)), Void("h9")], Deal("h2", made(A), "h1")) == ()


def test_nothing_can_be_added_to_a_game_that_is_over() -> None:
    won = [made(A, 5)]
    for event in (Deal("h2", made(A), "h1"), Concede(frozenset({B})), CutShort(True), Abandon(), Final((10, 0, 0))):
        assert ("game_over", "game") in problems_of(event, *won, target=3)
    abandoned = [*deals(made(A)), Abandon()]
    problems = check_event(GameStart(make_rules(), A), abandoned, Deal("h2", made(A), "h1"))
    assert faults(problems) == {("game_over", "game")}


def test_a_game_that_is_over_can_still_be_put_right() -> None:
    for event in (Correct("h1", made(A, 3)), Void("h1"), SetDealer(B)):
        assert problems_of(event, made(A, 5), target=3) == set()


def test_the_record_of_a_new_hand_is_judged_with_the_dealer_of_its_place() -> None:
    rules = make_rules(pack=25)
    joker = made(B, 3, upcard="B")
    assert faults(check_event(GameStart(rules, A), log_of(made(A)), Deal("h2", joker, "h1"))) == set()
    assert faults(check_event(GameStart(rules, A), log_of(made(A)), Deal("h0", joker))) == {
        ("dealer_names_joker", "maker")
    }
