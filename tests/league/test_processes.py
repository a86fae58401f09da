"""Comparing by several processes: what they find, and that none is left, however the first one ends."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from multiprocessing import active_children
from urllib.parse import quote, urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from league.management.commands import rescore as command
from league.management.processes import number_of_processors, processes
from league.models import Game, RatingChange, Tally
from league.services import scope as scoping
from league.services.rescore import compare
from league.services.scope import Scope
from tests.league.services.door import another_game, made, sit_down

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def for_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others find the tests' database by its address; a page is two games, so that all have something to do."""
    name = str(connection.settings_dict["NAME"])
    address = f"sqlite:///{quote(name)}"
    if connection.vendor == "postgresql":
        address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setattr(scoping, "PAGE", 2)


def play() -> None:
    """Four games, one of them won and rated."""
    phone = sit_down()
    phone.win()
    for _game in range(3):
        another_game(phone).record(made())
    call_command("rate", stdout=io.StringIO())


def test_several_processes_find_what_one_finds_in_the_same_order() -> None:
    play()
    Game.objects.update(scores=[])
    Tally.objects.update(points=1)
    RatingChange.objects.update(mu=1.0)
    told: dict[int, list[int]] = {1: [], 2: []}
    found = {}
    for number, games in told.items():
        with processes(number) as each:
            found[number] = list(compare(Scope(), lambda some, _last, games=games: games.append(some), each))
    assert found[2] == found[1]
    assert {difference.what for difference in found[2]} >= {"scores", "points", "mu"}
    assert told == {1: [2, 2], 2: [2, 2]}


def test_much_is_compared_by_every_processor_and_little_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    play()
    began: list[int] = []
    monkeypatch.setattr(command, "processes", lambda number: began.append(number) or processes(1))
    monkeypatch.setattr(command, "number_of_processors", lambda: 7)
    for many, arguments in [(4, ()), (3, ()), (3, ("--jobs", "2")), (4, ("--jobs", "3"))]:
        monkeypatch.setattr(command, "MANY", many)
        call_command("rescore", "--check", *arguments, stdout=io.StringIO())
    assert began == [1, 7, 2, 3]


def test_whoever_stops_it_is_told_where_to_go_on_and_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    play()
    games = list(Game.objects.order_by("play_order", "pk"))
    Game.objects.filter(pk=games[2].pk).update(scores=[])

    def stop(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command.Command, "_tell", stop)
    with pytest.raises(CommandError, match=f"Stopped after 2 games. Go on with --after {games[1].pk}"):
        call_command("rescore", "--check", "--jobs", "2", stdout=io.StringIO(), stderr=io.StringIO())
    assert active_children() == []


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system does not tell")
def test_processors_that_it_may_not_use_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 5, 7})
    assert number_of_processors() == 3


KILLED = """
import os, signal
from league.management.processes import number_of_processors, processes
with processes(2) as each:
    print(*each(abs, [-1, -2, -3]), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_no_process_outlives_a_first_one_that_is_killed() -> None:
    """All hold its output, which ends with the last of them."""
    ran = subprocess.run(
        [sys.executable, "-c", KILLED],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "league.settings"},
        timeout=60,
        check=False,
        text=True,
    )
    assert ran.stdout == "1 2 3\n"


def pools(_part: object) -> bool:
    return "pool" in connection.settings_dict["OPTIONS"]


def test_each_process_takes_one_connection() -> None:
    with processes(2) as each:
        assert not any(each(pools, range(2)))
    assert pools(None) == (connection.vendor == "postgresql")
