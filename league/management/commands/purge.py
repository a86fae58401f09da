"""Deletes clubs closed and hands left half entered a month ago, and mails that failed a week ago. To be run daily."""

from argparse import ArgumentParser
from typing import Any, override

from django.core.management.base import BaseCommand
from django.utils import timezone

from league.services.drafts import forget_drafts
from league.services.purging import clubs_to_purge, count_rows, purge_club
from league.tasks import forget_failed


class Command(BaseCommand):
    help = "Deletes for good every club that was closed more than 30 days ago."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would go, and delete nothing")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        for club in clubs_to_purge(now):
            rows = count_rows(club) if options["dry_run"] else purge_club(club, now)
            if rows:
                done = "would be deleted" if options["dry_run"] else "deleted"
                self.stdout.write(f"{club.slug}: {sum(rows.values())} rows {done}.")
        if not options["dry_run"]:
            forget_failed(now)
            forget_drafts(now)
