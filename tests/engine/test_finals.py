"""A result without its hands: only what the rules can give (R22 to R33)."""

from collections.abc import Iterator
from itertools import product

import pytest

from engine.events import Concede, Deal, Final, GameStart, Undo, Withdraw
from engine.finals import can_end
from engine.games import check_event, fold_game
from engine.house_rules import HouseRules
from engine.records import HandKind, HandRecord
from engine.scoring import offered_modes
from engine.winning import Status
from tests.engine.builders import THREE, TWO, A, B, made, make_rules, play

HIGHEST = 7
"""Scores that are tried, beyond every end of a game to 3 that isn't played on for ever."""


def ends_by_playing(rules: HouseRules) -> set[tuple[int, ...]]:
    """Every final score, found forward: each hand from each open score, by the fold itself."""
    start = (0,) * rules.game.seats
    ends, waiting, seen = set(), [start], {start}
    while waiting:
        here = waiting.pop()
        for record in all_hands(rules):
            state = fold_game(GameStart(rules, A, here), [Deal("h", record)])
            if state.status == Status.WON:
                ends.add(state.scores)
            elif state.scores not in seen and min(state.scores) >= -4 and max(state.scores) <= HIGHEST + 2:
                seen.add(state.scores)
                waiting.append(state.scores)
    return ends


def all_hands(rules: HouseRules) -> Iterator[HandRecord]:
    seats = range(rules.game.seats)
    for maker, mode in product(seats, offered_modes(rules)):
        for loner in rules.game.defenders_of(maker) if mode.lone_defence else (None,):
            for tricks in range(6):
                yield made(maker, tricks, alone=mode.alone, lone_defender=loner)
            for offender in seats if loner is None else (maker, loner):
                yield HandRecord(HandKind.PENALTY, maker, mode.alone, loner, offender=offender)


@pytest.mark.parametrize(
    ("variant", "changes"),
    [
        (THREE, {}),
        (THREE, {"finish": "highest_play_on"}),
        (THREE, {"finish": "all_who_pass"}),
        (THREE, {"finish": "highest_makers_left"}),
        (THREE, {"resting_defender_scores": False, "made": 2}),
        (TWO, {}),
        (TWO, {"revoke": "offender_loses", "made": 2}),
    ],
    ids=str,
)
def test_a_result_is_possible_just_when_hands_lead_there(variant: str, changes: dict[str, str]) -> None:
    rules = make_rules(variant, target=3, **changes)
    ends, zeros = ends_by_playing(rules), (0,) * rules.game.seats
    for final in product(range(-2, HIGHEST + 1), repeat=rules.game.seats):
        assert can_end(rules, zeros, final) == (final in ends), final


def test_ten_ten_ten_can_never_be_and_is_refused() -> None:
    start = GameStart(make_rules(), A)
    (problem,) = check_event(start, [], Final((10, 10, 10)))
    assert (problem.code, str(problem)) == ("impossible_result", "No game under these rules can end at 10-10-10.")
    assert check_event(start, [], Final((10, 9, 9))) == ()


def test_a_long_game_is_judged_at_once() -> None:
    assert can_end(make_rules(target=50), (0, 0, 0), (50, 49, 49))


def test_a_withdrawn_game_counts_nowhere_until_that_is_undone() -> None:
    events = [Deal("h", made(A))]
    won = GameStart(make_rules(target=1), A)
    withdrawn = fold_game(won, [*events, Withdraw()])
    assert (withdrawn.status, withdrawn.winners, withdrawn.scores) == (Status.WITHDRAWN, frozenset(), (1, 0, 0))
    assert fold_game(won, [*events, Withdraw(), Undo(2)]) == fold_game(won, events)
    assert check_event(won, events, Withdraw()) == ()


def test_a_forgotten_hand_fits_into_a_finished_game_and_a_further_one_does_not() -> None:
    start = GameStart(make_rules(target=2), A)
    events = [Deal("h1", made(A)), Deal("h2", made(A), "h1")]
    assert fold_game(start, events).status == Status.WON
    assert check_event(start, events, Deal("h0", made(B))) == ()
    assert [problem.code for problem in check_event(start, events, Deal("h3", made(B), "h2"))] == ["game_over"]


def test_a_forgotten_hand_behind_a_concession_is_refused() -> None:
    start, events = GameStart(make_rules(), A), [Deal("h1", made(A)), Concede(frozenset([A]))]
    assert play(*events).status == Status.CONCEDED
    assert [problem.code for problem in check_event(start, events, Deal("h2", made(B), "h1"))] == ["game_over"]
