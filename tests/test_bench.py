"""The benchmark measures what it says and shows it; how fast a machine is, no test asks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client, RequestFactory

from league.models import Game, GameEvent, User
from tests.bench import __main__ as bench
from tests.bench import growth, load
from tests.bench.pgbench import _script, capture, find_pgbench
from tests.bench.prepare import TOKEN, busiest_player, dump, prepare
from tests.bench.server import ROOT, gunicorn_settings
from tests.bench.site import Turn
from tests.bench.table import Row, middle, skipped, table
from tests.bench.weights import FONT, IMPORT, LINKED
from tests.repository import code_files, name

# The table


def test_table_shows_every_figure_under_its_heading() -> None:
    rows = [
        Row("pages", 123.4, 1234.5, least=0.5),
        Row("a page", 4.25, most=5, unit=" KiB"),
        skipped("hands", "no wrk"),
    ]
    heading, first, second, third = table(rows).splitlines()
    assert heading.split() == ["what", "project", "yardstick", "ratio", "goal", "met"]
    assert first.split() == ["pages", "123/s", "1,234/s", "0.10", ">=", "0.50", "NOT", "MET"]
    assert second.split() == ["a", "page", "4.25", "KiB", "-", "-", "<=", "5", "KiB", "met"]
    assert third.endswith("-  skipped: no wrk")


@pytest.mark.parametrize(
    ("row", "met"),
    [
        (Row("it", 50, 100, least=0.5), True),
        (Row("it", 49, 100, least=0.5), False),
        (Row("it", 60, most=60), True),
        (Row("it", 60.1, most=60), False),
        (Row("it", 0, most=0), True),
        (Row("it", 50, 100), None),
        (Row("it", least=0.5), None),
    ],
)
def test_a_goal_is_met_or_not(row: Row, met: bool | None) -> None:
    assert row.met is met


def test_row_survives_the_way_between_processes() -> None:
    row = Row("it", 1.5, 3.0, least=0.5)
    assert Row(**json.loads(json.dumps(row.to_json()))) == row


def test_middle_of_some_rounds() -> None:
    assert middle([9, 1, 2]) == 2


def test_project_and_yardstick_take_turns() -> None:
    turns: list[str] = []

    def took(who: str, value: float) -> float:
        turns.append(who)
        return value

    turn = Turn("it", 0.5, lambda seconds: took("ours", 10.0), lambda seconds: took("theirs", 20.0))
    turn.take(1)
    turn.take(1)
    assert turns == ["ours", "theirs"] * 2
    assert turn.row.ratio == 0.5


# What it measures with


def test_gunicorn_runs_as_bin_serve_says() -> None:
    settings = gunicorn_settings()
    assert settings[:2] == ["--worker-class", "gthread"]
    assert "--workers" in settings
    assert "$" not in "".join(settings)


def test_the_site_never_imports_the_benchmark() -> None:
    assert [name(path) for path in code_files() if "tests.bench" in path.read_text("utf-8")] == []


def test_without_wrk_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load.WRK is None or Path(load.WRK).exists()
    assert "apt install" in table([skipped("pages", bench.NO_SERVER)])


def test_figure_of_a_failing_page_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(text: str) -> Any:
        return lambda *_args, **_options: subprocess.CompletedProcess([], 0, stdout=text)

    monkeypatch.setattr(load, "WRK", "wrk")
    monkeypatch.setattr(subprocess, "run", told("Requests/sec:   1234.50\n"))
    assert load.ask("http://127.0.0.1/", 1) == 1234.5
    monkeypatch.setattr(subprocess, "run", told("Non-2xx or 3xx responses: 2\nRequests/sec: 99.0\n"))
    with pytest.raises(load.LoadError):
        load.ask("http://127.0.0.1/", 1)


def test_command_line_is_understood(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_engine", lambda: iter([Row("the engine", 2, 1)]))
    monkeypatch.setattr(bench, "_database", lambda database, options: [Row(database, 1, 2)])
    assert bench.main([]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.split("\n") if line] == [
        "what",
        "the",
        "sqlite",
        "postgres",
    ]
    monkeypatch.setattr(bench, "growth", lambda database, hands, have: [Row(f"{database} {hands}", 1)])
    assert bench.main(["full", "--db", "postgres", "--hands", "7"]) == 0
    assert "postgres 7" in capsys.readouterr().out


def test_stopped_by_hand(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(_options: Any) -> list[Row]:
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "_site", stop)
    assert bench.main([]) == 130
    assert capsys.readouterr().err == "Stopped.\n"


def test_goals_of_growth_name_pages_that_are_looked_at() -> None:
    assert set(growth.GOALS) == {"standings", "player"}


def test_links_and_imports_are_found() -> None:
    html = '<link rel="stylesheet" href="/a.css"><script src="/b.js" type="module"></script>'
    assert LINKED.findall(html) == ["/a.css", "/b.js"]
    assert IMPORT.findall('import {x} from "./c.js"; import "./d.js"') == ["./c.js", "./d.js"]
    assert FONT.findall("url(x-latin-wght-normal.woff2) url(x-latin-ext-wght-normal.woff2)") == [
        "x-latin-wght-normal.woff2"
    ]


# What it measures


@pytest.mark.django_db(transaction=True)  # SQLite makes no table inside a transaction of Django's
def test_prepared_pages_answer_and_hands_are_recorded() -> None:
    prepared = prepare(60, 8, games=4)
    try:
        client = Client(headers={"cookie": prepared.cookie, "hx-request": "true"}, enforce_csrf_checks=True)
        for path in (prepared.standings, prepared.player, prepared.live, prepared.table):
            assert client.get(path).status_code == 200
        before = GameEvent.objects.count()
        if connection.vendor == "postgresql":  # whose statements they are
            assert len(capture(prepared.record, prepared.cookie, TOKEN)) == 2
            assert GameEvent.objects.count() == before + 2 * 7
        form = {"csrfmiddlewaretoken": TOKEN, "client_id": str(UUID(int=5)), "follows": "", "cell": "0:3"}
        assert client.post(prepared.record[-1], form).status_code == 200
        assert json.loads(dump(prepared))["record"] == prepared.record
        assert User.objects.filter(email="scorer@big.example").exists()
        game = Game.objects.filter(pk=prepared.live.split("/")[-3])[0]
        assert busiest_player(game.club).pk == int(prepared.player.split("/")[-2])
        _check_yardsticks()
    finally:
        from tests.bench.yardsticks import BenchRow

        with connection.schema_editor() as editor:
            editor.delete_model(BenchRow)


def _check_yardsticks() -> None:
    from tests.bench import yardsticks

    ask = RequestFactory()
    assert yardsticks.static(ask.get("/")).content
    assert yardsticks.one_query(ask.get("/")).content.count(b"<tr>") == 30
    assert yardsticks.five_queries(ask.get("/")).content.count(b"<tr>") == 60
    assert yardsticks.insert(ask.post("/", {"name": "Ann"})).content == b"stored"
    assert yardsticks.BenchRow.objects.count() == 61


def test_scripts_insert_into_another_game_under_new_ids() -> None:
    one, hand, sink = (str(UUID(int=number)) for number in (1, 2, 3))
    event = f"INSERT INTO \"league_gameevent\" (...) VALUES ('{one}'::uuid, 7, 'hand', '{hand}'::uuid, 1)"  # noqa: S608  # text to read, no statement
    line = f"INSERT INTO \"league_hand\" (...) VALUES ('{one}'::uuid, '{hand}'::uuid, 6) ON CONFLICT"  # noqa: S608  # text to read, no statement
    script = _script(["BEGIN", event, line, "COMMIT"], sink)
    assert f"VALUES ('{sink}'::uuid, :seq, 'hand', gen_random_uuid(), 1);" in script
    assert f"VALUES ('{sink}'::uuid, gen_random_uuid(), 6) ON CONFLICT;" in script
    assert script.splitlines()[2] == "BEGIN;"


def test_pgbench_is_found_or_not() -> None:
    assert find_pgbench() is None or Path(str(find_pgbench())).exists()


def test_yardsticks_are_served_alone() -> None:
    """Without the site's apps and middleware: settings are read in a process of their own."""
    told = (
        "import tests.bench.wsgi; from django.conf import settings; print(settings.MIDDLEWARE, settings.INSTALLED_APPS)"
    )
    done = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[] []\n"
