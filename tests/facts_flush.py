"""Emptying the database after a test that commits.

On SQLite Django empties a table by DELETE, which the triggers on facts refuse; on PostgreSQL by
TRUNCATE, which they don't see. tests/conftest.py imports this fixture.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db.backends.sqlite3.base import DatabaseOperations


@pytest.fixture(autouse=True, scope="session")
def flush_may_delete_facts() -> Iterator[None]:
    from league.facts import facts_unlocked  # not before Django is set up

    flush = DatabaseOperations.execute_sql_flush

    def execute_sql_flush(self: Any, sql_list: list[str]) -> None:
        with facts_unlocked(self.connection.alias):
            flush(self, sql_list)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", execute_sql_flush)
        yield
