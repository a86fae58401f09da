"""A hand looked at again: costs known by hand, sums that hold for every hand, and all of it by trying everything."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import JOKER, Suit
from engine.generate import random_hand
from engine.hands import judge_hand
from engine.house_rules import HouseRules
from engine.records import CardRecord, HandKind, HandRecord
from engine.review import CallReview, ChoiceReview, PlayReview, Review, review_hand
from engine.solver import Position, best_tricks, tricks_after_each
from tests.engine.builders import TWO, A, B, C, make_rules, penalty, tally
from tests.engine.deals import DUMMY, WHOLE, cards, exchanged, full, lists
from tests.engine.strategies import house_rules, wild_records
from tests.engine.test_full_properties import blur


def look(record: HandRecord, dealer: int = A, rules: HouseRules | None = None, **changes: Any) -> Review:
    rules = rules or make_rules(**changes)
    assert judge_hand(record, dealer, rules).problems == ()
    review = review_hand(record, dealer, rules)
    assert review is not None
    return review


def costly(review: Review) -> list[PlayReview]:
    return [play for play in review.plays if play.cost]


# By hand

TRUMPED = CardRecord(  # A names hearts. B leads the ace of clubs, and C trumps it with the one trump that was good.
    calls=(*["Pass"] * 5, "h"),
    holdings=lists("Kh Qh Th 9h Tc, Ac Kd Qd Ks Qs, Ah 9d Td 9s Ts"),
    tricks=lists("Ac Ah Tc, 9d 9h Kd, Kh Ks Td, Qh Qs 9s, Th Qd Ts"),
)


def test_trumping_the_partners_trick_costs_one() -> None:
    review = look(full(TRUMPED, upcard="9c"), dummy=False)
    assert (review.makers, review.best, review.taken) == ((A,), 3, 4)
    assert costly(review) == [PlayReview(0, 1, C, "Ah", 3, 4, 1, ("9d", "9s", "Td", "Ts"))]
    assert [play.after for play in review.plays] == [3, *[4] * 14]


LAID = CardRecord(  # The dealer takes the nine of hearts and lays it away, and keeps the nine of clubs.
    calls=("Pass", "Order"),
    holdings=lists("Jh Jd Ah Kh 9c, As Ks Qs Ac Kc"),
    discard="9h",
    tricks=lists("As Kh, Jh Qs, Jd Ks, Ah Kc, 9c Ac"),
)


def test_a_trump_laid_away_costs_one() -> None:
    review = look(full(LAID, upcard="9h"), rules=make_rules(TWO))
    assert review.discard == ChoiceReview(A, ("9h",), 5, 4, 1, (("9c",),))
    assert (review.best, review.taken, costly(review)) == (4, 4, [])
    assert review.exchange is None


def test_a_defenders_discard_costs_what_the_makers_gain() -> None:
    # B orders up. The dealer lays away the trump that would have been good.
    cards_ = CardRecord(
        calls=("Order",),
        holdings=lists("Jh 9c 9d 9s Td, Ah Kh Qh As Ac"),
        discard="Jh",
        tricks=lists("As 9s, Ah Th, Kh 9c, Qh 9d, Ac Td"),
    )
    review = look(full(cards_, upcard="Th"), rules=make_rules(TWO))
    assert review.discard is not None
    assert (review.discard.best, review.discard.after, review.discard.cost) == (4, 5, 1)
    assert review.discard.better == tuple((card,) for card in cards("9c 9d 9s Td Th"))


def test_each_side_gives_away_a_trick() -> None:
    # B leads the ace of clubs; a spade would have made C's ace fall to A's trumps. C doesn't trump the ace.
    review = look(full())
    assert (review.makers, review.best, review.taken) == ((C,), 4, 4)
    assert costly(review) == [
        PlayReview(0, 0, B, "Ac", 4, 5, 1, ("9s", "Ts")),
        PlayReview(0, 1, C, "As", 5, 4, 1, ("Ah", "Jd", "Jh", "Th")),
    ]
    assert review.exchange == ChoiceReview(C, cards("Ah As Jd Jh Th"), 4, 4, 0)


def test_leaving_a_trump_in_the_dummy_costs_one() -> None:
    # C takes only the ace of trumps, and keeps the king of clubs where the ten of trumps could be.
    swap = exchanged(C, "Ah", "Qc")
    review = look(full(exchanges=swap, tricks=lists("Ac Kc Tc, Ad Jd 9d, Jh 9h Qh, Ah Kh 9s, As Td Ts")))
    kept, nearest = cards("Ah As Jd Jh Kc"), cards("Ah As Jd Jh Th")
    assert review.exchange == ChoiceReview(C, kept, 4, 3, 1, (nearest,))
    assert (review.best, review.taken) == (3, 4)


def test_the_call_says_whether_it_could_be_made() -> None:
    review = look(full())
    assert review.call == CallReview(C, Suit.HEARTS, 4, 4, 0)


NAMED = CardRecord(  # B names clubs on one of them, and holds four hearts.
    calls=("Pass", "Pass", "c"),
    holdings=lists("As Ks Qs Ac Kc, Ah Kh Qh Th 9c"),
    tricks=lists("Ah Kc, As 9c, Kh Ac, Ks Th, Qs Qh"),
)


def test_naming_the_wrong_suit_costs_what_the_right_one_would_have_brought() -> None:
    review = look(full(NAMED, upcard="9d"), rules=make_rules(TWO))
    assert review.call == CallReview(B, Suit.CLUBS, 4, 0, 4, (Suit.HEARTS,))
    assert [(play.seat, play.card, play.free) for play in costly(review)] == [(A, "As", ("Ac",))]


def test_the_suit_turned_down_is_no_other_choice() -> None:
    turned_down = full(NAMED, upcard="9h")
    review = look(turned_down, rules=make_rules(TWO))
    allowed = look(turned_down, rules=make_rules(TWO, may_name_turned_down=True))
    assert review.call is not None
    assert allowed.call is not None
    assert review.call.better == (Suit.DIAMONDS,)
    assert allowed.call.better == (Suit.DIAMONDS, Suit.HEARTS)


def test_who_names_a_suit_for_the_joker_chose_nothing() -> None:
    rules = make_rules(pack=25, dummy=False)
    chance = Random(1)
    hands = (random_hand(chance, A, rules) for _ in range(2000))
    named = next(hand for hand in hands if hand.upcard == JOKER and len(hand.cards.tricks) == 5)  # type: ignore[union-attr]  # all of these have cards
    review = look(named, rules=rules)
    assert review.call is not None
    assert review.call.cost == 0
    assert review.discard is not None


# What is not known


@pytest.mark.parametrize(
    "record",
    [
        tally(A, 3, 1, 1),
        HandRecord(kind=HandKind.PASSED_OUT),
        HandRecord(kind=HandKind.MISDEAL),
        penalty(A, B),
        full(tricks=WHOLE.tricks[:4]),
        full(tricks=(*WHOLE.tricks[:4], cards("Th Td Xx"))),
        full(tricks=(*WHOLE.tricks[:4], cards("Th Td 9c"))),
        full(kind=HandKind.PENALTY, offender=B, tricks=WHOLE.tricks[:2]),
        full(holdings=(), tricks=WHOLE.tricks[:3], claimed=C),
    ],
)
def test_nothing_is_said_of_cards_that_nobody_knows(record: HandRecord) -> None:
    assert review_hand(record, A, make_rules()) is None


def test_cards_that_were_seen_are_enough_for_the_play() -> None:
    review = look(full(holdings=(), exchanges=(), discard=None))
    assert review.plays == look(full()).plays
    assert (review.call, review.discard, review.exchange) == (None, None, None)


def test_a_hidden_dummy_hides_the_choices_before_the_play() -> None:
    hidden = full(holdings=(*WHOLE.holdings[:DUMMY], cards("Xx Xx Xx Xx Xx")), exchanges=())
    review = look(hidden)
    assert review.plays == look(full()).plays
    assert (review.call, review.discard, review.exchange) == (None, None, None)


def test_a_discard_that_follows_from_the_play_is_reviewed() -> None:
    assert look(full(discard=None)).discard == look(full()).discard
    assert look(full()).discard is not None


def test_without_calls_no_call_is_reviewed() -> None:
    said = full(calls=None, maker=C, round=1, trump=Suit.HEARTS)
    assert look(said) == replace(look(full()), call=None)


def test_a_claimed_hand_is_reviewed_as_far_as_it_was_played() -> None:
    review = look(full(tricks=WHOLE.tricks[:2], claimed=C))
    assert review.plays == look(full()).plays[:6]
    assert (review.best, review.taken) == (4, 4)


def test_who_sits_out_may_hide_the_cards() -> None:
    hidden = replace(TRUMPED, holdings=(), tricks=lists("Kh Ah, 9d 9h, Qh Td, Th 9s, Tc Ts"))
    review = look(full(hidden, upcard="9c", lone_defender=C), dummy=False)
    assert [play.seat for play in review.plays[:4]] == [A, C, C, A]
    assert review.best == review.taken == 4


# Sums that hold for every hand


def random_review(data: st.DataObject) -> tuple[HandRecord, int, HouseRules, Review | None]:
    rules = data.draw(house_rules())
    chance = Random(data.draw(st.integers(0, 10**9)))
    dealer = chance.randrange(rules.game.seats)
    record = random_hand(chance, dealer, rules)
    return record, dealer, rules, review_hand(record, dealer, rules)


@given(st.data())
def test_costs_add_up_to_what_was_taken(data: st.DataObject) -> None:
    record, dealer, rules, review = random_review(data)
    assert record.cards is not None
    result = judge_hand(record, dealer, rules).result
    assert result is not None
    if review is None:
        assert len(record.cards.tricks) < 5
        return
    makers = sum(play.cost for play in review.plays if play.seat in review.makers)
    defenders = sum(play.cost for play in review.plays if play.seat not in review.makers)
    assert review.best - makers + defenders == review.taken == result.taken
    assert [play.card for play in review.plays] == [card for trick in record.cards.tricks for card in trick]
    assert all(play.cost >= 0 and (play.cost == 0) == (play.card in play.free) for play in review.plays)
    assert review.plays[0].best == review.best
    assert all(play.after == then.best for play, then in pairwise(review.plays))


@given(st.data())
def test_each_choice_begins_where_the_one_before_ended(data: st.DataObject) -> None:
    _record, _dealer, rules, review = random_review(data)
    if review is None:
        return
    assert review.call is not None
    chain = [it for it in (review.call, review.discard, review.exchange) if it is not None]
    assert all(choice.after == then.best for choice, then in pairwise(chain))
    assert chain[-1].after == review.best
    for choice in chain:
        gained = choice.best - choice.after
        assert choice.cost == (gained if choice.seat in review.makers else -gained) >= 0
        assert bool(choice.better) == bool(choice.cost)
    if not rules.dummy:
        assert review.exchange is None


@given(st.data())
def test_each_card_is_worth_what_the_solver_says_of_that_moment_alone(data: st.DataObject) -> None:
    record, dealer, rules, review = random_review(data)
    result = judge_hand(record, dealer, rules).result
    if review is None or result is None or result.trump is None or result.leader is None:
        return
    held = {play.seat: tuple(it.card for it in review.plays if it.seat == play.seat) for play in review.plays}
    moment = Position(result.trump, held, review.makers, result.leader)
    for play in review.plays:
        after = tricks_after_each(moment)
        best = (max if play.seat in review.makers else min)(after.values())
        assert (moment.seat, play.best, play.after) == (play.seat, best, after[play.card])
        assert play.free == tuple(sorted(card for card, value in after.items() if value == best))
        moment = moment.after(play.card)


@given(st.data())
def test_with_less_known_less_is_said_and_nothing_else(data: st.DataObject) -> None:
    record, dealer, rules, known = random_review(data)
    review = review_hand(blur(data, record), dealer, rules)
    if review is None:
        return
    assert known is not None
    assert (review.best, review.plays) == (known.best, known.plays)
    for said, there in zip(choices(review), choices(known), strict=True):
        assert said in (None, there)


def choices(review: Review) -> tuple[CallReview | ChoiceReview | None, ...]:
    return review.call, review.discard, review.exchange


@given(st.data())
def test_a_record_of_whatever_kind_is_reviewed_or_not(data: st.DataObject) -> None:
    rules = data.draw(house_rules())
    review = review_hand(data.draw(wild_records()), data.draw(st.integers(0, rules.game.seats - 1)), rules)
    assert review is None or review.taken is not None


# The same without shortcuts


def plainly(holdings: dict[int, tuple[str, ...]], start: Position, trump: Suit) -> int:
    return best_tricks(Position(trump, holdings, start.makers, start.leader))


def best_of_ten(holdings: dict[int, tuple[str, ...]], maker: int, dummy: tuple[str, ...], *how: Any) -> int:
    fives = combinations((*holdings[maker], *dummy), 5)
    return max(plainly(holdings | {maker: five}, *how) for five in fives)


@pytest.mark.parametrize("pack", [24, 25, 32])
def test_the_choices_are_worth_what_trying_everything_says(pack: int) -> None:
    rules, chance, tried = make_rules(pack=pack), Random(pack), 0
    while tried < 2:
        record = random_hand(chance, A, rules)
        review = review_hand(record, A, rules)
        if review is None or review.exchange is None or review.call is None:
            continue
        tried += 1
        assert record.cards is not None
        result = judge_hand(record, A, rules).result
        assert result is not None
        assert result.maker is not None
        assert result.leader is not None
        assert result.trump is not None
        *dealt, dummy = record.cards.holdings
        start = Position(result.trump, {}, (result.maker,), result.leader)
        playing = {play.seat for play in review.plays}
        held = {seat: dealt[seat] for seat in playing}
        values = {}
        if review.discard is not None:
            assert record.upcard is not None
            six = (*held[A], record.upcard)
            for card in six:
                held[A] = tuple(other for other in six if other != card)
                values[card] = best_of_ten(held, result.maker, dummy, start, result.trump)
            best = (max if result.maker == A else min)(values.values())
            assert (review.discard.best, review.discard.after) == (best, values[record.cards.discard or ""])
            better = sorted(card for card in six if values[card] == best != review.discard.after)
            assert review.discard.better == tuple((card,) for card in better)
        elif record.cards.discard is None:
            assert record.upcard is not None
            named = [suit for suit in Suit if suit != record.upcard[-1]]
            values = {suit: best_of_ten(held, result.maker, dummy, start, suit) for suit in named}
            best = max(values.values())
            assert (review.call.best, review.call.after) == (best, values[result.trump])
            assert review.call.better == tuple(suit for suit in named if values[suit] == best != review.call.after)
        else:
            assert A not in playing
