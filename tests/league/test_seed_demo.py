"""The demo club: who is in it, what they played, and that a seed always gives the same one."""

from __future__ import annotations

import datetime
import io
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.db import transaction
from django.urls import reverse

from league.days import club_date
from league.demo import cast
from league.demo import club as demo
from league.models import Club, Credit, Game, GameEvent, Hand, Night, Player, Role, Tally, User
from tests.factories import make_club
from tests.league.services.door import differences
from tests.repository import ROOT

pytestmark = pytest.mark.django_db

NOW = datetime.datetime(2026, 11, 26, 23, 40, tzinfo=datetime.UTC)


def command(*arguments: str) -> str:
    out = io.StringIO()
    call_command("seed_demo", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """One night of two-handed games too, and tonight: enough to see what the whole does."""
    monkeypatch.setattr(demo, "COMERS", demo.COMERS[:1])


@pytest.fixture
def only_tonight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "COMERS", ())


# The whole


def test_half_a_season_and_a_night_going_on() -> None:
    assert command("--if-empty") == f"{cast.SIGN_IN}\n"
    club = Club.objects.get()
    assert (club.slug, club.name, club.visibility) == ("harbour-euchre-club", "Harbour Euchre Club", "public")
    check_people(club)
    check_nights(club)
    check_games()
    check_hands()
    check_walkover(club)
    assert differences() == []


def check_people(club: Club) -> None:
    names = list(Player.objects.values_list("name", flat=True))
    assert len(names) == 17
    assert [name for name in names if name.startswith("Ann ")] == ["Ann Fraser", "Ann Kowalska"]
    assert [name for name in names if "'" in name] == ["Siobhán O'Brien"]
    assert [name for name in names if not any("A" <= letter <= "z" for letter in name)] == ["李明"]
    assert len({str(player) for player in Player.objects.all()}) == 17
    for email, role in ((cast.OWNER[0], Role.OWNER), (cast.SCORER[0], Role.SCORER)):
        user = authenticate(None, username=email, password=cast.PASSWORD)
        assert user is not None
        assert club.memberships.get(user=user).role == role


def check_nights(club: Club) -> None:
    """Weekly nights in the past and tonight; the season is half over."""
    season = club.seasons.get()
    dates = list(Night.objects.order_by("date").values_list("date", flat=True))
    assert dates[-1] == club_date(club)
    assert {later - earlier for earlier, later in pairwise(dates)} == {datetime.timedelta(weeks=1)}
    assert (len(dates), season.starts) == (10, dates[0])
    assert season.ends is not None
    assert season.ends - dates[-1] == dates[-1] - dates[0]
    latest = GameEvent.objects.order_by("-stored_at")[0].stored_at
    assert latest <= datetime.datetime.now(datetime.UTC)
    for event in GameEvent.objects.select_related("game__night"):
        assert club_date(club, event.stored_at) == event.game.night.date


def check_games() -> None:
    variants = Counter(Game.objects.values_list("variant", flat=True))
    assert variants == {"cutthroat": 52, "two_handed": 8, "partnership": 10}
    statuses = Counter(Game.objects.values_list("status", flat=True))
    assert statuses == {"won": 66, "conceded": 1, "abandoned": 1, "open": 2}
    tonight = Game.objects.filter(status="open")
    assert [game.night.date for game in tonight] == [Night.objects.latest("date").date] * 2
    assert [table for game in tonight.order_by("table__number") if (table := game.table)] == list(
        Night.objects.latest("date").tables.order_by("number")
    )
    for game in tonight:
        assert 5 <= max(game.scores) < 10
    assert Tally.objects.filter(variant="cutthroat", games__gt=0).count() == 17
    sittings = Counter((game.night_id, game.table_id) for game in Game.objects.all())
    assert max(sittings.values()) == 2


def check_hands() -> None:
    """Everything that happens at a table happens here, in likely amounts."""
    hands = Hand.objects.filter(number__isnull=False)
    kinds = Counter(hands.values_list("kind", flat=True))
    assert 500 < kinds["played"] < 800
    assert 0 < kinds["misdeal"] < 15
    assert 0 < kinds["penalty"] < 15
    assert 2 < kinds["passed_out"] < 40
    played = hands.filter(kind="played")
    euchred = played.filter(outcome__in=("euchred", "lone_defence_march")).count() / played.count()
    assert 0.12 < euchred < 0.32
    assert 5 < played.filter(alone=True).count() < 60
    assert 5 < played.filter(lone_defender__isnull=False).count() < 60
    assert set(played.exclude(made_how="").values_list("made_how", flat=True)) >= {"ordered_up", "accepted", "named"}
    assert played.exclude(trump="").count() > played.filter(trump="").count() > 50
    assert Hand.objects.filter(number=None).count() > 3
    assert Hand.objects.filter(version__gt=1).count() > 3


