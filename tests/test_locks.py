"""The locks install what pyproject.toml asks for, hash by hash, and name no place to fetch it from."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.repository import ROOT

LOCKS = ["requirements.txt", "requirements-dev.txt", "requirements-openspiel.txt"]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RUNTIME = [Requirement(line) for line in PYPROJECT["project"]["dependencies"]]
DEV = [Requirement(line) for line in PYPROJECT["dependency-groups"]["dev"]]
OPENSPIEL = [Requirement(line) for line in PYPROJECT["dependency-groups"]["openspiel"]]


@cache
def _entries(lock: str) -> list[str]:
    """One string a package: its pin and its hashes, without comments."""
    text = re.sub(r"(?m)^\s*#.*\n", "", (ROOT / lock).read_text()).replace("\\\n", " ")
    return text.splitlines()


@cache
def _pins(lock: str) -> dict[str, str]:
    pins = {}
    for entry in _entries(lock):
        requirement = Requirement(entry.split("--hash")[0].strip())
        [pin] = requirement.specifier
        assert pin.operator == "=="
        pins[canonicalize_name(requirement.name)] = pin.version
    return pins


def _unmet(lock: str, wanted: list[Requirement]) -> list[str]:
    pins = _pins(lock)
    names = [(requirement, canonicalize_name(requirement.name)) for requirement in wanted]
    return [str(req) for req, name in names if name not in pins or not req.specifier.contains(pins[name])]


@pytest.mark.parametrize(("lock", "wanted"), [(LOCKS[0], RUNTIME), (LOCKS[1], RUNTIME + DEV), (LOCKS[2], OPENSPIEL)])
def test_lock_satisfies_pyproject(lock: str, wanted: list[Requirement]) -> None:
    assert _unmet(lock, wanted) == []


def test_extras_are_locked() -> None:
    assert {"psycopg-binary", "psycopg-pool"} <= set(_pins("requirements.txt"))


def test_serving_installs_no_development_package() -> None:
    only_dev = {canonicalize_name(requirement.name) for requirement in DEV}
    assert not only_dev & set(_pins("requirements.txt"))


def test_both_locks_agree() -> None:
    assert _pins("requirements.txt").items() <= _pins("requirements-dev.txt").items()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_is_hashed(lock: str) -> None:
    assert [entry for entry in _entries(lock) if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_holds_no_address(lock: str) -> None:
    options = r"://|^\s*--?(index-url|extra-index-url|find-links|trusted-host|i|f)\b| @ "
    assert not re.search(options, (ROOT / lock).read_text(), re.MULTILINE)


def test_script_lock_holds_no_address_of_a_package() -> None:
    text = (ROOT / "package-lock.json").read_text()
    assert "://" not in text, "not even where somebody may send money: bin/vendor takes that out"
    packages = json.loads(text)["packages"]
    assert [key for key, package in packages.items() if "resolved" in package] == []
    assert all("integrity" in package for key, package in packages.items() if key)


def test_script_pins_are_exact() -> None:
    manifest = json.loads((ROOT / "package.json").read_text())
    assert "dependencies" not in manifest, "running the site needs no node"
    assert [v for v in manifest["devDependencies"].values() if not re.fullmatch(r"\d+\.\d+\.\d+", v)] == []


def test_python_version_file_is_supported() -> None:
    version = (ROOT / ".python-version").read_text().strip()
    assert SpecifierSet(PYPROJECT["project"]["requires-python"]).contains(version)


def test_version_is_the_newest_heading_of_the_changelog() -> None:
    heading = re.search(r"(?m)^## \[([^\]]+)\]", (ROOT / "CHANGELOG.md").read_text())
    assert heading
    assert heading[1] == PYPROJECT["project"]["version"]
