"""Brings a database up to a new version: its tables, and what this version counts of games that were played before."""

from typing import Any, override

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from league.models import Game


class Command(BaseCommand):
    help = "Migrates. Where that changed anything of ours, it derives every total anew; started again it does nothing."

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        changes = _changes_of_ours()
        call_command("migrate", interactive=False, verbosity=0)
        if changes and Game.objects.exists():
            self.stdout.write("Counting anew what this version counts of the games that are there …")
            # What differed was to be expected, and nobody reads it one by one.
            call_command("rescore", verbosity=0, stdout=self.stdout, stderr=self.stderr)


def _changes_of_ours() -> bool:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return any(migration.app_label == "league" for migration, _backwards in plan)
