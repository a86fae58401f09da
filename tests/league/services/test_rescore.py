"""Rescoring: what is stored is compared with what follows from the logs, and put right."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import (
    Club,
    Game,
    GamePlayer,
    Hand,
    Night,
    NightTally,
    PairTally,
    Player,
    Rating,
    RatingChange,
    RatingPool,
    Season,
    Tally,
)
from league.services import rescore as rescoring
from league.services import scope as scoping
from league.services.game_check import compare_games, rescore_game
from league.services.rescore import compare, rescore
from league.services.scope import Scope
from league.services.snapshot import snapshot
from tests.factories import make_bare_game, make_event, make_founded_club, make_player
from tests.league.services.door import Phone, another_game, differences, made, sit_down

pytestmark = pytest.mark.django_db

EVERYTHING = Scope()


@pytest.fixture
def phone() -> Phone:
    """A club with a finished game, and one that goes on."""
    phone = sit_down()
    phone.win()
    another_game(phone).record(made(1, 3), made(2, 5))
    return phone


def command(*arguments: str) -> str:
    out = io.StringIO()
    call_command("rescore", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def failing(*arguments: str) -> list[str]:
    """What the command prints before it fails."""
    out = io.StringIO()
    with pytest.raises(CommandError) as error:
        call_command("rescore", *arguments, stdout=out, stderr=io.StringIO())
    assert error.value.returncode == 1
    return out.getvalue().splitlines()


def put_right() -> list[str]:
    """What was put right; nothing differs any more."""
    told = [str(difference) for difference in rescore(EVERYTHING)]
    assert differences() == []
    return told


# What the site made is right


def test_nothing_differs_after_the_door(phone: Phone) -> None:
    assert differences() == []
    assert command("--check") == "2 games: nothing differs.\n"
    assert command() == "2 games: nothing differs.\n"


def test_empty_database(db: None) -> None:
    assert command("--check") == "0 games: nothing differs.\n"


# What can be wrong

WRONG: dict[str, tuple[Callable[[Phone], object], str]] = {
    "score of the game": (
        lambda phone: Game.objects.filter(pk=phone.game.pk).update(scores=[1, 2, 3]),
        "game {game}, scores: stored [1, 2, 3], computed [10, 0, 0]",
    ),
    "status of the game": (
        lambda phone: Game.objects.filter(pk=phone.game.pk).update(status="open"),
        "game {game}, status: stored open, computed won",
    ),
    "what a record is looked for by": (
        lambda phone: Game.objects.filter(pk=phone.game.pk).update(comeback=8),
        "game {game}, comeback: stored 8, computed 0",
    ),
    "points of a hand": (
        lambda phone: Hand.objects.filter(game=phone.game, position=0).update(points=[9, 9, 9]),
        "game {game}, hand {hand}, points: stored [9, 9, 9], computed [3, 0, 0]",
    ),
    "no hand": (
        lambda phone: Hand.objects.filter(game=phone.game, position=0).delete(),
        "game {game}, hand {hand}, row: stored None, computed one",
    ),
    "counts of a player": (
        lambda phone: GamePlayer.objects.filter(game=phone.game, seat=0).update(counts={"maker": 7}),
        "game {game}, player {ann}, counts: stored {{'maker': 7}}, computed {{'dealer': 2,",
    ),
    "somebody who did not play": (
        lambda phone: GamePlayer.objects.create(
            game=phone.game, player=make_player(phone.game.club, "Max", pk=999_999), seat=1
        ),
        "game {game}, player 999999, row: stored one, computed None",
    ),
    "a night's tally": (
        lambda phone: NightTally.objects.filter(player=phone.log.players[0]).update(points=99),
        "night {night} {night_pk}, player {ann}, cutthroat, points: stored 99, computed 10",
    ),
    "no tally": (
        lambda phone: Tally.objects.filter(player=phone.log.players[0]).delete(),
        "season {season}, player {ann}, cutthroat, won12: stored None, computed 12",
    ),
    "nights of a tally": (
        lambda phone: Tally.objects.filter(player=phone.log.players[0]).update(nights=3),
        "season {season}, player {ann}, cutthroat, nights: stored 3, computed 1",
    ),
    "a tally of nothing": (
        lambda phone: Tally.objects.create(
            season=phone.game.night.season, player=phone.log.players[0], variant="two_handed", games=1
        ),
        "season {season}, player {ann}, two_handed, games: stored 1, computed None",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_row_is_named_and_put_right(phone: Phone, what: str) -> None:
    break_it, template = WRONG[what]
    names = {
        "game": phone.game.pk,
        "hand": phone.log.state.lines[0].id,
        "ann": phone.log.players[0].pk,
        "night": phone.game.night,
        "night_pk": phone.game.night_id,
        "season": phone.game.night.season_id,
    }
    break_it(phone)
    expected = template.format(**names)
    assert any(line.startswith(expected) for line in differences()), differences()
    assert any(line.startswith(expected) for line in failing("--check"))
    assert any(line.startswith(expected) for line in put_right())


def test_row_of_nothing_is_as_good_as_none(phone: Phone) -> None:
    season, player = phone.game.night.season, make_player(phone.game.club, "Max")
    Tally.objects.create(season=season, player=player, variant="cutthroat")
    NightTally.objects.create(night=phone.game.night, player=player, variant="cutthroat")
    assert differences() == []


def test_checking_changes_nothing(phone: Phone) -> None:
    Game.objects.update(scores=[])
    Tally.objects.all().delete()
    with CaptureQueriesContext(connection) as captured:
        failing("--check")
    assert {query["sql"].split()[0] for query in captured} == {"SELECT"}


def test_everything_lost_is_made_again(phone: Phone) -> None:
    assert differences() == []
    kept = [list(model._default_manager.order_by(*by).values(*what)) for model, by, what in tables()]
    assert all(kept)
    for model in (Hand, GamePlayer, NightTally, Tally, PairTally, RatingChange, Rating, RatingPool):
        model._default_manager.all().delete()
    Game.objects.update(seq=0, status="open", hands=0, scores=[], win_shares=[], counted=False, play_order=0)
    Game.objects.update(comeback=None, longest=None, euchres=None, top_score=None)
    put_right()
    assert kept == [list(model._default_manager.order_by(*by).values(*what)) for model, by, what in tables()]


KEYS = ("id", "pool_id")


def tables() -> list[tuple[Any, list[str], list[str]]]:
    """Every derived table, its order, and all its columns but the key."""
    keys = {Hand: ["game", "hand"], GamePlayer: ["game", "player"], NightTally: ["night", "player"], Game: ["id"]}
    keys |= {Tally: ["season", "player"], PairTally: ["season", "player", "other"]}
    keys |= {Rating: ["player"], RatingChange: ["play_order", "player"]}
    return [
        (model, by, [f.attname for f in model._meta.concrete_fields if model is Game or f.attname not in KEYS])
        for model, by in keys.items()
    ]


def test_merged_players_are_one_after_rescoring(phone: Phone) -> None:
    ann = phone.log.players[0]
    anna = make_player(phone.game.club, "Anna")
    Player.objects.filter(pk=ann.pk).update(merged_into=anna)
    put_right()
    assert Tally.objects.get(player=anna).points == 10
    assert not GamePlayer.objects.filter(player=ann).exists()
    assert not Tally.objects.filter(player=ann, games__gt=0).exists()
    Player.objects.filter(pk=ann.pk).update(merged_into=None)
    put_right()
    assert Tally.objects.get(player=ann).points == 10


def test_many_differences_are_counted_and_some_are_named(phone: Phone) -> None:
    Hand.objects.update(points=[], scores=[], version=7, dealer=9)
    lines = failing("--check")
    assert len(lines) == 22
    assert lines[-2] == "and 4 more"
    assert lines[-1] == "2 games: 24 differences."
    assert command().splitlines()[-1] == "2 games: 24 differences put right, 0 not."
    assert differences() == []


# A log that can't be read


@pytest.mark.parametrize("body", [{"kind": "played", "made_up": 1}, [], {"kind": "played", "maker": "0"}])
def test_log_that_can_not_be_read_is_named_and_left(phone: Phone, body: object) -> None:
    make_event(phone.game, phone.recorder, kind="hand", hand=uuid4(), version=1, body=body)
    line = f"game {phone.game.pk}, log: stored unreadable, computed"
    assert [difference for difference in differences() if not difference.startswith(line)] == []
    assert len(differences()) == 1
    before = list(Hand.objects.order_by("pk").values())
    assert failing()[-1] == "2 games: 0 differences put right, 1 not."
    assert list(Hand.objects.order_by("pk").values()) == before


def test_game_without_a_start_is_named(phone: Phone) -> None:
    bare = make_bare_game(phone.game.club)
    assert [line for line in differences() if str(bare.pk) in line] == differences() != []
    assert str(bare.pk) in failing("--check")[0]


# Scope


@pytest.fixture
def elsewhere(phone: Phone) -> Phone:
    other = sit_down(club=make_founded_club(name="Elsewhere"))
    other.win()
    return other


def test_one_club(phone: Phone, elsewhere: Phone) -> None:
    Game.objects.update(scores=[])
    Tally.objects.update(points=1)
    slug = elsewhere.game.club.slug
    assert failing("--check", "--club", slug)[-1] == "1 games: 4 differences."
    command("--club", slug)
    assert command("--check", "--club", slug) == "1 games: nothing differs.\n"
    assert failing("--check")[-1] == "3 games: 5 differences."


def test_one_game_and_the_tallies_it_is_in(phone: Phone, elsewhere: Phone) -> None:
    Game.objects.update(scores=[])
    Tally.objects.update(points=1)
    NightTally.objects.update(points=1)
    assert failing("--check", "--game", str(phone.game.pk))[-1] == "1 games: 7 differences."
    command("--game", str(phone.game.pk))
    assert command("--check", "--game", str(phone.game.pk)) == "1 games: nothing differs.\n"
    assert Game.objects.filter(scores=[]).count() == 2
    assert Tally.objects.filter(points=1).count() == NightTally.objects.filter(points=1).count() == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("--club", "nowhere"),
        ("--game", str(uuid4())),
        ("--after", str(uuid4())),
        ("--club", "elsewhere", "--game", "{game}"),
        ("--club", "elsewhere", "--after", "{game}"),
    ],
)
def test_what_there_is_not(phone: Phone, elsewhere: Phone, arguments: tuple[str, ...]) -> None:
    arguments = tuple(argument.format(game=phone.game.pk) for argument in arguments)
    with pytest.raises(CommandError, match="There is no"):
        command(*arguments)


def test_bad_uuid() -> None:
    with pytest.raises(CommandError, match="UUID"):
        command("--game", "seven")


def test_pages_of_games_in_the_order_of_play(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many games there are, a page of them is in memory; none is left out, none comes twice."""
    for _game in range(5):
        another_game(phone).record(made())
    Game.objects.filter(pk=phone.game.pk).update(play_order=7)
    same = Game.objects.exclude(pk=phone.game.pk)[:4]
    Game.objects.filter(pk__in=[game.pk for game in same]).update(play_order=9)
    monkeypatch.setattr(scoping, "PAGE", 2)
    pages = [list(compare_games(stretch)) for stretch in EVERYTHING.stretches()]
    assert [len(page) for page in pages] == [2, 2, 2, 1]
    in_order = Game.objects.order_by("play_order", "pk").values_list("pk", flat=True)
    assert [game for page in pages for game in page] == list(in_order)


