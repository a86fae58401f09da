"""What a hundred times as many hands change: pages of the busiest club and player, and checking everything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence

from tests.bench.server import ROOT, run
from tests.bench.table import Row, middle, skipped

SMALL, CLUB, CLUBS = 10_000, 120, 20
ROUNDS = 5
MEBIBYTE = 1024
CHECK_SECONDS = 60
GOALS = {"standings": ("standings, 50 rows", 1.2, 4), "player": ("player page, busiest player", 1.3, 8)}
"""A page, how much it may grow, and the most statements that it takes."""


def growth(database: str, hands: int, have: Sequence[str] | None) -> list[Row]:
    """Make both databases unless they are there, and compare. PostgreSQL's are two on one throw-away server."""
    if have:
        return list(_compared(*have, hands))
    if database == "postgres":
        command = ["bin/with-postgres", sys.executable, "-m", "tests.bench.growth", str(hands)]
        status, told = run(command, {"PG_DURABLE": "1"})
        return [Row(**row) for row in json.loads(told)] if status == 0 else [skipped("PostgreSQL", "see above")]
    with tempfile.TemporaryDirectory(prefix="upcard-bench-") as folder:
        return made_and_compared([f"sqlite:///{folder}/{name}.sqlite3" for name in ("small", "big")], hands)


def made_and_compared(urls: Sequence[str], hands: int) -> list[Row]:
    small, big = urls
    _make(small, SMALL, 1)
    seconds = _make(big, hands, CLUBS)
    made = Row(f"make_big, {hands:,} hands", seconds, unit=" s")
    return [made, *_compared(small, big, hands)]


def _make(url: str, hands: int, clubs: int) -> float:
    _manage(url, "migrate", "--verbosity", "0")
    began = time.monotonic()
    _manage(url, "make_big", f"--hands={hands}", f"--players={clubs * CLUB}", f"--clubs={clubs}")
    return time.monotonic() - began


def _compared(small: str, big: str, hands: int) -> Iterator[Row]:
    # In turn, so that a slow minute hits both.
    looks = [(_look(small), _look(big)) for _round in range(ROUNDS)]
    for name, (what, growth_at_most, statements) in GOALS.items():
        ours = [middle([look[place][name]["seconds"] for look in looks]) * 1000 for place in (0, 1)]
        yield Row(f"{what}: growth to {hands:,} hands", round(ours[1] / ours[0], 2), most=growth_at_most, unit="x")
        yield Row(f"{what}: time of {SMALL:,} and of {hands:,}", ours[1], ours[0], unit=" ms")
        newest = looks[-1][1][name]
        yield Row(f"{what}: statements", newest["statements"], most=statements, unit="")
        sql = [middle([look[place][name]["sql"] for look in looks]) * 1000 for place in (0, 1)]
        yield Row(f"{what}: time in the database", sql[1], sql[0], most=1 if name == "standings" else None, unit=" ms")
    yield from _checked(big, hands)


def _look(url: str) -> dict[str, dict[str, float]]:
    command = [sys.executable, "-m", "tests.bench.look"]
    told = subprocess.run(command, cwd=ROOT, env=_environment(url), check=True, stdout=subprocess.PIPE)
    looked: dict[str, dict[str, float]] = json.loads(told.stdout)
    return looked


def _checked(url: str, hands: int) -> Iterator[Row]:
    """How long `rescore --check` works with every processor, and how much memory one of its processes takes at most."""
    # What it says is nobody's figures: those of PostgreSQL are read from this process's standard output.
    process = subprocess.Popen(_command("rescore", "--check"), cwd=ROOT, env=_environment(url), stdout=sys.stderr)
    began = time.monotonic()
    _pid, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    most = CHECK_SECONDS * hands / 1_000_000
    yield Row(f"rescore --check, {hands:,} hands", time.monotonic() - began, most=most, unit=" s")
    yield Row("rescore --check, time of the processor", used.ru_utime + used.ru_stime, unit=" s")
    yield Row("rescore --check, memory at most", used.ru_maxrss / MEBIBYTE, unit=" MiB")
    yield Row("rescore --check, exit status", process.returncode, most=0, unit="")


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "manage.py", *arguments]


def _manage(url: str, *arguments: str) -> None:
    subprocess.run(_command(*arguments), cwd=ROOT, env=_environment(url), check=True, stdout=sys.stderr)


def _environment(url: str) -> dict[str, str]:
    return os.environ | {"DATABASE_URL": url, "DEBUG": "0"}


def _on_postgres(url: str, hands: int) -> list[Row]:
    """Two databases on the server that bin/with-postgres started."""
    import psycopg

    names = ("small", "big")
    with psycopg.connect(url, autocommit=True) as connection:
        for name in names:
            connection.execute(f"CREATE DATABASE {name}")
    return made_and_compared([url.removesuffix("/postgres") + f"/{name}" for name in names], hands)


if __name__ == "__main__":
    json.dump([row.to_json() for row in _on_postgres(os.environ["DATABASE_URL"], int(sys.argv[1]))], sys.stdout)
