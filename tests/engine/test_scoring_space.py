"""Every hand that can be entered, against a plain restatement of the rules and invariants that need none.

A quick record is a maker and a tally. Five tricks fall to two seats in 6 ways and to three in 21, so two-handed has
2 x 6 = 12 inputs and cutthroat 3 x 21 = 63. In cutthroat the maker may also be alone (63 more), and either defender
may be, whether or not the maker is: 3 makers x 2 defenders x 2 x 21 tallies = 252, of which 72 are lawful, those in
which who sits out has no trick.
"""

from __future__ import annotations

from itertools import product

import pytest

from engine.hands import HandResult
from engine.house_rules import LonerLead
from engine.records import HandRecord
from tests.engine.builders import THREE, TWO, faults_of, judge, make_rules, result_of
from tests.engine.plain_table import SEATS, all_tallies, plain_leader, plain_points, plain_resting

type Input = tuple[str, HandRecord]


def space(variant: str, alone: bool = False, lone: bool = False) -> list[Input]:
    seats = SEATS[variant]
    return [
        (variant, HandRecord(maker=maker, alone=alone, lone_defender=lone_defender, tricks=tricks))
        for maker, tricks in product(range(seats), all_tallies(seats))
        for lone_defender in (sorted(set(range(seats)) - {maker}) if lone else [None])
    ]


WITHOUT_LONE_DEFENDER = [*space(TWO), *space(THREE), *space(THREE, alone=True)]
WITH_LONE_DEFENDER = [*space(THREE, lone=True), *space(THREE, alone=True, lone=True)]


def rests_with_a_trick(record: HandRecord) -> bool:
    resting = plain_resting(THREE, record.maker, record.lone_defender)
    return any(record.tricks[seat] for seat in resting)


LAWFUL = [
    *WITHOUT_LONE_DEFENDER,
    *((variant, record) for variant, record in WITH_LONE_DEFENDER if not rests_with_a_trick(record)),
]


def results() -> list[tuple[str, HandRecord, int, HandResult]]:
    return [
        (variant, record, dealer, result_of(record, dealer, make_rules(variant)))
        for variant, record in LAWFUL
        for dealer in range(SEATS[variant])
    ]


def test_the_space_has_the_size_that_the_rules_give_it() -> None:
    assert len(space(TWO)) == 12
    assert len(space(THREE)) == 63
    assert len(WITH_LONE_DEFENDER) == 252
    assert len(LAWFUL) == 12 + 63 + 63 + 72


def test_every_input_pays_what_the_plain_table_says() -> None:
    for variant, record, _, result in results():
        assert result.points == plain_points(variant, record.maker, record.tricks[record.maker], record.lone_defender)


def test_r21_the_makers_tricks_alone_pay_the_same_as_a_tally() -> None:
    for variant, record, dealer, by_tally in results():
        taken = HandRecord(
            maker=record.maker,
            alone=record.alone,
            lone_defender=record.lone_defender,
            maker_tricks=record.tricks[record.maker],
        )
        by_maker = result_of(taken, dealer, make_rules(variant))
        assert by_maker.points == by_tally.points
        assert by_maker.outcome == by_tally.outcome
        for known, counted in zip(by_maker.tricks, by_tally.tricks, strict=True):
            assert known in (None, counted)


def test_r21_what_a_single_defender_took_follows_from_the_makers_tricks() -> None:
    for taken, lone in product(range(6), (1, 2)):
        result = result_of(HandRecord(maker=0, lone_defender=lone, maker_tricks=taken))
        assert result.tricks[0] == taken
        assert result.tricks[lone] == 5 - taken
        assert result.tricks[3 - lone] == 0
    for taken in range(6):
        assert result_of(HandRecord(maker=1, maker_tricks=taken), 0, make_rules(TWO)).tricks == (5 - taken, taken)


def test_r29_maker_and_defenders_never_score_in_one_hand() -> None:
    for _, record, _, result in results():
        scoring = {seat for seat, points in enumerate(result.points) if points}
        assert scoring
        assert scoring == {record.maker} or record.maker not in scoring


def test_points_come_from_the_table_only() -> None:
    assert {point for variant, _, _, result in results() if variant == TWO for point in result.points} == {0, 1, 2}
    assert {point for variant, _, _, result in results() if variant == THREE for point in result.points} == {
        0,
        1,
        2,
        3,
        4,
    }


def test_r25_and_r28_both_defenders_score_the_same_even_who_sat_out() -> None:
    for _, record, _, result in results():
        defenders = [points for seat, points in enumerate(result.points) if seat != record.maker]
        assert len(set(defenders)) == 1


def test_r20_tricks_add_to_five_and_none_belongs_to_who_sits_out() -> None:
    for variant, record, _, result in results():
        assert sum(result.tricks) == 5
        for seat in plain_resting(variant, record.maker, record.lone_defender):
            assert result.tricks[seat] == 0


def test_r21_a_lone_defender_has_what_the_maker_has_not() -> None:
    for _, record, _, result in results():
        if record.lone_defender is not None:
            assert result.tricks[record.lone_defender] == 5 - result.tricks[record.maker]


def test_r21_a_trick_for_who_sits_out_is_refused() -> None:
    refused = [record for _, record in WITH_LONE_DEFENDER if rests_with_a_trick(record)]
    assert len(refused) == 252 - 72
    for record in refused:
        (resting,) = plain_resting(THREE, record.maker, record.lone_defender)
        assert faults_of(record) == {("trick_for_sitting_out", f"tricks.{resting}")}


@pytest.mark.parametrize("lead", LonerLead)
def test_r18_the_first_lead(lead: LonerLead) -> None:
    for variant, record, dealer, _ in results():
        rules = make_rules(variant) if variant == TWO else make_rules(variant, loner_lead=lead)
        eldest = variant == TWO or lead == LonerLead.ELDEST
        leader = result_of(record, dealer, rules).leader
        assert leader == plain_leader(variant, dealer, record.maker, record.alone, record.lone_defender, eldest)
        assert leader not in plain_resting(variant, record.maker, record.lone_defender)


def test_r18_by_itself_a_lone_makers_left_neighbour_leads_and_against_a_lone_defender_the_maker() -> None:
    for maker, dealer in product(range(3), range(3)):
        left, right = (maker + 1) % 3, (maker + 2) % 3
        assert result_of(HandRecord(maker=maker, alone=True, maker_tricks=3), dealer).leader == left
        for lone in (left, right):
            assert result_of(HandRecord(maker=maker, lone_defender=lone, maker_tricks=3), dealer).leader == maker
            both = HandRecord(maker=maker, alone=True, lone_defender=lone, maker_tricks=3)
            assert result_of(both, dealer).leader == lone


@pytest.mark.parametrize(("variant", "seats"), SEATS.items())
def test_any_other_tally_is_refused(variant: str, seats: int) -> None:
    for tricks in product(range(-1, 7), repeat=seats):
        judgement = judge(HandRecord(maker=0, tricks=tricks), 0, make_rules(variant))
        assert (judgement.result is not None) == (tricks in all_tallies(seats))


@pytest.mark.parametrize("variant", SEATS)
def test_any_other_number_of_tricks_is_refused(variant: str) -> None:
    for taken in (-1, 6, 7, 100):
        assert faults_of(HandRecord(maker=0, maker_tricks=taken), 0, make_rules(variant)) == {
            ("bad_tricks", "maker_tricks")
        }
