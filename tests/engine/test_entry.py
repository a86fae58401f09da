"""Entering a hand act by act: every hand can be said, and says the same again."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.acts import Word
from engine.cards import PACKS, Suit
from engine.entry import Asks, Entry, entry_of
from engine.entry_offers import (
    accepts,
    calls_offered,
    cards_offered,
    claims_offered,
    makers_offered,
    may,
    mended,
    offenders_offered,
    rounds_offered,
    suits_offered,
    tricks_offered,
)
from engine.generate import random_hand
from engine.hands import judge_hand
from engine.house_rules import HouseRules
from engine.records import CardRecord, HandKind, HandRecord
from engine.scoring import Outcome
from engine.turns import Act
from tests.engine.builders import FOUR, THREE, TWO, A, B, C, made, make_rules
from tests.engine.deals import lists
from tests.engine.strategies import house_rules, wild_records


def entry(text: str, dealer: int = A, base: HandRecord | None = None, **changes: object) -> Entry:
    """Acts behind one another: "upcard:9h call:Pass"."""
    return Entry(tuple(text.split()), dealer, make_rules(**changes), base or HandRecord())


def enter(acts: tuple[str, ...], dealer: int, rules: HouseRules) -> Entry:
    """Say everything in turn, each accepted in its place."""
    now = Entry((), dealer, rules)
    for act in acts:
        word, _, value = act.partition(":")
        assert accepts(now, Word(word), value), (act, now.acts, now.asks, now.turn)
        now = Entry((*now.acts, act), dealer, rules)
    return now


MADE = "upcard:9h call:Pass call:Order discard:9c"
"""A deals, C makes hearts."""


@pytest.mark.parametrize("variant", [TWO, THREE, FOUR])
def test_every_lawful_hand_is_entered_act_by_act(variant: str) -> None:
    chance, finished = Random(7), 0
    for number in range(150):
        rules = make_rules(variant, pack=chance.choice((24, 25, 32)))
        dealer = number % rules.game.seats
        whole = random_hand(chance, dealer, rules)
        cards = whole.cards or CardRecord()
        seen = replace(whole, cards=replace(cards, holdings=(), kitty=(), leader=None))
        now = enter(entry_of(seen, dealer, rules).acts, dealer, rules)
        assert now.record == seen
        assert now.judgement == judge_hand(seen, dealer, rules)
        assert now.is_finished == (now.asks == Asks.NOTHING)  # some break off
        finished += now.is_finished
    assert finished > 100


VALUES = {
    Word.CALL: ("Pass", "Order", *Suit),
    Word.ALONE: ("",),
    Word.TRUMP: (*Suit, "?"),
    Word.ROUND: ("1", "2", "?"),
}
CHANGES: tuple[dict[str, object], ...] = (
    {},
    {"pack": 25},
    {"pack": 32, "may_name_turned_down": True},
    {"must_take_upcard": True},
    {"stick_the_dealer": True},
)
OF_THREE: tuple[dict[str, object], ...] = ({"dummy": False}, {"lone_defence": "against_lone_maker"})


def offered(now: Entry) -> list[list[str]]:
    """What can be touched, word by word, but for what shows a revoke and what cuts the hand short."""
    cards = {word: (*sorted(cards_offered(now, word)), "?", "Xx") for word in (Word.UPCARD, Word.DISCARD)}
    cards |= {word: (*sorted(cards_offered(now, word)), "Xx") for word in (Word.TAKE, Word.LAY)}
    cards[Word.CARD] = (*now.turn.cards, "Xx")
    values = {Word.MAKER: "0123", Word.DEFENDER: "0123"} | VALUES | cards
    found = [[f"{word}:{value}" for value in values[word] if accepts(now, word, value)] for word in values]
    return [acts for acts in found if acts]


@pytest.mark.parametrize(
    ("variant", "changes"),
    [
        *((variant, changes) for variant in (TWO, THREE, FOUR) for changes in CHANGES),
        *((THREE, changes) for changes in OF_THREE),
        (FOUR, {"canadian_loner": True}),
    ],
)
def test_whatever_is_touched_of_what_is_offered_comes_to_a_lawful_hand(variant: str, changes: dict[str, Any]) -> None:
    chance, rules = Random(11), make_rules(variant, **changes)
    for number in range(6):
        now = Entry((), number % rules.game.seats, rules)
        while now.asks != Asks.NOTHING:
            now = replace(now, acts=(*now.acts, chance.choice(chance.choice(offered(now)))))
        ends = [replace(now, acts=(*now.acts, f"tricks:{count}")) for count in tricks_offered(now)]
        assert all(one.is_finished for one in ends or [now]), (now.acts, now.judgement.problems)


@given(st.integers(0, 10**6))
def test_holdings_that_are_known_stay_and_narrow_what_can_be_touched(seed: int) -> None:
    rules = make_rules()
    record = random_hand(Random(seed), B, rules)
    whole = entry_of(record, B, rules)
    assert whole.record == record
    first = next((at for at, act in enumerate(whole.acts) if act.startswith("card:")), None)
    if first is not None:
        leads = replace(whole, acts=whole.acts[:first])
        assert len(cards_offered(leads, Word.CARD)) <= 10
        assert whole.acts[first].partition(":")[2] in cards_offered(leads, Word.CARD)


@given(st.data())
def test_any_acts_whatever_make_a_record_that_can_be_judged(data: st.DataObject) -> None:
    rules = data.draw(house_rules())
    dealer = data.draw(st.integers(0, rules.game.seats - 1))
    now = Entry((), dealer, rules)
    for _ in range(data.draw(st.integers(0, 12))):
        word = data.draw(st.sampled_from(Word))
        value = data.draw(
            st.sampled_from(["", "?", "1", "2", "9", "Pass", "Order", "h", "Jh", "Ah", "9s", "Xx", "B", "²"])
        )
        before, now = now, Entry((*now.acts, f"{word}:{value}"), dealer, rules)
        accepts(before, word, value)
    assert now.asks in Asks
    assert now.judgement.problems or now.judgement.result
    for act in Act:
        may(now, act)
    for word in (Word.UPCARD, Word.DISCARD, Word.TAKE, Word.LAY, Word.CARD):
        assert cards_offered(now, word) <= PACKS[rules.pack]
    claims_offered(now), tricks_offered(now), offenders_offered(now), now.revokes


@given(wild_records(), st.data())
def test_any_record_whatever_can_be_gone_on_with(record: HandRecord, data: st.DataObject) -> None:
    rules = data.draw(house_rules())
    again = entry_of(record, 0, rules)
    assert again.asks in Asks
    assert again.judgement.problems or again.judgement.result


@given(st.lists(st.text(max_size=8), max_size=8))
def test_acts_that_can_t_be_read_say_nothing(acts: list[str]) -> None:
    readable = [act for act in acts if act.partition(":")[0] in set(Word)]
    assert Entry(tuple(acts), A, make_rules()).record == Entry(tuple(readable), A, make_rules()).record


# In turn


def test_first_the_card_turned_up_then_the_calls_then_the_lead() -> None:
    assert entry("").asks == Asks.UPCARD
    assert entry("upcard:9h").asks == Asks.CALL
    assert (entry("upcard:9h").turn.seat, entry("upcard:9h call:Pass").turn.seat) == (B, C)
    after = entry("upcard:9h call:Pass call:Order")
    assert (after.asks, after.turn.seat) == (Asks.CARD, B)


def test_r10_the_dealer_who_accepts_is_asked_for_the_discard_which_nobody_need_have_seen() -> None:
    accepted = entry("upcard:9h call:Pass call:Pass call:Order")
    assert accepted.asks == Asks.DISCARD
    assert accepts(accepted, Word.DISCARD, "9h")
    unseen = entry("upcard:9h call:Pass call:Pass call:Order discard:?")
    assert unseen.asks == Asks.CARD
    assert unseen.record.cards is not None
    assert unseen.record.cards.discard is None


def test_the_card_turned_up_may_be_unseen_and_then_the_suit_is_asked() -> None:
    unseen = entry("upcard:? call:Order")
    assert unseen.asks == Asks.TRUMP
    assert entry("upcard:? call:Order trump:h").record.trump == "h"
    assert entry("upcard:? call:Order trump:?").asks == Asks.CARD


def test_where_nobody_noted_the_calls_maker_round_and_suit_do() -> None:
    first = entry("upcard:?")
    assert accepts(first, Word.MAKER, "2")
    assert not accepts(first, Word.MAKER, "3")
    assert entry("upcard:? maker:2").asks == Asks.ROUND
    assert entry("upcard:? maker:2 round:2").asks == Asks.TRUMP
    said = entry("upcard:? maker:2 round:2 trump:s")
    assert (said.asks, said.maker) == (Asks.CARD, C)
    assert said.record.cards is not None
    assert (said.record.cards.calls, said.record.round, said.record.trump) == (None, 2, "s")


def test_r4_of_a_joker_turned_up_the_dealer_is_asked_for_a_suit_and_for_no_round() -> None:
    up = entry("upcard:B", pack=25)
    assert (up.asks, up.turn.seat, calls_offered(up)) == (Asks.CALL, A, ("c", "d", "h", "s"))
    assert makers_offered(up) == ()
    assert entry("upcard:B call:h", pack=25).asks == Asks.DISCARD
    quick = entry_of(made(A, 4, trump="h"), A, make_rules(pack=25))
    assert replace(quick, acts=(*quick.acts, "upcard:B")).asks == Asks.DISCARD


def test_r7_where_the_joker_is_dealt_again_nothing_more_is_asked() -> None:
    up = entry("upcard:B", pack=25, joker_turned_up="deal_again")
    assert (up.asks, up.is_finished) == (Asks.NOTHING, False)
    assert [problem.code for problem in up.turn.problems] == ["joker_redealt"]


def test_calls_decide_over_a_maker_who_was_said_before() -> None:
    now = entry("maker:2 upcard:9h call:Order")
    assert (now.maker, now.record.maker) == (B, None)


def test_r9_in_the_first_round_the_card_turned_up_says_the_suit() -> None:
    said = entry("upcard:9h maker:2 round:1")
    assert (said.asks, said.record.trump) == (Asks.CARD, "h")


def test_r12_the_suit_turned_down_is_not_offered() -> None:
    said = entry("upcard:9h maker:2 round:2")
    assert suits_offered(said) == ("c", "d", "s")
    may_be = entry("upcard:9h maker:2 round:2", may_name_turned_down=True)
    assert suits_offered(may_be) == ("c", "d", "h", "s")
    quick = entry_of(made(C, 3, trump="h"), A, make_rules())
    for upcard, rounds in (("9h", (1,)), ("9s", (2,)), ("?", (1, 2))):
        assert rounds_offered(replace(quick, acts=(*quick.acts, f"upcard:{upcard}"))) == rounds


def test_r14_the_dummy_is_used_behind_the_discard_and_then_nobody_goes_alone() -> None:
    accepted = entry("upcard:9h call:Pass call:Pass call:Order")
    assert (accepted.asks, accepts(accepted, Word.TAKE, "Ah")) == (Asks.DISCARD, False)
    left = entry("upcard:9h call:Order take:Ah lay:9c")
    assert not accepts(left, Word.ALONE, "")
    assert accepts(left, Word.DISCARD, "9h")
    assert not accepts(left, Word.DISCARD, "Ah")


def test_where_nobody_can_tell_who_won_the_tricks_of_the_maker_are_asked_for() -> None:
    unseen = entry(f"{MADE} card:Ac card:Xx card:9d")
    assert (unseen.asks, unseen.winners) == (Asks.NOTHING, (None,))
    assert tricks_offered(unseen) == (0, 1, 2, 3, 4, 5)
    said = entry(f"{MADE} card:Ac card:Xx card:9d tricks:3")
    assert said.is_finished
    assert tricks_offered(said) == ()


def test_r16_who_is_alone_is_said_before_the_lead_and_not_after() -> None:
    before = entry(MADE)
    assert (may(before, Act.GO_ALONE), may(before, Act.DEFEND_ALONE)) == ((C,), (A, B))
    alone = entry(f"{MADE} alone: defender:0")
    assert (alone.turn.seat, alone.record.alone, alone.record.lone_defender) == (A, True, A)
    assert not accepts(entry(f"{MADE} card:Ac"), Word.ALONE, "")
    assert not accepts(entry(f"{MADE} defender:0"), Word.DEFENDER, "1")  # E25


def test_r17_whoever_assists_is_alone_by_the_canadian_rule_and_is_not_asked() -> None:
    rules = make_rules(FOUR, canadian_loner=True)
    assisted = Entry(("upcard:9h", "call:Pass", "call:Order"), A, rules)
    assert (assisted.record.alone, may(assisted, Act.GO_ALONE)) == (True, ())
    assert not assisted.judgement.problems
    ordered = Entry(("upcard:9h", "call:Order"), A, rules)
    assert (ordered.record.alone, may(ordered, Act.GO_ALONE)) == (False, (B,))
    unnoted = Entry(("upcard:9h", f"maker:{C}", "round:1"), A, rules)
    assert unnoted.record.alone


def test_r15_as_many_cards_are_laid_away_as_were_taken() -> None:
    taken = entry(f"{MADE} take:Ah take:Th")
    assert taken.asks == Asks.EXCHANGE
    assert not accepts(taken, Word.CARD, "Ac")
    assert not accepts(taken, Word.LAY, "Ah")
    assert not accepts(taken, Word.ALONE, "")
    assert not accepts(entry(f"{MADE} take:Ah lay:Kc"), Word.LAY, "Qc")
    even = entry(f"{MADE} take:Ah take:Th lay:Kc lay:Qc")
    assert even.asks == Asks.CARD
    assert even.record.cards is not None
    assert [move.cards for move in even.record.cards.exchanges] == [("Ah", "Th"), ("Kc", "Qc")]
    assert not accepts(even, Word.CARD, "Kc")


def test_r15_the_dummy_has_five_cards_to_take() -> None:
    taken = entry(f"{MADE} take:Ah take:Th take:Kh take:Qh take:Ad")
    assert cards_offered(taken, Word.TAKE) == frozenset()
    assert accepts(taken, Word.LAY, "Kc")


# Revokes

REVOKED = f"{MADE} card:Ac card:As card:Tc card:Ad card:Kc card:9d"
"""C threw a spade on clubs, and plays a club in the second trick."""


def test_r19_a_card_that_shows_a_revoke_can_be_touched_and_both_are_found() -> None:
    before = entry(REVOKED.removesuffix(" card:Kc card:9d"))
    assert accepts(before, Word.CARD, "Kc")
    assert "Kc" in before.turn.revoking
    [revoke] = entry(REVOKED).revokes
    assert (revoke.seat, revoke.failed.field, revoke.failed.card) == (C, "tricks.0.1", "As")
    assert revoke.shown_by is not None
    assert (revoke.shown_by.field, revoke.shown_by.card) == ("tricks.1.1", "Kc")
    assert entry(REVOKED).asks == Asks.NOTHING


def test_e1_the_left_bower_follows_hearts() -> None:
    now = entry(f"{MADE} card:Ah card:9s card:Kh card:Jd card:Jh card:Qh")
    # C did not follow with the nine of spades, and held the right bower.
    assert [revoke.shown_by.card for revoke in now.revokes if revoke.shown_by] == ["Jh"]


def test_r30_a_revoke_that_is_claimed_ends_the_hand() -> None:
    assert offenders_offered(entry(REVOKED)) == (C,)
    claimed = entry(f"{REVOKED} renege:2")
    assert claimed.record.kind == HandKind.PENALTY
    assert claimed.judgement.result is not None
    assert claimed.judgement.result.points == (2, 2, 0)


def test_r30_of_a_revoke_that_nobody_claimed_only_the_figures_stand() -> None:
    assert tricks_offered(entry(REVOKED)) == (0, 1, 2, 3)
    said = entry(f"{REVOKED} tricks:3")
    assert said.is_finished
    assert said.record.cards == CardRecord(("Pass", "Order"), discard="9c")
    assert said.record.maker_tricks == 3


def test_a_mistyped_card_is_mended_with_one_that_lies_nowhere_else() -> None:
    acts = REVOKED.split()
    place = acts.index("card:Kc")
    could_be = mended(entry(REVOKED), place)
    assert "Kd" in could_be
    assert "Ac" not in could_be
    assert "9h" in could_be
    acts[place] = "card:Kd"
    assert Entry(tuple(acts), A, make_rules()).revokes == ()


# The rest unknown


def test_e36_the_rest_may_be_claimed() -> None:
    now = entry(f"{MADE} card:Ac card:As card:Tc")
    assert claims_offered(now) == (A, B, C)
    claimed = entry(f"{MADE} card:Ac card:As card:Tc claim:2")
    assert claimed.is_finished
    assert claimed.judgement.result is not None
    assert claimed.judgement.result.tricks == (0, 1, 4)


def test_r21_the_tricks_of_the_maker_within_what_the_cards_say() -> None:
    now = entry(f"{MADE} card:Ac card:As card:Tc")
    assert tricks_offered(now) == (0, 1, 2, 3, 4)
    said = entry(f"{MADE} card:Ac card:As card:Tc card:Ad tricks:3")
    assert said.is_finished
    assert said.record.cards is not None
    assert said.record.cards.tricks == lists("Ac As Tc")  # a trick that was only begun is left out
    assert said.asks == Asks.NOTHING


def test_a_quick_hand_is_gone_on_with_and_keeps_its_figures_until_the_cards_say() -> None:
    quick = made(C, 4, trump="h", alone=True)
    begun = entry_of(quick, A, make_rules())
    assert begun.acts == ("maker:2", "trump:h", "alone:")
    assert begun.asks == Asks.UPCARD
    assert begun.is_finished
    assert begun.judgement.result is not None
    assert begun.judgement.result.outcome == Outcome.MADE
    grown = replace(begun, acts=(*begun.acts, "upcard:9h", "round:?", "card:9c"))
    assert (grown.asks, grown.record.maker_tricks) == (Asks.CARD, 4)


def test_all_passed_is_a_hand() -> None:
    now = entry("upcard:9h " + " ".join(["call:Pass"] * 6))
    assert (now.record.kind, now.is_finished, now.asks) == (HandKind.PASSED_OUT, True, Asks.NOTHING)
