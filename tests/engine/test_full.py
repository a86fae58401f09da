"""Full records: the worked hands that are about cards, and every problem with its code, place and seat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.cards import JOKER, Suit
from engine.events import Correct, Deal, GameStart
from engine.games import check_event, fold_game
from engine.hands import HandResult
from engine.records import CardRecord, Exchange, HandKind, HandRecord, MadeHow
from engine.reseating import judge_by_chairs
from engine.scoring import Outcome
from engine.trump import may_play, trick_winner
from tests.engine.builders import FOUR, TWO, A, B, C, make_rules
from tests.engine.deals import DUMMY, WHOLE, cards, exchanged, found, full, judge_full, lists

CLUBS, DIAMONDS, HEARTS, SPADES = Suit


def result(record: HandRecord, dealer: int = A, **changes: Any) -> HandResult:
    judgement = judge_full(record, dealer, **changes)
    assert judgement.problems == ()
    assert judgement.result is not None
    return judgement.result


def alone_play(tricks: str, **changes: Any) -> HandRecord:
    """The deal of the tests with C alone: five own cards against both, who play as before."""
    return full(alone=True, exchanges=(), tricks=lists(tricks), **changes)


# Following suit and winning


@pytest.mark.parametrize(
    ("hand", "trump", "led", "held", "may"),
    [
        ("E1", HEARTS, DIAMONDS, "Jd Ad 9c", "Ad"),
        ("E2", HEARTS, HEARTS, "Jd Ad Kc", "Jd"),
        ("E3", HEARTS, HEARTS, "Ad Kd 9c", "Ad Kd 9c"),
        ("E6", SPADES, SPADES, "As Kh", "As"),
        ("E31", HEARTS, HEARTS, "B Ad", "B"),
    ],
)
def test_worked_hands_what_may_be_played(hand: str, trump: Suit, led: Suit, held: str, may: str) -> None:
    assert may_play(cards(held), led, trump) == cards(may), hand


@pytest.mark.parametrize(
    ("hand", "trump", "trick", "winner"),
    [
        ("E4", CLUBS, "Ts Js As", "Js"),
        ("E5", HEARTS, "Ts Js As", "As"),
        ("E6", SPADES, "Jc As Js", "Js"),
        ("E7", CLUBS, "9s Ah Ad", "9s"),
        ("E31", HEARTS, "Jh B Ah", "B"),
        ("E35", HEARTS, "As 8h Ks", "8h"),
    ],
)
def test_worked_hands_who_wins(hand: str, trump: Suit, trick: str, winner: str) -> None:
    assert cards(trick)[trick_winner(cards(trick), trump)] == winner, hand


def test_e3_a_trump_led_asks_for_trumps_and_nobody_without_one_revokes() -> None:
    assert found(full(tricks=lists("Ac As Tc, Ad Jd 9d, Jh 9h Qh, Ah Kh 9s"))) == []


def test_e6_the_left_bower_led_asks_for_trumps() -> None:
    # C leads the Jd with hearts trump: A has two hearts and throws a diamond.
    assert found(full(tricks=lists("Ac As Tc, Ad Jh 9d, Jd Td Qh"))) == [("revoke", "tricks.2.1", A)]


# Auction and upcard


def test_e8_the_card_that_the_dealer_leaves_is_out_of_play() -> None:
    record = full(
        upcard="Jd",
        calls=("Order",),
        holdings=lists("9c 9d Tc Td Kh, 9s Ts Ac Ad Qh, Jh 9h As Kc Qc, Ks Js Jc Ah Th"),
        discard="Jd",
        exchanges=(),
        tricks=lists("Ad Jh Td"),
    )
    assert result(record).winners == (C,)  # the left bower is the best trump left
    with_jack = replace(record, cards=replace(record.cards or CardRecord(), tricks=lists("Ad Jh Jd")))
    assert found(with_jack) == [("card_set_aside", "tricks.0.2", A)]


def test_e9_the_card_taken_and_laid_away_is_the_card_left() -> None:
    for must_take in (False, True):
        assert found(full(discard="9h", tricks=lists("Ac As Tc")), must_take_upcard=must_take) == []


def test_e10_the_dealer_who_accepts_keeps_five_of_ten() -> None:
    record = full(
        calls=("Pass", "Pass", "Order"),
        exchanges=exchanged(A, "Ah Th Js", "9d Tc Td"),
        tricks=lists("Ac Qc Js, Ad Kc Kh"),
    )
    assert (result(record).maker, result(record).winners) == (A, (B, A))


def test_e11_a_maker_who_keeps_the_own_five_is_not_alone() -> None:
    record = full(exchanges=(), tricks=lists("Ac Kc Tc"))
    assert (result(record).leader, found(full(exchanges=(), tricks=lists("Ac Kc Tc"), alone=True))) == (
        B,
        [("wrong_lead", "tricks.0.0", B)],
    )


def test_e12_the_suit_turned_down_may_not_be_named() -> None:
    record = full(upcard="9s", holdings=(), calls=("Pass",) * 3 + ("s",), discard=None, exchanges=(), tricks=())
    assert found(record) == [("turned_down_suit", "calls.3", B)]
    assert found(record, may_name_turned_down=True) == []


def test_e13_the_first_who_names_a_suit_ends_the_auction() -> None:
    calls = ("Pass", "Pass", "Pass", "Pass", "h", "Pass")
    record = full(upcard="9s", holdings=(), calls=calls, discard=None, exchanges=(), tricks=())
    assert found(record) == [("call_after_auction", "calls.5", A)]


def test_e14_six_passes_score_nothing() -> None:
    record = HandRecord(HandKind.PASSED_OUT, upcard="9s", cards=CardRecord(("Pass",) * 6))
    assert (result(record).outcome, result(record).points) == (Outcome.PASSED_OUT, (0, 0, 0))
    assert found(record, stick_the_dealer=True) == [("dealer_must_name", "calls.5", A)]


def test_e31_the_joker_must_be_played() -> None:
    record = full(holdings=lists("Jh Td Tc Th 9c, B Ad Kd Qd 9d, , "), discard=None, exchanges=(), tricks=())
    played = replace(record, cards=replace(record.cards or CardRecord(), calls=("Pass",) * 2 + ("Order",)))
    lead = replace(played, cards=replace(played.cards or CardRecord(), tricks=lists("Ad Ks Td, Kd Qc Jh, Jh Qd Xx")))
    codes = [problem for problem in found(lead, pack=25) if problem[0] == "revoke"]
    assert codes == [("revoke", "tricks.2.1", B)]


def test_e35_sevens_and_eights_are_played_with_32_cards() -> None:
    assert found(full(holdings=(), exchanges=(), tricks=lists("As 8h Ks")), pack=32) == []
    assert found(full(holdings=(), exchanges=(), tricks=lists("As 8h Ks"))) == [("bad_card", "tricks.0.1", C)]


def test_r4_the_dealer_takes_the_joker_and_names_a_suit() -> None:
    record = full(upcard=JOKER, calls=("d",), exchanges=(), tricks=lists("Ad Jd B"))
    told = result(record, pack=25)
    assert (told.maker, told.trump, told.made_how, told.winners) == (A, DIAMONDS, MadeHow.NAMED, (A,))
    assert found(full(upcard=JOKER, calls=("Pass",), tricks=()), pack=25) == [("dealer_must_name", "calls.0", A)]
    assert ("joker_redealt", "upcard", None) in found(record, pack=25, joker_turned_up="deal_again")


# Every problem at once, each in its place


def test_every_problem_is_told_at_once() -> None:
    record = full(
        calls=("Pass", "Order", "Pass"),
        holdings=lists("9c 9d Tc Td Kh, 9s Ts Ac Ad, Jh Jd As Kc 7c, Ks Js Jc Ah 9c"),
        discard="Qs",
        exchanges=exchanged(C, "Ah Qd", "Kc"),
        tricks=lists("Ac As Td, Ad Jd"),
        lone_defender=7,
    )
    assert found(record) == [
        ("call_after_auction", "calls.2", A),
        ("wrong_holding_size", "holdings.1", B),
        ("bad_card", "holdings.2.4", C),
        ("duplicate_card", "holdings.3.4", None),
        ("discard_not_held", "discard", A),
        ("exchange_uneven", "exchanges", C),
        ("exchange_not_held", "exchanges.0.1", C),
        ("revoke", "tricks.0.2", A),
        ("trick_size", "tricks.1", None),
        ("bad_seat", "lone_defender", None),
    ]


@pytest.mark.parametrize(
    ("tricks", "problems"),
    [
        ("Ac As Tc, Ad Jd 9d, Jh 9h Qh, Ah Kh 9s, Td Ts Th", [("wrong_lead", "tricks.4.0", A)]),
        ("Ac As Tc, Ad Jd 9d, Ac Kh Qh", [("card_played_twice", "tricks.2.0", C)]),
        ("Ac As Tc, Ad 9d Jd", [("card_not_held", "tricks.1.1", C), ("card_not_held", "tricks.1.2", A)]),
        ("Ac As Tc, , Ad Jd 9d", [("trick_size", "tricks.1", None)]),
        ("Ac As 9c", [("card_set_aside", "tricks.0.2", A)]),  # the discard
        ("Ac Qc Tc", [("card_set_aside", "tricks.0.1", C)]),  # laid away
        ("Ac Js Tc", [("card_set_aside", "tricks.0.1", C)]),  # a dummy card that was not taken
        ("Ac As Js", [("card_set_aside", "tricks.0.2", A)]),
    ],
)
def test_problems_of_the_play(tricks: str, problems: list[tuple[str, str, int | None]]) -> None:
    assert found(full(tricks=lists(tricks))) == problems


def test_the_dummy_is_nobodys_but_the_makers() -> None:
    assert found(full(exchanges=(Exchange(DUMMY, A, cards("Ah")),), tricks=())) == [
        ("exchange_not_offered", "exchanges.0", A)
    ]
    assert found(full(exchanges=(Exchange(9, C, cards("Ah")),), tricks=())) == [("bad_seat", "exchanges.0", None)]
    assert found(full(alone=True, tricks=())) == [("dummy_used_alone", "exchanges.0", C)]
    two = full(holdings=(), calls=("Order",), exchanges=exchanged(B, "Ah", "Kc"), tricks=())
    assert {code for code, *_ in found(two, variant=TWO)} == {"exchange_not_offered"}
    rules = {"dummy": False}
    holdings = WHOLE.holdings[:3]
    assert [code for code, *_ in found(full(holdings=holdings, tricks=()), **rules)] == ["exchange_not_offered"] * 2
    assert found(full(exchanges=(), tricks=()), **rules) == [("wrong_player_count", "holdings", None)]


def test_an_exchange_that_nobody_wrote_down_may_have_been_any() -> None:
    assert found(full(exchanges=())) == []
    assert found(full(exchanges=(), tricks=lists("Ac As Tc, Ad Kc 9d"))) == [("revoke", "tricks.0.1", C)]
    assert found(full(exchanges=(), tricks=lists("Ac As Qd"))) == [("card_not_held", "tricks.0.2", A)]


def test_a_discard_that_nobody_wrote_down_may_have_been_any_of_six() -> None:
    assert found(full(discard=None)) == []
    # One club of two may be gone, but not both.
    assert found(full(discard=None, tricks=lists("Ac As Td"))) == [("revoke", "tricks.0.2", A)]
    one_club = lists("9c 9d Ks Td Kh, 9s Ts Ac Ad Qh, Jh Jd As Kc Qc, Tc Js Jc Ah Th")
    assert found(full(holdings=one_club, discard=None, tricks=lists("Ac As Td"))) == []


def test_a_card_played_later_was_held_before() -> None:
    unknown = {"holdings": (), "exchanges": (), "discard": None}
    assert found(full(**unknown, tricks=lists("Ac As Td, Ad Jd Tc"))) == [("revoke", "tricks.0.2", A)]


def test_the_dealer_who_took_the_card_holds_it() -> None:
    unknown = {"holdings": (), "exchanges": ()}
    assert found(full(**unknown, discard="9c", tricks=lists("Ac 9h Tc"))) == [("card_not_held", "tricks.0.1", C)]
    assert found(full(**unknown, discard="9c", tricks=lists("Qh Kh Td"))) == [("revoke", "tricks.0.2", A)]
    assert found(full(**unknown, discard=None, tricks=lists("Qh Kh Td"))) == []
    assert found(full(**unknown, discard="9h", tricks=lists("Qh Kh 9h"))) == [("card_set_aside", "tricks.0.2", A)]


def test_unknown_cards_leave_open_what_they_decide() -> None:
    told = result(full(tricks=lists("Ac As Tc, Ad Jd Xd")))
    assert (told.winners, told.tricks, told.outcome) == ((B, C), (0, 1, 1), Outcome.UNFINISHED)
    told = result(full(holdings=(), exchanges=(), tricks=lists("Ac Xx Tc")))
    assert (told.winners, told.tricks) == ((None,), (None, None, None))


@pytest.mark.parametrize("upcard", ["Xx", "Jx", "Xh"])
def test_an_unknown_upcard_leaves_trump_open(upcard: str) -> None:
    record = full(upcard=upcard, holdings=(), exchanges=(), discard=None, tricks=lists("Ac 9c Tc"))
    told = result(record)
    assert (told.trump, told.maker) == (HEARTS if upcard == "Xh" else None, C)
    # Whatever is trump, an ace beats a nine and a ten of its suit.
    assert told.winners == (B,)


def test_unknown_cards_that_change_no_pay_leave_the_result() -> None:
    # C takes three for certain, and perhaps one more.
    tricks = lists("Ac As Tc, Ad Jd 9d, Jh 9h Qh, Th Td Ts, Ks Xx Qd")
    record = full(holdings=(), exchanges=(), discard=None, tricks=tricks)
    told = result(record)
    assert (told.outcome, told.points) == (Outcome.MADE, (0, 0, 1))
    assert told.tricks == (None, None, None)
    assert told.winners == (B, C, C, C, None)


def test_a_wrong_lead_shows_where_one_holding_is_unknown() -> None:
    unknown = (*WHOLE.holdings[:2], (), WHOLE.holdings[3])
    assert found(full(holdings=unknown, exchanges=(), tricks=lists("As Tc Ts"))) == [("wrong_lead", "tricks.0.0", C)]
    assert found(full(holdings=unknown, exchanges=(), tricks=lists("Tc Ac As"))) == [("wrong_lead", "tricks.0.0", A)]


def test_a_kitty_and_a_first_leader_are_checked() -> None:
    assert found(full(kitty=cards("9h"), tricks=())) == [("duplicate_card", "kitty.0", None)]
    assert found(full(holdings=(), exchanges=(), kitty=cards("As"), tricks=lists("Ac As Tc"))) == [
        ("card_not_held", "tricks.0.1", C)
    ]
    assert found(full(leader=C)) == [("wrong_lead", "leader", C)]
    assert found(full(leader=B)) == []
    assert found(full(leader=-2)) == [("bad_seat", "leader", None)]


# Who plays, and what it pays


@pytest.mark.parametrize(
    ("alone", "lone", "leader", "size"),
    [(True, None, A, 3), (False, A, C, 2), (False, B, C, 2), (True, A, A, 2), (True, B, B, 2)],
)
def test_r18_who_leads_when_somebody_is_alone(alone: bool, lone: int | None, leader: int, size: int) -> None:
    told = result(full(alone=alone, lone_defender=lone, exchanges=(), tricks=()))
    assert told.leader == leader
    wrong = full(holdings=(), alone=alone, lone_defender=lone, exchanges=(), tricks=lists("Ac As Tc Ad"))
    assert found(wrong) == [("trick_size", "tricks.0", None)]
    assert judge_full(wrong).problems[0].params == {"cards": 4, "players": size}


def test_r17_a_lone_makers_partner_plays_no_card() -> None:
    rules = {"variant": FOUR}
    record = full(holdings=(), calls=("Order",), exchanges=(), discard=None, alone=True, tricks=lists("Ah Kh Qh"))
    told = result(record, A, **rules)
    assert (told.maker, told.leader, told.winners) == (B, B, (B,))
    assert told.defenders == (A, C)
    assert found(replace(record, alone=False), **rules) == [("trick_size", "tricks.0", None)]
    assert found(replace(record, lone_defender=A), **rules) == [
        ("trick_size", "tricks.0", None),
        ("lone_defence_not_offered", "lone_defender", A),
    ]


def test_the_canadian_loner_who_orders_must_be_alone() -> None:
    record = full(holdings=(), calls=("Pass", "Order"), exchanges=(), discard=None, tricks=())
    assert found(record, variant=FOUR, canadian_loner=True) == [("must_be_alone", "alone", C)]
    assert found(replace(record, alone=True), variant=FOUR, canadian_loner=True) == []
    by_another = full(holdings=(), calls=("Order",), exchanges=(), discard=None, tricks=())
    assert found(by_another, variant=FOUR, canadian_loner=True) == []


def test_e30_two_handed_has_no_lone_hand() -> None:
    record = full(holdings=(), calls=("Order",), exchanges=(), alone=True, lone_defender=A, tricks=())
    assert found(record, variant=TWO) == [
        ("alone_not_offered", "alone", B),
        ("lone_defence_not_offered", "lone_defender", A),
    ]


# What was said beside the cards


def test_what_follows_from_cards_may_be_said_if_it_agrees() -> None:
    assert found(full(maker=C, round=1, trump=HEARTS, maker_tricks=4, tally=(0, 1, 4))) == []
    assert found(full(maker=A, round=2, trump=SPADES)) == [
        ("cards_disagree", "maker", None),
        ("cards_disagree", "round", None),
        ("cards_disagree", "trump", None),
    ]
    assert found(full(maker_tricks=3)) == [("tricks_disagree", "maker_tricks", None)]
    assert found(full(tally=(1, 0, 4))) == [("cards_disagree", "tricks", None)]
    assert found(replace(full(), kind=HandKind.PASSED_OUT))[0] == ("cards_disagree", "kind", None)


def test_a_record_without_its_auction_relies_on_what_is_said() -> None:
    told = result(full(calls=None, maker=C, round=1, trump=HEARTS))
    assert (told.maker, told.points) == (C, (0, 0, 1))
    assert found(full(calls=None, tricks=())) == [("maker_missing", "maker", None)]
    assert found(full(calls=None, maker=C, round=1, trump=SPADES, tricks=())) == [("trump_not_upcard", "trump", None)]


def test_some_tricks_by_cards_stand_beside_the_quick_figures() -> None:
    some = WHOLE.tricks[:2]
    assert result(full(tricks=some, maker_tricks=3)).points == (0, 0, 1)
    assert result(full(tricks=some, tally=(0, 1, 4))).tricks == (0, 1, 4)
    assert found(full(tricks=some, maker_tricks=5)) == [("cards_disagree", "maker_tricks", None)]
    assert found(full(tricks=some, maker_tricks=0)) == [("cards_disagree", "maker_tricks", None)]
    assert found(full(tricks=some, tally=(4, 0, 1))) == [("cards_disagree", "tricks", None)]


def test_e36_the_rest_is_claimed_after_some_tricks_by_cards() -> None:
    told = result(full(tricks=WHOLE.tricks[:3], claimed=C))
    assert (told.tricks, told.points, told.winners) == ((0, 1, 4), (0, 0, 1), (B, C, C))
    assert found(full(claimed=C)) == [("nothing_to_claim", "claimed", None)]


def test_r30_a_claimed_revoke_is_a_penalty_and_no_problem() -> None:
    shown = lists("Ac As Td")
    assert found(full(tricks=shown)) == [("revoke", "tricks.0.2", A)]
    claimed = replace(full(tricks=shown), kind=HandKind.PENALTY, offender=A)
    assert result(claimed).points == (0, 0, 3)
    assert found(replace(claimed, offender=B)) == [("revoke", "tricks.0.2", A)]
    assert found(replace(full(tricks=lists("Ac As")), kind=HandKind.PENALTY, offender=C)) == []


def test_a_misdeal_is_not_looked_at() -> None:
    assert result(replace(full(holdings=lists("9c 9c, , , ")), kind=HandKind.MISDEAL)).redeal


# In a game


def test_a_game_takes_no_unfinished_hand() -> None:
    start = GameStart(make_rules(), A)
    for event in (Deal("h1", full(tricks=WHOLE.tricks[:4])), Deal("h1", full(holdings=(), tricks=lists("Xx Xx Xx")))):
        assert [(it.code, it.field) for it in check_event(start, [], event)] == [("hand_unfinished", "cards")]
        assert fold_game(start, [event]).lines[0].judgement.result is None
    deal = Deal("h1", full())
    assert check_event(start, [], deal) == ()
    assert [it.code for it in check_event(start, [deal], Correct("h1", full(tricks=())))] == ["hand_unfinished"]


def test_players_who_changed_places_are_judged_by_their_chairs() -> None:
    order = (C, A, B)  # the chair of A is taken by C
    moved = full().reseated(order)
    told = judge_by_chairs(moved, C, make_rules(), order)
    assert told.result is not None
    assert (told.result.maker, told.result.points, told.result.winners) == (B, (0, 1, 0), (A, B, B, B, B))
    size = judge_by_chairs(full(holdings=lists("9c 9d, , , "), tricks=()).reseated(order), C, make_rules(), order)
    assert [(it.code, it.field, it.seat) for it in size.problems] == [
        ("wrong_holding_size", "holdings.2", C),
    ]
