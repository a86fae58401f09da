"""Every message of the engine: something produces it, and it reads as a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.cards import Suit
from engine.egn.documents import FILE_TYPE
from engine.egn.reader import document_from_json
from engine.egn.replay import Running
from engine.errors import MESSAGES, EngineError, MisuseError, Problem, UnreadableError
from engine.events import Concede, CutShort, Deal, Event, Final, GameStart, Reseat, SetDealer, Substitute, Undo, Void
from engine.games import check_event
from engine.house_rules import HouseRules
from engine.records import Exchange, HandKind, HandRecord
from tests.engine.builders import (
    FOUR,
    PASSED_OUT,
    TWO,
    A,
    B,
    C,
    judge,
    log_of,
    made,
    make_rules,
    penalty,
    tally,
)
from tests.engine.deals import DUMMY, WHOLE, cards, exchanged, full, lists

type Problems = tuple[Problem, ...]
type Found = Callable[[], Problems]


def hand(record: HandRecord, **changes: object) -> Found:
    return lambda: judge(record, A, make_rules(**changes)).problems


def rules(**changes: object) -> Found:
    return lambda: make_rules(**changes).problems()


def event(event: Event, *before: Event | HandRecord, **changes: object) -> Found:
    return lambda: check_event(GameStart(make_rules(**changes), A), log_of(*before), event)


def document(ruleset: dict[str, Any] | None = None, **metadata: Any) -> Found:
    """Problems of a document without deals."""
    data = {"ruleset": ruleset or {"num_players": 3}, **metadata}
    read = document_from_json({"fileType": FILE_TYPE, "version": "1.4", "metadata": data, "deals": []})
    return lambda: (*read.problems, *Running(read).check_final())


# (code, field, an example that gives this problem and no other)
EXAMPLES: list[tuple[str, str, Found]] = [
    ("alone_not_offered", "alone", hand(made(A, 3, alone=True), going_alone=False)),
    ("alone_not_offered", "alone", hand(made(A, 3, alone=True), variant=TWO)),
    ("bad_card", "upcard", hand(made(A, 3, upcard="8h"))),
    ("bad_card", "upcard", hand(made(A, 3, upcard="B"))),
    ("bad_card", "upcard", hand(made(A, 3, upcard="B"), joker_turned_up="deal_again")),
    ("bad_card", "upcard", hand(made(A, 3, upcard="10h"))),
    ("bad_card", "upcard", hand(HandRecord(kind=HandKind.PASSED_OUT, upcard="B"))),
    ("bad_card", "upcard", hand(HandRecord(kind=HandKind.MISDEAL, upcard="8h"))),
    ("bad_round", "round", hand(made(A, 3, round=3))),
    ("bad_round", "round", hand(made(A, 3, round=0))),
    ("bad_seat", "maker", hand(made(3, 3))),
    ("bad_seat", "maker", hand(made(-1, 3))),
    ("bad_seat", "maker", hand(made(C, 3), variant=TWO)),
    ("bad_seat", "lone_defender", hand(made(A, 3, lone_defender=3))),
    ("bad_seat", "claimed", hand(tally(A, 1, 1, 1, claimed=3))),
    ("bad_seat", "offender", hand(penalty(A, -1))),
    ("bad_tricks", "maker_tricks", hand(made(A, 6))),
    ("bad_tricks", "maker_tricks", hand(made(A, -1))),
    ("bad_tricks", "tricks.1", hand(tally(A, 3, -1, 3))),
    ("claim_disagrees", "claimed", hand(made(A, 0, claimed=A))),
    ("claim_disagrees", "claimed", hand(made(A, 5, claimed=B))),
    ("claimer_sat_out", "claimed", hand(tally(A, 2, 2, 0, lone_defender=B, claimed=C))),
    ("dealer_must_name", "kind", hand(PASSED_OUT, stick_the_dealer=True)),
    ("dealer_must_name", "kind", hand(HandRecord(kind=HandKind.PASSED_OUT, upcard="B"), pack=25)),
    ("dealer_names_joker", "maker", hand(made(B, 3, upcard="B"), pack=25)),
    ("joker_has_no_round", "round", hand(made(A, 3, upcard="B", round=1), pack=25)),
    ("joker_redealt", "upcard", hand(made(B, 3, upcard="B"), pack=25, joker_turned_up="deal_again")),
    (
        "joker_redealt",
        "upcard",
        hand(HandRecord(kind=HandKind.PASSED_OUT, upcard="B"), pack=25, joker_turned_up="deal_again"),
    ),
    (
        "lone_defence_needs_lone_maker",
        "lone_defender",
        hand(made(A, lone_defender=B), lone_defence="against_lone_maker"),
    ),
    ("lone_defence_not_offered", "lone_defender", hand(made(A, lone_defender=B), lone_defence="never")),
    ("lone_defender_is_maker", "lone_defender", hand(made(A, lone_defender=A))),
    ("maker_missing", "maker", hand(HandRecord(maker_tricks=3))),
    ("maker_missing", "maker", hand(penalty(None, B))),
    ("nothing_to_claim", "claimed", hand(tally(A, 3, 1, 1, claimed=B))),
    ("must_be_alone", "alone", hand(made(C, 3, round=1), variant=FOUR, canadian_loner=True)),
    ("offender_missing", "offender", hand(penalty(A, None))),
    ("offender_sat_out", "offender", hand(penalty(A, C, lone_defender=B))),
    ("not_in_kind", "offender", hand(made(A, 3, offender=A))),
    ("not_in_kind", "maker_tricks", hand(penalty(A, B, maker_tricks=3))),
    ("not_in_kind", "tricks", hand(penalty(A, B, tricks=(3, 1, 1)))),
    ("not_in_kind", "claimed", hand(penalty(A, B, claimed=A))),
    ("not_in_kind", "maker", hand(HandRecord(kind=HandKind.PASSED_OUT, maker=A))),
    ("not_in_kind", "alone", hand(HandRecord(kind=HandKind.PASSED_OUT, alone=True))),
    ("not_in_kind", "lone_defender", hand(HandRecord(kind=HandKind.MISDEAL, lone_defender=B))),
    ("not_in_kind", "trump", hand(HandRecord(kind=HandKind.MISDEAL, trump=Suit.HEARTS))),
    ("not_in_kind", "round", hand(HandRecord(kind=HandKind.PASSED_OUT, round=2))),
    ("tally_size", "tricks", hand(tally(A, 3, 2))),
    ("tally_size", "tricks", hand(tally(A))),
    ("trick_for_sitting_out", "tricks.2", hand(tally(A, 2, 2, 1, lone_defender=B))),
    ("trick_total", "tricks", hand(tally(A, 3, 1, 0))),
    ("trick_total", "tricks", hand(tally(A, 3, 3, 0))),
    ("trick_total", "tricks", hand(tally(A, 3, 3, 0, claimed=A))),
    ("tricks_disagree", "maker_tricks", hand(tally(A, 3, 1, 1, maker_tricks=4))),
    ("tricks_disagree", "maker_tricks", hand(tally(A, 2, 1, 0, claimed=A, maker_tricks=2))),
    ("tricks_missing", "maker_tricks", hand(HandRecord(maker=A))),
    ("trump_not_upcard", "trump", hand(made(A, 3, round=1, upcard="9s", trump=Suit.HEARTS))),
    ("turned_down_suit", "trump", hand(made(A, 3, round=2, upcard="9s", trump=Suit.SPADES))),
    ("bad_call", "calls.1", hand(full(calls=("Pass", "Hearts"), tricks=()))),
    ("call_after_auction", "calls.2", hand(full(calls=("Pass", "Order", "Pass")))),
    ("call_missing", "calls.2", hand(full(calls=("Pass", "Pass"), tricks=()))),
    ("card_not_held", "tricks.0.0", hand(full(tricks=lists("Qd As Td")))),
    ("card_played_twice", "tricks.1.1", hand(full(tricks=lists("Ac As Tc, Ad As 9d")))),
    ("card_set_aside", "tricks.0.1", hand(full(tricks=lists("Ac Kc Tc")))),
    ("cards_disagree", "maker", hand(full(maker=B))),
    ("cards_disagree", "tricks", hand(full(tally=(1, 1, 3)))),
    ("discard_not_held", "discard", hand(full(discard="Ks"))),
    ("discard_without_pick_up", "discard", hand(full(calls=("Pass", "Pass", "Pass", "s"), exchanges=(), tricks=()))),
    ("dummy_used_alone", "exchanges.0", hand(full(alone=True, tricks=()))),
    ("duplicate_card", "kitty.0", hand(full(kitty=("9c",)))),
    ("exchange_not_held", "exchanges.1.0", hand(full(exchanges=exchanged(C, "Ah Th", "Ac Qc"), tricks=()))),
    ("exchange_not_offered", "exchanges.0", hand(full(exchanges=(Exchange(DUMMY, B, cards("Ah")),)))),
    ("exchange_uneven", "exchanges", hand(full(exchanges=exchanged(C, "Ah Th", "Kc"), tricks=()))),
    ("hand_unfinished", "cards", event(Deal("h1", full(tricks=lists("Ac As Tc"))))),
    (
        "order_in_round_two",
        "calls.3",
        hand(full(calls=("Pass", "Pass", "Pass", "Order"), discard=None, exchanges=(), tricks=())),
    ),
    ("revoke", "tricks.0.2", hand(full(tricks=lists("Ac As Td")))),
    ("suit_in_round_one", "calls.1", hand(full(calls=("Pass", "h")))),
    ("trick_count", "tricks.5", hand(full(tricks=(*WHOLE.tricks, cards("Js Jc Ks"))))),
    ("trick_size", "tricks.1", hand(full(tricks=lists("Ac As Tc, Ad Jd")))),
    ("wrong_holding_size", "holdings.0", hand(full(holdings=lists("9c 9d Tc Td, , , ")))),
    ("wrong_lead", "tricks.0.0", hand(full(tricks=lists("As Tc Ts")))),
    ("wrong_player_count", "holdings", hand(full(holdings=WHOLE.holdings[:2], tricks=()))),
    ("rule_not_played", "farmers", document(ruleset={"num_players": 3, "farmers": True})),
    ("score_mismatch", "finalScore", document(finalScore=[1, 0, 0])),
    ("bad_choice", "pack", rules(pack=23)),
    ("bad_choice", "finish", rules(finish="sudden_death")),
    ("inconsistent_rules", "dummy", rules(dummy=False, lone_defence="against_lone_maker")),
    ("not_in_this_game", "dummy", rules(variant=TWO, dummy=True)),
    ("out_of_range", "target", rules(target=51)),
    ("bad_concession", "winners", event(Concede(frozenset()))),
    ("bad_concession", "winners", event(Concede(frozenset({A, B, C})))),
    ("bad_concession", "winners", event(Concede(frozenset({A, 7})))),
    ("bad_order", "order", event(Reseat((A, B)))),
    ("bad_order", "order", event(Reseat((A, B, B)))),
    ("bad_seat", "seat", event(SetDealer(3))),
    ("bad_seat", "seat", event(Substitute(-1))),
    ("bad_scores", "scores", event(Final((10, 0)))),
    ("cannot_undo", "event", event(Undo(1))),
    ("cannot_undo", "event", event(Undo(0), made(A))),
    ("cannot_undo", "event", event(Undo(1), made(A))),
    ("equal_scores", "scores", event(Final((10, 10, 3)), finish="highest_play_on")),
    ("game_over", "game", event(Deal("h2", made(A), "h1"), made(A), target=1)),
    ("game_over", "game", event(CutShort(True), made(A), target=1)),
    ("hand_exists", "hand", event(Deal("h1", made(A)), made(A))),
    ("impossible_result", "scores", event(Final((10, 10, 10)))),
    (
        "later_hand_unlawful",
        "hand",
        # Without the first hand another player deals the second, whose upcard is the joker.
        event(Void("h1"), made(A), made(B, upcard="B"), pack=25),
    ),
    ("nobody_won", "scores", event(Final((9, 9, 9)))),
    ("result_has_hands", "scores", event(Final((10, 0, 0)), made(A))),
    ("unknown_hand", "hand", event(Void("h1"))),
    ("unknown_hand", "hand", event(Deal("h2", made(A), "h1"))),
    ("unknown_hand", "hand", event(SetDealer(A, "h1"))),
]


@pytest.mark.parametrize(
    ("code", "field", "found"), EXAMPLES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_an_example_gives_its_problem_and_no_other(code: str, field: str, found: Found) -> None:
    assert [(problem.code, problem.field) for problem in found()] == [(code, field)]


def test_a_makers_partner_cannot_defend_alone(pairs: HouseRules) -> None:
    (problem,) = judge(made(A, alone=True, lone_defender=C), A, pairs).problems
    assert (problem.code, problem.field, problem.seat) == ("lone_defender_is_partner", "lone_defender", C)
    assert str(problem) == "Seat 2 is the maker's partner and can't defend."


def test_every_message_has_an_example() -> None:
    assert {code for code, *_ in EXAMPLES} | {"lone_defender_is_partner"} == set(MESSAGES)


def test_every_problem_reads_as_an_english_sentence() -> None:
    for code, _, found in EXAMPLES:
        (problem,) = found()
        assert re.fullmatch(r"[A-Z0-9][^{}_]*[a-z0-9]\.", str(problem)), (code, str(problem))


def test_a_problem_names_the_player_where_there_is_one() -> None:
    (problem,) = judge(tally(A, 2, 2, 1, lone_defender=B)).problems
    assert problem.seat == C
    assert str(problem) == "Seat 2 sat out and can't have taken a trick."
    assert str(Problem(problem.code, problem.field)) == "Somebody sat out and can't have taken a trick."


def test_a_problem_says_the_value_and_the_field() -> None:
    assert str(judge(made(A, 9)).problems[0]) == "A hand has five tricks: nobody takes 9."
    assert str(judge(penalty(A, B, maker_tricks=3)).problems[0]) == "A hand of this kind has no maker tricks."
    assert str(make_rules(march_alone=0).problems()[0]) == "March alone must be a whole number from 1 to 20."
    assert str(make_rules(pack=23).problems()[0]) == "23 is not one of the choices for pack."


def test_text_in_braces_is_repeated_not_filled_in() -> None:
    assert "{player}" in str(judge(made(A, upcard="{player}")).problems[0])


def test_problems_are_values() -> None:
    assert Problem("bad_seat", "maker") == Problem("bad_seat", "maker", None, {})
    assert Problem("bad_seat", "maker") != Problem("bad_seat", "offender")
    assert not issubclass(Problem, Exception)


def test_an_unreadable_value_is_named_by_its_place() -> None:
    error = UnreadableError("tricks.1", "a whole number")
    assert (error.place, error.expected) == ("tricks.1", "a whole number")
    assert str(error) == "tricks.1: expected a whole number"
    for kind in (UnreadableError, MisuseError):
        assert issubclass(kind, EngineError)
        assert issubclass(kind, ValueError)
