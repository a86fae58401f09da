"""The benchmark measures what it says; how fast a machine is, no test asks."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import pytest

from engine.__main__ import main
from engine.bench import (
    Bench,
    Figures,
    _whole_hands,
    answer_times,
    bench_table,
    benches,
    distinct_hands,
    measure,
    random_deals,
    season_hands,
)
from engine.bench_checker import check_deal
from engine.bench_minimax import minimax
from engine.egn import format_document
from engine.hands import judge_hand
from engine.solver import best_tricks
from engine.stored import record_from_json, record_to_json
from tests.engine.builders import make_rules


def test_the_table_shows_every_figure() -> None:
    table, _, times = bench_table(hands=30, rounds=1, deals=20).partition("\n\n")
    heading, *lines = table.splitlines()
    assert heading.split() == ["what", "project", "yardstick", "ratio", "goal", "met"]
    assert len(lines) == len(benches(30))
    assert [line.partition(":")[0] for line in times.splitlines()] == [what for what, *_ in answer_times(20)]


def test_a_goal_is_met_by_the_ratio() -> None:
    bench = Bench("it", 0.5, 1, lambda: None, lambda: None)
    assert Figures(bench, 50.0, 100.0).cells() == ("it", "50/s", "100/s", "0.50", ">= 0.50", "met")
    assert Figures(bench, 49.0, 100.0).cells()[-1] == "NOT MET"


def test_project_and_yardstick_take_turns() -> None:
    turns: list[str] = []
    measure(Bench("it", None, 1, lambda: turns.append("project"), lambda: turns.append("yardstick")), 3)
    assert turns == ["project", "yardstick"] * 3


def test_the_hands_of_a_season_are_lawful() -> None:
    for hand in islice(season_hands(make_rules(), Random(3)), 1000):
        assert judge_hand(hand, 0, make_rules()).problems == ()
        assert record_from_json(record_to_json(hand)) == hand


def test_the_yardstick_of_full_records_does_the_whole_work() -> None:
    for document in islice(_whole_hands(make_rules()), 500):
        (deal,) = json.loads(format_document(document))["deals"]
        result = judge_hand(document.deals[0].record, document.deals[0].dealer, document.rules).result
        assert result is not None
        assert check_deal(deal) == list(result.points)
        deal["initialState"]["playerCards"][0][0] = deal["initialState"]["upCard"]
        assert check_deal(deal) is None


def test_the_yardstick_of_the_solver_finds_the_same() -> None:
    for deal in islice(random_deals(make_rules(), Random(1)), 3):
        holdings = {seat: tuple(cards) for seat, cards in deal.holdings.items()}
        assert minimax(holdings, deal.trump, deal.makers, deal.leader) == best_tricks(deal)


def test_answers_are_timed_from_the_middle_to_the_worst() -> None:
    whats, times, _goals = zip(*answer_times(60), strict=True)
    assert [what.rsplit(", ", 1)[1] for what in whats] == ["median", "99 of 100", "worst of 60", "median", "worst of 3"]
    assert 0 < times[0] <= times[1] <= times[2]
    assert 0 < times[3] <= times[4]


def test_no_two_distinct_hands_are_alike() -> None:
    hands = distinct_hands(make_rules(), 1000)
    assert len(set(hands)) == 1000


def test_the_command_line_shows_the_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.__main__.bench_table", lambda: "the table")
    assert main(["bench"]) == 0
    assert capsys.readouterr().out == "the table\n"


def test_the_command_line_names_its_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["replay"]) == 2
    assert "usage: python -m engine [-h] {replay,generate,bench}" in capsys.readouterr().err
