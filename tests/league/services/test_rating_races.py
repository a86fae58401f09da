"""Ratings are replayed by several at once, while games end: real threads, each with a connection of its own."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction

from engine.events import Restore
from league.models import Club, Game, RatingChange
from league.services import rating_looks, rating_replay
from league.services.rating_check import compare_ratings
from league.services.rating_looks import look
from league.services.rating_replay import catch_up, restart
from tests.league.services.door import another_game, differences, made, put_apart, sit_down
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_several_replays_at_once_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = sit_down()
    phone.win()
    for maker in (1, 2, 0, 1):
        another_game(phone).win(maker)
    club = phone.game.club_id
    monkeypatch.setattr(rating_replay, "PAGE", 2)
    for _round in range(3):
        restart(club)
        assert at_once(*[lambda: catch_up(club)] * 4) == [True] * 4
        assert RatingChange.objects.count() == 15
        assert list(compare_ratings()) == []


def test_games_end_and_are_taken_back_while_others_replay() -> None:
    tables = [sit_down()]
    tables += [sit_down(*(f"{name}{number}" for name in "abc"), club=tables[0].game.club) for number in range(3)]
    for table in tables:
        table.record(made(0, 5), made(0, 5), made(0, 5))
    club = tables[0].game.club_id

    def play(number: int) -> None:
        table = tables[number]
        last = table.record(made(0, 3))
        for _time in range(4):
            table.void(last)
            table.write(Restore(last))

    def look() -> None:
        for _time in range(6):
            catch_up(club, 1, wait=False)

    at_once(*[lambda number=number: play(number) for number in range(4)], look, look)  # type: ignore[misc]  # bound now
    assert differences() == []
    assert RatingChange.objects.count() == 12
    assert not Game.objects.filter(unrated=True).exists()


def test_who_only_looks_waits_for_nobody() -> None:
    """PostgreSQL steps over the club, SQLite over its one lock; who waits for it otherwise waits as long as ever."""
    phone = sit_down()
    phone.win()
    club = phone.game.club_id

    def hold() -> bool:
        with transaction.atomic():
            Club.objects.select_for_update(no_key=True).get(pk=club)
            return at_once(lambda: catch_up(club, wait=False))[0]

    assert hold() is False
    assert connection.in_atomic_block is False
    assert catch_up(club, wait=False)
    if connection.vendor == "sqlite":
        usual = connection.settings_dict["OPTIONS"]["timeout"] * 1000
        with connection.cursor() as cursor:
            assert cursor.execute("PRAGMA busy_timeout").fetchone() == (usual,)


def test_who_looks_waits_for_nobody_who_writes_and_waits_as_ever_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_looks, "_resting", {})
    phone = sit_down()
    phone.win()
    club = phone.game.club_id

    def patience() -> list[Any]:
        look(club)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout" if connection.vendor == "sqlite" else "SHOW lock_timeout")
            return list(cursor.fetchone())

    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club)
        (before,) = at_once(patience)
    assert not RatingChange.objects.exists()
    rating_looks._resting.clear()
    assert at_once(patience) == [before]
    assert before[0] != 0
    assert RatingChange.objects.count() == 3


def test_who_looks_again_and_again_leaves_the_database_to_others_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = sit_down()
    phone.win()
    for maker in (1, 2):
        another_game(phone).win(maker)
    club = phone.game.club_id
    monkeypatch.setattr(rating_replay, "PAGE", 1)
    monkeypatch.setattr(rating_looks, "MOST_AT_A_LOOK", 1)
    monkeypatch.setattr(rating_looks, "_resting", {})
    monkeypatch.setattr(rating_looks, "REST", 10_000)
    put_apart()
    look(club)
    look(club)
    assert RatingChange.objects.count() == 3
    rating_looks._resting.clear()
    monkeypatch.setattr(rating_looks, "REST", 0)
    for _time in range(3):
        look(club)
    assert (RatingChange.objects.count(), rating_looks._resting) == (9, {})
