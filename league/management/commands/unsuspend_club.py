"""Puts a suspended club back into service."""

from argparse import ArgumentParser
from typing import Any, override

from django.core.management.base import BaseCommand, CommandError

from league.models import Club
from league.services.ending import unsuspend_club


class Command(BaseCommand):
    help = "Ends the suspension of a club: it is as it was before."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="as in its address: /c/SLUG/")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.filter(slug=options["slug"]).first()
        if club is None:
            raise CommandError("No club has that address.")
        self.stdout.write(f"{club.slug} is {unsuspend_club(club).state}.")
