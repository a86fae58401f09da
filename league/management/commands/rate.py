"""Brings ratings up to date at once, or compares them with a replay from the first game on."""

from argparse import ArgumentParser
from typing import Any, override

from django.core.management.base import BaseCommand, CommandError

from league.models import Club
from league.services.rating_check import clubs_to_rate, clubs_waiting, compare_ratings
from league.services.rating_replay import catch_up

MOST_NAMED = 20


class Command(BaseCommand):
    help = "Replays the games that ratings have not taken in yet. With --check it compares, and exits 1 on differences."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", nargs="?", metavar="SLUG", help="only this club")
        parser.add_argument("--check", action="store_true", help="compare what is up to date, and change nothing")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["club"]
        club = Club.objects.filter(slug=slug).first() if slug is not None else None
        if slug is not None and club is None:
            raise CommandError(f"There is no club {slug or '(an empty name was given)'}.")
        clubs = clubs_to_rate(club.pk if club else None)
        if options["check"]:
            self._check(club)
        else:
            for pk in clubs:
                catch_up(pk)
            self.stdout.write(f"{len(clubs)} clubs: ratings are up to date.")

    def _check(self, club: Club | None) -> None:
        found = 0
        for difference in compare_ratings(club.pk if club else None):
            found += 1
            if found <= MOST_NAMED:
                self.stdout.write(str(difference))
        if found:
            raise CommandError(f"{found} differences; rescore puts them right.", returncode=1)
        for slug in clubs_waiting(club.pk if club else None):
            self.stdout.write(f"{slug}: games wait to be rated, and are not compared.")
        self.stdout.write("Nothing differs.")
