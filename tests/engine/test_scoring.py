"""What a hand pays, rule by rule, and the pay table that pages show."""

from __future__ import annotations

from itertools import product

import pytest

from engine.hands import HandResult
from engine.house_rules import HouseRules
from engine.records import HandRecord
from engine.scoring import ROWS, Mode, Outcome, offered_modes, pay_table
from tests.engine.builders import THREE, TWO, A, B, C, faults_of, made, make_rules, penalty, points_of, result_of, tally


def outcome_and_points(record: HandRecord, rules: HouseRules | None = None) -> tuple[Outcome, tuple[int, ...]]:
    result: HandResult = result_of(record, A, rules)
    return result.outcome, result.points


@pytest.mark.parametrize("taken", [3, 4])
def test_r22_three_or_four_tricks_pay_one(taken: int) -> None:
    assert outcome_and_points(made(B, taken)) == (Outcome.MADE, (0, 1, 0))
    assert points_of(made(B, taken), make_rules(TWO)) == (0, 1)


def test_r23_a_march_pays_three() -> None:
    assert outcome_and_points(made(A, 5)) == (Outcome.MARCH, (3, 0, 0))


def test_r23_a_march_pays_two_in_two_handed() -> None:
    assert outcome_and_points(made(A, 5), make_rules(TWO)) == (Outcome.MARCH, (2, 0))


def test_r24_a_lone_march_pays_no_bonus() -> None:
    assert outcome_and_points(made(A, 5, alone=True)) == (Outcome.MARCH, (3, 0, 0))


@pytest.mark.parametrize("taken", [0, 1, 2])
def test_r25_a_euchre_pays_two_to_each_defender(taken: int) -> None:
    assert outcome_and_points(made(A, taken)) == (Outcome.EUCHRED, (0, 2, 2))
    assert points_of(made(A, taken), make_rules(TWO)) == (0, 2)


def test_r25a_a_euchred_lone_maker_pays_no_more() -> None:
    assert outcome_and_points(made(A, 2, alone=True)) == (Outcome.EUCHRED, (0, 2, 2))


@pytest.mark.parametrize("taken", [1, 2])
def test_r26_a_lone_defender_with_three_or_four_earns_two_for_each(taken: int) -> None:
    assert outcome_and_points(made(A, taken, lone_defender=B)) == (Outcome.EUCHRED, (0, 2, 2))


@pytest.mark.parametrize("alone", [False, True])
def test_r27_a_lone_defenders_march_earns_four_for_each(alone: bool) -> None:
    assert outcome_and_points(made(A, 0, lone_defender=B, alone=alone)) == (Outcome.LONE_DEFENCE_MARCH, (0, 4, 4))


def test_r28_only_the_lone_defender_scores_where_the_house_says_so() -> None:
    rules = make_rules(resting_defender_scores=False)
    assert points_of(made(A, 2, lone_defender=C), rules) == (0, 0, 2)
    assert points_of(made(A, 0, lone_defender=C), rules) == (0, 0, 4)
    assert points_of(made(A, 2), rules) == (0, 2, 2)
    assert points_of(penalty(A, A, lone_defender=C), rules) == (0, 0, 4)


def test_r29_two_defenders_who_take_all_five_together_get_two_each() -> None:
    assert outcome_and_points(tally(A, 0, 3, 2)) == (Outcome.EUCHRED, (0, 2, 2))


@pytest.mark.parametrize(("taken", "pays"), [(3, 1), (4, 1), (5, 3)])
def test_r29_a_lone_defender_who_takes_too_few_gets_nothing(taken: int, pays: int) -> None:
    assert points_of(made(A, taken, lone_defender=B)) == (pays, 0, 0)


def test_a_hand_is_scored_by_the_lowest_row_that_fits() -> None:
    changes = {row.points: 11 + place for place, row in enumerate(ROWS[:7])}
    rules = make_rules(**changes)
    by_rule = {row.rule: changes[row.points] for row in ROWS}
    cases = {
        "R22": made(A, 4),
        "R23": made(A, 5, lone_defender=B),
        "R24": made(A, 5, alone=True, lone_defender=B),
        "R25": made(A, 0),
        "R25a": made(A, 0, alone=True),
        "R26": made(A, 1, alone=True, lone_defender=B),
        "R27": made(A, 0, alone=True, lone_defender=B),
    }
    assert set(by_rule) == set(cases)
    for rule, record in cases.items():
        assert max(points_of(record, rules)) == by_rule[rule], rule


# R30, revokes


@pytest.mark.parametrize("mode", [{}, {"alone": True}])
def test_r30_a_makers_revoke_pays_a_euchre(mode: dict[str, bool]) -> None:
    assert outcome_and_points(penalty(A, A, **mode)) == (Outcome.PENALTY, (0, 2, 2))


@pytest.mark.parametrize("alone", [False, True])
def test_r30_a_makers_revoke_against_a_lone_defender_pays_four(alone: bool) -> None:
    assert points_of(penalty(A, A, lone_defender=B, alone=alone)) == (0, 4, 4)


@pytest.mark.parametrize("offender", [B, C])
@pytest.mark.parametrize("alone", [False, True])
def test_r30_a_defenders_revoke_pays_a_march(offender: int, alone: bool) -> None:
    assert points_of(penalty(A, offender, alone=alone)) == (3, 0, 0)
    assert points_of(penalty(A, offender, lone_defender=offender, alone=alone)) == (3, 0, 0)


