"""Each house rule changes exactly the hands that it is about, and no other.

Every hand of a large sample is judged with a rule changed and unchanged; those that come out differently must be
those that a plain sentence about the record picks out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from engine.cards import Suit
from engine.house_rules import CHOICES, HouseRules
from engine.records import HandKind, HandRecord
from tests.engine.builders import FOUR, MISDEAL, PASSED_OUT, TWO, faults_of, judge, made, make_rules, penalty

PLAYED, PENALTY = HandKind.PLAYED, HandKind.PENALTY

type Picks = Callable[[HandRecord], bool]


def contracts(seats: int) -> Iterator[dict[str, Any]]:
    for maker, lone, alone in product(range(seats), (None, *range(seats)), (False, True)):
        if lone != maker:
            yield {"maker": maker, "lone_defender": lone, "alone": alone}


def sample(seats: int) -> Iterator[HandRecord]:
    for contract in contracts(seats):
        yield from (HandRecord(**contract, maker_tricks=taken) for taken in range(6))
        yield from (HandRecord(kind=PENALTY, **contract, offender=offender) for offender in range(seats))
    for round_, trump, upcard in product((None, 1, 2), (None, *Suit), (None, "9s", "7s", "B")):
        yield made(1, 3, round=round_, trump=trump, upcard=upcard)
    for upcard in (None, "9s", "7s", "B"):
        yield HandRecord(kind=HandKind.PASSED_OUT, upcard=upcard)
        yield HandRecord(kind=HandKind.MISDEAL, upcard=upcard)


def lone(record: HandRecord) -> bool:
    return record.lone_defender is not None


def played(record: HandRecord, low: int, high: int) -> bool:
    return record.kind == PLAYED and low <= (record.maker_tricks or 0) <= high


def fits_the_upcard(record: HandRecord) -> bool:
    """The call fits the card turned up, in the pack of 24 (R9, R12)."""
    if record.upcard == "9s" and record.trump is not None:
        return (record.round, record.trump == Suit.SPADES) not in ((1, False), (2, True))
    return record.upcard in (None, "9s")


def lawful_penalty(record: HandRecord) -> bool:
    rests = lone(record) and record.offender not in (record.maker, record.lone_defender)
    return record.kind == PENALTY and not rests


def by_maker(record: HandRecord) -> bool:
    return lawful_penalty(record) and record.offender == record.maker


def by_defender(record: HandRecord) -> bool:
    return lawful_penalty(record) and record.offender != record.maker


def plain(record: HandRecord) -> bool:
    return not record.alone and not lone(record)


# (choice, value, the other choices it is tried beside, the hands that it changes)
SWITCHES: list[tuple[str, Any, dict[str, Any], Picks]] = [
    ("pack", 25, {}, lambda it: it.upcard == "B"),
    ("pack", 32, {}, lambda it: it.upcard == "7s"),
    ("target", 5, {}, lambda it: False),
    ("finish", "highest_play_on", {}, lambda it: False),
    ("joker_turned_up", "deal_again", {}, lambda it: False),
    # With the dealer's joker only a misdeal remains. The maker of the sample is not the dealer: refused both ways.
    ("joker_turned_up", "deal_again", {"pack": 25}, lambda it: it.upcard == "B" and it.kind != HandKind.MISDEAL),
    ("must_take_upcard", True, {}, lambda it: False),  # R11: a record fits both
    ("may_name_turned_down", True, {}, lambda it: it.round == 2 and it.upcard == "9s" and it.trump == Suit.SPADES),
    ("stick_the_dealer", True, {}, lambda it: it.kind == HandKind.PASSED_OUT),
    ("dummy", False, {}, lambda it: it.alone),
    ("going_alone", False, {}, lambda it: it.alone or lone(it)),
    ("lone_defence", "never", {}, lone),
    ("lone_defence", "against_lone_maker", {}, lambda it: lone(it) and not it.alone),
    ("made", 4, {}, lambda it: played(it, 3, 4) and fits_the_upcard(it)),
    ("march", 6, {}, lambda it: not it.alone and (played(it, 5, 5) or by_defender(it))),
    ("march_alone", 6, {}, lambda it: it.alone and (played(it, 5, 5) or by_defender(it))),
    ("euchred", 6, {}, lambda it: plain(it) and (played(it, 0, 2) or by_maker(it))),
    ("euchred_alone", 6, {}, lambda it: it.alone and not lone(it) and (played(it, 0, 2) or by_maker(it))),
    ("lone_defence_euchre", 6, {}, lambda it: lone(it) and played(it, 1, 2)),
    ("lone_defence_march", 6, {}, lambda it: lone(it) and (played(it, 0, 0) or by_maker(it))),
    ("resting_defender_scores", False, {}, lambda it: lone(it) and (played(it, 0, 2) or by_maker(it))),
    ("revoke", "offender_loses", {}, lawful_penalty),
    ("revoke_loss", 7, {}, lambda it: False),
    ("revoke_loss_alone", 7, {}, lambda it: False),
    ("revoke_loss", 7, {"revoke": "offender_loses"}, lambda it: lawful_penalty(it) and plain(it)),
    ("revoke_loss_alone", 7, {"revoke": "offender_loses"}, lambda it: lawful_penalty(it) and not plain(it)),
]


def differing(before: HouseRules, after: HouseRules, dealer: int) -> set[HandRecord]:
    """Hands that come out otherwise; who leads is looked at by itself."""
    hands = sample(before.game.seats)
    return {hand for hand in hands if judge(hand, dealer, before) != judge(hand, dealer, after)}


@pytest.mark.parametrize(("name", "value", "beside", "picks"), SWITCHES)
def test_a_house_rule_changes_the_hands_that_it_is_about(
    name: str, value: Any, beside: dict[str, Any], picks: Picks
) -> None:
    before = make_rules(**beside)
    after = before.change(**{name: value})
    assert before.problems() == after.problems() == ()
    assert differing(before, after, dealer=0) == {hand for hand in sample(3) if picks(hand)}


def test_r18_the_lead_changes_with_nobody_but_loners() -> None:
    for dealer in range(3):
        changed = differing(make_rules(), make_rules(loner_lead="eldest"), dealer)
        assert changed
        assert all(not plain(hand) for hand in changed)


def test_r17_the_canadian_loner_is_about_the_dealers_partner_in_round_one_only() -> None:
    before = make_rules(FOUR)
    changed = {
        (dealer, hand) for dealer in range(4) for hand in differing(before, before.change(canadian_loner=True), dealer)
    }
    expected = {
        (dealer, hand)
        for dealer in range(4)
        for hand in sample(4)
        if hand.round == 1 and hand.maker == (dealer + 2) % 4 and not hand.alone
    }
    assert changed == expected


def test_every_choice_was_tried() -> None:
    assert {name for name, *_ in SWITCHES} | {"loner_lead", "canadian_loner"} == set(CHOICES)


@pytest.mark.parametrize(("name", "value"), [("made", 3), ("march", 5), ("euchred", 4), ("stick_the_dealer", True)])
def test_the_same_rules_hold_in_two_handed(name: str, value: Any) -> None:
    picks = next(picks for tried, _, beside, picks in SWITCHES if tried == name and not beside)
    changed = differing(make_rules(TWO), make_rules(TWO, **{name: value}), dealer=0)
    assert changed == {hand for hand in sample(2) if picks(hand) and not hand.alone and not lone(hand)}


# How the switches refuse


def test_r16_no_dummy_leaves_the_maker_nothing_to_be_alone_without() -> None:
    rules = make_rules(dummy=False)
    assert faults_of(made(0, 3, alone=True), 0, rules) == {("alone_not_offered", "alone")}
    assert faults_of(made(0, 3, lone_defender=1), 0, rules) == set()


def test_r16_nobody_alone_includes_no_lone_defence() -> None:
    rules = make_rules(going_alone=False)
    assert faults_of(made(0, 3, alone=True, lone_defender=1), 0, rules) == {
        ("alone_not_offered", "alone"),
        ("lone_defence_not_offered", "lone_defender"),
    }


def test_r16_a_lone_defence_only_against_a_lone_maker_says_so() -> None:
    rules = make_rules(lone_defence="against_lone_maker")
    assert faults_of(made(0, 3, lone_defender=1), 0, rules) == {("lone_defence_needs_lone_maker", "lone_defender")}
    assert faults_of(made(0, 3, lone_defender=1, alone=True), 0, rules) == set()


def test_r13_a_dealer_who_is_stuck_cannot_pass() -> None:
    assert faults_of(PASSED_OUT, 0, make_rules(stick_the_dealer=True)) == {("dealer_must_name", "kind")}
    assert faults_of(MISDEAL, 0, make_rules(stick_the_dealer=True)) == set()


def test_r12_the_suit_turned_down_may_be_named_where_the_house_says_so() -> None:
    record = made(1, 3, round=2, trump=Suit.SPADES, upcard="9s")
    assert faults_of(record) == {("turned_down_suit", "trump")}
    assert faults_of(record, 0, make_rules(may_name_turned_down=True)) == set()


def test_r30_a_penalty_has_no_other_use_than_a_revoke() -> None:
    assert faults_of(penalty(0, 1), 0, make_rules(revoke="offender_loses")) == set()
