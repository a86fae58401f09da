"""Compares what is derived with the logs that it follows from, and puts right what differs."""

import uuid
from argparse import ArgumentParser
from typing import Any, override

from django.core.management.base import BaseCommand, CommandError

from league.models import Club
from league.services.rescore import Scope, compare, rescore

MOST_NAMED = 20


class Command(BaseCommand):
    help = "Derives hands, games and tallies anew. With --check it only compares, and exits 1 if anything differs."
    games = 0

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare, and change nothing")
        parser.add_argument("--club", metavar="SLUG", help="only this club")
        parser.add_argument("--game", metavar="UUID", type=uuid.UUID, help="only this game, and the tallies it is in")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        self.games = 0
        scope = _scope(options["club"], options["game"])
        found = lasting = 0
        for difference in (compare if options["check"] else rescore)(scope, self._count):
            found, lasting = found + 1, lasting + difference.lasting
            if found <= MOST_NAMED:
                self._tell(str(difference))
        if found > MOST_NAMED:
            self._tell(f"and {found - MOST_NAMED} more")
        self._tell(self._sum_up(found, lasting, options["check"]))
        if lasting or (found and options["check"]):
            raise CommandError("What is stored is not what follows from the logs.", returncode=1)

    def _count(self, games: int) -> None:
        """How far it is, for somebody who is watching."""
        self.games += games
        if self.stderr.isatty():
            self.stderr.write(f"\r{self.games} games", str, "")

    def _tell(self, line: str) -> None:
        if self.stderr.isatty():
            self.stderr.write("\r\033[K", str, "")
        self.stdout.write(line)

    def _sum_up(self, found: int, lasting: int, check: bool) -> str:
        if not found:
            return f"{self.games} games: nothing differs."
        if check:
            return f"{self.games} games: {found} differences."
        return f"{self.games} games: {found - lasting} differences put right, {lasting} not."


def _scope(slug: str | None, game: uuid.UUID | None) -> Scope:
    """What to look at; a CommandError for what there isn't."""
    club = Club.objects.filter(slug=slug).first() if slug else None
    if slug and club is None:
        raise CommandError(f"There is no club {slug}.")
    scope = Scope(club.pk if club else None, game)
    if game and not scope.games.exists():
        raise CommandError(f"There is no game {game}{f' in {slug}' if slug else ''}.")
    return scope
