"""Replays that are set off by whoever looks at ratings: they stand in the way of nobody who records."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection

from league.services.rating_replay import MOST_AT_A_LOOK, catch_up

REST = 4
"""While much is left, a process replays for one part of the time and leaves the database to others for so many."""

_resting: dict[int, float] = {}
"""Until when a club is left alone, by the clock of this process."""


def look(club: int) -> None:
    """Replay some games of a club, unless somebody is at it, or writes anything else that we would wait for.

    SQLite has one lock for all who write. Many who look, as one that reads every page for a search engine, would hold
    it for most of the time, and hands would wait for seconds.
    """
    began = time.monotonic()
    if began < _resting.get(club, 0):
        return
    with _not_waiting():
        if catch_up(club, MOST_AT_A_LOOK, wait=False):
            _resting.pop(club, None)
            return
    ended = time.monotonic()
    _resting[club] = ended + REST * (ended - began)


@contextmanager
def _not_waiting() -> Iterator[None]:
    """On SQLite, whoever finds somebody writing gives up at once, and nothing is wrong; nothing else differs."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    database: sqlite3.Connection = connection.connection
    (patience,) = database.execute("PRAGMA busy_timeout").fetchone()
    database.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    except OperationalError as error:
        if getattr(error.__cause__, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
            raise
    finally:
        database.execute(f"PRAGMA busy_timeout = {patience:d}")
