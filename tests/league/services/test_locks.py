"""Everybody takes locks in one order: club, nights, games. Whoever did otherwise could wait for somebody for ever."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.bridge.starts import NewGame
from league.days import club_date
from league.models import Corrections, Player
from league.services.closing import close_night
from league.services.confirming import confirm_game
from league.services.disputes import dispute
from league.services.ending import REGRET, close_club
from league.services.forgetting import forget_player
from league.services.games import start_game
from league.services.importing import import_game
from league.services.merging import merge_players
from league.services.moves import Place, move_game, move_night, place_of
from league.services.pairs import recount_pairs, stored_pairs
from league.services.purging import purge_club
from league.services.rating_choice import choose_pools
from league.services.rating_replay import catch_up
from league.services.season_end import close_season
from tests.factories import make_credit, make_player, make_season
from tests.league.egn_games import game_document
from tests.league.services.door import Phone, made, sit_down
from tests.league.services.test_importing import wanted

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]  # SQLite has one lock

ORDER = ("league_club", "league_night", "league_game")


def locked(act: Callable[[], object]) -> list[str]:
    """The tables of which rows are locked, in the order of the statements."""
    with CaptureQueriesContext(connection) as captured:
        act()
    statements = [query["sql"] for query in captured.captured_queries if " FOR " in query["sql"]]
    found = [re.search(r'FROM "(\w+)"', sql) for sql in statements if re.search(r" FOR (NO KEY )?UPDATE", sql)]
    return [match[1] for match in found if match and match[1] in ORDER]


def start(phone: Phone, *seated: int | str) -> Callable[[], object]:
    new = NewGame("cutthroat", seated, 0)
    return lambda: start_game(phone.game.club, uuid4(), phone.recorder, new)


def purge(phone: Phone) -> Callable[[], object]:
    close_club(phone.game.club, phone.recorder)
    return lambda: purge_club(phone.game.club, timezone.now() + 2 * REGRET)


def confirm(phone: Phone) -> Callable[[], object]:
    phone.game.club.corrections = Corrections.CONFIRMED
    phone.game.club.save()
    player = phone.log.players[1].pk
    return lambda: confirm_game(phone.game.pk, phone.recorder, player, None, records=True)


def move(phone: Phone) -> Callable[[], object]:
    here = place_of(phone.game)
    return lambda: move_game(phone.game.pk, phone.recorder, here, Place(here.day, 9, None))


def move_the_night(phone: Phone) -> Callable[[], object]:
    night, other = phone.game.night, make_season(phone.game.club, name="Other")
    return lambda: move_night(night.pk, phone.recorder, night.season_id, other)


def recount(phone: Phone) -> Callable[[], object]:
    """Nights are summed one by one: no game may go from one to the next meanwhile."""
    season = phone.game.night.season
    return lambda: recount_pairs(season, stored_pairs(season))


def known(phone: Phone) -> list[int]:
    return [player.pk for player in phone.log.players]


def importing(phone: Phone) -> Callable[[], object]:
    document = replace(game_document(), date=club_date(phone.game.club).isoformat())
    return lambda: import_game(phone.game.club, phone.recorder, wanted(document))


def merge(phone: Phone) -> Callable[[], object]:
    other = make_player(phone.game.club, "Annie")
    return lambda: merge_players(other, Player.objects.get(pk=known(phone)[0]), phone.recorder)


def rate_otherwise(phone: Phone) -> Callable[[], object]:
    return lambda: choose_pools(phone.game.club, {"cutthroat": ""}, rated=True, by=phone.recorder)


ACTS: dict[str, tuple[Callable[[Phone], Callable[[], object]], list[str]]] = {
    "start": (lambda phone: start(phone, *known(phone)), ["league_night"]),
    "start with a guest": (lambda phone: start(phone, *known(phone)[:2], "Zed"), ["league_club", "league_night"]),
    "record": (lambda phone: lambda: phone.void(phone.log.state.last_hand or ""), ["league_game"]),
    "credit": (lambda phone: lambda: make_credit(phone.game.night, phone.log.players[0]), ["league_night"]),
    "close a season": (
        lambda phone: lambda: close_season(phone.game.night.season, phone.recorder),
        ["league_club", "league_night", "league_game"],
    ),
    "close a night": (
        lambda phone: lambda: close_night(phone.game.night_id, phone.recorder),
        ["league_night", "league_game"],
    ),
    "move": (move, ["league_night", "league_game"]),
    "move a night": (move_the_night, ["league_club", "league_night", "league_game"]),
    "recount pairs": (recount, ["league_night"]),
    "merge": (merge, ["league_club", "league_night"]),
    "import": (importing, ["league_club", "league_night", "league_game"]),
    "forget": (lambda phone: lambda: forget_player(phone.log.players[0], phone.recorder), ["league_club"]),
    "rate": (lambda phone: lambda: catch_up(phone.game.club_id), ["league_club", "league_game"]),
    "rate otherwise": (lambda phone: rate_otherwise(phone), ["league_club"]),
    "confirm": (confirm, ["league_game"]),
    "dispute": (lambda phone: lambda: dispute(phone.game.pk, None, phone.recorder, "?"), ["league_game"]),
    "purge": (purge, ["league_club", "league_night", "league_game"]),
}


@pytest.mark.parametrize("name", ACTS)
def test_locks_are_taken_in_order(name: str) -> None:
    phone = sit_down()
    phone.win()
    phone.game.refresh_from_db()
    make, expected = ACTS[name]
    taken = dict.fromkeys(locked(make(phone)))  # what one has already may be asked for again: nobody waits
    assert list(taken) == expected == [table for table in ORDER if table in taken]


def test_a_hand_asks_for_no_club() -> None:
    phone = sit_down()
    assert locked(lambda: phone.record(made(0, 3))) == ["league_game"]
