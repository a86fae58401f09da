"""The fixed cast of the tests. Each makes one thing, with what it needs, and takes the rest by name."""

from __future__ import annotations

import datetime
import hashlib
import itertools
import uuid
from functools import cache
from typing import Any

import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from league.models import (
    Club,
    Credit,
    Game,
    GameEvent,
    GameStatus,
    Invitation,
    Membership,
    Night,
    Player,
    Recorder,
    Remark,
    Role,
    RuleSet,
    Season,
    TableCard,
    Tally,
    User,
    Visibility,
)
from league.services.answers import Written

PASSWORD = "baize-and-bowers"
DAY = datetime.date(2026, 10, 1)

_numbers = itertools.count(1)


@cache
def _hashed_password() -> str:
    return make_password(PASSWORD)  # slow by intent: once is enough


def make_user(name: str = "Olive", **fields: Any) -> User:
    """Somebody who signs in with PASSWORD."""
    fields.setdefault("email", f"user-{next(_numbers)}@example.org")
    user = User.objects.create(name=name, password=_hashed_password(), **fields)
    EmailAddress.objects.create(user=user, email=user.email, primary=True)  # as signing up does
    return user


def make_club(owner: User | None = None, **fields: Any) -> Club:
    """A club with its owner and its default season."""
    fields.setdefault("slug", f"club-{next(_numbers)}")
    club = Club.objects.create(**{"name": "Harbour Euchre Club"} | fields)
    make_member(club, owner or make_user(), Role.OWNER)
    make_season(club, is_default=True)
    return club


def make_member(club: Club, user: User, role: Role = Role.SCORER) -> Membership:
    return Membership.objects.create(club=club, user=user, role=role)


def make_season(club: Club, **fields: Any) -> Season:
    return Season.objects.create(club=club, **{"name": "2026/27", "starts": DAY} | fields)


def make_player(club: Club, name: str = "Ann", **fields: Any) -> Player:
    return Player.objects.create(club=club, name=name, **fields)


def make_recorder(club: Club, **fields: Any) -> Recorder:
    return Recorder.objects.create(club=club, **{"label": "Ben", "device": "Android phone"} | fields)


def make_night(club: Club, **fields: Any) -> Night:
    fields.setdefault("season", club.seasons.get(is_default=True))
    return Night.objects.create(club=club, **{"date": DAY} | fields)


def make_ruleset(variant: str = "cutthroat", **data: Any) -> RuleSet:
    digest = hashlib.sha256(repr((variant, data)).encode()).hexdigest()
    return RuleSet.objects.get_or_create(digest=digest, defaults={"variant": variant, "schema": 1, "data": data})[0]


def make_bare_game(club: Club, **fields: Any) -> Game:
    """A row without any event: for tests of the tables only."""
    if "night" not in fields:
        fields["night"] = club.nights.first() or make_night(club)
    if "ruleset" not in fields:
        fields["ruleset"] = make_ruleset()
    return Game.objects.create(club=club, **{"id": uuid.uuid4(), "variant": "cutthroat"} | fields)


def make_event(game: Game, recorder: Recorder, **fields: Any) -> GameEvent:
    fields.setdefault("seq", game.events.count() + 1)
    start = {"kind": "start", "client_id": uuid.uuid4(), "digest": "0" * 64, "body": {}}
    return GameEvent.objects.create(game=game, recorder=recorder, **start | fields)


def make_founded_club(owner: User | None = None, name: str = "Harbour Euchre Club", **fields: Any) -> Club:
    """A club as founding one makes it: with a season, and rules for every game."""
    from league.services.clubs import create_club

    zone, visibility = fields.pop("zone", "UTC"), fields.pop("visibility", Visibility.UNLISTED)
    return create_club(owner or make_user(), name, zone, visibility)


def make_invitation(club: Club, role: str = Role.SCORER, days: float = 7, **fields: Any) -> Invitation:
    """A link for one person, which works for some more days."""
    expires = timezone.now() + datetime.timedelta(days=days)
    return Invitation.objects.create(club=club, role=role, **{"most_uses": 1, "expires_at": expires} | fields)


def make_card(club: Club, number: int = 1, **fields: Any) -> TableCard:
    """A card for a table, which works until it is withdrawn."""
    return TableCard.objects.create(club=club, number=number, **fields)


def make_game(club: Club, players: list[Player], variant: str = "cutthroat", first_dealer: int = 0) -> Game:
    """A game that has just started, through the door that starts games."""
    from league.services.games import NewGame, start_game

    recorder = club.recorders.first() or make_recorder(club)
    return start_game(club, uuid.uuid4(), recorder, NewGame(variant, [p.pk for p in players], first_dealer))


def play_hand(game: Game, maker: int = 0, maker_tricks: int = 5, **said: Any) -> Written:
    """The next hand, recorded through the door; `said` is the rest of its record."""
    from engine.events import Deal
    from engine.records import HandRecord
    from league.services.play import write_event

    newest = game.lines.order_by("-position").first()
    hand, recorder = uuid.uuid4(), game.club.recorders.first()
    assert recorder
    record = HandRecord(maker=maker, maker_tricks=maker_tricks, **said)
    return write_event(game.pk, hand, recorder, Deal(str(hand), record, str(newest.hand) if newest else None))


def play_out(game: Game, maker: int = 0, **said: Any) -> Game:
    """The maker takes every trick until the game is won.

    Games begin a second apart: those of one tenth of a second have no order.
    """
    before = Game.objects.filter(club=game.club, hands__gt=0).count()
    with time_machine.travel(timezone.now() + datetime.timedelta(seconds=before)):
        while game.status == GameStatus.OPEN:
            play_hand(game, maker, **said)
            game.refresh_from_db()
    return game


def make_remark(game: Game, text: str = "Counted wrong", **fields: Any) -> Remark:
    """Words about a game, by whoever recorded it first."""
    return Remark.objects.create(**{"game": game, "recorder": game.club.recorders.first(), "text": text} | fields)


def make_credit(night: Night, player: Player, reason: str = "He came late", **said: Any) -> Credit:
    """An adjustment of one point, through the service."""
    from league.bridge.credits import NewCredit
    from league.services.crediting import add_credit

    new = NewCredit(player.pk, **{"variant": "cutthroat", "kind": "adjustment", "points": 1} | said)
    recorder = night.club.recorders.first() or make_recorder(night.club)
    return add_credit(night.pk, uuid.uuid4(), recorder, new, reason)


def make_tally(season: Season, player: Player, variant: str = "cutthroat", **sums: Any) -> Tally:
    """A player's sums without the games that they would come from."""
    return Tally.objects.create(season=season, player=player, variant=variant, **sums)
