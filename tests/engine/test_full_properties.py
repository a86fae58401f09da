"""Full records: random lawful ones, changed in one place, turned into other suits, against a second checker."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import JOKER, PACKS, TOKENS, Suit
from engine.generate import random_hand
from engine.hands import _judge_thoroughly, judge_hand
from engine.house_rules import HouseRules, default_rules
from engine.records import CardRecord, Exchange, HandKind, HandRecord
from engine.scoring import Outcome
from engine.stored import record_from_json, record_to_json
from tests.engine.plain_checker import plain_points_of
from tests.engine.strategies import house_rules

SEEDS = st.integers(0, 10**9)


def lawful(data: st.DataObject) -> tuple[HandRecord, int, HouseRules]:
    """A random lawful hand of any game."""
    rules = data.draw(house_rules())
    chance = Random(data.draw(SEEDS))
    dealer = chance.randrange(rules.game.seats)
    return random_hand(chance, dealer, rules), dealer, rules


def agree(record: HandRecord, dealer: int, rules: HouseRules) -> bool:
    """Whether the engine says the same as the plain checker; the answer is whether the record is lawful."""
    judgement = judge_hand(record, dealer, rules)
    points = plain_points_of(record, dealer, rules)
    assert (judgement.result is not None) == (points is not None), (points, judgement.problems)
    if judgement.result is not None:
        assert list(judgement.result.points) == points
    return points is not None


@given(st.data())
def test_random_hands_are_lawful_and_paid_as_the_plain_checker_says(data: st.DataObject) -> None:
    record, dealer, rules = lawful(data)
    assert agree(record, dealer, rules)
    assert record_from_json(record_to_json(record)) == record


@given(st.data())
def test_the_quick_way_and_the_thorough_one_say_the_same(data: st.DataObject) -> None:
    record, dealer, rules = lawful(data)
    record = change(data, record, rules) if data.draw(st.booleans()) else record
    assert record.cards is not None
    assert judge_hand(record, dealer, rules) == _judge_thoroughly(record, record.cards, dealer, rules)


@given(st.data())
def test_one_change_is_refused_or_lawful_for_the_plain_checker_too(data: st.DataObject) -> None:
    record, dealer, rules = lawful(data)
    for _ in range(5):
        agree(change(data, record, rules), dealer, rules)


def change(data: st.DataObject, record: HandRecord, rules: HouseRules) -> HandRecord:
    """One card, call or word of a record is another one, is missing, or is there twice."""
    cards = record.cards
    assert cards is not None
    card = st.sampled_from(sorted(PACKS[rules.pack]))
    what = data.draw(st.sampled_from(["call", "calls", "holding", "card", "trick", "swap", "discard", "alone", "lone"]))
    match what:
        case "call":
            calls = list(cards.calls or ())
            calls[data.draw(st.integers(0, len(calls) - 1))] = data.draw(st.sampled_from(["Pass", "Order", *Suit, "x"]))
            return with_calls(record, tuple(map(str, calls)), rules)
        case "calls":
            calls = list(cards.calls or ())
            more = data.draw(st.sampled_from(["Pass", "Order", "h"]))
            return with_calls(record, tuple([*calls, more] if data.draw(st.booleans()) else calls[:-1]), rules)
        case "holding":
            return with_cards(record, holdings=one_changed(data, cards.holdings, data.draw(card)))
        case "card" if cards.tricks:
            return with_cards(record, tricks=one_changed(data, cards.tricks, data.draw(card)))
        case "trick" if cards.tricks:
            place = data.draw(st.integers(0, len(cards.tricks) - 1))
            shorter = [*cards.tricks[:place], cards.tricks[place][1:], *cards.tricks[place + 1 :]]
            longer = [*cards.tricks, cards.tricks[place]]
            turned = [*cards.tricks[:place], cards.tricks[place][::-1], *cards.tricks[place + 1 :]]
            return with_cards(record, tricks=tuple(data.draw(st.sampled_from([shorter, longer, turned]))))
        case "swap":
            return with_cards(record, exchanges=data.draw(exchanges(cards, rules)))
        case "discard":
            return with_cards(record, discard=data.draw(st.none() | card))
        case "alone":
            return replace(record, alone=not record.alone)
        case _:
            seats = st.integers(0, rules.game.seats - 1)
            return replace(record, lone_defender=data.draw(st.none() | seats))


def with_cards(record: HandRecord, **changes: Any) -> HandRecord:
    assert record.cards is not None
    return replace(record, cards=replace(record.cards, **changes))


def with_calls(record: HandRecord, calls: tuple[str, ...], rules: HouseRules) -> HandRecord:
    """With other calls the kind of the hand may be another one."""
    passed = calls[: 2 * rules.game.seats] == ("Pass",) * (2 * rules.game.seats) and record.upcard != JOKER
    kind = HandKind.PASSED_OUT if passed else HandKind.PLAYED
    return replace(with_cards(record, calls=calls), kind=kind)


def one_changed(data: st.DataObject, lists: tuple[tuple[str, ...], ...], card: str) -> tuple[tuple[str, ...], ...]:
    number = data.draw(st.integers(0, len(lists) - 1))
    place = data.draw(st.integers(0, len(lists[number]) - 1))
    changed = (*lists[number][:place], card, *lists[number][place + 1 :])
    return (*lists[:number], changed, *lists[number + 1 :])


@st.composite
def exchanges(draw: st.DrawFn, cards: CardRecord, rules: HouseRules) -> tuple[Exchange, ...]:
    """None, one card other, one less, or whatever."""
    if cards.exchanges and draw(st.booleans()):
        take, lay = cards.exchanges
        other = draw(st.sampled_from(sorted(PACKS[rules.pack])))
        return draw(
            st.sampled_from(
                [
                    (),
                    (lay, take),
                    (take,),
                    (take, replace(lay, cards=lay.cards[1:])),
                    (replace(take, cards=(other, *take.cards[1:])), lay),
                    (take, replace(lay, cards=(other, *lay.cards[1:]))),
                ]
            )
        )
    seats = st.integers(0, rules.game.seats)
    some = st.lists(st.sampled_from(sorted(PACKS[rules.pack])), min_size=1, max_size=2).map(tuple)
    return tuple(draw(st.lists(st.builds(Exchange, seats, seats, some), max_size=2)))


# Suits have no rank among themselves


@given(st.data())
def test_other_suits_change_nothing(data: st.DataObject) -> None:
    record, dealer, rules = lawful(data)
    record = change(data, record, rules) if data.draw(st.booleans()) else record
    # Colours stay together, for the left bower's sake.
    black, red = data.draw(st.sampled_from([("cs", "dh"), ("sc", "hd"), ("dh", "cs"), ("hd", "sc"), ("cs", "hd")]))
    other = dict(zip("csdhBP", (*black, *red, "B", "P"), strict=True))
    before, after = judge_hand(record, dealer, rules), judge_hand(recoloured(record, other), dealer, rules)
    assert [(it.code, it.field, it.seat) for it in before.problems] == [
        (it.code, it.field, it.seat) for it in after.problems
    ]
    if before.result and after.result:
        assert replace(before.result, trump=None) == replace(after.result, trump=None)


def recoloured(record: HandRecord, other: dict[str, str]) -> HandRecord:
    def one(card: str | None) -> str | None:
        return card and card[:-1] + other.get(card[-1], card[-1])

    def many(cards: tuple[str, ...]) -> Any:
        return tuple(map(one, cards))

    cards = record.cards
    assert cards is not None
    calls = tuple(other.get(call, call) for call in cards.calls or ())
    moves = tuple(replace(move, cards=many(move.cards)) for move in cards.exchanges)
    changed = CardRecord(
        calls, tuple(map(many, cards.holdings)), one(cards.discard), moves, tuple(map(many, cards.tricks))
    )
    return replace(record, upcard=one(record.upcard), cards=changed)


# What is not known is not held against anybody


@given(st.data())
def test_a_lawful_hand_stays_lawful_when_less_of_it_is_known(data: st.DataObject) -> None:
    record, dealer, rules = lawful(data)
    known = judge_hand(record, dealer, rules).result
    assert known is not None
    blurred = blur(data, record)
    judgement = judge_hand(blurred, dealer, rules)
    assert judgement.problems == ()
    assert judgement.result is not None
    if judgement.result.outcome != Outcome.UNFINISHED:
        assert judgement.result.points == known.points
    for told, won in zip(judgement.result.winners, known.winners, strict=True):
        assert told in (won, None)


def blur(data: st.DataObject, record: HandRecord) -> HandRecord:
    """Some holdings are gone, some cards half unknown; the discard and the exchange may not be written down."""
    cards, chance = record.cards, Random(data.draw(SEEDS))
    assert cards is not None
    rate = chance.choice((0.0, 0.1, 0.5))

    def dim(card: str) -> str:
        if card == JOKER or chance.random() >= rate:
            return "Xx" if card == JOKER and chance.random() < rate else card
        return chance.choice(("Xx", "X" + card[1], card[0] + "x"))

    def dim_all(lists: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(map(dim, held)) for held in lists)

    holdings = tuple(() if chance.random() < 0.3 else holding for holding in dim_all(cards.holdings))
    discard = cards.discard if chance.random() < 0.7 or cards.discard is None else chance.choice((None, "Xx"))
    moves = cards.exchanges if chance.random() < 0.7 else ()
    moves = tuple(replace(move, cards=tuple(map(dim, move.cards))) for move in moves)
    return replace(
        record,
        cards=replace(cards, holdings=holdings, discard=discard, exchanges=moves, tricks=dim_all(cards.tricks)),
    )


def test_every_way_to_write_a_card_is_known() -> None:
    assert len(TOKENS) == 9 * 5 + 1


LONERS = {
    "cutthroat": [(0, 0), (0, 1), (1, 0), (1, 1)],
    "two_handed": [(0, 0)],
    "partnership": [(0, 0), (1, 0), (1, 1)],
}


def rare_cases(variant: str) -> set[tuple[Outcome, bool, bool]]:
    """Every outcome with every pair of lone players."""
    wanted = {(Outcome.PASSED_OUT, False, False), (Outcome.UNFINISHED, False, False)}
    for alone, lone in LONERS[variant]:
        outcomes = [Outcome.MADE, Outcome.MARCH, Outcome.EUCHRED, *([Outcome.LONE_DEFENCE_MARCH] if lone else [])]
        wanted |= {(outcome, bool(alone), bool(lone)) for outcome in outcomes}
    return wanted


@pytest.mark.parametrize("variant", sorted(LONERS))
def test_every_rare_case_comes_within_a_few_thousand(variant: str) -> None:
    rules = default_rules(variant)
    rules = rules.change(lone_defence="against_lone_maker") if variant == "partnership" else rules
    chance, wanted = Random(1), rare_cases(variant)
    for number in range(4000):
        dealer = number % rules.game.seats
        record = random_hand(chance, dealer, rules)
        result = judge_hand(record, dealer, rules).result
        assert result is not None
        wanted.discard((result.outcome, record.alone, record.lone_defender is not None))
        if not wanted:
            break
    assert wanted == set()
