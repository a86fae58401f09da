"""The statements of recording a hand, sent by pgbench: what PostgreSQL alone could do with them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.bench.load import LoadError

HANDS_BEFORE = 6
"""A hand in the middle of a game."""


def find_pgbench() -> str | None:
    """Beside the server's other programs, where Debian does not put it on the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return shutil.which("pgbench") or next((str(f / "pgbench") for f in folders if (f / "pgbench").exists()), None)


@dataclass
class Pgbench:
    """Scripts of different games, so that two clients seldom want the same one."""

    program: str
    scripts: Sequence[str]
    runs: int = 0

    def run(self, seconds: int) -> float:
        """Transactions a second of two clients."""
        self.runs += 1
        with tempfile.TemporaryDirectory() as folder:
            options = ["-n", "-c2", "-j2", f"-T{seconds}", f"-Dplace={self.runs * 1_000_000}"]
            for number, script in enumerate(self.scripts):
                file = Path(folder) / f"{number}.sql"
                file.write_text(script, "utf-8")
                options += ["-f", str(file)]
            command = [self.program, *options]
            told = subprocess.run(command, capture_output=True, text=True, env=os.environ | _address())
        found = re.search(r"^tps = ([\d.]+)", told.stdout, re.MULTILINE)
        if told.returncode or found is None or "aborted" in told.stderr:
            raise LoadError(told.stdout + told.stderr)
        return float(found[1])


def _address() -> dict[str, str]:
    """How the database of this process is reached."""
    settings = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    return {variable: str(settings[name]) for variable, name in names.items() if settings[name]}


def capture(paths: Sequence[str], cookie: str, token: str) -> list[str]:
    """A script from a real hand at each of these tables; the last table takes in what the scripts insert."""
    client = Client(headers={"cookie": cookie, "hx-request": "true"}, enforce_csrf_checks=True)
    *played, sink = paths
    return [_script(_record(client, path, token), _game(sink)) for path in played]


def _game(path: str) -> str:
    return path.split("/games/")[1].split("/")[0]


def _record(client: Client, path: str, token: str) -> list[str]:
    follows = ""
    for number in range(HANDS_BEFORE + 1):
        hand = str(uuid4())
        form = {"csrfmiddlewaretoken": token, "client_id": hand, "follows": follows, "cell": f"{number % 3}:3"}
        with CaptureQueriesContext(connection) as captured:
            answer = client.post(path, form)
        if answer.status_code != 200:
            raise LoadError(f"{path}: {answer.status_code}")
        follows = hand
    return [query["sql"] for query in captured]


def _script(statements: Sequence[str], sink: str) -> str:
    """The same statements again and again: the rows go to another game, so that what is read stays as long."""
    lines = ["\\set place :place + 1", "\\set seq :place * 2 + :client_id"]
    for sql in statements:
        if sql.startswith('INSERT INTO "league_gameevent"'):
            sql = _insert_event(sql, sink)
        elif sql.startswith('INSERT INTO "league_hand"'):
            sql = re.sub(r"VALUES \('[^']+'::uuid, '[^']+'::uuid", f"VALUES ('{sink}'::uuid, gen_random_uuid()", sql)
        lines.append(sql.replace("\n", " ") + ";")
    return "\n".join(lines)


def _insert_event(sql: str, sink: str) -> str:
    """The next number of the other game, a new hand, a new id."""
    sql = re.sub(r"VALUES \('[^']+'::uuid, \d+,", f"VALUES ('{sink}'::uuid, :seq,", sql)
    hand = re.search(r"'hand', '([^']+)'::uuid", sql)
    if hand is None:
        raise LoadError(f"unlike what was expected: {sql}")
    return sql.replace(f"'{hand[1]}'::uuid", "gen_random_uuid()")
