"""The statements that write sums: rows are made, added to or locked in the order in which they are given.

Who gives them in the order of their keys, as everybody does, waits for nobody who waits for them.
"""

from collections.abc import Iterator, Sequence
from itertools import batched
from typing import Any

from django.db import connection
from django.db.models import Model

from league.models import NightTally, Tally

type TallyRows = Sequence[NightTally | Tally]

SUMS = ["games", "won12", "points", "hands", "credits"]

AT_ONCE = 500
"""Rows of one statement: SQLite takes some thirty thousand values, and whoever is merged may have played for years."""


def add_rows(rows: TallyRows) -> list[Any]:
    """Make the rows that are missing, add to those that are there, and read all. One statement for 500 rows.

    A sum that was read first and written then would lose what another game adds in between.
    """
    model = type(rows[0])
    table = connection.ops.quote_name(model._meta.db_table)
    return _insert(rows, ", ".join(f"{name} = {_summed(table, name)}" for name in _columns(model)[1]))


def lock_rows(blank: TallyRows) -> list[Any]:
    """Make the rows that are missing, lock all of them in the order given, and read them. One statement for 500 rows.

    The update that changes nothing locks a row that is there, so that nobody adds to it in between.
    """
    table = connection.ops.quote_name(type(blank[0])._meta.db_table)
    return _insert(blank, f"games = {table}.games")


def write_rows(rows: Sequence[Any]) -> None:
    """Write rows as they are, whatever is there."""
    model = type(rows[0])
    key, sums = _columns(model)
    model._default_manager.bulk_create(rows, update_conflicts=True, unique_fields=key, update_fields=sums)


def insert_text(model: type[Model], key: Sequence[str], sums: Sequence[str], rows: int) -> str:
    """The beginning of a statement that makes rows, as far as what is to be done where one is there."""
    table = connection.ops.quote_name(model._meta.db_table)
    columns = [*key, *sums]
    place = "(" + ", ".join(["%s"] * len(columns)) + ")"
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES {', '.join([place] * rows)} "  # noqa: S608  # names of our own columns, no value
        f"ON CONFLICT ({', '.join(key)})"
    )


def _summed(table: str, name: str) -> str:
    """A column of a row that is there plus that of the row that is added; of counts, key by key without nothings."""
    if name != "counts":
        return f"{table}.{name} + EXCLUDED.{name}"
    each, collect = ("json_each", "json_group_object")
    if connection.vendor == "postgresql":
        each, collect = ("jsonb_each_text", "jsonb_object_agg")
    entries = " UNION ALL ".join(f"SELECT key, value FROM {each}({row}.counts)" for row in (table, "EXCLUDED"))  # noqa: S608  # names of our own columns, no value
    sums = f"SELECT key, SUM(CAST(value AS BIGINT)) AS total FROM ({entries}) AS entries GROUP BY key"  # noqa: S608  # likewise
    # PostgreSQL collects no rows into nothing, SQLite into {}.
    return f"COALESCE((SELECT {collect}(key, total) FROM ({sums}) AS sums WHERE total <> 0), '{{}}')"  # noqa: S608  # likewise


def _insert(rows: TallyRows, changed: str) -> list[Any]:
    """Insert rows, or do what is `changed` to those that are there; all of them, as they are then."""
    model = type(rows[0])
    key, sums = _columns(model)
    found: list[Any] = []
    for part in batched(rows, AT_ONCE):
        sql = f"{insert_text(model, key, sums, len(part))} DO UPDATE SET {changed} RETURNING *"
        found += model._default_manager.raw(sql, list(_values(part, [*key, *sums])))
    return found


def _values(rows: TallyRows, columns: Sequence[str]) -> Iterator[Any]:
    by_column = {field.column: field for field in rows[0]._meta.concrete_fields}
    fields = [by_column[column] for column in columns]
    for row in rows:
        for field in fields:
            yield field.get_db_prep_save(getattr(row, field.attname), connection)


def _columns(model: type[NightTally | Tally]) -> tuple[list[str], list[str]]:
    """The columns of a tally's key, and those of its sums. Names of ours, none from outside."""
    columns = [field.column for field in model._meta.concrete_fields if field.column and not field.primary_key]
    sums = [*SUMS, "counts", *(["nights"] if model is Tally else [])]
    return [column for column in columns if column not in sums], sums
