"""Looks at what must be true of a site that is being served, and says in plain lines what isn't."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any, override

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from league.facts import missing_triggers
from league.models import Club

type Check = Callable[[], Iterator[str]]


def check_migrations() -> Iterator[str]:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        yield "The database is older than the code: run `manage.py migrate`."


def check_triggers() -> Iterator[str]:
    for name in missing_triggers():
        yield f"The trigger {name} is missing: facts could be changed. Run `manage.py migrate`."


def check_writable() -> Iterator[str]:
    """Writes a row and takes it back: a full disk or a read-only file shows here first."""
    try:
        with transaction.atomic():
            Club.objects.create(slug=f"doctor-{uuid.uuid4()}", name="Doctor")
            transaction.set_rollback(True)
    except DatabaseError as error:
        yield f"The database can't be written: {error}"


def check_cache_table() -> Iterator[str]:
    cache = settings.CACHES["default"]
    if not cache["BACKEND"].endswith("DatabaseCache"):
        return
    if cache["LOCATION"] not in connection.introspection.table_names():
        yield "The table of the account limits is missing: run `manage.py migrate`."


def check_settings() -> Iterator[str]:
    if settings.PRODUCTION and not settings.MAIL_CONFIGURED:
        yield "No mail can be sent, so nobody can sign in by a code or reset a password: set MAIL_URL."
    if settings.PRODUCTION and "*" in settings.ALLOWED_HOSTS:
        yield "ALLOWED_HOSTS allows every name: links in mails can be forged."
    if not settings.PRODUCTION and not settings.DEBUG:
        yield "DEBUG is off but UPCARD_ENV isn't production: the secret key is a known one."


CHECKS: tuple[tuple[str, Check], ...] = (
    ("migrations", check_migrations),
    ("triggers on facts", check_triggers),
    ("writing", check_writable),
    ("account limits", check_cache_table),
    ("settings", check_settings),
)


class Command(BaseCommand):
    help = "Checks database, triggers and settings; exits 1 on a problem."
    requires_system_checks = "__all__"

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        found = 0
        for name, check in CHECKS:
            problems = list(check())
            self.stdout.write(f"{name}: {'ok' if not problems else ''}".rstrip())
            for problem in problems:
                self.stdout.write(f"  {problem}")
            found += len(problems)
        if found:
            raise CommandError(f"{found} problem(s) found.", returncode=1)
