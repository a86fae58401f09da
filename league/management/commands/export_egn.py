"""Writes hands with cards as files of Euchre Game Notation, for other programs to read: docs/records.md."""

import uuid
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any, override

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q, QuerySet

from league.exporting import File, files_of, games_with_cards
from league.management.progress import Progress
from league.models import Club, Game, Night, Season

STANDARD_OUTPUT = "-"


class Command(BaseCommand):
    help = (
        "Writes the games of a club in which a hand was recorded card by card, or those of a season, a night or one "
        "game, under the names that everybody sees. Exits 1 if there is nothing to write."
    )

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", metavar="CLUB", help="as in its address: /c/CLUB/")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--season", metavar="N", type=int, help="only this season, by the number in its address")
        what.add_argument("--night", metavar="UUID", type=uuid.UUID, help="only this night")
        what.add_argument("--game", metavar="UUID", type=uuid.UUID, help="only this game")
        parser.add_argument(
            "--out",
            metavar="DIR",
            default=".",
            help="where the files go, made if it isn't there (default: here); - for standard output, a document a line",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        games = _chosen(options)
        progress = Progress(self.stderr, games.count(), "games")
        files = files_of(games, progress.add)
        try:
            written = self._print(files) if options["out"] == STANDARD_OUTPUT else _save(files, Path(options["out"]))
        except KeyboardInterrupt:
            progress.clear()
            raise CommandError("Stopped. The files that were written are whole.", returncode=130) from None
        except OSError as error:
            progress.clear()
            raise CommandError(f"Can't write: {error}") from error
        progress.clear()
        if not written:
            raise CommandError("There is no hand with cards: nothing was written.")
        if options["out"] != STANDARD_OUTPUT:
            self.stdout.write(f"{written} files written to {options['out']}.")

    def _print(self, files: Iterable[File]) -> int:
        written = 0
        for file in files:
            self.stdout.write(file.text, ending="")
            written += 1
        return written


def _save(files: Iterable[File], folder: Path) -> int:
    """Each under its name; one that is there from an earlier time is the same game, and is written anew."""
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for file in files:
        (folder / file.name).write_text(file.text, encoding="utf-8", newline="\n")
        written += 1
    return written


def _chosen(options: dict[str, Any]) -> QuerySet[Game]:
    """The games; a CommandError for what there isn't."""
    club = Club.objects.filter(slug=options["club"]).first()
    if club is None:
        raise CommandError(f"There is no club {options['club'] or '(an empty name was given)'}.")
    if options["season"] is not None:
        if not Season.objects.filter(club=club, pk=options["season"]).exists():
            raise CommandError(f"There is no season {options['season']} in {club.slug}: {_seasons(club)}")
        return games_with_cards(Q(season=options["season"]))
    if options["night"]:
        if not Night.objects.filter(club=club, pk=options["night"]).exists():
            raise CommandError(f"There is no night {options['night']} in {club.slug}.")
        return games_with_cards(Q(pk=options["night"]))
    games = games_with_cards(Q(club=club))
    if options["game"]:
        if not Game.objects.filter(club=club, pk=options["game"]).exists():
            raise CommandError(f"There is no game {options['game']} in {club.slug}.")
        return games.filter(pk=options["game"])
    return games


def _seasons(club: Club) -> str:
    return (
        ", ".join(f"{season.pk} is {season.name}" for season in Season.objects.filter(club=club).order_by("pk")) + "."
    )
