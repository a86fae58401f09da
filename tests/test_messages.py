"""The catalogs of other languages: whole, compiled, and with the same marks for a program as the English text."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.repository import ROOT

CATALOGS = sorted(Path(ROOT, "league/locale").glob("*/LC_MESSAGES/django.po"))
MARKS = re.compile(r"%\(\w+\)[a-z]|%%|%[sd]|\{\w*\}|</?\w+|https?:\S+|\n")


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.parts[-3])
def test_every_text_is_translated_with_the_same_marks(path: Path) -> None:
    for entry in polib.pofile(str(path)):
        texts = [*entry.msgstr_plural.values()] or [entry.msgstr]
        assert all(text.strip() for text in texts), entry.msgid
        assert "fuzzy" not in entry.flags, entry.msgid
        # Where one is said in a word ("a hand"), the number is left out.
        allowed = [sorted(MARKS.findall(text)) for text in (entry.msgid, entry.msgid_plural) if text]
        for text in texts:
            assert sorted(MARKS.findall(text)) in allowed, (entry.msgid, text)


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.parts[-3])
def test_what_is_read_at_run_time_is_what_is_written(path: Path) -> None:
    def texts(entries: polib.POFile | polib.MOFile) -> set[tuple[str, ...]]:
        return {
            (entry.msgctxt or "", entry.msgid, entry.msgstr, *entry.msgstr_plural.values())
            for entry in entries
            if entry.msgstr or any(entry.msgstr_plural.values())
        }

    assert texts(polib.pofile(str(path))) == texts(polib.mofile(str(path.with_suffix(".mo")))), "run bin/messages"


@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs GNU gettext: apt-get install gettext")
def test_nothing_that_people_read_is_missing() -> None:
    here = {**os.environ, "VENV": sys.prefix}
    found = subprocess.run(
        [Path(ROOT, "bin/messages"), "--check"], capture_output=True, text=True, check=False, env=here
    )
    assert found.returncode == 0, found.stdout + found.stderr
