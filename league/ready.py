"""Statements whose text Django composes once a process: it takes longer for that than a database to answer them.

Values are always parameters; only names of our own tables and columns are text.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.backends.utils import CursorWrapper
from django.db.models.sql.compiler import SQLCompiler

type Row = tuple[Any, ...]
type Compose = Callable[..., models.QuerySet[Any, Row]]

MARK = UUID(int=2**127 - 1)
"""Stands for an id while a query is composed."""

_UUID = models.UUIDField()


@dataclass(frozen=True, slots=True)
class _Text:
    """A composed query: `places` tells of each parameter which value it is, or holds what never changes."""

    sql: str
    params: tuple[Any, ...]
    places: tuple[int | None, ...]
    converters: tuple[tuple[int, Sequence[Callable[..., Any]], Any], ...]


class Ready:
    """A query that is asked again and again with other values.

    `compose(*marks)` makes it, of rows of plain values. `marks` stand for the values while it is composed: of their
    types, and equal to nothing else in the query.
    """

    def __init__(self, compose: Compose, *marks: object) -> None:
        self.compose, self.marks = compose, marks
        self.texts: dict[str, _Text] = {}

    def rows(self, *values: object) -> list[Row]:
        """Every row, with its values as models have them."""
        text = self.texts.get(connection.vendor) or self._compose()
        given = [_adapted(value) for value in values]
        params = [
            fixed if place is None else given[place] for fixed, place in zip(text.params, text.places, strict=True)
        ]
        with ready_cursor() as cursor:
            cursor.execute(text.sql, params)
            found: list[Row] = cursor.fetchall()
        return [_converted(row, text) for row in found] if text.converters else found

    def _compose(self) -> _Text:
        query = self.compose(*self.marks).query
        compiler: SQLCompiler = query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        marks = [_adapted(mark) for mark in self.marks]
        places = tuple([marks.index(param) if param in marks else None for param in params])
        if set(places) - {None} != set(range(len(marks))):
            raise ValueError(f"A mark is not found in the query: {sql}")
        selected = [expression for expression, _sql, _alias in compiler.select]
        converters = compiler.get_converters(selected)
        text = _Text(sql, tuple(params), places, tuple([(at, *pair) for at, pair in converters.items()]))
        self.texts[connection.vendor] = text
        return text


def ready_cursor() -> CursorWrapper:
    """A cursor for statements of ours, whose text never changes.

    PostgreSQL gets their values apart from the text, and keeps the plan of what is asked again: to read and plan such
    a statement takes it longer than to answer it. Django puts values into the text, which is another one each time;
    where statements are logged that is what is wanted.
    """
    if connection.vendor != "postgresql" or connection.queries_logged:
        return connection.cursor()
    from django.db.backends.postgresql.base import ServerBindingCursor  # only where psycopg is

    connection.ensure_connection()
    cursor: Any = ServerBindingCursor(connection.connection)  # type: ignore[call-arg]  # its stub has no constructor
    return connection.make_cursor(cursor)


def _adapted(value: Any) -> Any:
    """A value as this database takes it."""
    if isinstance(value, UUID):
        return _UUID.get_db_prep_value(value, connection)
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_datefield_value(value) if isinstance(value, date) else value


def _converted(row: Row, text: _Text) -> Row:
    values = list(row)
    for place, functions, expression in text.converters:
        for convert in functions:
            values[place] = convert(values[place], expression, connection)
    return tuple(values)


# Models


@lru_cache(maxsize=64)
def columns_of(model: type[models.Model], path: str = "") -> tuple[str, ...]:
    """The names of all of a model's columns, for `values_list`; `path` leads there, such as "night__"."""
    return tuple([f"{path}{field.attname}" for field in model._meta.concrete_fields])


def made[M: models.Model](model: type[M], values: Sequence[Any]) -> M:
    """A model of the values of its columns, as if Django had read it."""
    return model.from_db(DEFAULT_DB_ALIAS, columns_of(model), values)


# Writing


def insert(rows: Sequence[models.Model], unique: Sequence[str] = ()) -> list[Row]:
    """Insert rows of one model in one statement; where they are `unique`, those that are there change instead.

    Their ids, in the order of the database.
    """
    model = type(rows[0])
    fields = _fields(model)
    sql = _insert_text(model, len(rows), tuple(unique))
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for row in rows for field in fields]
    with ready_cursor() as cursor:
        cursor.execute(sql, values)
        ids: list[Row] = cursor.fetchall()
    return ids


def update(row: models.Model, names: Sequence[str]) -> None:
    """Write these columns of a row that is there."""
    model = type(row)
    fields: list[Any] = [*map(model._meta.get_field, names), model._meta.pk]
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with ready_cursor() as cursor:
        cursor.execute(_update_text(model, tuple([field.column for field in fields])), values)


def _fields(model: type[models.Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]


@lru_cache(maxsize=256)
def _insert_text(model: type[models.Model], count: int, unique: tuple[str, ...]) -> str:
    quote = connection.ops.quote_name
    names = [quote(field.column) for field in _fields(model)]
    keys = [quote(field.column) for field in _fields(model) if field.name in unique]
    place = f"({', '.join(['%s'] * len(names))})"
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({', '.join(names)}) VALUES {', '.join([place] * count)}"  # noqa: S608  # our own names
    if keys:
        changed = ", ".join([f"{name} = EXCLUDED.{name}" for name in names if name not in keys])
        sql += f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changed}"
    return f"{sql} RETURNING {quote(str(model._meta.pk.column))}"


@lru_cache(maxsize=64)
def _update_text(model: type[models.Model], columns: tuple[str, ...]) -> str:
    quote = connection.ops.quote_name
    *changed, key = [f"{quote(column)} = %s" for column in columns]
    return f"UPDATE {quote(model._meta.db_table)} SET {', '.join(changed)} WHERE {key}"  # noqa: S608  # our own names
