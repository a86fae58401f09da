"""Judging a record: every problem at once or a result, never both, and never an exception."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Suit
from engine.hands import _judge_plain, judge_hand
from engine.house_rules import HouseRules
from engine.records import HandKind, HandRecord
from engine.scoring import Outcome
from tests.engine.builders import (
    MISDEAL,
    PASSED_OUT,
    TWO,
    A,
    B,
    C,
    faults_of,
    judge,
    made,
    make_rules,
    penalty,
    result_of,
    tally,
)
from tests.engine.strategies import house_rules, lawful_records, wild_records


def test_every_problem_of_a_record_is_reported_at_once() -> None:
    record = HandRecord(maker=7, lone_defender=9, tricks=(6, 0), claimed=8, offender=A, round=3, upcard="8h")
    assert faults_of(record) == {
        ("not_in_kind", "offender"),
        ("bad_seat", "maker"),
        ("bad_seat", "lone_defender"),
        ("bad_card", "upcard"),
        ("bad_round", "round"),
        ("tally_size", "tricks"),
        ("bad_seat", "claimed"),
    }


def test_every_wrong_number_of_a_tally_is_reported_in_its_place() -> None:
    assert faults_of(tally(A, 7, -2, 1)) == {
        ("bad_tricks", "tricks.0"),
        ("bad_tricks", "tricks.1"),
        ("trick_total", "tricks"),
    }


def test_a_penalty_reports_contract_and_offender_together() -> None:
    record = penalty(None, None, alone=True, maker_tricks=2)
    assert faults_of(record, A, make_rules(TWO)) == {
        ("not_in_kind", "maker_tricks"),
        ("maker_missing", "maker"),
        ("alone_not_offered", "alone"),
        ("offender_missing", "offender"),
    }


def test_a_hand_that_nobody_made_has_nothing_of_a_made_one() -> None:
    everything = HandRecord(
        kind=HandKind.PASSED_OUT,
        maker=A,
        alone=True,
        lone_defender=B,
        maker_tricks=3,
        tricks=(3, 1, 1),
        claimed=A,
        offender=A,
        round=1,
        trump=Suit.CLUBS,
    )
    named = {"maker", "alone", "lone_defender", "maker_tricks", "tricks", "claimed", "offender", "round", "trump"}
    for kind in (HandKind.PASSED_OUT, HandKind.MISDEAL):
        assert faults_of(replace(everything, kind=kind)) == {("not_in_kind", name) for name in named}


@pytest.mark.parametrize("seat", [-1, 3, 99, -(10**30), 10**30])
def test_a_seat_that_is_not_there_is_a_problem_not_an_error(seat: int) -> None:
    for field in ("maker", "lone_defender", "claimed", "offender"):
        for record in (made(A), tally(A, 3, 1, 1), tally(A, 2, 1, 0), penalty(A, B), PASSED_OUT, MISDEAL):
            judgement = judge(replace(record, **{field: seat}))
            assert judgement.result is None
            assert field in {problem.field for problem in judgement.problems}
            assert all(problem.seat in (None, A, B, C) for problem in judgement.problems)


@given(st.data())
def test_any_record_whatever_gives_a_result_or_problems_and_never_both(data: st.DataObject) -> None:
    rules = data.draw(house_rules())
    record = data.draw(wild_records())
    judgement = judge_hand(record, data.draw(st.integers(0, rules.game.seats - 1)), rules)
    assert (judgement.result is None) == bool(judgement.problems)
    for problem in judgement.problems:
        assert str(problem)
        assert problem.seat is None or 0 <= problem.seat < rules.game.seats
    if judgement.result:
        assert len(judgement.result.points) == rules.game.seats


@given(st.data())
def test_a_lawful_record_has_no_problem(data: st.DataObject) -> None:
    rules = data.draw(house_rules())
    record = data.draw(lawful_records(rules))
    assert judge_hand(record, data.draw(st.integers(0, rules.game.seats - 1)), rules).problems == ()


@given(wild_records(), st.integers(0, 2))
def test_judging_again_says_the_same(record: HandRecord, dealer: int) -> None:
    first = judge_hand(record, dealer, HouseRules())
    assert judge_hand(replace(record), dealer, HouseRules()) == first


# What a result tells


def test_a_result_repeats_what_was_said_and_invents_nothing() -> None:
    result = result_of(made(B, 3, trump=Suit.HEARTS))
    assert (result.maker, result.trump, result.defenders) == (B, Suit.HEARTS, (A, C))
    assert result.tricks == (None, 3, None)
    assert result.winners == ()
    assert result.made_how is None
    assert result_of(made(B, 3)).trump is None


def test_r21_who_took_nothing_is_known_when_the_maker_took_everything() -> None:
    assert result_of(made(B, 5)).tricks == (0, 5, 0)
    assert result_of(made(B, 0)).tricks == (None, 0, None)


def test_r13_a_passed_out_hand_pays_nobody() -> None:
    result = result_of(PASSED_OUT)
    assert (result.outcome, result.points, result.redeal) == (Outcome.PASSED_OUT, (0, 0, 0), False)
    assert (result.maker, result.leader, result.tricks) == (None, None, ())
    assert result_of(PASSED_OUT, A, make_rules(TWO)).points == (0, 0)


def test_r7_a_misdeal_pays_nobody_and_is_dealt_again() -> None:
    result = result_of(MISDEAL)
    assert (result.outcome, result.points, result.redeal) == (Outcome.MISDEAL, (0, 0, 0), True)


def test_r30_a_penalty_has_no_tricks() -> None:
    result = result_of(penalty(A, C, alone=True))
    assert (result.outcome, result.tricks, result.maker, result.leader) == (Outcome.PENALTY, (), A, B)


def test_e36_the_rest_goes_to_who_claimed_it() -> None:
    assert result_of(tally(A, 2, 1, 0, claimed=A)).tricks == (4, 1, 0)
    assert result_of(tally(A, 2, 1, 0, claimed=C)).points == (0, 2, 2)
    assert result_of(tally(A, 0, 0, 0, claimed=B)).tricks == (0, 5, 0)
    assert result_of(tally(A, 2, 1, 0, claimed=A, maker_tricks=4)).points == (1, 0, 0)


@pytest.mark.parametrize(("taken", "claimed"), [(1, A), (5, A), (0, B), (4, B), (4, C)])
def test_r21_a_claim_may_stand_beside_the_makers_tricks(taken: int, claimed: int) -> None:
    assert faults_of(made(A, taken, claimed=claimed)) == set()


def test_r11_a_record_without_what_the_dealer_did_fits_both_rules() -> None:
    record = made(B, 3, round=1, upcard="Jd", trump=Suit.DIAMONDS)
    assert judge(record) == judge(record, A, make_rules(must_take_upcard=True))


def test_r4_the_joker_fits_any_suit_that_the_dealer_names() -> None:
    rules = make_rules(pack=25)
    for suit in Suit:
        assert faults_of(made(A, 3, upcard="B", trump=suit), A, rules) == set()
    again = make_rules(pack=25, joker_turned_up="deal_again")
    assert faults_of(HandRecord(kind=HandKind.MISDEAL, upcard="B"), A, again) == set()


def test_r1_sevens_and_eights_belong_to_the_pack_of_32() -> None:
    assert faults_of(made(A, 3, upcard="7c"), A, make_rules(pack=32)) == set()
    assert faults_of(made(A, 3, upcard="7c")) == {("bad_card", "upcard")}


def test_only_plain_records_are_remembered_so_that_memory_is_bounded() -> None:
    _judge_plain.cache_clear()
    judge(made(A, 3, upcard="x" * 1000))
    judge(tally(A, *range(1000)))
    assert _judge_plain.cache_info().currsize == 0
    judge(made(A, 3))
    judge(made(A, 3))
    assert (_judge_plain.cache_info().currsize, _judge_plain.cache_info().hits) == (1, 1)
