"""Reading much without standing in anybody's way."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

BEGIN = {"postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", "sqlite": "BEGIN DEFERRED"}


@contextmanager
def snapshot() -> Iterator[None]:
    """Everything read in this block is of one moment, and no writer waits for it. Nothing can be written.

    Django's own blocks can't do that: they would take SQLite's one lock for writing, and on PostgreSQL each statement
    would see another moment. Inside such a block this adds nothing.
    """
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(BEGIN[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
