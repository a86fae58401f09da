"""`python -m engine replay` and `generate`: answers, messages and exit statuses."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.egn import judge_document, parse_document
from engine.egn.files import LONGEST
from tests.engine.documents import DOCUMENT, MISSING, answers, codes, document
from tests.repository import ROOT

PLAY = "deals.0.phases.1"
GOOD = json.dumps(DOCUMENT)
BAD = json.dumps(document((f"{PLAY}.tricks.0", ["Ac", "As", "Td"])))
RESULT = {
    "maker": 2,
    "trump": "h",
    "leader": 1,
    "winners": [1, 2, 2, 2, 2],
    "tricks": [0, 1, 4],
    "outcome": "made",
    "points": [0, 0, 1],
    "score": [0, 0, 1],
    "next_dealer": 1,
    "game_winners": [],
}


@pytest.fixture
def lines(tmp_path: Path) -> Any:
    def write(*texts: str | bytes, name: str = "hands.jsonl") -> str:
        raw = b"\n".join(text if isinstance(text, bytes) else text.encode() for text in texts)
        (tmp_path / name).write_bytes(raw)
        return str(tmp_path / name)

    return write


def replay(capsys: pytest.CaptureFixture[str], *files: str) -> tuple[int, list[dict[str, Any]], list[str]]:
    """Exit status, answers, messages."""
    status = main(["replay", *files])
    told = capsys.readouterr()
    return status, [json.loads(line) for line in told.out.splitlines()], told.err.splitlines()


def test_a_lawful_deal_is_answered_with_its_result(lines: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = lines(GOOD)
    assert replay(capsys, file) == (0, [{"file": file, "document": 0, "deal": 0, "id": None, **RESULT}], [])
    pretty = lines(json.dumps(DOCUMENT, indent=2), name="game.egn")
    assert replay(capsys, pretty)[0] == 0


def test_an_unlawful_deal_is_answered_with_every_problem(lines: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = lines("", GOOD, "  ", BAD, GOOD)
    status, told, _ = replay(capsys, file)
    assert (status, [it["document"] for it in told]) == (1, [0, 1, 2])
    assert told[1] == {
        "file": file,
        "document": 1,
        "deal": 0,
        "id": None,
        "problems": [
            {
                "code": "revoke",
                "field": "tricks.0.2",
                "seat": 0,
                "message": "Seat 0 plays Td and could have followed suit.",
            },
            {"code": "card_played_twice", "field": "tricks.4.1", "seat": 0, "message": "Td was played before."},
        ],
    }


def test_what_cannot_be_read_is_named_and_the_rest_is_done(lines: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = lines(GOOD, "{", b'"\xff\xfe"', "[" * 10_000, BAD, '{"version": "1.4", "version": "1.4"}', GOOD)
    status, told, messages = replay(capsys, file, lines(GOOD, name="more.jsonl"))
    assert (status, [it["document"] for it in told]) == (2, [0, 4, 6, 0])
    assert messages.pop(0).startswith(f"{file}: line 2: character ")
    assert [message.split(": ", 1)[1] for message in messages] == [
        "line 3: not UTF-8",
        "line 4: document: expected values that are not nested so deeply",
        "line 6: version: expected every key once",
    ]
    assert all(message.startswith(file) for message in messages)


@pytest.mark.parametrize("cut", [0, 1, 100, 500, len(GOOD) - 1])
def test_a_truncated_file_is_told(cut: int, lines: Any, capsys: pytest.CaptureFixture[str]) -> None:
    status, told, messages = replay(capsys, lines(GOOD[:cut], name="cut.egn"))
    assert (status, told, len(messages)) == (2, [], 1)


def test_a_broken_file_names_the_line(lines: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = json.dumps(DOCUMENT, indent=2).replace('"dealer": 0,', '"dealer" 0,')
    messages = replay(capsys, lines(text, name="game.egn"))[2]
    line = text[: text.index('"dealer" 0')].count("\n") + 1
    assert f"game.egn: line {line}: character" in messages[0]


def test_a_file_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (str(tmp_path / "none.egn"), str(tmp_path), "\0"):
        status, told, messages = replay(capsys, name)
        assert (status, told, len(messages)) == (2, [], 1)


def test_a_line_that_is_too_long_is_skipped(lines: Any, capsys: pytest.CaptureFixture[str]) -> None:
    status, told, messages = replay(capsys, lines(GOOD, "[" + "1," * LONGEST, GOOD))
    assert (status, [it["document"] for it in told]) == (2, [0, 2])
    assert messages[0].endswith("line 2: longer than 2,097,152 bytes")
    assert replay(capsys, lines(" " * (LONGEST + 1), name="long.egn"))[0] == 2


def test_memory_stays_bounded(tmp_path: Path) -> None:
    """A line of 100 MB and ten thousand documents, in a process that may not grow."""
    file = tmp_path / "huge.jsonl"
    with file.open("wb") as out:
        for _ in range(100):
            out.write(b"[" * 1_000_000)
        out.write(b"\n" + (GOOD + "\n").encode() * 2000)

    command = f"ulimit -v 400000; exec {shlex.quote(sys.executable)} -m engine replay {shlex.quote(str(file))}"
    run = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stdout.count('"outcome": "made"') == 2000
    assert run.stderr.count("\n") == 1


def test_who_stops_reading_sees_no_traceback(lines: Any) -> None:
    file = lines(*[GOOD] * 3000)
    command = [sys.executable, "-m", "engine", "replay", file]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        assert run.stderr.read() == b""


# The score of a document


def scores(*changes: tuple[str, Any], deals: int = 3) -> list[list[int] | None]:
    return [answer.get("score") for answer in answers(document(*changes, deals=deals))]


def test_the_score_runs_on() -> None:
    assert scores() == [[0, 0, 1], [0, 0, 2], [0, 0, 3]]
    assert scores(("metadata.initialScore", [3, 0, 5])) == [[3, 0, 6], [3, 0, 7], [3, 0, 8]]


def test_behind_a_problem_the_score_is_the_one_before_it() -> None:
    wrong = ("deals.1.phases.1.tricks.0", ["Ac", "As", "Td"])
    told = answers(document(wrong, ("metadata.finalScore", [9, 9, 9]), deals=3))
    assert [it.get("score") for it in told] == [[0, 0, 1], None, [0, 0, 2]]
    assert [it.get("after_problem") for it in told] == [None, None, True]


def test_an_unfinished_deal_leaves_the_score() -> None:
    told = answers(document(("deals.1.phases.1.tricks", [["Ac", "As", "Tc"]]), deals=3))
    assert [it["outcome"] for it in told] == ["made", "unfinished", "made"]
    assert (told[1]["points"], told[1]["score"], told[1]["next_dealer"]) == ([0, 0, 0], [0, 0, 1], None)
    without_play = document(("deals.0.phases", DOCUMENT["deals"][0]["phases"][:1]))
    assert answers(without_play)[0]["outcome"] == "unfinished"


def test_a_deal_after_the_game_was_won_is_told() -> None:
    won = answers(document(("metadata.ruleset.winning_score", 2), deals=4))
    assert [it.get("game_winners") for it in won] == [[], [2], None, [2]]
    assert codes(won[2]) == [("game_over", "game", None)]
    assert won[3]["after_problem"]
    over = answers(document(("metadata.initialScore", [10, 0, 0])))
    assert codes(over[0]) == [("game_over", "game", None)]


def test_without_a_stated_target_a_four_handed_game_may_go_on() -> None:
    """Programs that leave the key out write games to more than ten, too."""
    four = [("metadata.ruleset", {}), ("metadata.players", []), ("deals.0.initialState.playerCards", MISSING)]
    four += [("deals.1.initialState.playerCards", MISSING), ("deals.0.phases.0.cardExchanges", MISSING)]
    four += [("deals.1.phases.0.cardExchanges", MISSING)]
    tricks = ["As Qs Ks 9s", "Ts Js Td 9h", "Jh Qh Kh Ah", "Ad 9d Qd Kd", "Ac Kc Tc Qc"]
    four += [(f"deals.{deal}.phases.1.tricks", [trick.split() for trick in tricks]) for deal in (0, 1)]
    told = answers(document(*four, ("metadata.initialScore", [9, 0]), deals=2))
    assert [it["score"] for it in told] == [[10, 0, 10, 0], [11, 0, 11, 0]]
    assert told[0]["game_winners"] == [0, 2]
    assert codes(answers(document(*four, ("metadata.initialScore", [10, 0]), deals=2))[0])[0][0] == "game_over"
    stated = [("metadata.ruleset.winning_score", 10), ("metadata.initialScore", [9, 0])]
    assert codes(answers(document(*four, *stated, deals=2))[1]) == [("game_over", "game", None)]


def test_a_final_score_has_to_be_right() -> None:
    assert answers(document(("metadata.finalScore", [0, 0, 2]), deals=2))[1]["score"] == [0, 0, 2]
    wrong = answers(document(("metadata.finalScore", [0, 0, 3]), deals=2))
    assert codes(wrong[1]) == [("score_mismatch", "finalScore", None)]
    assert "outcome" in wrong[0]
    assert wrong[1]["problems"][0]["message"] == "The hands come to 0-0-2, not to 0-0-3."
    nothing = answers(document(("metadata.finalScore", [1, 0, 0]), deals=0))
    assert (nothing[0]["deal"], codes(nothing[0])) == (None, [("score_mismatch", "finalScore", None)])
    assert answers(document(("metadata.finalScore", []), deals=0)) == []


def test_a_dealer_who_is_not_next_is_lawful_and_one_who_is_not_there_is_not() -> None:
    assert [it.get("next_dealer") for it in answers(document(deals=2))] == [1, 1]
    told = answers(document(("deals.0.initialState.dealer", 3)))[0]
    assert codes(told) == [("bad_seat", "dealer", None)]


def test_a_lone_defender_who_cannot_be_has_a_code_of_the_profile() -> None:
    lone = "deals.0.phases.0.aloneDefender"
    told = answers(document((lone, 2), (f"{PLAY}.tricks", [])))[0]["problems"]
    assert [(it["code"], it["field"], it["seat"]) for it in told] == [("bad_seat", "aloneDefender", 2)]
    assert told[0]["message"] == "Seat 2 made trump and can't be the lone defender too."
    line = ("metadata.description", "House rules: lone_defence=against_lone_maker")
    assert codes(answers(document((lone, 1), line, (f"{PLAY}.tricks", [])))[0]) == [
        ("lone_defence_not_offered", "aloneDefender", 1)
    ]


def test_an_auction_that_is_missing_is_told() -> None:
    assert codes(answers(document(("deals.0.phases", [])))[0]) == [("call_missing", "calls.0", 1)]
    assert ("bad_call", "calls.1", 2) in codes(answers(document(("deals.0.phases.0.calls.1", "n")))[0])


def test_partners_show_the_same_points() -> None:
    data = document(
        ("metadata.ruleset", {}),
        ("metadata.players", ["N", "E", "S", "W"]),
        ("metadata.initialScore", [2, 1]),
        ("deals.0.initialState.playerCards", MISSING),
        ("deals.0.phases.0.cardExchanges", MISSING),
        (
            f"{PLAY}.tricks",
            [cards.split() for cards in ("As Qs Ks 9s", "Ts Js Td 9h", "Jh Qh Kh Ah", "Ad 9d Qd Kd", "Ac Kc Tc Qc")],
        ),
    )
    (told,) = answers(data)
    assert (told["maker"], told["winners"], told["tricks"]) == (2, [1, 0, 0, 0, 0], [4, 1, 0, 0])
    assert (told["points"], told["score"]) == ([1, 0, 1, 0], [3, 1, 3, 1])


# Generating


def test_generated_records_replay_to_the_results_beside_them(
    tmp_path: Path, lines: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results.jsonl"
    rules = lines('{"stick_the_dealer": true, "march": 2}', name="rules.json")
    command = ["generate", "--variant", "cutthroat", "--rules", rules, "--seed", "4", "--count", "200"]
    assert main([*command, "--results", str(results)]) == 0
    written = capsys.readouterr().out
    status, told, _ = replay(capsys, lines(written))
    assert status == 0
    expected = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    skipped = ("file", "document")
    assert [{key: it[key] for key in it if key not in skipped} for it in told] == [
        {key: it[key] for key in it if key not in skipped} for it in expected
    ]
    assert main(command) == 0
    assert capsys.readouterr().out == written  # the same seed, the same hands


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"march": 99}', '{"colour": "green"}', '{"dummy": false, "lone_defence": "against_lone_maker"}'],
)
def test_rules_that_cannot_be_are_refused(text: str, lines: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--rules", lines(text, name="rules.json"), "--count", "1"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.strip()


def test_help_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--help"]) == 0
    told = capsys.readouterr().out
    assert all(word in told for word in ("--variant", "--rules", "--seed", "--count", "--results"))
    assert main(["generate", "--variant", "whist"]) == 2


def test_deals_that_are_left_out_are_looked_at_and_no_part_of_the_game() -> None:
    bad = ("deals.1.phases.1.tricks.0.0", "9h")
    read = parse_document(json.dumps(document(bad, ("metadata.finalScore", [0, 0, 9]), deals=3)))
    first, second, third = judge_document(read, {1})
    assert [one.scores for one in (first, second, third)] == [(0, 0, 1), (0, 0, 1), (0, 0, 2)]
    assert second.problems
    assert (third.problems, third.after_problem) == ((), False)
    strict = list(judge_document(read))
    assert (strict[1].problems, strict[2].after_problem) == (second.problems, True)
