"""Many rows at once, by the shortest way that each database has. Facts too: they are inserted, never changed."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import connection, models

type Row = tuple[Any, ...]
BLOCK = 5_000


def insert(model: type[models.Model], columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Rows of plain values: numbers, texts, ids in hexadecimal, moments as `moment` writes them, JSON as text."""
    if not rows:
        return
    quote = connection.ops.quote_name
    table, names = quote(model._meta.db_table), ", ".join(map(quote, columns))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows)  # noqa: S608  # our own names


def moment(at: datetime) -> str:
    """A moment as both databases read it: Django keeps SQLite's in UTC, and PostgreSQL's connections are in UTC."""
    return str(at.astimezone(UTC).replace(tzinfo=None))


def new_ids(model: type[models.Model]) -> Iterator[int]:
    """Keys that nobody else gets, for rows that others of the same batch point to."""
    reserve = {"postgresql": _reserve_postgres, "sqlite": _reserve_sqlite}[connection.vendor]
    while True:
        yield from reserve(model._meta.db_table)


def _reserve_postgres(table: str) -> Sequence[int]:
    with connection.cursor() as cursor:
        sql = "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
        cursor.execute(sql, [connection.ops.quote_name(table), BLOCK])
        return [key for (key,) in cursor.fetchall()]


def _reserve_sqlite(table: str) -> Sequence[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        last: int | None = next((seq for (seq,) in cursor.fetchall()), None)
        if last is None:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, BLOCK])
        else:
            cursor.execute("UPDATE sqlite_sequence SET seq = seq + %s WHERE name = %s", [BLOCK, table])
    return range((last or 0) + 1, (last or 0) + 1 + BLOCK)
