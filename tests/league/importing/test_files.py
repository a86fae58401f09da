"""What is sent and is no game: each is told with file and place, and nothing of it is unpacked beyond a limit."""

from __future__ import annotations

import ast
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from engine import egn
from engine.egn.documents import FILE_TYPE
from engine.egn.rules import _EXPECTED as RULE_KINDS
from engine.errors import Problem
from engine.variants import variants
from league.bridge.incoming_words import EXPECTED, problem_text
from league.importing.batch import read_batch
from league.importing.uploads import MEGABYTE, MOST_ENTRIES, MOST_GAMES, read_uploads, shown_name
from tests.league.egn_games import data_of_game, text_of_game
from tests.league.importing.files import file, packed


def refused(*files: SimpleUploadedFile) -> str:
    """Why nothing of this can be read."""
    batch = read_batch(read_uploads(files))
    assert batch.games == ()
    return " ".join(batch.refused)


LONG = "2026-11-16-table-3-mateusz-wojcik-kwame-mensah-ann-kowalska-cleo-ferreira-4e7b2b67"
"""As our own archives name a game of four."""


def test_what_a_long_name_ends_with_is_read_though_it_is_not_shown() -> None:
    lines = f"{text_of_game()}\n{text_of_game()}\n"
    archive = packed((f"{LONG}.egn", text_of_game()), (f"{LONG}.jsonl", lines))
    for sent in (file(archive, f"{LONG}.zip"), file(archive, "night.zip")):
        found = read_uploads([sent])
        assert (len(found.texts), found.refused) == (3, [])
    assert len(read_uploads([file(lines, f"{LONG}.jsonl")]).texts) == 2
    assert f"{LONG[:20]}" in found.texts[0].where
    assert LONG not in found.texts[0].where


# What is no game at all

UNREADABLE: list[tuple[str, str | bytes, str]] = [
    ("broken off", text_of_game()[:900], "game.egn: Line 1, character"),
    ("nothing", "", "game.egn: this is empty."),
    ("blanks", " \n ", "game.egn: this is empty."),
    ("no JSON", "hello\nworld", "game.egn: Line 1, character 1: this is not JSON"),
    ("UTF-16", text_of_game().encode("utf-16"), "game.egn: this is not UTF-8 text."),
    ("nested", "[" * 10_000 + "]" * 10_000, "values that are not nested so deeply"),
    ("nested objects", '{"a":' * 10_000, "values that are not nested so deeply"),
    ("a list", "[]", "At “document”, this is expected: an object."),
    ("another file", '{"fileType": "Bridge"}', "At “fileType”, this is expected: “Euchre Game Notation”."),
    ("a key twice", '{"fileType": 1, "fileType": 2}', "At “fileType”, this is expected: every key once."),
    ("NaN", '{"a": NaN}', "At “NaN”, this is expected: a number."),
    ("long number", '{"a": ' + "1" * 5000 + "}", "numbers of fewer digits"),
    ("no archive", b"PK\x03\x04 and nothing", "game.egn: this archive is damaged."),
]


