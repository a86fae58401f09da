"""`python -m tests.bench`: the whole table, in a few minutes; with `full`: how it grows with a site."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from engine.bench import HANDS, ROUNDS, answer_times, benches
from engine.bench import measure as measure_engine
from tests.bench.growth import growth
from tests.bench.server import run
from tests.bench.table import Row, skipped, table

NO_SERVER = "no PostgreSQL server is installed (Debian: apt install postgresql)"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("what", nargs="?", choices=["site", "full"], default="site")
    parser.add_argument("--db", choices=["sqlite", "postgres"], help="only this database; full: SQLite unless said")
    parser.add_argument("--seconds", type=int, default=2, help="how long one run takes")
    parser.add_argument("--rounds", type=int, default=3, help="how many runs, in turn with the yardstick's")
    parser.add_argument("--only", default="", help="of the pages and hands, only what has this in its name")
    parser.add_argument("--hands", type=int, default=1_000_000, help="of the big database of `full`")
    parser.add_argument("--have", nargs=2, metavar="URL", help="`full`: a small and a big database that are there")
    options = parser.parse_args(arguments)
    try:
        rows = _full(options) if options.what == "full" else _site(options)
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        return 130
    sys.stdout.write(f"\n{table(rows)}\n")
    return 0


def _full(options: argparse.Namespace) -> list[Row]:
    return growth(options.db or "sqlite", options.hands, options.have)


def _site(options: argparse.Namespace) -> list[Row]:
    rows = [] if options.only else list(_engine())
    for database in ("sqlite", "postgres"):
        if options.db in (None, database):
            _say(f"{database}: filling a database, then {options.rounds} rounds of {options.seconds} s each")
            rows += _database(database, options)
    return rows


def _engine() -> Iterator[Row]:
    _say("the engine")
    for bench in benches(HANDS):
        figures = measure_engine(bench, ROUNDS)
        yield Row(bench.what, figures.project, figures.yardstick, bench.goal)
    for what, spent, goal in answer_times():
        yield Row(what, spent, most=goal, unit=" ms")


def _database(database: str, options: argparse.Namespace) -> list[Row]:
    """In a process of its own: settings are read once."""
    with tempfile.TemporaryDirectory(prefix="upcard-bench-") as folder:
        out = Path(folder) / "rows.json"
        command = [sys.executable, "-m", "tests.bench.database", "--out", str(out)]
        command += ["--seconds", str(options.seconds), "--rounds", str(options.rounds), "--only", options.only]
        environment = {"DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
        if database == "postgres":
            command = ["bin/with-postgres", *command]
            environment |= {"PG_DURABLE": "1"}
        status, _told = run(command, environment)
        if status or not out.exists():
            return [
                skipped(f"everything on {database}", NO_SERVER if database == "postgres" else "it failed, see above")
            ]
        return [Row(**row) for row in json.loads(out.read_text("utf-8"))]


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
