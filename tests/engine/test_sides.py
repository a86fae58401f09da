"""Two against two: partners score together, and who plays alone sends the partner to rest.

The engine asks for sides and never for a number of players.
"""

from __future__ import annotations

import pytest

from engine.events import Concede, CutShort, Final
from engine.games import places
from engine.house_rules import HouseRules
from engine.records import MadeHow
from engine.scoring import Outcome
from engine.winning import Status
from tests.engine.builders import A, B, C, D, faults, faults_of, made, penalty, play, points_of, result_of, tally


@pytest.mark.parametrize(
    ("taken", "points"),
    [(0, (0, 2, 0, 2)), (2, (0, 2, 0, 2)), (3, (1, 0, 1, 0)), (4, (1, 0, 1, 0)), (5, (2, 0, 2, 0))],
)
def test_partners_score_together(pairs: HouseRules, taken: int, points: tuple[int, ...]) -> None:
    assert points_of(made(A, taken), pairs) == points_of(made(C, taken), pairs) == points


def test_r24_a_lone_march_pays_four_to_the_side(pairs: HouseRules) -> None:
    assert points_of(made(A, 5, alone=True), pairs) == (4, 0, 4, 0)


def test_r17_one_opponent_may_defend_alone_against_a_lone_maker(pairs: HouseRules) -> None:
    result = result_of(made(A, 0, alone=True, lone_defender=B), A, pairs)
    assert (result.outcome, result.points) == (Outcome.LONE_DEFENCE_MARCH, (0, 4, 0, 4))
    assert faults_of(made(A, 0, lone_defender=B), A, pairs) == {("lone_defence_needs_lone_maker", "lone_defender")}


def test_the_makers_tricks_are_those_of_the_side(pairs: HouseRules) -> None:
    assert points_of(tally(A, 1, 1, 2, 1), pairs) == (1, 0, 1, 0)
    assert faults_of(tally(A, 1, 1, 2, 1, maker_tricks=1), A, pairs) == {("tricks_disagree", "maker_tricks")}


def test_a_lone_players_partner_sits_out(pairs: HouseRules) -> None:
    assert faults_of(tally(A, 2, 2, 1, 0, alone=True), A, pairs) == {("trick_for_sitting_out", "tricks.2")}
    assert faults_of(tally(A, 3, 0, 0, 2, alone=True, lone_defender=B), A, pairs) == {
        ("trick_for_sitting_out", "tricks.3")
    }
    assert result_of(made(A, 3, alone=True, lone_defender=B), A, pairs).tricks == (3, 2, 0, 0)
    assert faults_of(penalty(A, C, alone=True), A, pairs) == {("offender_sat_out", "offender")}


def test_r18_the_eldest_leads_skipping_who_sits_out(pairs: HouseRules) -> None:
    assert result_of(made(A, 3), D, pairs).leader == A
    assert result_of(made(C, 3, alone=True), D, pairs).leader == B
    assert result_of(made(D, 3, alone=True), A, pairs).leader == C
    left_of_loner = pairs.change(loner_lead="left_of_loner")
    assert result_of(made(C, 3, alone=True), A, left_of_loner).leader == D


def test_r8_the_dealers_partner_assists(pairs: HouseRules) -> None:
    names = [result_of(made(maker, round=1), D, pairs).made_how for maker in (A, B, C, D)]
    assert names == [MadeHow.ORDERED_UP, MadeHow.ASSISTED, MadeHow.ORDERED_UP, MadeHow.ACCEPTED]


def test_r30_a_revoke_costs_the_side(pairs: HouseRules) -> None:
    assert points_of(penalty(A, C), pairs) == (0, 2, 0, 2)
    assert points_of(penalty(A, D), pairs) == (2, 0, 2, 0)
    assert points_of(penalty(A, D), pairs.change(revoke="offender_loses")) == (0, -2, 0, -2)


def test_a_side_wins_whole_and_nobody_shares(pairs: HouseRules) -> None:
    state = play(made(A), scores=(9, 9, 9, 9), rules=pairs)
    assert (state.status, state.winners, state.shares) == (Status.WON, {A, C}, (1, 0, 1, 0))
    assert places(state) == (1, 3, 1, 3)


def test_r33_a_side_concedes_whole(pairs: HouseRules) -> None:
    assert play(Concede(frozenset({B, D})), rules=pairs).winners == {B, D}
    for winners in ({B}, {A, B}, {A, B, D}):
        state = play(Concede(frozenset(winners)), rules=pairs)
        assert faults(tuple(problem for _, problem in state.problems)) == {("bad_concession", "winners")}


def test_a_game_cut_short_or_told_by_its_result_is_won_by_a_side(pairs: HouseRules) -> None:
    assert play(made(A), CutShort(True), rules=pairs).winners == {A, C}
    assert play(Final((10, 8, 10, 8)), rules=pairs).winners == {A, C}
    assert play(Final((10, 8, 10, 8)), rules=pairs.change(finish="highest_play_on")).winners == {A, C}
