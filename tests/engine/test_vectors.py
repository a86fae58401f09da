"""What another program says of the same records: the vectors, and real games where they lie beside this repository."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.egn import format_document, parse_document, read_documents, replay_document
from tests.repository import ROOT

FOLDER = Path(__file__).parent / "vectors"
LAWFUL = ("three-handed", "two-handed", "three-handed-unfinished")
REFUSED = ("three-handed-refused", "two-handed-refused")

# A fault in words -> the codes that fit it.
FITTING = {
    "renege": {"revoke"},
    "renege_left_bower": {"revoke"},
    "card_played_twice": {"card_played_twice"},
    "card_not_held": {"card_not_held"},
    "set_aside_card_played": {"card_set_aside"},
    "played_out_of_turn": {"card_not_held"},
    "wrong_first_leader": {"wrong_lead"},
    "wrong_next_leader": {"wrong_lead"},
    "play_missing_from_trick": {"trick_size"},
    "sitting_out_player_played": {"trick_size"},
    "bid_after_made": {"call_after_auction"},
    "bid_after_all_passed": {"call_after_auction"},
    "turned_down_suit_named": {"turned_down_suit"},
    "suit_named_in_round_one": {"suit_in_round_one"},
    "order_up_in_round_two": {"order_in_round_two"},
    "discard_not_held": {"discard_not_held"},
    "pickup_in_round_two": {"discard_without_pick_up"},
    "dummy_used_while_alone": {"dummy_used_alone"},
    "dummy_kept_wrong_count": {"exchange_uneven"},
    "dummy_kept_card_not_in_pool": {"exchange_not_held", "card_not_held"},
    "wrong_hand_size": {"wrong_holding_size"},
    "card_dealt_twice": {"duplicate_card"},
    "lone_hand_in_two_handed": {"alone_not_offered"},
}


def answers(path: Path) -> list[dict[str, Any]]:
    """The answers of `replay`, without the file's name."""
    found = []
    for number, read in enumerate(read_documents(path)):
        assert read.document is not None, read.error
        found += list(replay_document(read.document, number))
    return found


def expected(name: str) -> list[dict[str, Any]]:
    text = (FOLDER / f"{name}.expected.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("name", LAWFUL)
def test_lawful_vectors_come_out_the_same(name: str) -> None:
    found = answers(FOLDER / f"{name}.jsonl")
    assert [{key: it[key] for key in it if key not in ("document", "deal")} for it in found] == expected(name)
    assert [(it["document"], it["deal"]) for it in found] == [(number, 0) for number in range(len(found))]


@pytest.mark.parametrize("name", REFUSED)
def test_refused_vectors_have_a_problem_that_fits_the_words(name: str) -> None:
    found = answers(FOLDER / f"{name}.jsonl")
    for answer, told in zip(found, expected(name), strict=True):
        assert answer["id"] == told["id"]
        codes = {problem["code"] for problem in answer["problems"]}
        assert codes & FITTING[told["fault"]], (told, answer["problems"])
        assert set(answer) == {"document", "deal", "id", "problems"}
        assert all(set(problem) == {"code", "field", "seat", "message"} for problem in answer["problems"])


@pytest.mark.parametrize("name", [*LAWFUL, *REFUSED])
def test_a_vector_that_is_written_again_reads_the_same(name: str) -> None:
    for read in read_documents(FOLDER / f"{name}.jsonl"):
        assert read.document is not None
        assert parse_document(format_document(read.document)) == read.document


# Four-handed games that other people recorded: file -> deals, final score of the teams, problems.
GAMES: dict[str, tuple[int, list[int] | None, list[tuple[int, int, int]]]] = {
    "epic-comeback.egn": (9, [11, 9], []),
    "six-points-in-two-hands.egn": (2, [10, 9], []),
    "finals-annotated.egn": (13, [8, 10], []),
    "pairs-finals.egn": (11, [7, 11], []),
    "unfinished.egn": (1, [0, 0], []),
    "custom-scenario.egn": (1, [0, 1], []),
    # (deal, seat, trick) of each revoke
    "with-revokes.egn": (2, None, [(0, 1, 2), (0, 2, 0), (0, 3, 1), (1, 0, 0), (1, 0, 1), (1, 3, 2), (1, 3, 3)]),
}


def real_games() -> list[Path]:
    """They are not ours to keep here; whoever has them puts them into a folder beside this one."""
    folders = [parent / "shared" / "egn" for parent in ROOT.parents]
    return [folder / name for folder in folders for name in GAMES if (folder / name).is_file()]


def test_real_games_come_to_the_scores_that_are_told_of_them() -> None:
    for path in real_games():
        deals, final, revokes = GAMES[path.name]
        found = answers(path)
        assert len(found) == deals
        told = [(it["deal"], problem) for it in found for problem in it.get("problems", [])]
        places = sorted(
            (deal, problem["seat"], int(problem["field"].split(".")[1]))
            for deal, problem in told
            if problem["code"] == "revoke"
        )
        assert places == revokes
        if final is not None:
            assert told == []
            assert found[-1]["score"] == final * 2


def test_real_games_are_written_again_with_their_notes() -> None:
    for path in real_games():
        (read,) = read_documents(path)
        assert read.document is not None
        assert parse_document(format_document(read.document)) == read.document
        written = format_document(read.document)
        for deal in json.loads(path.read_text(encoding="utf-8"))["deals"]:
            for phase in deal["phases"]:
                for notes in ("callAnnotations", "playAnnotations"):
                    assert json.dumps(phase.get(notes, {}))[1:-1] in written
            assert json.dumps(deal.get("alternativeLines", [])) in written or "alternativeLines" not in deal
