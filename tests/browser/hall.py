"""A club with a table, made by the services: the browser is for what is looked at, not for setting up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

from django.urls import reverse

from engine.house_rules import HouseRules, default_rules
from engine.records import HandKind, HandRecord
from league.bridge.records import make_deal, make_void
from league.bridge.starts import NewGame
from league.models import Club, Game, Membership, Player, Recorder, Role, User
from league.services.answers import FREELY, Written
from league.services.clubs import create_club
from league.services.games import start_game
from league.services.log import GameLog, read_log
from league.services.play import write_event
from league.services.players import add_players
from league.services.recorders import get_recorder
from league.services.seasons import set_rules
from tests.factories import make_user

NAMES = ("Bogdan", "Wietske", "Jo")


@dataclass(frozen=True)
class Hall:
    """A club, who owns it, and its players by name."""

    club: Club
    owner: User
    players: dict[str, Player]

    def path(self, route: str, *args: object) -> str:
        """The path of one of the club's pages."""
        return reverse(route, args=[self.club.slug, *args])

    def scorer(self, name: str) -> User:
        """Somebody else who may record."""
        user = make_user(name)
        Membership.objects.create(club=self.club, user=user, role=Role.SCORER)
        return user

    def play_by(self, variant: str = "cutthroat", **choices: Any) -> HouseRules:
        """House rules for every game that starts from now on."""
        rules = replace(default_rules(variant), **choices)
        set_rules(self.club.seasons.get(is_default=True), rules)
        return rules

    def start(self, names: Sequence[str] = NAMES, variant: str = "cutthroat", dealer: int = 0) -> Table:
        """A game begun."""
        recorder = get_recorder(self.club, self.owner, "Android phone")
        seated = [self.players[name].pk for name in names]
        game = start_game(self.club, uuid4(), recorder, NewGame(variant, seated, dealer))
        return Table(game, recorder, tuple(names))


@dataclass(frozen=True)
class Table:
    """A game that is played, and the phone that recorded it so far."""

    game: Game
    recorder: Recorder
    names: tuple[str, ...]

    @property
    def path(self) -> str:
        """The scorer's screen."""
        return reverse("game-table", args=[self.game.club.slug, self.game.pk])

    @property
    def log(self) -> GameLog:
        """What is stored, read now."""
        return read_log(Game.objects.select_related("club", "night", "table", "ruleset").get(pk=self.game.pk))

    @property
    def scores(self) -> dict[str, int]:
        """Points by name."""
        return dict(zip(self.names, self.log.state.scores, strict=True))

    @property
    def hands(self) -> list[HandRecord]:
        """The hands that count as played, in order."""
        return [line.record for line in self.log.state.lines if not line.void]

    def record(self, maker: str, tricks: int, **said: Any) -> Written:
        """One hand, behind the newest."""
        record = HandRecord(kind=HandKind.PLAYED, maker=self.names.index(maker), maker_tricks=tricks, **said)
        return self._write(make_deal(uuid4(), _uuid(self.log.state.last_hand), record))

    def undo(self) -> Written:
        """The newest hand taken back."""
        return self._write(make_void(_uuid(self.log.state.last_hand)))

    def _write(self, event: Any) -> Written:
        return write_event(self.game.pk, uuid4(), self.recorder, event, FREELY)


def open_hall(names: Sequence[str] = (*NAMES, "Ann"), owner: str = "Olive") -> Hall:
    """A club with players, ready to play by the default rules."""
    user = make_user(owner)
    club = create_club(user, "Harbour Euchre Club", "Europe/Amsterdam")
    return Hall(club, user, {player.name: player for player in add_players(club, names)})


def _uuid(text: str | None) -> UUID | None:
    return UUID(text) if text else None
