"""Entering a hand card by card: every hand can be entered, and what is called impossible is."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.auction import lawful_calls
from engine.cards import PACKS
from engine.generate import random_hand
from engine.hands import judge_hand
from engine.house_rules import HouseRules
from engine.records import CardRecord, HandKind, HandRecord
from engine.scoring import Outcome
from engine.trump import may_play
from engine.turns import Act, Turn, turn_after
from tests.engine.builders import FOUR, THREE, TWO, A, B, C, make_rules
from tests.engine.deals import WHOLE, cards, full, lists
from tests.engine.strategies import house_rules, wild_records


def turn(record: HandRecord, dealer: int = A, **changes: object) -> Turn:
    return turn_after(record, dealer, make_rules(**changes))


# The auction


def ends(rules: HouseRules, upcard: str = "9s", calls: tuple[str, ...] = ()) -> int:
    """How many auctions there are, by trying every lawful call."""
    options = lawful_calls(calls, A, upcard, rules)
    return sum(ends(rules, upcard, (*calls, call)) for call in options) if options else 1


@pytest.mark.parametrize(("variant", "count"), [(TWO, 9), (THREE, 13), (FOUR, 17)])
def test_every_auction_of_a_deal(variant: str, count: int) -> None:
    assert ends(make_rules(variant)) == count
    assert ends(make_rules(variant, stick_the_dealer=True)) == count - 1
    seats = make_rules(variant).game.seats
    assert ends(make_rules(variant, may_name_turned_down=True)) == count + seats
    assert ends(make_rules(variant, pack=25), "B") == 4  # R4: the dealer names one of four suits


def test_e15_the_dealer_who_is_stuck_must_name_one_of_three_suits() -> None:
    record = HandRecord(upcard="9s", cards=CardRecord(("Pass",) * 5))
    assert turn(record, stick_the_dealer=True) == Turn(Act.CALL, A, calls=("c", "d", "h"))
    assert turn(record) == Turn(Act.CALL, A, calls=("Pass", "c", "d", "h"))


def test_r8_the_eldest_speaks_first() -> None:
    assert turn(HandRecord(upcard="9s"), dealer=B) == Turn(Act.CALL, C, calls=("Pass", "Order"))
    assert turn(HandRecord(upcard="B"), pack=25) == Turn(Act.CALL, A, calls=("c", "d", "h", "s"))


def test_what_is_over_or_wrong_has_no_turn() -> None:
    assert turn(full()) == Turn()
    assert turn(HandRecord(upcard="9s", cards=CardRecord(("Pass",) * 6))) == Turn()
    assert turn(HandRecord(kind=HandKind.MISDEAL)) == Turn()
    assert [problem.code for problem in turn(full(calls=("Pass", "Order", "Pass"))).problems] == ["call_after_auction"]
    assert [problem.code for problem in turn(full(tricks=lists("Ac As Td"))).problems] == ["revoke"]


# Before the first lead


def test_r10_the_dealer_who_accepts_discards_one_of_six() -> None:
    record = full(calls=("Pass", "Pass", "Order"), discard=None, exchanges=(), tricks=())
    found = turn(record)
    assert (found.act, found.seat, set(found.cards)) == (Act.DISCARD, A, {*WHOLE.holdings[A], "9h"})
    assert found.certain


def test_r11_where_another_made_it_the_dealer_may_leave_the_card() -> None:
    found = turn(full(discard=None, exchanges=(), tricks=()))
    assert (found.act, found.seat) == (Act.PLAY, B)
    assert found.may == (
        (Act.DISCARD, A),
        (Act.GO_ALONE, C),
        (Act.EXCHANGE, C),
        (Act.DEFEND_ALONE, A),
        (Act.DEFEND_ALONE, B),
    )
    assert turn(full(discard=None, exchanges=(), tricks=()), must_take_upcard=True).act == Act.DISCARD


def test_r14_after_the_first_lead_nobody_may() -> None:
    assert turn(full(tricks=lists("Ac"))).may == ()
    assert turn(full(alone=True, exchanges=(), tricks=()), lone_defence="against_lone_maker").may == (
        (Act.DEFEND_ALONE, A),
        (Act.DEFEND_ALONE, B),
    )


# The play


def test_r19_who_can_follow_must() -> None:
    found = turn(full(tricks=lists("Ac As")))
    assert (found.act, found.seat, found.cards, found.certain) == (Act.PLAY, A, ("Tc",), True)
    assert found.revoking == ("9d", "9h", "Kh", "Td")
    assert {*found.impossible} == PACKS[24] - {"Tc", *found.revoking}


def test_of_unknown_holdings_only_what_lies_elsewhere_is_impossible() -> None:
    record = full(holdings=(), discard="9h", calls=("Pass", "Order"), exchanges=(), tricks=lists("Ac As"))
    found = turn(record)
    assert not found.certain
    assert {*found.impossible} == {"Ac", "As", "9h"}


def test_who_did_not_follow_has_no_such_card() -> None:
    record = HandRecord(
        upcard="9h", cards=CardRecord(("Pass", "Order"), discard="9h", tricks=lists("Ac As Tc, Ad Jd 9d"))
    )
    found = turn(record)
    assert (found.act, found.seat) == (Act.PLAY, C)
    # C threw a spade on clubs; the left bower is no diamond, so diamonds are gone too.
    assert all(card[1] in "hs" for card in found.cards)
    assert "Jc" not in found.cards
    # Yet it is seen at tables, and then it shows the revoke: only what lies elsewhere is impossible.
    assert {"Kc", "Jd"} <= {*found.revoking} | {*found.impossible}
    assert "Kc" in found.revoking


def test_r16_who_sits_out_has_no_turn() -> None:
    record = full(lone_defender=B, tricks=lists("Jh"))
    assert turn(record).seat == B
    assert turn(full(lone_defender=B, tricks=())).seat == C


def grow(record: HandRecord) -> list[HandRecord]:
    """A whole hand as it is entered: call by call, then the rest that comes before the play, then card by card."""
    whole = record.cards
    assert whole is not None
    before = CardRecord(calls=(), holdings=whole.holdings)
    steps = [
        HandRecord(upcard=record.upcard, cards=replace(before, calls=(whole.calls or ())[:n]))
        for n in range(len(whole.calls or ()))
    ]
    tricks: list[tuple[str, ...]] = []
    for trick in whole.tricks:
        steps += [
            replace(record, cards=replace(whole, tricks=(*tricks, trick[:n]) if n else tuple(tricks)))
            for n in range(len(trick))
        ]
        tricks.append(trick)
    return steps


@pytest.mark.parametrize("variant", [TWO, THREE, FOUR])
@pytest.mark.parametrize("known", [True, False])
def test_every_hand_can_be_entered_act_by_act(variant: str, known: bool) -> None:
    rules, chance = make_rules(variant), Random(5)
    for number in range(60):
        dealer = number % rules.game.seats
        record = random_hand(chance, dealer, rules)
        whole = record.cards
        assert whole is not None
        if not known:
            record = replace(record, cards=replace(whole, holdings=()))
        laid = [card for trick in whole.tricks for card in trick]
        said = [*(whole.calls or ())]
        for step in grow(record):
            found = turn_after(step, dealer, rules)
            assert found.problems == ()
            if found.act == Act.CALL:
                assert said.pop(0) in found.calls
            else:
                assert found.act == Act.PLAY
                card = laid.pop(0)
                assert card in found.cards
                parts = (*found.cards, *found.revoking, *found.impossible)
                assert len(parts) == len({*parts}) == rules.pack
        assert said == laid == []


@given(st.integers(0, 10**6))
def test_every_card_that_is_called_lawful_is_and_no_other(seed: int) -> None:
    rules = make_rules()
    record = random_hand(Random(seed), A, rules)
    size = 3 if record.lone_defender is None else 2
    for step in islice(grow(record), 3, 8):
        found = turn_after(step, A, rules)
        if found.act == Act.PLAY and found.certain and step.cards is not None:
            tricks = list(step.cards.tricks)
            started = tricks.pop() if tricks and len(tricks[-1]) < size else ()
            for card in PACKS[rules.pack]:
                grown = replace(step, cards=replace(step.cards, tricks=(*tricks, (*started, card))))
                # A whole trick is judged as it is; a part of one by the turn behind it.
                assert (turn_after(grown, A, rules).problems == ()) == (card in found.cards)


@given(st.data())
def test_any_record_whatever_has_a_turn_or_none(data: st.DataObject) -> None:
    rules = data.draw(house_rules())
    record = data.draw(wild_records())
    found = turn_after(record, data.draw(st.integers(0, rules.game.seats - 1)), rules)
    assert found.act is None or found.seat in range(rules.game.seats)


def test_an_unfinished_hand_is_lawful_as_far_as_it_goes() -> None:
    result = judge_hand(full(tricks=WHOLE.tricks[:3]), A, make_rules()).result
    assert result is not None
    assert (result.outcome, result.points, result.winners) == (Outcome.UNFINISHED, (0, 0, 0), (B, C, C))
    assert may_play(cards("Kh 9h Ad"), None, "h") == cards("Kh 9h Ad")  # type: ignore[arg-type]  # a plain letter is a suit
