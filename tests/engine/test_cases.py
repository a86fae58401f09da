"""The worked hands of the rule page, and others like them, from the case files."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from engine.errors import UnreadableError
from engine.games import GameState
from engine.variants import variants
from tests.engine.case_lines import FOLDER, Case, numbers, play_case, read_cases, seat

CASES = read_cases()
# Worked hands that a record without cards can say; the others are about cards.
NAMED = {f"E{number}" for number in (*range(16, 31), 32, 33, 34, 36, 37)}


def _points(state: GameState, text: str) -> bool:
    result = state.lines[0].judgement.result
    return result is not None and result.points == numbers(text)


def _tricks(state: GameState, text: str) -> bool:
    result = state.lines[0].judgement.result
    return result is not None and result.tricks == numbers(text)


def _leads(state: GameState, who: str) -> bool:
    result = state.lines[0].judgement.result
    return result is not None and result.leader == seat(who)


def _win(state: GameState, who: str) -> bool:
    return state.winners == {seat(letter) for letter in re.findall("[A-D]", who)}


def _refused(state: GameState, fault: str) -> bool:
    code, field = fault.split()
    line = state.lines[0]
    told = [(problem.code, problem.field) for problem in line.judgement.problems]
    return line.judgement.result is None and told == [(code, field)]


COMES_TO: list[tuple[str, Callable[[GameState, str], bool]]] = [
    (r"(-?\d[\d-]*)", _points),
    (r"tricks ([\d?-]+)", _tricks),
    (r"([A-D]) leads", _leads),
    (r"total (-?\d[\d-]*)", lambda state, text: state.scores == numbers(text)),
    (r"((?:[A-D]|nobody)(?: and [A-D])*) wins?", _win),
    (r"([A-D]) deals next", lambda state, who: state.dealer == seat(who)),
    (r"refused: (\w+ [\w.]+)", _refused),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_worked_hand_comes_to_what_the_rule_page_says(case: Case) -> None:
    state = play_case(case)
    if isinstance(state, UnreadableError):
        assert case.comes_to == (f"refused: unreadable {state.place}",)
        return
    for clause in case.comes_to:
        readings = [(found, holds) for pattern, holds in COMES_TO if (found := re.fullmatch(pattern, clause))]
        assert len(readings) == 1, f"what does {clause!r} mean?"
        found, holds = readings[0]
        assert holds(state, found[1]), f"not {clause}: {state}"


def test_every_worked_hand_of_a_quick_record_has_its_case() -> None:
    assert {case.source for case in CASES} >= NAMED


def test_every_variant_has_its_case_file() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {variant.key for variant in variants()}
    assert {case.variant for case in CASES} == {variant.key for variant in variants()}
