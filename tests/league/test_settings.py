"""Settings that refuse to serve what would be unsafe. Each case is a process: settings load once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from league.env import env_bool, env_int, env_mailer
from league.pools import RESTED, check_rested
from league.settings import configure_database, read_version
from tests.repository import ROOT

SECRET = "0123456789-abcdefghijklmnopqrstuvwxyz-" * 2
PRODUCTION = {"UPCARD_ENV": "production", "SECRET_KEY": SECRET, "ALLOWED_HOSTS": "upcard.example"}
OURS = {
    "ALLOWED_HOSTS",
    "DATABASE_URL",
    "DEBUG",
    "DEMO",
    "DJANGO_ALLOW_ASYNC_UNSAFE",
    "MAIL_URL",
    "SECRET_KEY",
    "UPCARD_ENV",
}


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    ours = (
        "DJANGO_ALLOW_ASYNC_UNSAFE",
        "UPCARD_ENV",
        "SECRET_KEY",
        "ALLOWED_HOSTS",
        "DEBUG",
        "DEMO",
        "DATABASE_URL",
        "MAIL_URL",
    )
    clean = {key: value for key, value in os.environ.items() if key not in ours}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=clean | {"DATABASE_URL": "sqlite:////nowhere/upcard.sqlite3"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY"),
        ({"SECRET_KEY": "development-only-everybody-knows-this-key-so-never-serve-with-it"}, "SECRET_KEY"),
        ({"DEBUG": "1"}, "DEBUG"),
        ({"DEMO": "1"}, "demo"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS"),
        ({"UPCARD_ENV": "prod"}, "UPCARD_ENV"),
        ({"DATABASE_URL": "sqlite://:memory:"}, "DATABASE_URL"),
    ],
)
def test_production_refuses(wrong: dict[str, str], named: str) -> None:
    answer = run("-c", "import league.settings", **PRODUCTION | wrong)
    assert answer.returncode != 0
    assert named in answer.stderr.splitlines()[-1]


def test_production_is_ready_to_deploy(tmp_path: Path) -> None:
    command = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    answer = run(*command, **PRODUCTION, DATABASE_URL=f"sqlite:///{tmp_path}/upcard.sqlite3")
    assert answer.returncode == 0, answer.stderr


def test_production_allows_no_demo_and_development_does() -> None:
    show = ("-c", "from league import settings; print(settings.DEMO_ALLOWED)")
    assert run(*show, **PRODUCTION).stdout.strip() == "False"
    assert run(*show).stdout.strip() == "True"


@pytest.mark.parametrize(
    ("text", "value"), [("1", True), ("True", True), ("on", True), ("0", False), ("no", False), ("", True)]
)
def test_switches_are_read(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    monkeypatch.setenv("SWITCH", text)
    assert env_bool("SWITCH", default=True) is value


def test_what_is_not_understood_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODD", "maybe")
    with pytest.raises(ImproperlyConfigured, match="ODD"):
        env_bool("ODD", default=False)
    with pytest.raises(ImproperlyConfigured, match="ODD"):
        env_int("ODD", default=1)
    with pytest.raises(ImproperlyConfigured, match="ODD"):
        env_mailer("ODD")


def test_a_mail_address_becomes_a_mailer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL", "smtp+tls://club%40example.org:p%2Fw@mail.example.org")
    mailer = env_mailer("MAIL")
    assert mailer is not None
    options = mailer["OPTIONS"]
    assert isinstance(options, dict)
    assert (options["host"], options["port"], options["use_tls"]) == ("mail.example.org", 587, True)
    assert (options["username"], options["password"]) == ("club@example.org", "p/w")


def test_sqlite_queues_writers_and_postgresql_pools() -> None:
    sqlite = configure_database("sqlite:////tmp/club.sqlite3")
    assert sqlite["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert sqlite["CONN_MAX_AGE"] is None
    postgres = configure_database("postgres://upcard@localhost/upcard?sslmode=require")
    assert postgres["OPTIONS"] == {"sslmode": "require", "prepare_threshold": 1, "pool": {"check": check_rested}}
    assert postgres["CONN_MAX_AGE"] == 0
    unprepared = configure_database("postgres://upcard@localhost/upcard?prepare_threshold=1000000")
    assert unprepared["OPTIONS"]["prepare_threshold"] == 1_000_000
    assert "ATOMIC_REQUESTS" not in sqlite | postgres


def test_a_pooled_connection_is_tried_after_a_rest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []
    monkeypatch.setattr("psycopg_pool.ConnectionPool.check_connection", tried.append)
    times = iter((100.0, 100.0 + RESTED / 2, 100.0 + RESTED, 100.1 + RESTED))
    monkeypatch.setattr("league.pools.monotonic", lambda: next(times))
    connection = SimpleNamespace()
    for _use in range(4):
        check_rested(connection)
    assert tried == [connection] * 2


def test_tests_meet_in_a_file() -> None:
    name = str(settings.DATABASES["default"]["NAME"])
    assert "memory" not in name


def test_the_version_is_the_changelogs(tmp_path: Path) -> None:
    changelog = tmp_path / "CHANGELOG.md"
    assert read_version(changelog) == "0"
    changelog.write_text("# Changes\n\n## Unreleased\n\n## [1.4.0] 2027\n\n## 1.3.0\n")
    assert read_version(changelog) == "1.4.0"
    assert settings.VERSION[0].isdigit()
