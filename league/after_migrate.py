"""What the database needs beyond its migrations, made again after each of them.

SQLite drops a table's triggers without a word when a migration rebuilds it, so a migration
is the wrong place for them.
"""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connections

from league.facts import make_triggers


def protect_facts(using: str, **kwargs: Any) -> None:
    make_triggers(connections[using])


def make_cache_table(using: str, **kwargs: Any) -> None:
    """The table of the account limits, so that serving needs no step besides `migrate`."""
    if settings.CACHES["default"]["BACKEND"].endswith("DatabaseCache"):
        call_command("createcachetable", database=using, verbosity=0)
