"""What the engine found, in words: the same as its own English, and a sentence for everything that can happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.utils.functional import Promise

from engine import errors
from engine.errors import Problem
from engine.events import Abandon, Concede, CutShort, Deal, Event, Final, GameStart, Void
from engine.games import GameState, Line, fold_game
from engine.hands import judge_hand
from engine.house_rules import HouseRules, default_rules
from engine.records import HandKind, HandRecord, MadeHow
from engine.variants import variants
from league.bridge import words
from league.bridge.words import (
    attempt_text,
    hand_sentence,
    hand_text,
    join_names,
    message_for,
    points_text,
    result_sentence,
    score_text,
    tricks_text,
    validation_error,
    variant_name,
)

ANN, BEN, CLEO = 0, 1, 2
NAMES = ("Ann", "Ben", "Cleo")
RULES = default_rules("cutthroat")


def play(*records: HandRecord, rules: HouseRules = RULES, endings: Sequence[Event] = ()) -> GameState:
    """A game with these hands; Ann deals first."""
    ids = [None, *(f"hand-{number}" for number in range(1, len(records) + 1))]
    deals = [Deal(str(hand), record, before) for hand, before, record in zip(ids[1:], ids, records, strict=False)]
    return fold_game(GameStart(rules, ANN), [*deals, *endings])


def line(rules: HouseRules = RULES, **said: Any) -> Line:
    return play(HandRecord(**said), rules=rules).lines[0]


def sentence(rules: HouseRules = RULES, **said: Any) -> str:
    return hand_sentence(line(rules, **said), NAMES)


# Messages


def test_every_message_of_the_engine_is_here_in_the_same_english() -> None:
    assert {code: str(text) for code, text in words.MESSAGES.items()} == dict(errors.MESSAGES)


def test_every_message_is_translated_when_it_is_shown() -> None:
    assert all(isinstance(text, Promise) for text in words.MESSAGES.values())


def test_every_name_of_a_game_is_marked_for_translation() -> None:
    assert set(words.VARIANT_NAMES) == {variant.name for variant in variants()}
    assert [variant_name(variant) for variant in variants()] == [variant.name for variant in variants()]


def test_every_call_and_suit_has_a_word() -> None:
    assert set(words.HOW) == set(MadeHow)
    assert [str(words.SUITS[suit]) for suit in "cdhs"] == ["clubs", "diamonds", "hearts", "spades"]


def test_every_field_that_a_kind_of_hand_may_lack_has_a_word() -> None:
    everything: dict[str, Any] = {
        "maker": 0,
        "alone": True,
        "lone_defender": 1,
        "maker_tricks": 3,
        "tricks": (3, 1, 1),
        "claimed": 0,
        "offender": 1,
        "round": 1,
        "trump": "h",
    }
    fields = {
        problem.field
        for kind in HandKind
        for problem in judge_hand(HandRecord(kind=kind, **everything), ANN, RULES).problems
        if problem.code == "not_in_kind"
    }
    assert fields
    assert fields <= set(words.FIELDS)


def test_a_message_names_the_player() -> None:
    assert message_for(Problem("claimer_sat_out", "claimed", CLEO), NAMES) == "Cleo sat out and can't claim a trick."


@pytest.mark.parametrize("seat", [None, 3, -1])
def test_somebody_who_does_not_sit_here_has_no_name(seat: int | None) -> None:
    assert message_for(Problem("claimer_sat_out", "claimed", seat), NAMES).startswith("That player sat out")


def test_a_message_names_the_field_in_words() -> None:
    assert message_for(Problem("not_in_kind", "maker_tricks")) == "A hand of this kind has no tricks."
    labels = {"maker_tricks": "number of tricks"}
    assert message_for(Problem("not_in_kind", "maker_tricks"), labels=labels).endswith("has no number of tricks.")


def test_what_was_typed_is_no_template() -> None:
    typed = Problem("bad_card", "upcard", params={"card": "{player}"})
    assert message_for(typed, ("{field}", "", "")) == "{player} is not a card of this pack."
    assert message_for(Problem("claimer_sat_out", "claimed", ANN), ("{field}",)).startswith("{field} sat out")


def test_problems_become_a_forms_errors_each_at_its_field() -> None:
    record = HandRecord(maker=ANN, lone_defender=BEN, tricks=(2, 2, 1))
    error = validation_error(judge_hand(record, ANN, RULES).problems, NAMES)
    assert error.message_dict == {"tricks": ["Cleo sat out and can't have taken a trick."]}


def test_a_lone_defender_who_is_the_maker_is_refused_by_name() -> None:
    record = HandRecord(maker=ANN, lone_defender=ANN, maker_tricks=3)
    said = [message_for(problem, NAMES) for problem in judge_hand(record, ANN, RULES).problems]
    assert said == ["Ann made trump and can't be the lone defender too."]


# Figures


@pytest.mark.parametrize(("points", "text"), [(2, "+2"), (0, "+0"), (-2, "\u22122"), (-40, "\u221240")])
def test_points_carry_their_sign(points: int, text: str) -> None:
    assert points_text(points) == text


@pytest.mark.parametrize(("score", "text"), [(7, "7"), (0, "0"), (-2, "\u22122")])
def test_a_score_carries_a_sign_below_zero_only(score: int, text: str) -> None:
    assert score_text(score) == text


@pytest.mark.parametrize(("tricks", "text"), [(0, "no trick"), (1, "1 trick"), (5, "5 tricks")])
def test_tricks_are_counted(tricks: int, text: str) -> None:
    assert tricks_text(tricks) == text


@pytest.mark.parametrize(
    ("names", "text"),
    [(["Ann"], "Ann"), (["Ann", "Ben"], "Ann and Ben"), (["Ann", "Ben", "Cleo"], "Ann, Ben and Cleo")],
)
def test_names_are_joined(names: list[str], text: str) -> None:
    assert join_names(names) == text


def test_an_attempt_says_nothing_of_its_pay() -> None:
    assert attempt_text("Ben", 2) == "Ben made it, 2 tricks"
    assert attempt_text("Ben", 0, alone=True) == "Ben made it alone, no trick"


# Hands


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ({"maker": BEN, "maker_tricks": 3}, "Ben made it, 3 tricks. Ben +1"),
        ({"maker": BEN, "maker_tricks": 5}, "Ben took all five. Ben +3"),
        ({"maker": BEN, "maker_tricks": 5, "alone": True}, "Ben took all five alone. Ben +3"),
        ({"maker": BEN, "maker_tricks": 4, "alone": True}, "Ben made it alone, 4 tricks. Ben +1"),
        ({"maker": BEN, "maker_tricks": 2}, "Ben made it, 2 tricks: euchred. Ann +2, Cleo +2"),
        ({"maker": BEN, "maker_tricks": 1, "alone": True}, "Ben made it alone, 1 trick: euchred. Ann +2, Cleo +2"),
        (
            {"maker": BEN, "maker_tricks": 2, "lone_defender": CLEO},
            "Ben made it, 2 tricks: euchred, Cleo defended alone. Ann +2, Cleo +2",
        ),
        (
            {"maker": BEN, "maker_tricks": 0, "lone_defender": CLEO},
            "Ben made it, no trick: euchred, Cleo defended alone. Ann +4, Cleo +4",
        ),
        ({"maker": BEN, "maker_tricks": 3, "lone_defender": ANN}, "Ben made it, 3 tricks, Ann defended alone. Ben +1"),
        ({"maker": BEN, "maker_tricks": 5, "lone_defender": ANN}, "Ben took all five, Ann defended alone. Ben +3"),
        (
            {"maker": BEN, "maker_tricks": 5, "alone": True, "lone_defender": ANN},
            "Ben took all five alone, Ann defended alone. Ben +3",
        ),
        ({"maker": BEN, "tricks": (1, 3, 1)}, "Ben made it, 3 tricks. Ben +1"),
        ({"maker": BEN, "tricks": (1, 2, 0), "claimed": BEN}, "Ben made it, 4 tricks. Ben +1"),
        ({"kind": HandKind.PASSED_OUT}, "All passed"),
        ({"kind": HandKind.MISDEAL}, "Misdeal: Ann deals again"),
        ({"kind": HandKind.PENALTY, "maker": BEN, "offender": CLEO}, "Ben made it, Cleo reneged. Ben +3"),
        ({"kind": HandKind.PENALTY, "maker": BEN, "offender": BEN}, "Ben made it and reneged. Ann +2, Cleo +2"),
        (
            {"kind": HandKind.PENALTY, "maker": BEN, "offender": BEN, "alone": True},
            "Ben made it alone and reneged. Ann +2, Cleo +2",
        ),
        (
            {"kind": HandKind.PENALTY, "maker": BEN, "offender": BEN, "lone_defender": ANN},
            "Ben made it and reneged, Ann defended alone. Ann +4, Cleo +4",
        ),
        ({"maker": 7, "maker_tricks": 3}, "A hand that can't be read"),
    ],
)
def test_a_hand_is_a_sentence(said: dict[str, Any], text: str) -> None:
    assert sentence(**said) == text


def test_a_penalty_that_costs_points_shows_them_with_a_true_minus() -> None:
    rules = RULES.change(revoke="offender_loses")
    said = sentence(rules, kind=HandKind.PENALTY, maker=BEN, offender=CLEO)
    assert said == "Ben made it, Cleo reneged. Cleo \u22122"


def test_only_the_lone_defender_may_score() -> None:
    rules = RULES.change(resting_defender_scores=False)
    assert sentence(rules, maker=BEN, maker_tricks=2, lone_defender=CLEO).endswith("Cleo defended alone. Cleo +2")


def test_two_play_with_the_same_sentences() -> None:
    rules = default_rules("two_handed")
    state = play(HandRecord(maker=BEN, maker_tricks=5), rules=rules)
    assert hand_sentence(state.lines[0], NAMES) == "Ben took all five. Ben +2"


def test_the_short_text_leaves_the_points_away() -> None:
    assert hand_text(line(maker=BEN, maker_tricks=2), NAMES) == "Ben made it, 2 tricks: euchred"


def test_a_voided_hand_is_told_like_any_other() -> None:
    state = play(HandRecord(maker=BEN, maker_tricks=3), endings=[Void("hand-1")])
    assert hand_sentence(state.lines[0], NAMES) == "Ben made it, 3 tricks. Ben +1"


# Results


def test_an_open_game_has_no_result() -> None:
    assert result_sentence(play(HandRecord(maker=BEN, maker_tricks=3)), NAMES) == ""


def test_a_win_in_words() -> None:
    state = play(*[HandRecord(maker=BEN, maker_tricks=5)] * 4)
    assert result_sentence(state, NAMES) == "Ben wins, 0–12–0."


def test_a_shared_win_in_words() -> None:
    state = play(*[HandRecord(maker=ANN, maker_tricks=0)] * 5)
    assert result_sentence(state, NAMES) == "Ben and Cleo share the win, 0–10–10."


def test_points_below_zero_in_a_result_have_a_true_minus() -> None:
    rules = RULES.change(revoke="offender_loses", target=3)
    penalty = HandRecord(kind=HandKind.PENALTY, maker=BEN, offender=CLEO)
    state = play(penalty, HandRecord(maker=BEN, maker_tricks=5), rules=rules)
    assert result_sentence(state, NAMES) == "Ben wins, 0–3–\u22122."


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        (Abandon(), "The game was abandoned at 0–3–0 and counts nowhere."),
        (CutShort(stands=True), "The game was cut short at 0–3–0: Ben in front."),
        (CutShort(stands=False), "The game was cut short at 0–3–0, without a winner."),
        (Concede(frozenset((BEN, CLEO))), "The others conceded at 0–3–0: Ben and Cleo."),
    ],
)
def test_a_game_that_nobody_won_by_a_hand(ending: Event, text: str) -> None:
    assert result_sentence(play(HandRecord(maker=BEN, maker_tricks=5), endings=[ending]), NAMES) == text


def test_a_result_without_hands() -> None:
    assert result_sentence(play(endings=[Final((10, 4, 6))]), NAMES) == "Ann wins, 10–4–6."
