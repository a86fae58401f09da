"""A big database is as the door would have written it, only sooner."""

from __future__ import annotations

import datetime
import io
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse

from league.big import pool
from league.big.build import make_big
from league.big.names import player_names
from league.big.sizes import LEAST_PLAYERS, SizeError, share_out
from league.bridge.rows import read_event
from league.bridge.starts import NewGame
from league.models import Club, Game, GameEvent, GamePlayer, Hand, Night, Season, Tally
from league.services.answers import Answer
from league.services.games import start_game
from league.services.play import write_event
from tests.league.services.door import differences

NOW = datetime.datetime(2026, 2, 20, 12, tzinfo=datetime.UTC)


def make(hands: int = 400, players: int = 20, clubs: int = 2, seed: int = 3) -> list[Club]:
    return make_big(hands, players, clubs, seed, now=NOW)


def command(*arguments: str) -> str:
    out = io.StringIO()
    call_command("make_big", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


# What is there


@pytest.mark.django_db
def test_nothing_differs_from_what_follows_from_the_logs() -> None:
    make(1200)
    assert differences() == []


@pytest.mark.django_db
def test_clubs_nights_and_seasons_are_plausible() -> None:
    busy, other = make()
    assert 400 <= Hand.objects.count() <= 440
    assert Hand.objects.filter(game__club=busy).count() > 180 < Hand.objects.filter(game__club=other).count()
    for club in (busy, other):
        dates = list(Night.objects.filter(club=club).order_by("date").values_list("date", flat=True))
        assert dates[-1] == datetime.date(2026, 2, 13)
        assert {late - early for early, late in pairwise(dates)} == {datetime.timedelta(weeks=1)}
        assert [season.starts.year for season in Season.objects.filter(club=club)] == sorted({d.year for d in dates})
        assert Season.objects.get(club=club, is_default=True).starts.year == 2026
    for night in Night.objects.all():
        assert night.season.starts <= night.date <= (night.season.ends or night.date)


@pytest.mark.django_db
def test_games_are_of_every_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "UNFINISHED", 0.2)
    make(3000)
    main = Game.objects.filter(variant="cutthroat").count()
    assert 0.7 * Game.objects.count() < main < 0.95 * Game.objects.count()
    assert set(Game.objects.values_list("status", flat=True)) == {"won", "conceded", "abandoned"}
    assert set(GameEvent.objects.values_list("kind", flat=True)) >= {"start", "hand", "void", "concede", "abandon"}
    assert GameEvent.objects.filter(version=2).exists()


@pytest.mark.django_db
def test_nobody_sits_at_two_tables_at_once_and_one_is_always_there() -> None:
    make_big(600, 16, 1, now=NOW)
    club = Club.objects.get()
    busiest = club.players.order_by("pk")[0]
    for night in Night.objects.filter(club=club):
        for number in range(1, 4):
            at_table = Game.objects.filter(night=night, table__number=number).count()
            assert at_table <= 4  # rounds
        assert GamePlayer.objects.filter(game__night=night, player=busiest).exists()
    games: Counter[int] = Counter()
    for player, count in Tally.objects.values_list("player", "games"):
        games[player] += count
    assert games.most_common(1)[0][0] == busiest.pk


@pytest.mark.django_db
def test_door_would_have_written_the_same() -> None:
    """Every game again, through the door: the same facts in the same order, but for ids that chance gave."""
    (club,) = make(60, 12, 1)
    chance = Random(7)
    for game in Game.objects.filter(club=club).select_related("night"):
        rows = list(GameEvent.objects.filter(game=game).order_by("seq"))
        again = _through_the_door(club, rows, chance)
        assert [_said(row) for row in again] == [_said(row) for row in rows]


def _through_the_door(club: Club, rows: list[GameEvent], chance: Random) -> list[GameEvent]:
    start = rows[0]
    new = NewGame(start.game.variant, start.body["players"], start.body["first_dealer"])
    game = start_game(club, UUID(int=chance.getrandbits(128)), start.recorder, new, at=start.stored_at)
    for row in rows[1:]:
        # Hands keep their ids here: another game may use them again, and the digests name them.
        client = row.hand if row.version == 1 and row.hand else UUID(int=chance.getrandbits(128))
        assert client is not None
        assert write_event(game.pk, client, row.recorder, read_event(row), at=row.stored_at).answer == Answer.STORED
    return list(GameEvent.objects.filter(game=game).order_by("seq"))


def _said(row: GameEvent) -> dict[str, Any]:
    names = (
        "seq",
        "kind",
        "hand",
        "version",
        "follows",
        "digest",
        "v",
        "body",
        "recorder_id",
        "stored_at",
        "entered_at",
    )
    return {name: getattr(row, name) for name in names} | {
        "is_deal": row.client_id == row.hand,
        "is_start": row.client_id == row.game_id,
    }


@pytest.mark.django_db
def test_site_goes_on_from_there() -> None:
    """Keys that were given out in blocks are not given again, and the pages read what is there."""
    (club,) = make(60, 12, 1)
    start = GameEvent.objects.filter(seq=0).select_related("game", "recorder")[0]
    new = NewGame(start.game.variant, start.body["players"], 0)
    start_game(club, UUID(int=1), start.recorder, new)
    assert differences() == []
    make(60, 12, 1, seed=4)
    assert differences() == []
    assert Client().get(reverse("standings", args=[club.slug])).status_code == 200


@pytest.mark.django_db
def test_a_seed_makes_the_same_again() -> None:
    def picture() -> list[Any]:
        ours = Game.objects.filter(club=Club.objects.latest("pk"))
        return list(ours.order_by("play_order", "table__number").values_list("play_order", "scores", "variant"))

    make(60, 12, 1, seed=1)
    first = picture()
    make(60, 12, 1, seed=1)
    assert picture() == first
    make(60, 12, 1, seed=2)
    assert picture() != first


# The command


@pytest.mark.django_db
def test_command_tells_what_it_made() -> None:
    assert command("--hands", "20", "--players", "8").endswith(": big-club-1\n")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--clubs", "0"), "at least one club"),
        (("--hands", "0"), "at least one hand"),
        (("--hands", "-5"), "at least one hand"),
        (("--hands", "3", "--clubs", "4"), "--hands 4 for 4 clubs"),
        (("--players", "15", "--clubs", "2"), "--players 16 for 2 clubs"),
        (("--hands", "10000000", "--players", "8"), "more than 40 years"),
        (("--players", "5000"), "at most 4000 players"),
        (("--hands", "many"), "invalid int value"),
    ],
)
def test_numbers_that_fit_nothing_are_refused_with_a_reason(arguments: tuple[str, ...], told: str) -> None:
    with pytest.raises(CommandError, match=told):
        command(*arguments)
    assert not Club.objects.exists()


@override_settings(PRODUCTION=True)
def test_not_for_production() -> None:
    with pytest.raises(CommandError, match="production"):
        command()


# Parts


def test_first_club_has_half_of_the_hands() -> None:
    shares = share_out(1001, 35, 4)
    assert [share.hands for share in shares] == [501, 166, 167, 167]
    assert sum(share.players for share in shares) == 35
    assert share_out(7, LEAST_PLAYERS, 1)[0].hands == 7


def test_a_million_hands_fit() -> None:
    assert sum(share.hands for share in share_out(1_000_000, 2_400, 20)) == 1_000_000
    with pytest.raises(SizeError):
        share_out(1_000_000, 8, 1)


def test_no_two_people_of_a_club_have_one_name() -> None:
    assert len(set(player_names(4_000))) == 4_000
