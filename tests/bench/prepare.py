"""What the benchmark looks at: a club with a season behind it, tables that wait for hands, somebody signed in."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from importlib import import_module
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from league.big.build import make_big
from league.bridge.starts import NewGame
from league.models import Club, GamePlayer, Player, Role, User
from league.services.clubs import set_role
from league.services.games import start_game
from league.services.recorders import get_recorder

TOKEN = "b" * 32
GAMES = 1200
"""Each run takes an eighth; of two cores one phone may get far more than its share."""


@dataclass(frozen=True)
class Prepared:
    """Addresses, and what a signed-in scorer's browser sends."""

    standings: str
    player: str
    live: str
    table: str
    record: list[str]
    cookie: str
    token: str = TOKEN


def prepare(hands: int, players: int, games: int = GAMES) -> Prepared:
    """Fill the database of this process."""
    call_command("migrate", verbosity=0)
    (club,) = make_big(hands, players, 1)
    scorer = User.objects.create_user("scorer@big.example", "Sam")
    set_role(club, scorer, Role.SCORER)
    tables = _start_games(club, scorer, games)
    _make_rows()
    busiest = busiest_player(club)
    return Prepared(
        standings=reverse("standings", args=[club.slug]),
        player=reverse("player-detail", args=[club.slug, busiest.pk]),
        live=reverse("game-live", args=[club.slug, tables[-1]]),
        table=reverse("game-table", args=[club.slug, tables[-1]]),
        record=[reverse("hand-record", args=[club.slug, game]) for game in tables[:-1]],
        cookie=f"sessionid={_session(scorer)}; csrftoken={TOKEN}",
    )


def busiest_player(club: Club) -> Player:
    """Who is in the most games; the first who was added is always there."""
    first = GamePlayer.objects.filter(game__club=club).order_by("player")[0]
    return first.player


def _start_games(club: Club, scorer: User, games: int) -> list[str]:
    recorder = get_recorder(club, scorer)
    seated = list(Player.objects.filter(club=club).order_by("pk").values_list("pk", flat=True)[:3])
    return [str(start_game(club, uuid4(), recorder, NewGame("cutthroat", seated, 0)).pk) for _game in range(games)]


def _session(user: User) -> str:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def _make_rows() -> None:
    """The yardsticks' own table, with as many rows as their pages show."""
    from tests.bench.yardsticks import BenchRow

    with connection.schema_editor() as editor:
        editor.create_model(BenchRow)
    BenchRow.objects.bulk_create(BenchRow(name=f"Player {number}") for number in range(60))


def dump(prepared: Prepared) -> str:
    return json.dumps(asdict(prepared))