def test_r30_a_revoke_is_paid_by_the_row_that_it_names() -> None:
    rules = make_rules(march=5, march_alone=6, euchred=7, euchred_alone=8, lone_defence_march=9)
    assert points_of(penalty(A, B), rules) == (5, 0, 0)
    assert points_of(penalty(A, B, alone=True), rules) == (6, 0, 0)
    assert points_of(penalty(A, A), rules) == (0, 7, 7)
    assert points_of(penalty(A, A, alone=True), rules) == (0, 8, 8)
    assert points_of(penalty(A, A, alone=True, lone_defender=B), rules) == (0, 9, 9)


@pytest.mark.parametrize("offender", [A, B, C])
def test_r30_where_the_offender_loses_nobody_scores(offender: int) -> None:
    rules = make_rules(revoke="offender_loses")
    expected = tuple(-2 if seat == offender else 0 for seat in range(3))
    assert outcome_and_points(penalty(A, offender), rules) == (Outcome.PENALTY, expected)


@pytest.mark.parametrize("offender", [A, B])
@pytest.mark.parametrize("mode", [{"alone": True}, {"lone_defender": B}, {"alone": True, "lone_defender": B}])
def test_r30_the_offender_loses_four_where_somebody_is_alone(offender: int, mode: dict[str, int]) -> None:
    expected = tuple(-4 if seat == offender else 0 for seat in range(3))
    assert points_of(penalty(A, offender, **mode), make_rules(revoke="offender_loses")) == expected


def test_r30_what_the_offender_loses_is_a_house_rule() -> None:
    rules = make_rules(revoke="offender_loses", revoke_loss=1, revoke_loss_alone=7)
    assert points_of(penalty(A, C), rules) == (0, 0, -1)
    assert points_of(penalty(A, C, alone=True), rules) == (0, 0, -7)


# The pay table

RULE_SETS = [
    make_rules(TWO),
    make_rules(TWO, made=4, march=5, euchred=6, revoke="offender_loses"),
    make_rules(),
    make_rules(march_alone=4, euchred_alone=3, lone_defence_euchre=5, resting_defender_scores=False),
    make_rules(lone_defence="against_lone_maker"),
    make_rules(lone_defence="never"),
    make_rules(going_alone=False),
    make_rules(dummy=False),
    make_rules(revoke="offender_loses"),
]


def loners(rules: HouseRules, mode: Mode) -> dict[str, int | bool]:
    return {"alone": mode.alone} | ({"lone_defender": B} if mode.lone_defence else {})


@pytest.mark.parametrize("rules", RULE_SETS, ids=range(len(RULE_SETS)))
def test_the_pay_table_says_what_judging_says(rules: HouseRules) -> None:
    for mode, cells in pay_table(rules).cells.items():
        assert len(cells) == 6
        for taken, pay in enumerate(cells):
            points = points_of(made(A, taken, **loners(rules, mode)), rules)
            expected = [pay.makers, pay.defenders]
            if len(points) == 3:
                expected.append(pay.resting if mode.lone_defence else pay.defenders)
            assert list(points) == expected


@pytest.mark.parametrize("rules", RULE_SETS, ids=range(len(RULE_SETS)))
def test_a_mode_that_the_pay_table_lacks_is_refused(rules: HouseRules) -> None:
    table = pay_table(rules)
    assert set(table.cells) == set(table.revokes) == set(table.offender_loses) == set(offered_modes(rules))
    for mode in (Mode(*both) for both in product((False, True), repeat=2)):
        refused = bool(faults_of(made(A, 3, **loners(rules, mode)), A, rules))
        assert refused == (mode not in table.cells)


@pytest.mark.parametrize("rules", RULE_SETS, ids=range(len(RULE_SETS)))
def test_the_pay_table_says_what_a_revoke_pays(rules: HouseRules) -> None:
    table = pay_table(rules)
    for mode, (makers_revoked, defender_revoked) in table.revokes.items():
        loss = table.offender_loses[mode]
        by_maker = points_of(penalty(A, A, **loners(rules, mode)), rules)
        by_defender = points_of(penalty(A, B, **loners(rules, mode)), rules)
        assert by_maker[:2] == (makers_revoked.makers - loss, makers_revoked.defenders)
        assert by_defender[:2] == (defender_revoked.makers, defender_revoked.defenders - loss)


def test_nobody_who_rests_is_paid_where_nobody_rests() -> None:
    for rules in RULE_SETS:
        table = pay_table(rules)
        for mode, cells in table.cells.items():
            resting = {pay.resting for pay in (*cells, *table.revokes[mode])}
            assert resting == {0} or (mode.lone_defence and rules.resting_defender_scores)


def test_r17_two_handed_offers_nobody_alone() -> None:
    assert list(pay_table(make_rules(TWO)).cells) == [Mode(alone=False, lone_defence=False)]


def test_the_modes_offered_begin_with_nobody_alone() -> None:
    assert [(mode.alone, mode.lone_defence) for mode in offered_modes(make_rules(THREE))] == [
        (False, False),
        (False, True),
        (True, False),
        (True, True),
    ]
    against = [(mode.alone, mode.lone_defence) for mode in offered_modes(make_rules(lone_defence="against_lone_maker"))]
    assert against == [(False, False), (True, False), (True, True)]


def test_every_row_names_its_rule_once() -> None:
    assert [row.rule for row in ROWS] == ["R22", "R23", "R24", "R25", "R25a", "R26", "R27"]
