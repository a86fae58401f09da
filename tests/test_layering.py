"""The arrows between the parts hold; only engine/variants.py knows which variant it is and how many play."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from engine.variants import variants
from tests.repository import ROOT, code_files, name

NUMBERS = {2, 3, 4}
COUNT = re.compile(
    r"""len\(.*(seat|player|side)   # len(players)
      | (seat|player|side)s?_?(count|number|total)\b   # player_count
      | \b(count|number|num|n)_(of_)?(seat|player|side)s\b   # number_of_seats
      | \b(seats|players|sides)\b(\.count\(\))?$   # variant.seats, players.count()""",
    re.IGNORECASE | re.VERBOSE,
)


def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def _engine_files() -> list[Path]:
    return [path for path in code_files() if name(path).startswith("engine/")]


def _variant_blind_files() -> list[Path]:
    """All the code of the site but the one module that describes the variants, and the demo club, which plays them."""
    names = [(path, name(path)) for path in code_files()]
    ours = [(path, file) for path, file in names if file.startswith(("engine/", "league/"))]
    return [path for path, file in ours if file != "engine/variants.py" and not file.startswith("league/demo/")]


def _variant_keys() -> set[str]:
    keys = {variant.key for variant in variants()}
    return keys | {"partnership"}  # the four-handed game follows the same rule from its first day


# Imports


def test_import_contracts_hold() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == EXIT_STATUS_SUCCESS


def test_engine_imports_the_standard_library_only() -> None:
    allowed = sys.stdlib_module_names | {"engine"}
    found = [(name(path), module) for path in _engine_files() for module in _imported(_parse(path))]
    assert [(file, module) for file, module in found if module.split(".")[0] not in allowed] == []


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


# Variants


def test_only_the_variants_module_names_a_variant() -> None:
    keys = _variant_keys()
    found = [(name(path), what) for path in _variant_blind_files() for what in _variant_names(_parse(path), keys)]
    assert found == []


def _variant_names(tree: ast.Module, keys: set[str]) -> Iterator[str]:
    constants = {key.upper() for key in keys}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if text.strip().replace("-", "_") in keys:
                yield f"line {node.lineno}: {text!r}"
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.alias(name=word) if word in constants:
                yield f"line {node.lineno}: {word}"


def test_no_code_asks_how_many_play() -> None:
    found = [(name(path), what) for path in _variant_blind_files() for what in _head_counts(_parse(path))]
    assert found == []


def _head_counts(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Match):
            sides = [node.subject, *(value for case in node.cases for value in _pattern_values(case.pattern))]
        else:
            continue
        if any(_holds_number(side) for side in sides) and any(COUNT.search(ast.unparse(side)) for side in sides):
            yield f"line {node.lineno}: {ast.unparse(node).splitlines()[0]}"


def _pattern_values(pattern: ast.pattern) -> list[ast.expr]:
    return [node.value for node in ast.walk(pattern) if isinstance(node, ast.MatchValue)]


def _holds_number(node: ast.expr) -> bool:
    """A literal 2, 3 or 4, alone or in a literal collection."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    return any(isinstance(part, ast.Constant) and type(part.value) is int and part.value in NUMBERS for part in parts)


def test_the_head_count_check_sees_what_it_must() -> None:
    asked = [
        "len(players) == 3",
        "4 >= len(game.seats)",
        "variant.player_count != 2",
        "n_players in (2, 3)",
        "seats == 3",
    ]
    fine = ["len(players) == variant.seats", "tricks == 3", "seat == maker", "len(tricks) == 5", "players == []"]
    assert all(list(_head_counts(ast.parse(text))) for text in asked)
    assert not any(list(_head_counts(ast.parse(text))) for text in fine)
