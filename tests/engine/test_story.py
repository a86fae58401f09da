"""A hand as it was seen: its moments in order, what lay where, and what can't be told."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Suit
from engine.events import Deal, Reseat, Undo
from engine.exchange import NOTHING_KNOWN
from engine.generate import random_hand
from engine.hands import judge_hand
from engine.holdings import UNKNOWN_HOLDING, settle, sort_cards, swap
from engine.house_rules import HouseRules
from engine.moments import Kind, Mark, Moment, Story
from engine.records import HandKind, HandRecord, MadeHow
from engine.story import tell
from engine.timeline import order_at
from tests.engine.builders import FOUR, THREE, A, B, C, made, make_rules, play
from tests.engine.deals import DUMMY, WHOLE, cards, full, lists
from tests.engine.strategies import house_rules, wild_cards, wild_records

RULES = make_rules()


def story(record: HandRecord | None = None, dealer: int = A, rules: HouseRules = RULES, **changes: Any) -> Story:
    told = tell(full(**changes) if record is None else record, dealer, rules)
    assert told is not None
    return told


def kinds(told: Story) -> list[str]:
    return [str(moment.kind) for moment in told.moments]


def at(told: Story, kind: Kind, number: int = 0) -> Moment:
    return [moment for moment in told.moments if moment.kind == kind][number]


# The order


def test_a_whole_hand_from_the_deal_to_the_result() -> None:
    told = story()
    assert kinds(told) == ["deal", "call", "call", "pick_up", "exchange", *["play"] * 15, "result"]
    assert [(it.seat, it.call, it.how) for it in told.moments[1:3]] == [
        (B, "Pass", None),
        (C, "Order", MadeHow.ASSISTED),
    ]
    assert [(trick.winner, [laid.seat for laid in trick.cards]) for trick in told.tricks[:3]] == [
        (B, [B, C, A]),
        (C, [B, C, A]),
        (C, [C, A, B]),
    ]
    assert told.moments[-1].scene.taken == (0, 1, 4)


def test_a_quick_hand_has_no_story() -> None:
    assert tell(made(A), A, RULES) is None


def test_the_card_turned_up_lies_there_until_somebody_takes_it() -> None:
    told = story()
    assert [moment.scene.upcard for moment in told.moments[:5]] == ["9h", "9h", "9h", None, None]
    assert told.moments[1].scene.trump is None
    assert (told.moments[2].scene.trump, told.moments[2].scene.maker) == (Suit.HEARTS, C)


def test_it_is_turned_down_by_the_last_pass_of_the_first_round() -> None:
    told = story(calls=("Pass", "Pass", "Pass", "s"), discard=None, exchanges=(), tricks=())
    turned = [(moment.scene.turned_down, moment.turns_down) for moment in told.moments[:5]]
    assert turned == [(False, False), (False, False), (False, False), (True, True), (True, False)]
    assert at(told, Kind.CALL, 3).how == MadeHow.NAMED


def test_what_the_dealer_and_the_maker_do_with_their_cards() -> None:
    told = story()
    pick_up, exchange = at(told, Kind.PICK_UP), at(told, Kind.EXCHANGE)
    assert (pick_up.seat, pick_up.cards, pick_up.laid) == (A, ("9c",), ("9h",))
    assert {*pick_up.scene.holdings[A]} == {"9h", "9d", "Tc", "Td", "Kh"}
    assert (exchange.seat, exchange.cards, exchange.laid) == (C, ("Ah", "Th"), ("Kc", "Qc"))
    assert {*exchange.scene.holdings[C]} == {"Jh", "Jd", "As", "Ah", "Th"}
    assert {*exchange.scene.holdings[DUMMY]} == {"Ks", "Js", "Jc", "Kc", "Qc"}
    assert exchange.scene.aside


def test_the_dealer_may_do_without_the_card() -> None:
    told = story(discard="9h", tricks=())
    assert at(told, Kind.LEAVE).laid == ("9h",)
    assert {*at(told, Kind.LEAVE).scene.holdings[A]} == {*WHOLE.holdings[A]}


def test_a_maker_who_plays_the_five_dealt_took_nothing_from_the_dummy() -> None:
    tricks = lists("Ac Kc Tc, Ad Jd 9d, Jh 9h Qh, As Td 9s, Qc Kh Ts")
    told = story(exchanges=(), tricks=tricks)
    assert (at(told, Kind.EXCHANGE).cards, at(told, Kind.EXCHANGE).laid) == ((), ())
    assert at(told, Kind.PLAY).scene.holdings[DUMMY] == sort_cards(WHOLE.holdings[DUMMY], Suit.HEARTS)


def test_who_is_alone_and_who_sits_out() -> None:
    told = story(exchanges=(), tricks=(), alone=True, lone_defender=B)
    assert kinds(told)[-4:] == ["alone", "defend_alone", "untold", "result"]
    assert at(told, Kind.ALONE).scene.alone == {C}
    assert at(told, Kind.DEFEND_ALONE).scene.alone == {B, C}
    assert at(told, Kind.DEFEND_ALONE).scene.resting == {A}


def test_without_calls_the_maker_is_told_and_not_how_it_came_to_that() -> None:
    told = story(calls=None, maker=C, trump=Suit.HEARTS)
    assert kinds(told)[:2] == ["deal", "made"]
    assert (told.moments[1].seat, told.moments[1].how) == (C, None)
    assert story(calls=None, maker=C, round=1).moments[1].how == MadeHow.ASSISTED


def test_a_hand_that_nobody_made_ends_after_the_calls() -> None:
    told = story(full(calls=("Pass",) * 6, discard=None, exchanges=(), tricks=(), kind=HandKind.PASSED_OUT))
    assert kinds(told) == ["deal", *["call"] * 6, "result"]
    assert kinds(story(full(kind=HandKind.MISDEAL))) == ["deal", "call", "call", "result"]


def test_the_rest_is_claimed_or_was_not_written_down() -> None:
    told = story(tricks=WHOLE.tricks[:3], claimed=C)
    assert kinds(told)[-2:] == ["claim", "result"]
    assert at(told, Kind.CLAIM).seat == C
    assert kinds(story(tricks=WHOLE.tricks[:3], maker_tricks=4))[-2:] == ["untold", "result"]


# A renege


def test_a_renege_marks_the_card_and_the_one_that_shows_it() -> None:
    """Diamonds are asked, A plays a club and has the nine of diamonds: it falls in the next trick."""
    tricks = lists("Ad Jd Tc, Jh Td Qh, Ah 9d 9s")
    told = story(full(kind=HandKind.PENALTY, offender=A, tricks=tricks, holdings=(), exchanges=(), discard=None))
    marks = {laid.card: laid.mark for trick in told.tricks for laid in trick.cards if laid.mark}
    assert marks == {"Tc": Mark.REVOKE, "Td": Mark.SHOWN}
    assert [moment.mark for moment in told.moments if moment.cards == ("Tc",)] == [Mark.REVOKE]
    assert kinds(told)[-2:] == ["renege", "result"]
    assert at(told, Kind.RENEGE).seat == A


def test_a_renege_may_end_the_hand_in_the_middle_of_a_trick() -> None:
    told = story(full(kind=HandKind.PENALTY, offender=A, tricks=lists("Ad Jd Tc, Jh")))
    assert [(trick.winner, [laid.mark for laid in trick.cards]) for trick in told.tricks] == [
        (C, [None, None, Mark.REVOKE]),
        (None, [None]),
    ]
    assert at(told, Kind.RENEGE).scene.winner is None


# What nobody knows


def test_unknown_holdings_show_what_was_played_of_them_and_backs() -> None:
    told = story(holdings=(), tricks=WHOLE.tricks[:2], claimed=C)
    deal, first = told.moments[0].scene.holdings, at(told, Kind.PLAY).scene.holdings
    assert deal[A] == deal[C] == deal[DUMMY] == UNKNOWN_HOLDING  # A picks up, C takes the dummy
    assert deal[B] == ("Ac", "Ad", *UNKNOWN_HOLDING[2:])
    assert {*first[A]} == {"9h", "Tc", "9d", NOTHING_KNOWN}
    assert {*first[C]} == {"Ah", "Th", "As", "Jd", NOTHING_KNOWN}
    assert {*first[DUMMY]} == {"Kc", "Qc", NOTHING_KNOWN}
    open_dummy = story(holdings=(), exchanges=(), tricks=WHOLE.tricks[:2], claimed=C)
    assert at(open_dummy, Kind.PLAY).scene.holdings[DUMMY] == UNKNOWN_HOLDING


def test_a_discard_that_nobody_wrote_down_leaves_a_holding_open() -> None:
    told = story(calls=("Pass", "Pass", "Order"), discard=None, exchanges=(), tricks=())
    assert at(told, Kind.PICK_UP).cards == ()
    assert at(told, Kind.PICK_UP).scene.holdings[A] == UNKNOWN_HOLDING
    assert "pick_up" not in kinds(story(discard=None))  # it may have been left


def test_an_unknown_card_of_a_holding_is_the_one_that_is_played() -> None:
    held = lists("9c 9d Tc Td Kh, 9s Ts Xx Ad Qh, Jh Jd As Kc Qc, Ks Js Jc Ah Th")
    told = story(holdings=held)
    assert NOTHING_KNOWN in told.moments[0].scene.holdings[B]
    assert {*at(told, Kind.PLAY).scene.holdings[B]} == {"9s", "Ts", "Ad", "Qh"}


def test_holdings_with_unknown_cards() -> None:
    assert swap(cards("9c Xx"), ("9h",), ("9c",), 24) == ("Xx", "9h")
    assert swap(cards("9c Xx"), ("9h",), ("Ah",), 24) == ("9c", "9h")
    assert swap(cards("9c 9d"), (), ("Ah",), 24) == UNKNOWN_HOLDING
    assert swap(cards("9c 9d"), ("9h",), None, 24) == UNKNOWN_HOLDING
    assert settle(cards("9c Xh"), ("Ah",), 24) == ("Ah", "9c")
    assert settle(cards("9c Xh"), ("Ad",), 24) is None
    assert settle(cards("9c Xx"), ("Xx",), 24) == ("Xx", "9c")


def test_cards_are_sorted_as_people_do() -> None:
    held = cards("9c Xx Js B Jc As Ah")
    assert sort_cards(held, None) == cards("B As Js Ah Jc 9c Xx")
    assert sort_cards(held, Suit.CLUBS) == cards("B Jc Js 9c As Ah Xx")


# Any hand


@pytest.mark.parametrize("variant", [THREE, FOUR])
def test_partners_of_a_lone_maker_keep_their_cards(variant: str) -> None:
    rules, chance = make_rules(variant), Random(5)
    records = (random_hand(chance, 0, rules) for _ in range(200))
    lone = next(record for record in records if record.alone and judge_hand(record, 0, rules).result)
    last = story(lone, 0, rules).moments[-1].scene
    assert all(len(last.holdings[seat]) == 5 for seat in last.resting)


@given(st.data())
def test_a_lawful_hand_is_told_as_it_is_judged(data: st.DataObject) -> None:
    rules, chance = data.draw(house_rules()), Random(data.draw(st.integers(0, 10**9)))
    dealer = chance.randrange(rules.game.seats)
    record = random_hand(chance, dealer, rules)
    told, result = story(record, dealer, rules), judge_hand(record, dealer, rules).result
    assert record.cards is not None
    assert result is not None
    assert tuple(trick.winner for trick in told.tricks) == result.winners
    assert told.moments[-1].scene.taken == (result.tricks or (0,) * rules.game.seats)
    assert [laid.card for trick in told.tricks for laid in trick.cards] == [
        card for trick in record.cards.tricks for card in trick
    ]
    first = next((number for number, it in enumerate(told.moments) if it.kind == Kind.PLAY), None)
    if first is None:
        return
    before = Counter(card for holding in told.moments[first - 1].scene.holdings for card in holding)
    for number, moment in enumerate(told.moments[first:-1], 1):
        held = Counter(card for holding in moment.scene.holdings for card in holding)
        # Whoever didn't write down the exchange leaves open what lies in the dummy.
        if moment.kind == Kind.PLAY and NOTHING_KNOWN not in held:
            assert sum((before - held).values()) == number
            assert not held - before


@given(house_rules(), st.data())
def test_any_record_whatever_is_told(rules: HouseRules, data: st.DataObject) -> None:
    dealer = data.draw(st.integers(0, rules.game.seats - 1))
    record = replace(data.draw(wild_records()), cards=data.draw(wild_cards()))
    told = story(record, dealer, rules)
    assert told.moments[0].kind == Kind.DEAL
    assert told.moments[-1].kind == Kind.RESULT


# Who sat where


def test_the_seats_of_a_hand_are_those_of_its_time() -> None:
    events = [Deal("h1", made(0)), Reseat((2, 0, 1), "h1"), Deal("h2", made(0), "h1"), Undo(2)]
    assert order_at(events[:3], 3, "h1") == (0, 1, 2)
    assert order_at(events[:3], 3, "h2") == (2, 0, 1)
    assert order_at(events, 3, "h2") == (0, 1, 2)
    assert play(*events[:3]).order == (2, 0, 1)