@pytest.mark.parametrize(("body", "words"), [one[1:] for one in UNREADABLE], ids=[one[0] for one in UNREADABLE])
def test_what_cannot_be_read_is_told_with_file_and_place(body: str | bytes, words: str) -> None:
    assert words in refused(file(body))


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        ("version", "1.5", "At “version”, this is expected: 1.0 to 1.4."),
        ("version", "2.0", "At “version”, this is expected: 1.0 to 1.4."),
        ("metadata", [], "At “metadata”, this is expected: an object."),
        ("metadata.players", "Ann", "At “players”, this is expected: a list."),
        ("metadata.players", ["a" * 81, "b", "c"], "The name of player 1: This has 81 characters"),
        ("metadata.players", ["a", "b\x00", "c"], "The name of player 2: This holds a control character (U+0000)."),
        ("metadata.players", ["a", "b", "c\ud800"], "The name of player 3: This holds half a character"),
        ("metadata.players", ["a", "b", "c" + "\u0301" * 40], "The name of player 3: This has too many marks"),
        ("metadata.initialScore", [1, 2], "At “initialScore”, this is expected: 3 whole numbers."),
        ("metadata.initialScore", [10**4200, 0, 0], "At “initialScore.0”, this is expected: numbers of fewer digits."),
        (
            "metadata.initialScore",
            [0, -(10**4200), 0],
            "At “initialScore.1”, this is expected: numbers of fewer digits.",
        ),
        ("metadata.ruleset.std", "yes", "At “ruleset.std”, this is expected: true or false."),
        ("deals", {}, "At “deals”, this is expected: a list."),
        ("deals.0", "H4sIAA", "At “deals.0”, this is expected: a deal that is not packed."),
        ("deals.1.initialState.dealer", "0", "At “deals.1.initialState.dealer”, this is expected: a whole number."),
        ("deals.0.initialState.upCard", "\ud800", "At “deals.0.upcard”, this is expected: text that can be stored."),
        (
            "deals.0.phases.0.type",
            "PLAY",
            "At “deals.0.phases.0.type”, this is expected: one EUCHRE_BIDDING, then one TRICK_PLAY.",
        ),
    ],
)
def test_a_wrong_value_is_told_with_its_place(place: str, value: Any, words: str) -> None:
    data = data_of_game()
    *path, last = [int(key) if key.isdecimal() else key for key in place.split(".")]
    inner: Any = data
    for key in path:
        inner = inner[key]
    inner[last] = value
    assert refused(file(json.dumps(data), "evening/../game.egn")).startswith(f"game.egn: {words}")


@pytest.mark.parametrize("depth", [33, 900, 3000])
def test_a_rule_of_another_program_may_not_be_nested_deeply(depth: int) -> None:
    deep = '"ruleset": {"odd": ' + "[" * depth + "]" * depth + ","
    told = refused(file(text_of_game().replace('"ruleset": {', deep).replace('"ruleset":{', deep)))
    # How deep JSON's own reader goes before it says so of the whole document differs from Python to Python.
    assert told.endswith("this is expected: values that are not nested so deeply.")


@pytest.mark.parametrize("name", ["a.jsonl", "a.egn"])
def test_of_very_many_lines_no_more_are_kept_than_tell_that_they_are_too_many(name: str) -> None:
    uploads = read_uploads([file("{}\n" * 200_000, name), file("{}\n" * 9, name)], "{}\n" * 20)
    assert len(uploads.texts) == MOST_GAMES + 1
    assert "At most 50 games" in " ".join(read_batch(uploads).refused)


def test_of_very_many_players_no_more_are_kept_than_tell_that_they_are_too_many() -> None:
    data = data_of_game()
    data["metadata"]["players"] = ["Ann"] * 100_000
    (game,) = read_batch(read_uploads([file(json.dumps(data))])).games
    assert len(game.document.players) == 4
    assert [problem.code for problem in game.document.problems] == ["wrong_player_count"]


# Archives


def encrypted() -> bytes:
    """An archive that says of its one entry that it is encrypted."""
    body = bytearray(packed(("a.egn", text_of_game())))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        body[body.index(mark) + offset] |= 1
    return bytes(body)


