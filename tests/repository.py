"""What the tests about the repository itself share: where it is and which files belong to it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {".git", "node_modules", "var", "staticfiles", "__pycache__", "test-results"}


def project_files(*suffixes: str) -> list[Path]:
    """Files that are tracked or about to be; all of them without `suffixes`."""
    found = _listed_by_git() if shutil.which("git") and (ROOT / ".git").exists() else _walked(ROOT)
    return sorted(path for path in found if path.is_file() and (not suffixes or path.suffix in suffixes))


def code_files() -> list[Path]:
    """Python that runs in production: no tests, no migrations."""
    return [path for path in project_files(".py") if not {"tests", "migrations"} & set(path.relative_to(ROOT).parts)]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _listed_by_git() -> list[Path]:
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [ROOT / entry for entry in listing.split("\0") if entry]


def _walked(folder: Path) -> list[Path]:
    found: list[Path] = []
    for path in folder.iterdir():
        hidden_cache = path.is_dir() and path.name.startswith(".") and path.name != ".ci"
        if path.name in NOT_OURS or hidden_cache:
            continue
        found += _walked(path) if path.is_dir() else [path]
    return found
