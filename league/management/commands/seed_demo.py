"""Makes the demo club, so that a site that nobody has used yet has something to look at."""

from argparse import ArgumentParser
from typing import Any, override

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from league.demo import cast
from league.demo.club import SEED, make_demo
from league.models import Club, User


class Command(BaseCommand):
    help = "Makes the demo club with half a season of games, and prints how to sign in."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="do nothing if there is any club")
        parser.add_argument("--seed", type=int, default=SEED, help="another seed, another season")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO_ALLOWED:
            raise CommandError("The demo signs in with a published password: it is not for production.")
        if options["if_empty"] and Club.objects.exists():
            self._remind()
            return
        if Club.objects.filter(slug=cast.SLUG).exists() or _accounts().exists():
            raise CommandError(f"{cast.CLUB_NAME} is here already; another database would be a new start.")
        make_demo(options["seed"])
        self.stdout.write(cast.SIGN_IN)

    def _remind(self) -> None:
        """How to sign in, where that still works."""
        owner = _accounts().filter(email=cast.OWNER[0]).first()
        if owner and owner.is_active and owner.check_password(cast.PASSWORD):
            self.stdout.write(cast.SIGN_IN)


def _accounts() -> Any:
    return User.objects.filter(email__in=[cast.OWNER[0], cast.SCORER[0]])
