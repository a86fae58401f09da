"""Makes a database of any size, to measure with."""

import time
from argparse import ArgumentParser
from typing import Any, override

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from league.big.build import make_big
from league.big.sizes import SizeError
from league.management.progress import Progress


class Command(BaseCommand):
    help = "Makes clubs with so many hands between them, beside what is there. The first club has half of the hands."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hands", type=int, default=10_000, help="of all clubs together; 10000")
        parser.add_argument("--players", type=int, default=120, help="of all clubs together; 120")
        parser.add_argument("--clubs", type=int, default=1, help="how many clubs; 1")
        parser.add_argument("--seed", type=int, default=1, help="another seed, other games")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("Clubs that nobody founded are not for production.")
        progress, began = Progress(self.stderr, options["hands"], "hands"), time.monotonic()
        sizes = {name: options[name] for name in ("hands", "players", "clubs", "seed")}
        try:
            clubs = make_big(**sizes, told=progress.add)
        except SizeError as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            progress.clear()
            raise CommandError("Stopped; the nights that were made stay.", returncode=130) from None
        progress.clear()
        seconds, slugs = time.monotonic() - began, ", ".join(club.slug for club in clubs)
        self.stdout.write(f"{progress.done} hands in {seconds:.0f} s: {slugs}")
