"""Events come in the order of entry; the timeline puts them in the order of play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.events import (
    Abandon,
    Concede,
    Correct,
    CutShort,
    Deal,
    Event,
    Final,
    Reseat,
    Restore,
    SetDealer,
    Substitute,
    Undo,
    Void,
)
from engine.games import GameState
from engine.winning import Status
from tests.engine.builders import MISDEAL, A, B, C, made, play

FOUR = [made(A), made(B), made(C), made(A, 5)]


def order(state: GameState) -> list[str]:
    return [line.id for line in state.lines]


def dealers(state: GameState) -> list[int]:
    return [line.dealer for line in state.lines]


def told(state: GameState) -> list[tuple[int, str, str]]:
    return [(number, problem.code, problem.field) for number, problem in state.problems]


# Where a hand stands


def test_a_forgotten_hand_is_put_between_two_others() -> None:
    state = play(*FOUR, Deal("new", made(C, 5), "h2"))
    assert order(state) == ["h1", "h2", "new", "h3", "h4"]
    assert [line.number for line in state.lines] == [1, 2, 3, 4, 5]
    assert dealers(state) == [A, B, C, A, B]
    assert [line.scores for line in state.lines] == [(1, 0, 0), (1, 1, 0), (1, 1, 3), (1, 1, 4), (4, 1, 4)]


def test_a_forgotten_hand_may_be_the_first() -> None:
    assert order(play(*FOUR, Deal("new", made(C)))) == ["new", "h1", "h2", "h3", "h4"]


def test_two_hands_that_follow_the_same_one_stand_newest_first() -> None:
    assert order(play(made(A), Deal("x", made(A), "h1"), Deal("y", made(A), "h1"))) == ["h1", "y", "x"]


def test_a_hand_that_follows_an_unknown_one_is_kept_at_the_end_and_reported() -> None:
    state = play(made(A), Deal("lost", made(B), "nowhere"))
    assert order(state) == ["h1", "lost"]
    assert state.scores == (1, 1, 0)
    assert told(state) == [(2, "unknown_hand", "hand")]


def test_a_hand_cannot_follow_itself() -> None:
    state = play(made(A), Deal("self", made(B), "self"))
    assert (order(state), told(state)) == (["h1", "self"], [(2, "unknown_hand", "hand")])


def test_a_hand_is_recorded_once() -> None:
    state = play(made(A), Deal("h1", made(B, 5)))
    assert (state.scores, told(state)) == ((1, 0, 0), [(2, "hand_exists", "hand")])


# Corrections, voids


def test_a_correction_is_another_version_in_the_same_place() -> None:
    state = play(*FOUR, Correct("h2", made(B, 5)), Correct("h2", made(B, 2)))
    assert order(state) == ["h1", "h2", "h3", "h4"]
    assert [line.version for line in state.lines] == [1, 3, 1, 1]
    assert state.lines[1].record == made(B, 2)
    assert state.scores == (1 + 2 + 3, 0, 1 + 2)


def test_a_correction_to_a_misdeal_moves_every_later_deal() -> None:
    assert dealers(play(*FOUR, Correct("h1", MISDEAL))) == [A, A, B, C]


def test_a_voided_hand_counts_for_nothing_and_is_kept() -> None:
    state = play(*FOUR, Void("h2"))
    assert order(state) == ["h1", "h2", "h3", "h4"]
    assert [line.number for line in state.lines] == [1, None, 2, 3]
    assert dealers(state) == [A, B, B, C]
    assert state.lines[1].void
    assert not state.lines[1].counts
    assert state.lines[1].scores == (1, 0, 0)
    assert state.scores == (4, 0, 1)


def test_a_voided_hand_can_be_restored_and_voided_again() -> None:
    assert play(*FOUR, Void("h2"), Restore("h2")) == play(*FOUR)
    assert play(*FOUR, Void("h2"), Restore("h2"), Void("h2")) == play(*FOUR, Void("h2"))


def test_voiding_twice_is_voiding_once() -> None:
    assert play(*FOUR, Void("h2"), Void("h2")) == play(*FOUR, Void("h2"))
    assert play(*FOUR, Restore("h2")) == play(*FOUR)


def test_a_voided_hand_can_be_corrected_and_stays_voided() -> None:
    state = play(*FOUR, Void("h4"), Correct("h4", made(B)))
    assert state.lines[3].void
    assert (state.lines[3].version, state.lines[3].record, state.scores) == (2, made(B), (1, 1, 1))


def test_the_next_hand_follows_the_last_that_is_not_voided() -> None:
    assert play(*FOUR, Void("h4"), Void("h3")).last_hand == "h2"
    assert play(made(A), Void("h1")).last_hand is None


def test_what_was_set_behind_a_hand_that_is_voided_holds_for_the_next() -> None:
    state = play(made(A), made(B), SetDealer(A, "h2"), Void("h2"), Deal("h3", made(C), "h1"))
    assert order(state) == ["h1", "h2", "h3"]
    assert dealers(state)[-1] == A
    state = play(made(A), SetDealer(C, "h1"), Void("h1"), Deal("h2", made(C)))
    assert dealers(state)[-1] == C


@pytest.mark.parametrize("event", [Correct("h9", made(A)), Void("h9"), Restore("h9"), SetDealer(A, "h9")])
def test_an_event_about_an_unknown_hand_is_reported(event: Event) -> None:
    state = play(made(A), event)
    assert (order(state), state.scores, told(state)) == (["h1"], (1, 0, 0), [(2, "unknown_hand", "hand")])


# Seats and dealer


def test_a_dealer_is_set_between_two_hands() -> None:
    state = play(*FOUR, SetDealer(B, "h2"))
    assert dealers(state) == [A, B, B, C]
    assert dealers(play(*FOUR, SetDealer(C))) == [C, A, B, C]


def test_the_last_word_about_the_dealer_holds() -> None:
    assert dealers(play(*FOUR, SetDealer(B, "h1"), SetDealer(A, "h1"))) == [A, A, B, C]


def test_a_new_hand_stands_behind_what_was_set_after_the_one_before() -> None:
    state = play(made(A), SetDealer(C, "h1"), Deal("h2", made(B), "h1"))
    assert dealers(state) == [A, C]


def test_r5_the_deal_goes_round_by_the_seats_of_now() -> None:
    assert dealers(play(*FOUR, Reseat((A, C, B), "h1"))) == [A, C, B, A]
    assert dealers(play(*FOUR, Reseat((A, C, B)))) == [A, C, B, A]


def test_a_substitute_changes_nothing_of_the_score() -> None:
    assert play(*FOUR, Substitute(B, "h2")) == play(*FOUR)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_is_not_there_changes_nothing(seat: int) -> None:
    for event in (SetDealer(seat, "h1"), Substitute(seat, "h1")):
        state = play(*FOUR, event)
        assert told(state) == [(5, "bad_seat", "seat")]
        assert replace(state, problems=()) == play(*FOUR)


@pytest.mark.parametrize("seats", [(), (A, B), (A, B, B), (A, B, 3), (A, B, C, 3)])
def test_an_order_that_is_not_every_seat_once_changes_nothing(seats: tuple[int, ...]) -> None:
    state = play(*FOUR, Reseat(seats, "h1"))
    assert told(state) == [(5, "bad_order", "order")]
    assert replace(state, problems=()) == play(*FOUR)


# Undo

UNDONE: list[Event] = [
    Correct("h1", made(B, 5)),
    Void("h1"),
    Reseat((C, B, A), "h1"),
    SetDealer(C, "h1"),
    Substitute(C, "h1"),
    Concede(frozenset({B})),
    CutShort(True),
    Abandon(),
    Final((0, 10, 0)),
]


@pytest.mark.parametrize("event", UNDONE, ids=lambda event: type(event).__name__)
def test_an_event_that_is_undone_never_happened(event: Event) -> None:
    assert play(*FOUR, event, Undo(5)) == play(*FOUR)


@pytest.mark.parametrize("event", UNDONE, ids=lambda event: type(event).__name__)
def test_an_undo_that_is_undone_brings_the_event_back(event: Event) -> None:
    assert play(*FOUR, event, Undo(5), Undo(6)) == play(*FOUR, event)
    assert play(*FOUR, event, Undo(5), Undo(6), Undo(7)) == play(*FOUR)


def test_a_restored_hand_can_be_undone_to_voided() -> None:
    assert play(*FOUR, Void("h2"), Restore("h2"), Undo(6)) == play(*FOUR, Void("h2"))


def test_undoing_one_of_two_corrections_leaves_the_other() -> None:
    state = play(made(A), Correct("h1", made(B)), Correct("h1", made(C)), Undo(3))
    assert (state.lines[0].record, state.lines[0].version) == (made(B), 2)
    state = play(made(A), Correct("h1", made(B)), Correct("h1", made(C)), Undo(2))
    assert (state.lines[0].record, state.lines[0].version) == (made(C), 2)


@pytest.mark.parametrize("number", [-1, 0, 1, 5, 6, 99, 10**30])
def test_what_cannot_be_undone_is_reported(number: int) -> None:
    state = play(*FOUR, Undo(number))
    assert told(state) == [(5, "cannot_undo", "event")]
    assert replace(state, problems=()) == play(*FOUR)


def test_undoing_what_did_not_fit_takes_the_problem_back() -> None:
    assert play(*FOUR, SetDealer(99), Undo(5)) == play(*FOUR)
    assert play(*FOUR, Undo(99), Undo(5)) == play(*FOUR)


def test_problems_stand_in_the_order_of_the_events() -> None:
    state = play(Concede(frozenset()), Void("h9"), Undo(9), SetDealer(7), made(A), Undo(5))
    assert [number for number, *_ in told(state)] == [1, 2, 3, 4, 6]


def test_a_finished_game_is_open_again_when_its_last_hand_is_voided() -> None:
    won = [made(A, 5), made(A, 5), made(A, 5), made(A)]
    assert play(*won).status == Status.WON
    state = play(*won, Void("h4"))
    assert (state.status, state.winners, state.scores) == (Status.OPEN, frozenset(), (9, 0, 0))
