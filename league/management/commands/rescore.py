"""Compares what is derived with the logs that it follows from, and puts right what differs."""

import uuid
from argparse import ArgumentParser
from collections.abc import Generator
from contextlib import closing
from typing import Any, override

from django.core.management.base import BaseCommand, CommandError

from league.management.processes import number_of_processors, processes
from league.management.progress import Progress
from league.models import Club
from league.services.difference import Difference
from league.services.rescore import compare, rescore
from league.services.scope import Scope

MOST_NAMED = 20

MANY = 2000
"""Games from which on several processes begin: fewer are compared sooner than these are ready."""


class Command(BaseCommand):
    help = "Derives hands, games and tallies anew. With --check it only compares, and exits 1 if anything differs."
    progress: Progress
    last: uuid.UUID | None = None

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare, and change nothing")
        parser.add_argument("--club", metavar="SLUG", help="only this club")
        parser.add_argument("--game", metavar="UUID", type=uuid.UUID, help="only this game, and the tallies it is in")
        parser.add_argument(
            "--after",
            metavar="UUID",
            type=uuid.UUID,
            help="only games behind this one: where it was stopped, it says so",
        )
        parser.add_argument(
            "--jobs",
            metavar="N",
            type=int,
            help="processes that compare; as many as there are processors if there is much to do",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        scope = _scope(options["club"], options["game"], options["after"])
        self.last = options["after"]
        # Counting takes time on a big site, and only somebody who watches sees how much is left.
        self.progress = Progress(self.stderr, scope.games.count() if self.stderr.isatty() else 0, "games")
        most = MOST_NAMED if options["verbosity"] else 0
        found = lasting = 0
        try:
            # Closed at once whatever happens: processes that work for it would go on to the end.
            with closing(self._differences(scope, options["check"], options["jobs"])) as differences:
                for difference in differences:
                    found, lasting = found + 1, lasting + difference.lasting
                    if found <= most:
                        self._tell(str(difference))
        except KeyboardInterrupt:
            raise CommandError(self._stopped(options["check"]), returncode=130) from None
        if 0 < most < found:
            self._tell(f"and {found - most} more")
        self._tell(self._sum_up(found, lasting, options["check"]))
        if lasting or (found and options["check"]):
            raise CommandError("What is stored is not what follows from the logs.", returncode=1)

    def _differences(self, scope: Scope, check: bool, jobs: int | None) -> Generator[Difference]:
        """Only comparing is divided: what is written is written one game after another."""
        if not check:
            yield from rescore(scope, self._count)
            return
        with processes(_jobs(scope) if jobs is None else jobs) as each:
            yield from compare(scope, self._count, each)

    def _count(self, games: int, last: uuid.UUID) -> None:
        self.progress.add(games)
        self.last = last

    def _tell(self, line: str) -> None:
        self.progress.clear()
        self.stdout.write(line)

    def _stopped(self, check: bool) -> str:
        """Where, and how to go on: tallies come last, so they are looked at then whatever was stopped."""
        go_on = f" Go on with --after {self.last}" if self.last else ""
        self.progress.clear()
        kept = "" if check else " What was put right stays so."
        return f"Stopped after {self.progress.done} games.{kept}{go_on}"

    def _sum_up(self, found: int, lasting: int, check: bool) -> str:
        if not found:
            return f"{self.progress.done} games: nothing differs."
        if check:
            return f"{self.progress.done} games: {found} differences."
        return f"{self.progress.done} games: {found - lasting} differences put right, {lasting} not."


def _jobs(scope: Scope) -> int:
    return number_of_processors() if scope.games.order_by()[MANY : MANY + 1].exists() else 1


def _scope(slug: str | None, game: uuid.UUID | None, after: uuid.UUID | None) -> Scope:
    """What to look at; a CommandError for what there isn't."""
    club = Club.objects.filter(slug=slug).first() if slug is not None else None
    if slug is not None and club is None:
        raise CommandError(f"There is no club {slug or '(an empty name was given)'}.")
    where = f" in {slug}" if club else ""
    if after and not Scope(club.pk if club else None, after).games.exists():
        raise CommandError(f"There is no game {after}{where}.")
    if game and game == after:
        raise CommandError("No game is behind itself: leave out --game or --after.")
    scope = Scope(club.pk if club else None, game, after)
    if game and not scope.games.exists():
        raise CommandError(f"There is no game {game}{where}.")
    return scope
