"""The games of one go: read once, and remembered by the page that asks about them, not by the server."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.core import signing
from django.utils.translation import gettext as _

from engine.egn import Document
from engine.errors import UnreadableError
from league.bridge.incoming import BadNameError, digest_of_game, read_game, write_game
from league.bridge.incoming_words import names_by_seat, unreadable_text
from league.importing.uploads import MOST_GAMES, Text, Uploads
from league.models import Club
from league.text import name_key

MOST_DEALS = 500
MOST_DEALS_OF_GAME = 200
MOST_PEOPLE = 60
"""In one go: every hand reads its game's whole log while others wait, and somebody has to look through the page."""

MOST_LETTERS = 2500
"""Of a deal, written out; four players' takes less than half of it. The page carries all of them."""

KEPT = 24 * 60 * 60
"""Seconds in which the page must be sent back."""

type PersonKey = tuple[str, int]
"""A name as it is compared, and which one of that name in a game it is; without a name, a number for game and seat."""


class LostError(ValueError):
    """What a page remembered is not what it was given, or too old."""


@dataclass(frozen=True)
class Incoming:
    """A game that came in a file: where it stood, and what it says."""

    where: str
    document: Document

    @cached_property
    def digest(self) -> str:
        """Of what was played."""
        return digest_of_game(self.document)


@dataclass(frozen=True)
class Batch:
    """The games of one go, and what was sent beside them and is none."""

    id: UUID
    games: tuple[Incoming, ...]
    refused: tuple[str, ...] = ()

    def game_id(self, game: Incoming) -> UUID:
        """The same however often the page is sent."""
        return uuid5(self.id, game.digest)

    @cached_property
    def seats(self) -> tuple[tuple[PersonKey, ...], ...]:
        """Who sits where in each game."""
        return tuple(tuple(_keys(number, game.document)) for number, game in enumerate(self.games))

    @cached_property
    def people(self) -> dict[PersonKey, str]:
        """Everybody who plays, by what the files call them, in the order in which they come."""
        return {
            key: name
            for keys, game in zip(self.seats, self.games, strict=True)
            for key, name in zip(keys, names_by_seat(game.document), strict=True)
        }


def read_batch(uploads: Uploads) -> Batch:
    """The games that can be read; why the rest can't be stands beside them. Without games if there are too many."""
    if len(uploads.texts) > MOST_GAMES:
        return Batch(uuid4(), (), (*uploads.refused, _too_many()))
    games, refused = [], list(uploads.refused)
    for text in uploads.texts:
        try:
            games.append(_read(text))
        except ValueError as error:
            refused.append(_("%(file)s: %(problem)s") % {"file": text.where, "problem": error})
    batch = Batch(uuid4(), tuple(games), tuple(refused))
    if sum(len(game.document.deals) for game in games) > MOST_DEALS or len(batch.people) > MOST_PEOPLE:
        return Batch(batch.id, (), (*refused, _too_many()))
    return batch


def pack(batch: Batch, club: Club) -> str:
    """A batch as text for a form. It is signed, so that nobody has us unpack something else."""
    games = [[game.where, write_game(game.document)] for game in batch.games]
    return signing.dumps([str(batch.id), games, list(batch.refused)], salt=_salt(club), compress=True)


def unpack(text: str, club: Club) -> Batch:
    """The batch that `pack` wrote for this club; LostError if it did not, or too long ago."""
    try:
        said: Any = signing.loads(text, salt=_salt(club), max_age=KEPT)
        games = tuple(Incoming(where, read_game(document)) for where, document in said[1])
    except (signing.BadSignature, ValueError) as error:
        raise LostError from error
    return Batch(UUID(said[0]), games, tuple(said[2]))


def _salt(club: Club) -> str:
    return f"league.importing.{club.pk}"


def _read(text: Text) -> Incoming:
    """ValueError, in words, for what is no game."""
    try:
        document = read_game(text.text)
    except UnreadableError as error:
        raise ValueError(unreadable_text(error)) from None
    except BadNameError as error:
        told = _("The name of player %(number)s: %(problem)s")
        raise ValueError(told % {"number": error.seat + 1, "problem": " ".join(error.messages)}) from None
    if len(document.deals) > MOST_DEALS_OF_GAME:
        raise ValueError(_("A game may have %(count)s deals at most.") % {"count": MOST_DEALS_OF_GAME})
    if len(write_game(document)) > MOST_LETTERS * (len(document.deals) + 1):
        raise ValueError(_("Its deals hold more than any deal can."))
    return Incoming(text.where, document)


def _too_many() -> str:
    told = _("At most %(games)s games with %(deals)s deals and %(people)s players at once. Send them in parts.")
    return told % {"games": MOST_GAMES, "deals": MOST_DEALS, "people": MOST_PEOPLE}


def _keys(number: int, document: Document) -> Iterator[PersonKey]:
    seen: dict[str, int] = {}
    for seat, name in enumerate(names_by_seat(document)):
        key = name_key(name)
        if not key:
            yield "", number * MOST_GAMES + seat
            continue
        seen[key] = seen.get(key, 0) + 1
        yield key, seen[key]
