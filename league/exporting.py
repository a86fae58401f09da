"""Games and hands as files of Euchre Game Notation, under the names that everybody sees: docs/records.md.

A page of games is in memory at a time, however many there are, and each page is of one moment. Reading a page takes a
few statements, whatever happened in its games.
"""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time
from itertools import batched, groupby
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.text import Truncator, slugify
from django.utils.translation import gettext as _

from engine.egn import Document, format_document, game_documents, hand_documents
from league.days import day_in
from league.models import Club, Game, Hand, Night, Player
from league.services.log import GameLog, read_logs
from league.services.snapshot import snapshot
from league.text import LETTERS

GAMES_AT_ONCE = 100
NAME_LENGTH, TITLE_LENGTH = 64, 128
"""What the published schema allows."""
SLUG_LENGTH = 24
"""Of a name in the name of a file: four of them fit any disk."""

ENDING = ".egn"


@dataclass(frozen=True, slots=True)
class File:
    """A document with its name; `day` is that of its night."""

    name: str
    text: str
    day: date


# What there is


def games_with_cards(nights: Q) -> QuerySet[Game]:
    """The games of some nights in which a hand was recorded card by card, in the order of play."""
    found = Game.objects.filter(night__in=Night.objects.filter(nights), has_cards=True)
    return found.order_by("play_order", "pk")


def seasons_with_cards(club: Club) -> set[int]:
    """The seasons that have such games.

    Asked for all at once: whether one has any, PostgreSQL looks for among all games until it meets one.
    """
    with_cards = Game.objects.filter(night=OuterRef("pk"), has_cards=True)
    nights = Night.objects.filter(Exists(with_cards), club=club)
    return set(nights.values_list("season", flat=True))


# Documents


def game_files(log: GameLog) -> list[File]:
    """A game as files, most often one; none if it has no hand that the notation has words for."""
    documents = game_documents(log.start, log.events, _about(log), _seated(log))
    stem, day, parts = _stem(log), log.game.night.date, len(documents)
    return [
        File(f"{stem}{f'-part-{number}' if parts > 1 else ''}{ENDING}", _text(document), day)
        for number, document in enumerate(documents, 1)
    ]


def hand_file(log: GameLog, hand: UUID) -> File | None:
    """One hand as a file, if the notation has words for it."""
    document = hand_documents(log.start, log.events, _about(log), _seated(log)).get(str(hand))
    if document is None:
        return None
    number = log.state.lines[log.places[str(hand)]].number
    return File(f"{_stem(log)}-hand-{number}{ENDING}", _text(document), log.game.night.date)


def files_of(games: QuerySet[Game], told: Callable[[int], object] = lambda games: None) -> Iterator[File]:
    """The files of many games, in their order. `told` hears how many games more are done."""
    for keys in batched(list(games.values_list("pk", flat=True)), GAMES_AT_ONCE):
        with snapshot():
            files = [file for log in _read(keys) for file in game_files(log)]
        yield from files
        told(len(keys))


def lines_of(hands: QuerySet[Hand]) -> Iterator[str]:
    """Many hands in their order, each as a document on a line; those without words are left out."""
    for keys in batched(list(hands.values_list("game", "hand")), GAMES_AT_ONCE):
        with snapshot():
            logs = {log.game.pk: log for log in _read(dict(keys))}
            by_game = groupby(keys, lambda key: key[0])
            lines = [line for game, pairs in by_game if game in logs for line in _lines(logs[game], pairs)]
        yield from lines


def _lines(log: GameLog, hands: Iterable[tuple[UUID, UUID]]) -> Iterator[str]:
    documents = hand_documents(log.start, log.events, _about(log), _seated(log))
    return (_text(documents[str(hand)]) for _game, hand in hands if str(hand) in documents)


def _read(games: Iterable[UUID]) -> Iterable[GameLog]:
    """The logs of these games, in the same order. Four statements."""
    keys = list(games)
    found = Game.objects.select_related("club", "night", "table", "ruleset").in_bulk(keys)
    return read_logs([found[key] for key in keys if key in found]).values()


def _text(document: Document) -> str:
    return f"{format_document(document)}\n"


def _about(log: GameLog) -> Document:
    game = log.game
    place = [_("table %(number)s") % {"number": game.table.number}] if game.table else []
    return Document(
        rules=log.start.rules,
        players=_names(log.players),
        id=str(game.pk),
        title=_cut(" · ".join([game.club.name, game.night.date.isoformat(), *place]), TITLE_LENGTH),
        date=_begun(log),
    )


def _begun(log: GameLog) -> str:
    """By the clock on the wall; the night alone, where the game was typed in later."""
    zone, day, at = log.game.club.zone, log.game.night.date, log.rows[0].stored_at
    there = at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return f"{there:%Y-%m-%dT%H:%M}" if day_in(zone, at) == day else f"{day}T{time.min:%H:%M}"


def _seated(log: GameLog) -> list[tuple[str, ...]]:
    return [_names(log.seated(place)) for place in range(len(log.state.lines))]


def _names(players: Sequence[Player]) -> tuple[str, ...]:
    return tuple(_cut(player.shown, NAME_LENGTH) for player in players)


def _cut(text: str, length: int) -> str:
    return str(Truncator(text).chars(length))


# Names of files: letters that every disk and every zip program takes


def _stem(log: GameLog) -> str:
    """The same name whatever else is beside it, so that files of two downloads can lie together."""
    game = log.game
    place = [f"table-{game.table.number}"] if game.table else []
    names = [slug for player in log.players if (slug := safe(player.shown))]
    return "-".join([game.night.date.isoformat(), *place, *names, game.pk.hex[:8]])


def safe(name: str) -> str:
    """A name as a part of a file's name; nothing is left of letters that are not Latin."""
    return slugify(name.lower().translate(LETTERS))[:SLUG_LENGTH].strip("-_")


# Zips


def zipped(files: Iterable[File]) -> Iterator[bytes]:
    """A zip of these files, piece by piece; the same files give the same bytes."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(_entry(file), file.text)
            yield pipe.taken()
    yield pipe.taken()


def _entry(file: File) -> zipfile.ZipInfo:
    day = max(file.day, date(1980, 1, 1))  # before that no zip was made, nor can it be
    entry = zipfile.ZipInfo(file.name, (day.year, day.month, day.day, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


class _Pipe(io.RawIOBase):
    """What is written waits until it is taken; nobody can go back in it."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        part = bytes(data)  # type: ignore[call-overload]  # whatever has bytes
        self.parts.append(part)
        return len(part)

    def taken(self) -> bytes:
        """What was written since."""
        parts, self.parts = self.parts, []
        return b"".join(parts)
