"""When a pooled connection to PostgreSQL is tried before it is used again."""

from time import monotonic
from typing import Any

RESTED = 1.0
"""Seconds."""


def check_rested(connection: Any) -> None:
    """Try a connection that was not tried within a second: the database may have been restarted since.

    Trying is a way to the server and back. A page that is polled makes one more, so it was half of its database's
    time; and who comes within a second of a restart finds no database, tried or not.
    """
    from psycopg_pool import ConnectionPool  # only where PostgreSQL is

    now = monotonic()
    if now - getattr(connection, "tried_at", now - RESTED) >= RESTED:
        ConnectionPool.check_connection(connection)
        connection.tried_at = now
