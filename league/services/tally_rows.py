"""The statements that write tallies: rows are made, added to or locked in the order in which they are given."""

from collections.abc import Sequence
from typing import Any

from django.db import connection

from league.models import NightTally, Tally

type TallyRows = Sequence[NightTally | Tally]

SUMS = ["games", "won12", "points", "hands", "credits"]


def add_rows(rows: TallyRows) -> list[Any]:
    """Make the rows that are missing, add to those that are there, and read all: one statement.

    A sum that was read first and written then would lose what another game adds in between.
    """
    model = type(rows[0])
    table = connection.ops.quote_name(model._meta.db_table)
    added = ", ".join(f"{name} = {_summed(table, name)}" for name in _columns(model)[1])
    sql = f"{_insert(model, len(rows))} DO UPDATE SET {added} RETURNING *"
    return list(model._default_manager.raw(sql, _values(model, rows)))


def lock_rows(blank: TallyRows) -> list[Any]:
    """Make the rows that are missing, lock all of them in the order given, and read them: one statement.

    The update that changes nothing locks a row that is there, so that nobody adds to it in between.
    """
    model = type(blank[0])
    table = connection.ops.quote_name(model._meta.db_table)
    sql = f"{_insert(model, len(blank))} DO UPDATE SET games = {table}.games RETURNING *"
    return list(model._default_manager.raw(sql, _values(model, blank)))


def write_rows(rows: Sequence[Any]) -> None:
    """Write rows as they are, whatever is there."""
    model = type(rows[0])
    key, sums = _columns(model)
    model._default_manager.bulk_create(rows, update_conflicts=True, unique_fields=key, update_fields=sums)


def _summed(table: str, name: str) -> str:
    """A column of a row that is there plus that of the row that is added; of counts, key by key without nothings."""
    if name != "counts":
        return f"{table}.{name} + EXCLUDED.{name}"
    each, collect = ("json_each", "json_group_object")
    if connection.vendor == "postgresql":
        each, collect = ("jsonb_each_text", "jsonb_object_agg")
    entries = " UNION ALL ".join(f"SELECT key, value FROM {each}({row}.counts)" for row in (table, "EXCLUDED"))  # noqa: S608  # names of our own columns, no value
    sums = f"SELECT key, SUM(CAST(value AS BIGINT)) AS total FROM ({entries}) AS entries GROUP BY key"  # noqa: S608
    return f"COALESCE((SELECT {collect}(key, total) FROM ({sums}) AS sums WHERE total <> 0), '{{}}')"  # noqa: S608


def _insert(model: type[NightTally | Tally], rows: int) -> str:
    """The beginning of a statement that makes rows, as far as what is to be done where one is there."""
    key, sums = _columns(model)
    table = connection.ops.quote_name(model._meta.db_table)
    place = "(" + ", ".join(["%s"] * len(key + sums)) + ")"
    return (
        f"INSERT INTO {table} ({', '.join(key + sums)}) VALUES {', '.join([place] * rows)} "  # noqa: S608  # names of our own columns, no value
        f"ON CONFLICT ({', '.join(key)})"
    )


def _values(model: type[NightTally | Tally], rows: TallyRows) -> list[Any]:
    key, sums = _columns(model)
    return [_database_value(row, column) for row in rows for column in key + sums]


def _columns(model: type[NightTally | Tally]) -> tuple[list[str], list[str]]:
    """The columns of a tally's key, and those of its sums. Names of ours, none from outside."""
    columns = [field.column for field in model._meta.concrete_fields if field.column and not field.primary_key]
    sums = [*SUMS, "counts", *(["nights"] if model is Tally else [])]
    return [column for column in columns if column not in sums], sums


def _database_value(row: NightTally | Tally, column: str) -> Any:
    field = next(field for field in row._meta.concrete_fields if field.column == column)
    return field.get_db_prep_save(getattr(row, field.attname), connection)
