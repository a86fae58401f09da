"""Small functions, small files: what has grown is looked at, not overlooked."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository import code_files, name

LONGEST_FUNCTION = 50
LONGEST_FILE = 300
# file -> why it may be longer
LONG_FILES: dict[str, str] = {}


def _long_functions(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LONGEST_FUNCTION:
                yield f"{name(path)}:{node.lineno} {node.name}: {lines} lines"


def _lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_no_function_is_long() -> None:
    assert [found for path in code_files() for found in _long_functions(path)] == []


def test_no_file_is_long_without_a_reason() -> None:
    long = {name(path): _lines(path) for path in code_files() if _lines(path) > LONGEST_FILE}
    assert {file: lines for file, lines in long.items() if file not in LONG_FILES} == {}


@pytest.mark.parametrize("attribute", ["reason", "need"])
def test_the_allow_list_is_alive(attribute: str) -> None:
    if attribute == "reason":
        assert all(LONG_FILES.values())
    else:
        lines = {name(path): _lines(path) for path in code_files()}
        assert [file for file in LONG_FILES if lines.get(file, 0) <= LONGEST_FILE] == []
