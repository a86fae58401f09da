"""Who met whom: changed by what a game's contribution differs by, and always what the counted games come to."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.events import Abandon, Concede, SetDealer
from league.models import PairTally, Player
from league.services.merging import merge_players, separate_players
from league.services.moves import Place, move_game, move_night, place_of
from league.services.pairs import SUMS
from league.services.rescore import rescore
from league.services.scope import Scope
from tests.factories import make_founded_club, make_game, make_night, make_player, make_season
from tests.league.services.door import Phone, another_game, differences, made, sit_down

pytestmark = pytest.mark.django_db

PARTNERSHIP = "partnership"


@pytest.fixture
def people(phone: Phone) -> tuple[Player, ...]:
    return phone.log.players


def pair(one: Player, other: Player, **which: object) -> tuple[int, ...]:
    """Games, wins in twelfths, points, above, defended, euchres; nothing if there is no row."""
    row = PairTally.objects.filter(player=one, other=other, **which).values_list(*SUMS).first()
    return row or (0,) * len(SUMS)


def test_open_game_counts_nowhere(phone: Phone) -> None:
    phone.record(made(0, 5))
    assert not PairTally.objects.exists()


def test_a_game_counts_for_each_with_each_other(phone: Phone, people: tuple[Player, ...]) -> None:
    """Ann makes 3, then is euchred: 3-2-2. Ben makes 3, 3, 3: he wins 3-11-2.

    Places: Ben 1, Ann 2, Cleo 3. Together: h1 and h2 Ben and Cleo, who euchre in h2; h3 to h5 Ann and Cleo.
    """
    ann, ben, cleo = people
    phone.record(made(0, 5), made(0, 1), made(1, 5), made(1, 5), made(1, 5))
    assert phone.scores == [3, 11, 2]
    assert pair(ann, ben) == (1, 0, 3, 0, 0, 0)
    assert pair(ann, cleo) == (1, 0, 3, 1, 3, 0)
    assert pair(ben, ann) == (1, 12, 11, 1, 0, 0)
    assert pair(ben, cleo) == (1, 12, 11, 1, 2, 1)
    assert pair(cleo, ann) == (1, 0, 2, 0, 3, 0)
    assert pair(cleo, ben) == (1, 0, 2, 0, 2, 1)
    assert differences() == []


def test_equal_places_are_above_nobody(phone: Phone, people: tuple[Player, ...]) -> None:
    phone.write(Concede(frozenset([1, 2])))
    assert pair(people[1], people[2])[:4] == (1, 6, 0, 0)
    assert pair(people[1], people[0])[:4] == (1, 6, 0, 1)


def test_partners_are_beside_each_other() -> None:
    phone = sit_down("Ann", "Ben", "Cleo", "Dai", variant=PARTNERSHIP)
    ann, ben, cleo, _dai = phone.log.players
    phone.record(made(1, 1), *[made(0, 5)] * 4)
    assert phone.scores == [10, 0, 10, 0]
    assert pair(ann, cleo, beside=True) == (1, 12, 10, 0, 1, 1)
    assert pair(ann, ben, beside=False) == (1, 12, 10, 1, 0, 0)
    assert not PairTally.objects.filter(player=ann, other=cleo, beside=False).exists()
    assert differences() == []


def test_correction_changes_them_by_the_difference(phone: Phone, people: tuple[Player, ...]) -> None:
    ann, ben, cleo = people
    first = phone.record(made(0, 1))
    phone.win(0)
    assert pair(ben, cleo) == (1, 0, 2, 0, 5, 1)
    phone.correct(first, made(1, 5))
    assert pair(ben, cleo) == (1, 0, 3, 1, 4, 0)
    assert pair(ann, cleo) == (1, 12, 10, 1, 1, 0)
    assert differences() == []


def test_reopened_game_is_taken_back(phone: Phone, people: tuple[Player, ...]) -> None:
    last = phone.win()
    phone.void(last)
    assert pair(people[0], people[1]) == (0,) * 6
    phone.write(Abandon())
    assert pair(people[0], people[1]) == (0,) * 6
    assert differences() == []


def test_a_game_that_is_moved_takes_its_pairs_along(phone: Phone, people: tuple[Player, ...]) -> None:
    phone.win()
    another_game(phone).win(1)
    club, old = phone.game.club, phone.game.night.season
    day = phone.game.night.date - datetime.timedelta(days=7)
    spring = make_season(club, name="Spring")
    make_night(club, date=day, season=spring)
    here = place_of(phone.game)
    move_game(phone.game.pk, phone.recorder, here, Place(day, here.table, here.round))
    assert pair(people[0], people[1], season=old)[:2] == (1, 0)
    assert pair(people[0], people[1], season=spring)[:2] == (1, 12)
    assert differences() == []


def test_a_night_that_goes_to_another_season_takes_them_along(phone: Phone, people: tuple[Player, ...]) -> None:
    phone.win()
    another_game(phone).win(1)
    old, spring = phone.game.night.season, make_season(phone.game.club, name="Spring")
    move_night(phone.game.night_id, phone.recorder, old.pk, spring)
    assert pair(people[0], people[1], season=old) == (0,) * 6
    assert pair(people[0], people[1], season=spring)[:2] == (2, 12)
    assert differences() == []


def test_merged_players_met_whom_both_met(phone: Phone, people: tuple[Player, ...]) -> None:
    phone.win()
    club = phone.game.club
    dai, anna = (make_player(club, name) for name in ("Dai", "Anna"))
    third = _game_of(phone, [anna, people[1], dai])
    third.win()
    merge_players(anna, people[0])
    assert pair(people[0], people[1])[:2] == (2, 24)
    assert pair(people[0], dai)[:2] == (1, 12)
    assert pair(anna, dai) == (0,) * 6
    assert differences() == []
    separate_players(Player.objects.get(pk=anna.pk))
    assert (pair(people[0], people[1])[0], pair(anna, dai)[0]) == (1, 1)
    assert differences() == []


def _game_of(phone: Phone, players: list[Player]) -> Phone:
    return Phone(make_game(phone.game.club, players), phone.recorder)


# Rescoring


@pytest.mark.parametrize(
    "spoil",
    [
        lambda rows: rows.update(games=7, above=-3),
        lambda rows: rows.delete(),
        lambda rows: rows.update(beside=True),
        lambda rows: PairTally.objects.create(
            **{**rows.values("season_id", "player_id", "other_id", "games")[0], "variant": "two_handed"}
        ),
    ],
)
def test_what_differs_is_named_and_put_right(
    phone: Phone, people: tuple[Player, ...], spoil: Callable[[Any], object]
) -> None:
    phone.win()
    right = list(PairTally.objects.filter(games__gt=0).order_by("player", "other").values_list("player", *SUMS))
    spoil(PairTally.objects.filter(player=people[0]))
    assert any("with" in difference for difference in differences())
    assert list(rescore(Scope()))
    assert differences() == []
    found = PairTally.objects.filter(games__gt=0).order_by("player", "other").values_list("player", *SUMS)
    assert list(found) == right


def test_tallies_of_other_clubs_are_left(phone: Phone) -> None:
    phone.win()
    other = sit_down(club=make_founded_club(name="Elsewhere"))
    other.win()
    PairTally.objects.update(points=99)
    list(rescore(Scope(club=other.game.club_id)))
    assert PairTally.objects.filter(points=99).count() == 6


# What it takes


def test_one_statement_however_many_rows(phone: Phone) -> None:
    with CaptureQueriesContext(connection) as captured:
        phone.win()
    assert len([query for query in captured if "pairtally" in query["sql"]]) == 1


def test_event_that_changes_nothing_takes_none(phone: Phone) -> None:
    phone.win()
    with CaptureQueriesContext(connection) as captured:
        phone.write(SetDealer(1, phone.log.state.last_hand))
    assert not [query for query in captured if "pairtally" in query["sql"]]


def test_rows_are_made_in_the_order_of_their_keys() -> None:
    club = make_founded_club()
    cleo, ben, ann = (make_player(club, name) for name in ("Cleo", "Ben", "Ann"))
    game = _game_of(Phone(sit_down(club=club).game, club.recorders.all()[0]), [ann, cleo, ben])
    game.win()
    made_rows = list(PairTally.objects.order_by("pk").values_list("player", "other"))
    assert made_rows == sorted(made_rows)
