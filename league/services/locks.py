"""Locks, taken by everybody in one order: clubs by id, nights by date, games by id, tallies, pairs.

Whoever has a later one never asks for an earlier one, so nobody waits for somebody who waits for them.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.transaction import TransactionManagementError

from league.models import Club, Game, Night, RuleSet, Table
from league.ready import MARK, Ready, columns_of, made


def lock_club(club_id: int) -> Club:
    """The club as it is now, and ours until the transaction ends. Hands don't ask for it, and wait for nobody."""
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def lock_game(game_id: UUID, **its: int) -> Game:
    """The game, if it is like `its`, and ours until the transaction ends.

    SQLite locks nothing here: its transactions are IMMEDIATE, so one at a time.
    """
    if not connection.in_atomic_block:
        raise TransactionManagementError("A lock lasts as long as its transaction.")
    wanted = _locking(tuple(its))
    # A game that was moved while we waited for it no longer fits the night that we read beside it: ask again.
    rows = wanted.rows(game_id, *its.values()) or wanted.rows(game_id, *its.values())
    if not rows:
        raise Game.DoesNotExist
    values = iter(rows[0])
    game = made(Game, _next(values, Game))
    for name, model in BESIDE.items():
        row = made(model, _next(values, model))
        setattr(game, name, row if row.pk else None)
    return game


def lock_night(night_id: UUID, club_id: int) -> Night:
    """A night of the club, ours until the transaction ends: no game starts in it or moves, and nobody is merged."""
    return Night.objects.select_for_update(no_key=True).get(pk=night_id, club=club_id)


def lock_games_of(night: Night) -> list[Game]:
    """The games of a night that is locked, by id. None is missing: one that starts or moves here waits for it."""
    return list(Game.objects.select_for_update(no_key=True).filter(night=night).order_by("pk"))


def lock_nights(nights: "QuerySet[Night]") -> None:
    """These nights are ours until the transaction ends."""
    list(in_order(nights).select_for_update(no_key=True).values_list("pk"))


def in_order(nights: "QuerySet[Night]") -> "QuerySet[Night]":
    """Nights in the order in which everybody locks them."""
    return nights.order_by("date", "-kind", "opened_at", "pk")


@contextmanager
def waiting_for_nobody() -> Iterator[None]:
    """On SQLite, whoever asks for its one lock in this block gets it at once, or an OperationalError.

    A page that is only looked at would stand still for seconds, and then fail. Elsewhere `skip_locked` does it.
    """
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {patience:d}")


def _next(values: Iterator[Any], model: type[Model]) -> list[Any]:
    return list(islice(values, len(columns_of(model))))


BESIDE: Mapping[str, type[Model]] = MappingProxyType({"club": Club, "night": Night, "table": Table, "ruleset": RuleSet})
"""What is read with a game under its lock."""


@cache
def _locking(names: tuple[str, ...]) -> Ready:
    """Composing the query of the lock took longer than the whole fold."""
    columns = [*columns_of(Game), *(name for path, model in BESIDE.items() for name in columns_of(model, f"{path}__"))]
    games = Game.objects.select_for_update(no_key=True, of=("self",))

    def compose(game: UUID, *its: int) -> QuerySet[Game, Any]:
        return games.filter(pk=game, **dict(zip(names, its, strict=True))).values_list(*columns)

    return Ready(compose, MARK, *range(-len(names), 0))