def check_walkover(club: Club) -> None:
    """A visitor finds one result that no game brought, and reads why."""
    credit = Credit.objects.select_related("night", "player").get()
    assert (credit.kind, credit.games, credit.won12, credit.points) == ("walkover", 1, 12, 10)
    assert "ferry" in credit.remarks.get().text
    assert not credit.night.games.filter(players__player=credit.player).exists()
    assert club_date(club, credit.stored_at) == credit.night.date
    assert Tally.objects.get(player=credit.player, variant="cutthroat").credits == 1


# The same seed


def content() -> list[Any]:
    """Everything in the database but ids of accounts, keys of rows, and times of day."""
    names = dict(Player.objects.values_list("pk", "name"))

    def said(event: GameEvent) -> tuple[Any, ...]:
        body = event.body
        if "players" in body:
            body = body | {"players": [names[player] for player in body["players"]]}
        who = (event.recorder.label, event.recorder.device)
        return (event.seq, event.kind, event.client_id, event.hand, event.version, event.follows, body, who)

    games = Game.objects.select_related("night", "table").order_by("pk")
    return [
        *Player.objects.order_by("name").values_list("name", "shown_as", "guest"),
        *User.objects.order_by("email").values_list("email", "name"),
        *Night.objects.order_by("date").values_list("pk", "date", "kind", "state", "season__name"),
        *[
            (game.pk, game.night_id, game.table and game.table.number, game.variant, game.status, game.scores)
            for game in games
        ],
        *[said(event) for event in GameEvent.objects.select_related("recorder").order_by("game", "seq")],
        *Tally.objects.order_by("player__name", "variant").values_list("player__name", "variant", "won12", "counts"),
    ]


@contextmanager
def taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def made(seed: int, now: datetime.datetime = NOW) -> list[Any]:
    with taken_back():
        demo.make_demo(seed, now)
        return content()


def test_same_seed_gives_the_same_club(short: None) -> None:
    first = made(3)
    assert made(3, NOW + datetime.timedelta(minutes=50)) == first
    assert made(4) != first


def test_hands_do_not_depend_on_the_order_of_sets() -> None:
    """Which differs from process to process."""
    program = (
        "from random import Random; from engine.house_rules import default_rules; from league.demo.play import *;"
        "table = Table(Random(5), default_rules('cutthroat'), [Temper(0, 0.9)] * 3, Habit(0.8, 0.8, 0.3));"
        "print([table.play_hand(number % 3) for number in range(200)])"
    )

    def run(hash_seed: str) -> bytes:
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", program]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True).stdout

    assert run("1") == run("2") != b""


@pytest.mark.parametrize("local", ["06:00:05", "06:20", "12:00", "23:59", "05:59"])
def test_tonight_is_tonight_at_any_time_of_day(only_tonight: None, local: str) -> None:
    """Nothing happens in the future, nor before the club's day began."""
    now = datetime.datetime.fromisoformat(f"2026-11-27T{local}-04:00")
    club = demo.make_demo(1, now)
    tonight = Night.objects.latest("date")
    assert tonight.date == club_date(club, now)
    times = list(GameEvent.objects.filter(game__night=tonight).values_list("stored_at", flat=True))
    assert max(times) <= now
    assert {club_date(club, time) for time in times} == {tonight.date}
    assert Game.objects.filter(night=tonight, status="open").count() == 2
    assert differences() == []


# The command


def test_refused_where_the_demo_is_not_allowed(settings: Any) -> None:
    settings.DEMO_ALLOWED = False
    for arguments in ((), ("--if-empty",)):
        with pytest.raises(CommandError, match="production"):
            command(*arguments)
    assert not User.objects.exists()


def test_if_empty_leaves_a_club_alone() -> None:
    make_club(name="Elsewhere")
    assert command("--if-empty") == ""
    assert Club.objects.get().name == "Elsewhere"


def test_again_it_only_says_how_to_sign_in(only_tonight: None) -> None:
    command()
    games = Game.objects.count()
    assert command("--if-empty") == f"{cast.SIGN_IN}\n"
    with pytest.raises(CommandError, match="here already"):
        command()
    assert Game.objects.count() == games
    owner = User.objects.get(email=cast.OWNER[0])
    owner.set_password("something else")
    owner.save()
    assert command("--if-empty") == ""


def test_other_clubs_are_no_hindrance_without_if_empty(only_tonight: None) -> None:
    make_club(slug="elsewhere")
    assert command("--seed", "7") == f"{cast.SIGN_IN}\n"
    assert Club.objects.count() == 2


def test_all_or_nothing(only_tonight: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stopped half-way would keep --if-empty from trying again."""

    def fail(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(demo.Demo, "play_tonight", fail)
    with pytest.raises(KeyboardInterrupt):
        command()
    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_visitor_finds_the_club(only_tonight: None, client: Any) -> None:
    demo.make_demo(1)
    page = client.get(reverse("club-tonight", args=[cast.SLUG]))
    assert page.status_code == 200
    assert cast.CLUB_NAME in page.content.decode()
