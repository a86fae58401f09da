"""One database from empty to measured, in a process of its own: its rows, as JSON."""

from __future__ import annotations

import argparse
import json
import os
import sys


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.database")
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=120)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="only what has this in its name")
    parser.add_argument("--out", required=True, help="file for the rows")
    options = parser.parse_args(arguments)
    try:
        rows = _measure(options)
    except KeyboardInterrupt:
        return 130
    with open(options.out, "w", encoding="utf-8") as file:
        json.dump(rows, file)
    return 0


def _measure(options: argparse.Namespace) -> list[dict[str, object]]:
    os.environ["DJANGO_SETTINGS_MODULE"], os.environ["DEBUG"] = "league.settings", "0"
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment(debug=False)
    from tests.bench.pgbench import Pgbench, capture, find_pgbench
    from tests.bench.prepare import prepare
    from tests.bench.site import measure

    prepared = prepare(options.hands, options.players)
    pgbench = None
    program = find_pgbench()
    if connection.vendor == "postgresql" and program:
        pgbench = Pgbench(program, capture(prepared.record[-17:], prepared.cookie, prepared.token))
    connection.close()
    names = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
    rows = measure(prepared, names[connection.vendor], pgbench, options.seconds, options.rounds, options.only)
    return [row.to_json() for row in rows]


if __name__ == "__main__":
    sys.exit(main())
