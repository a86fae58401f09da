"""Takes a club out of service, without losing anything of it."""

from argparse import ArgumentParser
from typing import Any, override

from django.core.management.base import BaseCommand, CommandError

from league.models import Club
from league.models.clubs import WHY_LENGTH
from league.services.ending import suspend_club
from league.text import holds_unstorable


class Command(BaseCommand):
    help = "Hides a club from strangers; its members are told why, and nothing can be written."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="as in its address: /c/SLUG/")
        parser.add_argument("--why", default="", help="what its members read")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        club, why = Club.objects.filter(slug=options["slug"]).first(), options["why"].strip()
        if club is None:
            raise CommandError("No club has that address.")
        if len(why) > WHY_LENGTH or holds_unstorable(why):
            raise CommandError(f"--why takes plain text of up to {WHY_LENGTH} characters.")
        suspend_club(club, why)
        self.stdout.write(f"{club.slug} is suspended.")
