"""Nothing in the repository speaks of the machine it was made on, or of where packages come from."""

from __future__ import annotations

import re

from tests.repository import ROOT, name, project_files

FOLDERS = "|".join(["work", "farm", "root"])
MACHINE = re.compile(rb"(^|[^a-z.])/(" + FOLDERS.encode() + rb")/", re.MULTILINE)
HOSTS = [".".join(parts).encode() for parts in [("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org")]]


def test_no_file_holds_a_path_of_a_machine() -> None:
    assert [name(path) for path in project_files() if MACHINE.search(path.read_bytes())] == []


def test_no_file_names_a_package_registry() -> None:
    found = [(name(path), host) for path in project_files() for host in HOSTS if host in path.read_bytes()]
    assert found == []


def test_no_environment_or_data_is_tracked() -> None:
    listed = {name(path).split("/")[0] for path in project_files()}
    assert not listed & {"var", ".venv", "node_modules", "staticfiles"}, f"unwanted in {ROOT.name}"
