"""Euchre Game Notation: what is read, what is written, and that both agree."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import _candidates
from engine.egn import Document, NotedDeal, format_document, game_documents, parse_document
from engine.egn.documents import egn_place
from engine.egn.reader import document_from_json
from engine.egn.rules import _remembered, read_rules, write_line, write_ruleset
from engine.errors import MisuseError, UnreadableError
from engine.events import Deal, GameStart, Reseat
from engine.games import fold_game
from engine.generate import random_hand
from engine.house_rules import HouseRules, default_rules
from engine.records import HandKind, HandRecord
from tests.engine.builders import FOUR, MISDEAL, THREE, TWO, A, B, C, made, make_rules, penalty
from tests.engine.deals import found, full
from tests.engine.documents import DOCUMENT, MISSING, answers, codes, document
from tests.engine.strategies import JSON, house_rules

BIDDING, PLAY, STATE = "deals.0.phases.0", "deals.0.phases.1", "deals.0.initialState"


def read(data: dict[str, Any]) -> Document:
    return parse_document(json.dumps(data))


def rules_of(description: str | None = None, **keys: Any) -> HouseRules:
    return read_rules(keys, description).rules


def refused(description: str | None = None, **keys: Any) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in read_rules(keys, description).problems]


# A deal


def test_a_deal_is_the_record_of_what_people_did() -> None:
    (deal,) = read(DOCUMENT).deals
    assert deal == NotedDeal(A, full(), 0)


def test_what_is_left_out_is_unknown() -> None:
    (deal,) = read(
        document(
            (f"{STATE}.playerCards", MISSING),
            (f"{BIDDING}.isAlone", MISSING),
            (f"{BIDDING}.aloneDefender", MISSING),
            (f"{BIDDING}.discard", MISSING),
            (f"{BIDDING}.cardExchanges", MISSING),
            ("deals.0.dealNumber", MISSING),
        )
    ).deals
    assert deal == NotedDeal(A, full(holdings=(), discard=None, exchanges=()), 0)


def test_version_1_0_has_names_of_its_own() -> None:
    old = document(
        ("version", "1.0.0"),
        (f"{STATE}.player_cards", [[], ["9s"], [], []]),
        (f"{STATE}.playerCards", MISSING),
        (f"{STATE}.kitty", ["Qs"]),
        (f"{BIDDING}.is_alone", True),
        (f"{BIDDING}.isAlone", MISSING),
        (f"{PLAY}.initialLead", 2),
    )
    (deal,) = read(old).deals
    assert deal.record.alone
    assert deal.record.cards is not None
    assert (deal.record.cards.holdings[1], deal.record.cards.kitty, deal.record.cards.leader) == (("9s",), ("Qs",), 2)
    assert ("wrong_lead", "initialLead", 2) in codes(answers(old)[0])


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.2.7", "1.4", "1.4.0"])
def test_versions_that_are_read(version: str) -> None:
    assert len(read(document(("version", version))).deals) == 1


def test_n_is_another_nine_and_bowers_are_the_jacks_of_trump() -> None:
    changed = document(
        (f"{STATE}.upCard", "Nh"),
        (f"{STATE}.playerCards.2", ["R", "L", "As", "Kc", "Qc"]),
        (f"{PLAY}.tricks.1", ["Ad", "L", "Nd"]),
    )
    assert read(changed).deals == read(DOCUMENT).deals
    unknown = (
        read(document((f"{BIDDING}.calls", ["Pass"] * 6), (f"{STATE}.playerCards.2", ["R"]))).deals[0].record.cards
    )
    assert unknown is not None
    assert unknown.holdings[2] == ("Jx",)


def test_notes_are_kept() -> None:
    notes = {"0": ["a note"]}
    lines = [{"branchIndex": 3, "phases": [{"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": []}]}]
    data = document(
        (f"{BIDDING}.callAnnotations", notes), (f"{PLAY}.playAnnotations", notes), ("deals.0.alternativeLines", lines)
    )
    deal = read(data).deals[0]
    assert (deal.call_notes, deal.play_notes, deal.other_lines) == (notes, notes, lines)
    written = json.loads(format_document(read(data)))["deals"][0]
    assert written == data["deals"][0]


def test_names_of_players_may_be_objects() -> None:
    players = ["Ann", {"name": "Ben", "id": "b"}, "Cleo"]
    assert json.loads(format_document(read(document(("metadata.players", players)))))["metadata"]["players"] == players


def test_places_are_named_as_the_notation_does() -> None:
    told = {"upcard": "upCard", "holdings.2.1": "playerCards.2.1", "exchanges": "cardExchanges", "alone": "isAlone"}
    told |= {"exchanges.1": "cardExchanges.1", "exchanges.1.2": "cardExchanges.1.cards.2", "tricks.3.1": "tricks.3.1"}
    assert {place: egn_place(place) for place in told} == told


# Rules


def test_a_missing_key_has_the_notations_default_with_four_players() -> None:
    assert rules_of() == rules_of(num_players=4) == make_rules(FOUR, stick_the_dealer=True)
    assert (rules_of().target, rules_of().march_alone, rules_of().euchred_alone) == (10, 4, 2)
    assert (rules_of().lone_defence, rules_of().loner_lead, rules_of().canadian_loner) == ("never", "eldest", False)


def test_a_missing_key_has_the_rule_pages_default_with_fewer() -> None:
    assert rules_of(num_players=3) == default_rules(THREE)
    assert rules_of(num_players=2) == default_rules(TWO)


def test_every_key_is_a_house_rule() -> None:
    keys = {"std": True, "winning_score": 7, "loner_lead": "LEFT_OF_DEALER", "loner_march_score": 5}
    keys |= {"loner_euchred_score": 3, "defend_alone": False, "min_rank": 7}
    assert rules_of(num_players=3, **keys) == make_rules(
        THREE,
        stick_the_dealer=True,
        target=7,
        loner_lead="eldest",
        march_alone=5,
        euchred_alone=3,
        lone_defence="never",
        pack=32,
    )
    assert rules_of(num_players=3, joker=True).pack == 25
    assert rules_of(canadian=True).canadian_loner
    assert rules_of(defend_alone=True).lone_defence == "against_lone_maker"


def test_loner_keys_mean_nothing_in_two_handed() -> None:
    keys = {"loner_lead": "LEFT_OF_DEALER", "loner_march_score": 9, "loner_euchred_score": 99, "defend_alone": True}
    assert rules_of(num_players=2, **keys) == default_rules(TWO)
    assert refused(num_players=2, **keys) == []


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ({"num_players": 3, "canadian": True}, "canadian"),
        ({"num_players": 2, "canadian": True}, "canadian"),
        ({"joker": True, "min_rank": 7}, "joker"),
        ({"min_rank": 8}, "min_rank"),
        ({"min_rank": 2}, "min_rank"),
        ({"winning_score": 0}, "winning_score"),
        ({"winning_score": 51}, "winning_score"),
        ({"winning_score": -1}, "winning_score"),
        ({"num_deals": 8}, "num_deals"),
        ({"loner_march_score": 0}, "loner_march_score"),
        ({"loner_lead": "SIDEWAYS"}, "loner_lead"),
        *(
            ({name: True}, name)
            for name in ("go_under", "partners_best", "farmers", "fast_break", "four_trick_tokens", "allow_no_trump")
        ),
        ({"a_rule_of_tomorrow": True}, "a_rule_of_tomorrow"),
    ],
)
def test_a_rule_that_is_not_played_is_named(keys: dict[str, Any], name: str) -> None:
    assert refused(**keys) == [("rule_not_played", name)]
    assert refused(**{key: value for key, value in keys.items() if key != name}) == []


def test_a_rule_that_is_off_is_no_rule() -> None:
    off = dict.fromkeys(("go_under", "farmers", "fast_break", "canadian", "a_rule_of_tomorrow"), False)
    assert refused(num_players=3, num_deals=0, **off) == []


def test_under_rules_that_are_not_played_nobody_can_say_what_is_lawful() -> None:
    data = document(("metadata.ruleset.farmers", True), (f"{PLAY}.tricks.0", ["Ac"]), deals=2)
    first, second = answers(data)
    assert codes(first) == codes(second) == [("rule_not_played", "farmers", None)]
    assert first["problems"][0]["message"] == "Farmers is a rule that is not played here."
    assert ("after_problem" in first, second["after_problem"]) == (False, True)


def test_a_game_of_five_is_none_of_ours() -> None:
    data = document(("metadata.ruleset.num_players", 5))
    assert codes(answers(data)[0])[0] == ("wrong_player_count", "num_players", None)
    assert codes(answers(document(("metadata.players", ["Ann", "Ben", "Cleo", "Dora"])))[0]) == [
        ("wrong_player_count", "players", None)
    ]


def test_what_others_write_is_not_remembered_without_end() -> None:
    answers(document((f"{PLAY}.tricks.0.0", "a card")))  # the other cards are few, and may be kept
    sizes = [cache.cache_info().currsize for cache in (_candidates, _remembered)]
    for number in range(50):
        answers(document((f"{PLAY}.tricks.0.0", f"card {number}")))
        read_rules({"num_players": 3, "loner_lead": "x" * 1000 + str(number)}, None)
    assert _candidates.cache_info().currsize <= sizes[0] + 3
    assert _remembered.cache_info().currsize <= sizes[1] + 1


# The line of house rules


def test_what_has_no_key_stands_in_a_line() -> None:
    rules = make_rules(THREE, dummy=False, march=4, finish="all_who_pass", target=7)
    line = write_line(rules)
    assert line == "House rules: dummy=false; march=4; finish=all_who_pass"
    assert read_rules(write_ruleset(rules), f"A game on Monday.\n{line}\nMore.").rules == rules
    assert (
        read_rules(write_ruleset(rules), f"A game on Monday.\n{line}\nMore.").description == "A game on Monday.\nMore."
    )
    assert write_line(default_rules(THREE)) is None


def test_a_lone_defence_only_against_lone_makers_needs_the_line_in_cutthroat() -> None:
    rules = make_rules(THREE, lone_defence="against_lone_maker")
    assert write_line(rules) == "House rules: lone_defence=against_lone_maker"
    assert write_line(make_rules(FOUR, lone_defence="against_lone_maker")) is None


@pytest.mark.parametrize(
    "item",
    ["colour=green", "march=99", "march=x", "march=", "dummy=1", "dummy", "finish=never", "march=٣", "=", "march=1e1"],
)
def test_an_unknown_name_or_value_in_the_line_is_not_played(item: str) -> None:
    (problem,) = read_rules({"num_players": 3}, f"House rules: {item}; target=7").problems
    assert (problem.code, problem.params["rule"]) == ("rule_not_played", item)
    data = read(document(("metadata.description", f"Hello\nHouse rules: target=7; {item}")))
    assert parse_document(format_document(data)) == data
    assert (data.rules.target, data.description) == (7, "Hello")


def test_rules_that_contradict_each_other_are_not_played() -> None:
    assert refused("House rules: going_alone=false; canadian_loner=true") == [("rule_not_played", "going_alone")]
    assert refused("House rules: finish=all_who_pass", num_players=2) == [("rule_not_played", "finish")]
    assert refused("House rules: lone_defence=any") == [("rule_not_played", "defend_alone")]


@given(house_rules())
def test_any_house_rules_are_read_as_they_were_written(rules: HouseRules) -> None:
    told = read_rules(write_ruleset(rules), write_line(rules))
    assert (told.rules, told.problems) == (rules, [])


# Writing

NOTES = JSON.filter(lambda it: it and "inf" not in repr(it))


@given(house_rules(), st.integers(0, 10**9), st.data())
def test_what_was_written_reads_as_the_same_document(rules: HouseRules, seed: int, data: st.DataObject) -> None:
    chance, sides = Random(seed), len(rules.game.sides)
    scores = st.just(()) | st.lists(st.integers(-5, 60), min_size=sides, max_size=sides).map(tuple).filter(any)
    text = st.none() | st.text(max_size=8).filter(lambda it: "House rules:" not in it and it)
    deals = [
        NotedDeal(
            dealer,
            random_hand(chance, dealer, rules),
            number,
            data.draw(st.none() | NOTES),
        )
        for number, dealer in enumerate(chance.choices(range(rules.game.seats), k=chance.randrange(4)))
    ]
    whole = Document(
        rules=rules,
        deals=tuple(deals),
        players=tuple(data.draw(st.lists(st.text(max_size=3), min_size=rules.game.seats, max_size=rules.game.seats))),
        initial_score=data.draw(scores),
        final_score=data.draw(scores),
        id=data.draw(text),
        title=data.draw(text),
        description=data.draw(text),
        date=data.draw(text),
    )
    assert parse_document(format_document(whole)) == whole
    assert parse_document(format_document(whole, indent=1)) == whole


def test_a_score_of_zeros_is_written_where_the_schema_has_room() -> None:
    for variant, zeros in ((THREE, []), (TWO, [0, 0]), (FOUR, [0, 0])):
        written = json.loads(format_document(Document(default_rules(variant))))["metadata"]
        assert written["initialScore"] == zeros
        assert "finalScore" not in written
    written = json.loads(format_document(Document(default_rules(THREE), initial_score=(1, 0, 2))))
    assert written["metadata"]["initialScore"] == [1, 0, 2]


def test_rules_are_written_out_in_full() -> None:
    written = json.loads(format_document(Document(default_rules(FOUR))))["metadata"]["ruleset"]
    assert written["num_players"] == 4
    assert {"std", "min_rank", "winning_score", "canadian", "loner_lead", "defend_alone", "joker"} <= set(written)


def test_a_hand_without_its_auction_cannot_be_written() -> None:
    for record in (made(A), full(calls=None), full(upcard=None)):
        with pytest.raises(MisuseError):
            format_document(Document(default_rules(THREE), (NotedDeal(A, record),)))


# A game as documents

ABOUT = Document(default_rules(THREE), players=("Ann", "Ben", "Cleo"), id="game-7")


def exported(*records: HandRecord) -> tuple[Document, ...]:
    ids = [None, *(f"h{number}" for number in range(1, len(records) + 1))]
    log = [Deal(str(hand), record, before) for hand, before, record in zip(ids[1:], ids, records, strict=False)]
    return game_documents(GameStart(make_rules(), A), log, ABOUT)


def hand(dealer: int) -> HandRecord:
    """The deal of the tests, dealt by another player."""
    turned = full().reseated(tuple((seat + dealer) % 3 for seat in range(3)))
    assert found(turned, dealer) == []
    return replace(turned, trump=None, maker=None)


def test_a_game_in_full_is_one_document_with_its_final_score() -> None:
    (whole,) = exported(hand(A), hand(B), hand(C))
    assert (len(whole.deals), whole.initial_score, whole.final_score) == (3, (), (1, 1, 1))
    replayed = [answer["score"] for answer in answers(json.loads(format_document(whole)))]
    assert replayed == [[0, 0, 1], [1, 0, 1], [1, 1, 1]]


def test_a_game_is_cut_where_the_notation_has_no_words() -> None:
    first, second = exported(hand(A), made(C, 0), penalty(A, B), hand(A), MISDEAL, hand(B))[:2]
    assert ([len(first.deals), len(second.deals)], first.final_score, second.final_score) == ([1, 1], (), ())
    assert second.initial_score == (5, 2, 1)
    assert exported(made(A)) == ()
    assert exported(HandRecord(HandKind.PASSED_OUT)) == ()


def test_players_who_change_places_begin_another_document() -> None:
    start = GameStart(make_rules(), A)
    order = (C, A, B)
    moved = hand(C).reseated(order)  # left of Ann sits Ben now, in the last chair
    log = [Deal("h1", hand(A)), Reseat(order, "h1"), Deal("h2", moved, "h1")]
    assert [line.judgement.problems for line in fold_game(start, log).lines] == [(), ()]
    first, second = game_documents(start, log, ABOUT)
    assert (first.players, second.players) == (("Ann", "Ben", "Cleo"), ("Cleo", "Ann", "Ben"))
    assert (second.initial_score, second.deals[0].dealer) == ((1, 0, 0), C)
    assert first.final_score == second.final_score == ()


# What is no document


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (("fileType", "Bridge"), "fileType"),
        (("fileType", MISSING), "fileType"),
        (("version", "1.5"), "version"),
        (("version", "2.0"), "version"),
        (("version", "1"), "version"),
        (("version", 1.4), "version"),
        (("version", MISSING), "version"),
        (("metadata", []), "metadata"),
        (("metadata.players", "Ann"), "players"),
        (("metadata.players", [1]), "players.0"),
        (("metadata.players", [{"id": "a"}]), "players.0.name"),
        (("metadata.initialScore", [1, 2]), "initialScore"),
        (("metadata.initialScore", [1, 2, True]), "initialScore.2"),
        (("metadata.finalScore", {"0": 1}), "finalScore"),
        (("metadata.gameId", 7), "gameId"),
        (("metadata.description", []), "description"),
        (("metadata.ruleset", []), "ruleset"),
        (("metadata.ruleset.std", 1), "ruleset.std"),
        (("metadata.ruleset.winning_score", "10"), "ruleset.winning_score"),
        (("metadata.ruleset.num_players", 3.0), "ruleset.num_players"),
        (("metadata.ruleset.loner_lead", []), "ruleset.loner_lead"),
        (("deals", {}), "deals"),
        (("deals", MISSING), "deals"),
        (("deals.0", "H4sIAAAA"), "deals.0"),
        (("deals.0", None), "deals.0"),
        (("deals.0.dealNumber", "0"), "deals.0.dealNumber"),
        ((STATE, []), STATE),
        ((f"{STATE}.dealer", MISSING), f"{STATE}.dealer"),
        ((f"{STATE}.dealer", True), f"{STATE}.dealer"),
        ((f"{STATE}.upCard", MISSING), f"{STATE}.upCard"),
        ((f"{STATE}.upCard", ["9h"]), f"{STATE}.upCard"),
        ((f"{STATE}.playerCards", {"0": []}), "deals.0.playerCards"),
        ((f"{STATE}.playerCards.1", "AcKc"), "deals.0.playerCards.1"),
        ((f"{STATE}.playerCards.1", {"Ac": 1}), "deals.0.playerCards.1"),
        ((f"{STATE}.playerCards.1.0", ["Ac"]), "deals.0.playerCards.1.0"),
        ((f"{STATE}.playerCards.1.0", 9), "deals.0.playerCards.1.0"),
        (("deals.0.phases", {}), "deals.0.phases"),
        (("deals.0.phases.1.type", "PLAY"), "deals.0.phases.1.type"),
        (("deals.0.phases.1.type", "EUCHRE_BIDDING"), "deals.0.phases.1.type"),
        (("deals.0.phases.0.type", "TRICK_PLAY"), "deals.0.phases.1.type"),
        ((f"{BIDDING}.calls", "Pass"), "deals.0.calls"),
        ((f"{BIDDING}.calls.0", None), "deals.0.calls.0"),
        ((f"{BIDDING}.isAlone", 0), "deals.0.isAlone"),
        ((f"{BIDDING}.aloneDefender", None), "deals.0.aloneDefender"),
        ((f"{BIDDING}.discard", 3), "deals.0.discard"),
        ((f"{BIDDING}.cardExchanges.0.sender", "3"), "deals.0.cardExchanges.0.sender"),
        ((f"{BIDDING}.cardExchanges.0.cards", MISSING), "deals.0.cardExchanges.0.cards"),
        ((f"{PLAY}.tricks", None), "deals.0.tricks"),
        ((f"{PLAY}.tricks.2", "Jh"), "deals.0.tricks.2"),
        ((f"{PLAY}.tricks.2.1", {}), "deals.0.tricks.2.1"),
        ((f"{PLAY}.initialLead", "1"), "deals.0.initialLead"),
    ],
)
def test_a_value_of_a_wrong_kind_is_unreadable_and_named(change: tuple[str, Any], place: str) -> None:
    with pytest.raises(UnreadableError) as raised:
        document_from_json(document(change))
    assert raised.value.place == place


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "1",
        '"deal"',
        "[" * 10_000,
        '{"a":' * 10_000,
        "NaN",
        '{"a": 1e999}',
        '{"a": Infinity}',
        "1" * 5_000,
        '{"version": "1.4", "version": "1.4"}',
        '{"fileType": "Euchre Game Notation"}',
        "\x00",
    ],
)
def test_text_that_is_no_document_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableError):
        parse_document(text)


@given(st.data())
def test_any_value_anywhere_is_read_or_unreadable_and_answered(data: st.DataObject) -> None:
    """Nothing that a file can hold makes the reader, the judge or the writer raise anything else."""
    changed = document(deals=2)
    for _ in range(data.draw(st.integers(1, 3))):
        inner: Any = changed
        while True:
            if not isinstance(inner, dict | list) or not inner:
                break
            keys = sorted(inner) if isinstance(inner, dict) else list(range(len(inner)))
            key = data.draw(st.sampled_from(keys))
            if data.draw(st.integers(0, 3)) == 0 or not isinstance(inner[key], dict | list):
                inner[key] = data.draw(JSON | st.sampled_from([-1, 3, 10**30, "Xx", "R", "B", "n", True, [], "7s"]))
                break
            inner = inner[key]
    try:
        found = read(changed)
    except UnreadableError:
        return
    for answer in answers(changed):
        assert json.dumps(answer)
    assert parse_document(format_document(found)) == found


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_make_the_reader_raise_anything_else(text: bytes) -> None:
    for body in (text, json.dumps(DOCUMENT).encode()[: len(text) * 7], json.dumps(DOCUMENT).encode() + text):
        with suppress(UnreadableError):
            parse_document(body.decode("utf-8", "replace"))
