"""What the pages load is in this repository as bin/vendor copied it; no page asks another host for anything."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from tests.repository import ROOT, name, project_files

VENDOR = ROOT / "league" / "static" / "vendor"
SERVED = (".html", ".css", ".js", ".mjs", ".svg", ".webmanifest")
# The names of XML vocabularies look like addresses, and nothing ever fetches them.
VOCABULARY = re.compile(r"http://www\.w3\.org/[\w/.#]+")
ADDRESS = re.compile(r"""\b(?:https?|wss?):(?:\\?/){2}[\w.-]|["'(]\s*//[a-z0-9-]+\.[a-z]""", re.IGNORECASE)


def _sums() -> dict[str, str]:
    lines = (VENDOR / "SHA256SUMS").read_text().splitlines()
    return {file: digest for digest, file in (line.split(maxsplit=1) for line in lines)}


def test_vendored_files_are_unchanged() -> None:
    assert {file: hashlib.sha256((VENDOR / file).read_bytes()).hexdigest() for file in _sums()} == _sums()


def test_every_vendored_file_is_listed() -> None:
    assert {path.name for path in VENDOR.iterdir()} - {"SHA256SUMS"} == set(_sums())


def test_every_vendored_package_brings_its_licence() -> None:
    licensed = tuple(file.removesuffix(".LICENSE.txt") for file in _sums() if file.endswith(".LICENSE.txt"))
    aliases = {"hx-ptag.min.js": "htmx.hx-ptag.min.js"}  # an extension from htmx's own package
    assert [file for file in _sums() if not aliases.get(file, file).startswith(licensed)] == []


def test_no_page_style_or_script_names_another_host() -> None:
    sources = [path for path in project_files(*SERVED) if _is_served(path)]
    found = [f"{name(path)}: {line.strip()}" for path in sources for line in _lines(path) if ADDRESS.search(line)]
    assert found == []


def _is_served(path: Path) -> bool:
    return name(path).startswith(("templates/", "league/")) and VENDOR not in path.parents


def _lines(path: Path) -> list[str]:
    return VOCABULARY.sub("", path.read_text(encoding="utf-8")).splitlines()
