"""Games that came in a file: each is stored whole through the one door, or not at all, and once."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.bridge.incoming import Playable
from league.bridge.starts import NewGame
from league.models import Club, Game, ImportedGame, Player, Recorder
from league.services.answers import FREELY, STORED
from league.services.audit import note
from league.services.games import start_game
from league.services.play import write_event
from league.services.players import add_players
from league.text import name_key

IMPORTED = "game_imported"


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """Somebody who is no player of the club yet."""

    name: str
    guest: bool = True


type Person = int | NewPlayer
"""A player's id, or who is to become one."""


@dataclass(frozen=True, slots=True)
class Import:
    """A game to store: its id, a digest of what the file had, what is kept of that, who sat where, on which day."""

    game_id: UUID
    digest: str
    play: Playable
    seated: Sequence[Person]
    on: date


def import_game(club: Club, recorder: Recorder, wanted: Import) -> Game:
    """Store a game with all of its hands, or return the one that came with the same file before. One transaction.

    Raises ValidationError for what can't be: a night that is closed, a player who was forgotten meanwhile.
    """
    try:
        with transaction.atomic():
            return imported_games(club, [wanted.digest]).get(wanted.digest) or _store(club, recorder, wanted)
    except IntegrityError:  # somebody else takes the same file over in this moment
        if existing := imported_games(club, [wanted.digest]).get(wanted.digest):
            return existing
        raise


def imported_games(club: Club, digests: Collection[str]) -> dict[str, Game]:
    """The club's games that came with these files, by what was in them. One query."""
    found = ImportedGame.objects.filter(club=club, digest__in=digests).select_related("game")
    return {row.digest: row.game for row in found}


def own_games(club: Club, ids: Collection[str]) -> dict[str, Game]:
    """The club's games of these ids: what this site wrote into a file names its game. One query."""
    return {str(game.pk): game for game in Game.objects.filter(club=club, pk__in=ids)}


def _store(club: Club, recorder: Recorder, wanted: Import) -> Game:
    play, seated = wanted.play, _players(club, recorder, wanted.seated)
    new = NewGame(play.rules.variant, seated, play.first_dealer, wanted.on, play.rules, play.scores)
    game = start_game(club, wanted.game_id, recorder, new)
    for client_id, event in play.events:
        if write_event(game.pk, client_id, recorder, event, FREELY).answer not in STORED:
            raise ValidationError(_("This game can’t be stored here as it stands."), code="refused")
    ImportedGame.objects.create(club=club, digest=wanted.digest, game=game)
    note(recorder, IMPORTED, game)
    return game


def _players(club: Club, recorder: Recorder, seated: Sequence[Person]) -> list[int]:
    """Who sits where, by id. New players are added before any night is locked; whoever is there already is not new."""
    new = [person for person in seated if isinstance(person, NewPlayer)]
    for guest in (True, False):
        if names := [person.name for person in new if person.guest == guest]:
            add_players(club, names, guest=guest, by=recorder)
    named = _named(club, [person.name for person in new])
    return [named[name_key(person.name)] if isinstance(person, NewPlayer) else person for person in seated]


def _named(club: Club, names: Sequence[str]) -> Mapping[str, int]:
    keys = [name_key(name) for name in names]
    found = Player.objects.filter(club=club, merged_into=None, name_key__in=keys).order_by("-pk") if keys else ()
    return {player.name_key: player.pk for player in found}