def test_club_by_club_and_on_from_any_game(phone: Phone, elsewhere: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    for other in (phone, elsewhere, phone):
        another_game(other).record(made())
    monkeypatch.setattr(scoping, "PAGE", 2)
    in_order = list(Game.objects.order_by("club", "play_order", "pk").values_list("pk", flat=True))
    for number, game in enumerate(in_order, 1):
        scope = Scope(after=game)
        found = [game for stretch in scope.stretches() for game in compare_games(stretch)]
        assert found == in_order[number:]
        assert scope.games.count() == len(found)


def test_page_takes_the_same_statements_however_many_games(phone: Phone) -> None:
    def taken() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert list(compare(EVERYTHING)) == []
        return len(captured)

    before = taken()
    for _game in range(4):
        another_game(phone).win()
    assert taken() == before


def test_game_is_written_under_its_lock_in_its_own_transaction(phone: Phone) -> None:
    Hand.objects.filter(game=phone.game).update(points=[])
    with CaptureQueriesContext(connection) as captured:
        assert len(rescore_game(phone.game.pk)) == 4
    statements = [query["sql"] for query in captured]
    assert statements[0].startswith("SAVEPOINT")  # which stands for BEGIN in a test
    assert statements[-1].startswith("RELEASE")
    if connection.vendor == "postgresql":
        assert "FOR NO KEY UPDATE" in statements[1]
    assert rescore_game(phone.game.pk) == []


def test_progress_is_told_to_a_terminal_only(phone: Phone) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    quiet, terminal = io.StringIO(), Terminal()
    call_command("rescore", stdout=io.StringIO(), stderr=quiet)
    call_command("rescore", stdout=io.StringIO(), stderr=terminal)
    assert quiet.getvalue() == ""
    assert "2 games" in terminal.getvalue()


# Stopped, and going on


def test_going_on_behind_a_game(phone: Phone) -> None:
    for _game in range(3):
        another_game(phone).record(made())
    Game.objects.update(scores=[])
    games = list(Game.objects.order_by("play_order", "pk"))
    assert failing("--check", "--after", str(games[1].pk))[-1] == "3 games: 3 differences."
    command("--after", str(games[3].pk))
    assert [len(game.scores) for game in Game.objects.order_by("play_order", "pk")] == [0, 0, 0, 0, 3]
    assert command("--check", "--after", str(games[4].pk)) == "0 games: nothing differs.\n"


def test_stopped_it_says_where_to_go_on(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(scoping, "PAGE", 1)
    Game.objects.update(scores=[])
    games = list(Game.objects.order_by("play_order", "pk"))
    monkeypatch.setattr(rescoring, "rescore_game", lambda pk: rescore_game(pk) if pk == games[0].pk else stop())
    with pytest.raises(CommandError, match=f"Stopped after 1 games.* --after {games[0].pk}") as error:
        command()
    assert error.value.returncode == 130
    monkeypatch.setattr(rescoring, "rescore_game", rescore_game)
    assert command("--after", str(games[0].pk)).endswith("1 games: 1 differences put right, 0 not.\n")
    assert differences() == []


# Snapshots


@pytest.mark.django_db(transaction=True)
def test_snapshot_is_of_one_moment_and_ends() -> None:
    with snapshot():
        assert not Club.objects.exists()
    club = make_founded_club()  # after it, writing is possible again
    with snapshot():
        assert Club.objects.get() == club
        with pytest.raises(Season.DoesNotExist):
            Season.objects.get(pk=0)
    assert connection.in_atomic_block is False
    assert list(compare(EVERYTHING)) == []


@pytest.mark.django_db(transaction=True)
def test_snapshot_ends_after_an_error() -> None:
    with pytest.raises(Night.DoesNotExist), snapshot():
        Night.objects.get(pk=uuid4())
    make_founded_club()
