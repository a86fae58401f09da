"""Facts are inserted and never changed. The database itself refuses, by triggers.

`facts_unlocked` is the one way round them: for purging a club, for data migrations, and for
emptying a test database. A test lists its callers.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from league.models.base import FactModel, facts_open

ACTS = ("UPDATE", "DELETE")
SETTING = "upcard.facts"
REFUSAL = "a fact is never changed or deleted"

POSTGRES_FUNCTION = f"""
CREATE OR REPLACE FUNCTION upcard_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '{REFUSAL} (%)', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def fact_models() -> list[type[FactModel]]:
    return [model for model in apps.get_app_config("league").get_models() if issubclass(model, FactModel)]


def fact_tables(connection: BaseDatabaseWrapper) -> list[str]:
    """The tables of facts that exist: fewer while migrations run backwards."""
    existing = set(connection.introspection.table_names())
    return [m._meta.db_table for m in fact_models() if m._meta.db_table in existing]


def trigger_name(table: str, act: str) -> str:
    return f"{table}_no_{act.lower()}"


def make_triggers(connection: BaseDatabaseWrapper) -> None:
    """Idempotent: replaces what is there, so that a changed definition arrives as well."""
    make = {"postgresql": _postgres_trigger, "sqlite": _sqlite_trigger}[connection.vendor]
    tables = fact_tables(connection)
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRES_FUNCTION)
        for table in tables:
            for act in ACTS:
                for statement in make(table, act):
                    cursor.execute(statement)


def _postgres_trigger(table: str, act: str) -> list[str]:
    locked = f"current_setting('{SETTING}', true) IS DISTINCT FROM 'unlocked'"
    head = f'CREATE OR REPLACE TRIGGER {trigger_name(table, act)} BEFORE {act} ON "{table}"'
    return [f"{head} FOR EACH ROW WHEN ({locked}) EXECUTE FUNCTION upcard_refuse()"]


def _sqlite_trigger(table: str, act: str) -> list[str]:
    name = trigger_name(table, act)
    refuse = f"SELECT RAISE(ABORT, '{REFUSAL} ({table})')"
    return [
        f"DROP TRIGGER IF EXISTS {name}",
        f'CREATE TRIGGER {name} BEFORE {act} ON "{table}" BEGIN {refuse}; END',
    ]


def missing_triggers(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """The names of triggers that should be in the database and aren't, or are switched off."""
    connection = connections[using]
    sql = {
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'",
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(sql)
        present = {name for (name,) in cursor.fetchall()}
    wanted = [trigger_name(m._meta.db_table, act) for m in fact_models() for act in ACTS]
    return [name for name in wanted if name not in present]


@contextmanager
def facts_unlocked(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Opens the facts to UPDATE and DELETE, on this connection, for this block's transaction."""
    if facts_open.get():
        yield  # the outer block locks again
        return
    connection = connections[using]
    unlock = {"postgresql": _unlock_postgres, "sqlite": _unlock_sqlite}[connection.vendor]
    with transaction.atomic(using=using), unlock(connection):
        token = facts_open.set(True)
        try:
            yield
        finally:
            facts_open.reset(token)


@contextmanager
def _unlock_postgres(connection: BaseDatabaseWrapper) -> Iterator[None]:
    def set_local(value: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL {SETTING} = '{value}'")

    set_local("unlocked")
    yield
    # An outer transaction may go on. After an error the rollback has undone the setting.
    set_local("locked")


@contextmanager
def _unlock_sqlite(connection: BaseDatabaseWrapper) -> Iterator[None]:
    connection.ensure_connection()
    raw: sqlite3.Connection = connection.connection
    raw.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
    try:
        yield
    finally:
        raw.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, True)