BAD_ARCHIVES: dict[str, tuple[Callable[[], bytes], str]] = {
    "bomb": (lambda: packed(("a.egn", b"0" * 40 * MEGABYTE)), "games.zip: a.egn: this is packed so tightly"),
    "many small": (
        lambda: packed(*[(f"{n}.egn", json.dumps(list(range(n, n + 90_000)))) for n in range(12)]),
        "all files together may have 5 MB at most",
    ),
    "nested": (
        lambda: packed(("inner.zip", packed(("a.egn", text_of_game())))),
        "games.zip: inner.zip: an archive inside",
    ),
    "encrypted": (encrypted, "games.zip: a.egn: this is encrypted."),
    "entries": (
        lambda: packed(*[(f"{n}.egn", "x") for n in range(MOST_ENTRIES + 1)]),
        f"games.zip: an archive may have {MOST_ENTRIES} entries at most.",
    ),
    "empty": (packed, "there is no .egn or .jsonl file in this archive"),
    "none": (lambda: packed(("README.md", "x"), ("folder/", "")), "there is no .egn or .jsonl file in this archive"),
    "another way of packing": (
        lambda: packed(("a.egn", text_of_game()), compress_type=zipfile.ZIP_LZMA),
        "games.zip: a.egn: this is packed in a way that is not read here.",
    ),
    "cut off": (lambda: packed(("a.egn", text_of_game()))[:-30], "games.zip: this archive is damaged."),
    "no archive": (lambda: b"hello", "games.zip: this archive is damaged."),
    "nothing": (lambda: b"", "games.zip: this archive is damaged."),
}


@pytest.mark.parametrize("why", BAD_ARCHIVES)
def test_an_archive_that_is_none_or_too_much_is_told(why: str) -> None:
    make, words = BAD_ARCHIVES[why]
    assert words in refused(file(make(), "games.zip"))


def test_a_size_that_an_archive_lies_about_is_not_believed() -> None:
    body = bytearray(packed(("a.egn", json.dumps(list(range(1_200_000))))))
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = body.index(mark) + offset
        body[place : place + 4] = (1000).to_bytes(4, "little")
    uploads = read_uploads([file(bytes(body), "games.zip")])
    assert (uploads.texts, len(uploads.refused)) == ([], 1)


@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=8))
def test_whatever_an_archive_holds_it_is_no_error(place: int, changed: bytes) -> None:
    body = bytearray(ARCHIVE)
    place %= len(body)
    body[place : place + len(changed)] = changed
    batch = read_batch(read_uploads([file(bytes(body), "games.zip")]))
    assert batch.games or batch.refused


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_whatever_a_file_holds_it_is_no_error(body: bytes) -> None:
    assert read_batch(read_uploads([file(body), file(text_of_game(most=1).encode()[: len(body) * 5], "b.egn")])).refused


ARCHIVE = packed(("a.egn", text_of_game(most=2)), ("b/c.jsonl", text_of_game(seed=2, most=1)))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("game.egn", "game.egn"),
        ("../../etc/passwd", "passwd"),
        ("C:\\games\\one.egn", "one.egn"),
        ("folder/", "folder"),
        ("a\x00b\n\u202ec.egn", "abc.egn"),
        ("\ud800.egn", ".egn"),
        ("", "a file without a name"),
        ("/", "a file without a name"),
        ("x" * 100, "x" * 59 + "…"),
    ],
)
def test_a_files_name_is_shown_as_far_as_it_can_be(name: str, shown: str) -> None:
    assert shown_name(name) == shown


def test_everything_that_the_reader_expects_has_words() -> None:
    """A text that is new in the reader would be told as “something” until it stands there as well."""
    assert {text for text in expected_by_the_reader() if text not in EXPECTED} == set()


def expected_by_the_reader() -> Iterator[str]:
    for path in Path(egn.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "UnreadableError":
                text = node.args[1]
                if isinstance(text, ast.Constant):
                    yield str(text.value)
    yield from RULE_KINDS.values()
    yield FILE_TYPE
    yield from (f"{len(variant.sides)} whole numbers" for variant in variants())


def test_cards_are_told_with_the_letters_of_the_readers_language() -> None:
    problem = Problem("revoke", "tricks.0.1", 1, {"card": "Qd"})
    names = ["Ann", "Ben", "Cleo"]
    assert "Ben plays Q♦" in problem_text(problem, names)
    with translation.override("de"):
        assert "D♦" in problem_text(problem, names)
