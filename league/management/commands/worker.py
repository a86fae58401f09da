"""Slow work beside the site: mail, as long as the environment says WORKER=1."""

from argparse import ArgumentParser
from typing import Any, override

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from league.tasks import forget_failed


class Command(BaseCommand):
    help = "Do the slow work (mail) that the site leaves to a worker; runs until it is stopped."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="do what waits and stop, as for cron")
        parser.add_argument("--interval", type=float, default=1, help="seconds between two looks (1)")

    @override
    def handle(self, *args: Any, once: bool, interval: float, verbosity: int, **options: Any) -> None:
        if not settings.WORKER:
            raise CommandError(_("The site does its slow work itself. Set WORKER=1 for it and for this command."))
        forget_failed(timezone.now())
        call_command("db_worker", interval=interval, batch=once, startup_delay=False, reload=False, verbosity=verbosity)
