"""Tallies: changed by what a game's contribution differs by, and always what the counted games come to."""

from __future__ import annotations

import datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.events import Abandon, Concede, CutShort, SetDealer
from league.bridge.starts import NewGame
from league.models import GamePlayer, NightTally, Player, Tally
from league.services.games import start_game
from league.services.tallies import NOTHING, Contribution, contribution_of
from tests.factories import make_founded_club, make_game, make_player
from tests.league.services.door import PASSED_OUT, Phone, another_game, differences, made, sit_down, sums

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(phone: Phone) -> tuple[Player, ...]:
    return phone.log.players


def points(player: Player) -> tuple[int, ...]:
    """Games, wins in twelfths and points of the season; the night must say the same."""
    night, season = sums(player, "games", "won12", "points")
    assert night == season
    return season


# What counts


def test_open_game_counts_nowhere(phone: Phone) -> None:
    phone.record(made(0, 5), made(1, 3))
    assert not Tally.objects.exists()
    assert not NightTally.objects.exists()


def test_finished_game_counts_for_everybody_who_played(phone: Phone, people: tuple[Player, ...]) -> None:
    phone.record(made(1, 3), PASSED_OUT)
    phone.win()
    assert [points(player) for player in people] == [(1, 12, 10), (1, 0, 1), (1, 0, 0)]
    tally = Tally.objects.get(player=people[0])
    assert (tally.nights, tally.hands, tally.variant, tally.season) == (1, 6, "cutthroat", phone.game.night.season)
    assert tally.counts == phone.seated(0).counts == NightTally.objects.get(player=people[0]).counts
    assert tally.counts["maker"] == 4


def test_shared_win_is_six_twelfths_each(phone: Phone, people: tuple[Player, ...]) -> None:
    phone.write(Concede(frozenset([1, 2])))
    assert [points(player)[1] for player in people] == [0, 6, 6]


@pytest.mark.parametrize("ending", [Abandon(), CutShort(stands=False)])
def test_game_without_a_result_counts_nowhere(phone: Phone, ending: Abandon) -> None:
    phone.record(made(0, 5))
    phone.write(ending)
    assert not Tally.objects.exists()
    assert differences() == []


def test_game_cut_short_whose_result_stands_counts(phone: Phone, people: tuple[Player, ...]) -> None:
    phone.record(made(0, 5))
    phone.write(CutShort(stands=True))
    assert [points(player) for player in people] == [(1, 12, 3), (1, 0, 0), (1, 0, 0)]


# By difference


def test_second_game_is_added(phone: Phone, people: tuple[Player, ...]) -> None:
    phone.win(0)
    another_game(phone).win(1)
    assert [points(player) for player in people] == [(2, 12, 10), (2, 12, 10), (2, 0, 0)]
    assert Tally.objects.get(player=people[0]).nights == 1
    assert differences() == []


def test_correcting_an_old_hand_changes_standings_by_the_difference(phone: Phone, people: tuple[Player, ...]) -> None:
    first = phone.record(made(1, 4))
    phone.win(0)
    another_game(phone).win(1)
    assert [points(player) for player in people] == [(2, 12, 10), (2, 12, 11), (2, 0, 0)]
    phone.correct(first, made(2, 5))
    assert [points(player) for player in people] == [(2, 12, 10), (2, 12, 10), (2, 0, 3)]
    assert Tally.objects.get(player=people[2]).counts["maker.march"] == 1
    assert differences() == []


def test_correction_that_makes_another_winner(phone: Phone, people: tuple[Player, ...]) -> None:
    """R32: the last hand puts two over the target."""
    phone.record(made(1, 5), made(1, 5), made(1, 5), made(2, 5), made(2, 5), made(2, 3))
    last = phone.record(made(0, 1))
    assert [points(player)[1] for player in people] == [0, 12, 0]
    phone.correct(last, made(2, 5))
    assert phone.scores == [0, 9, 10]
    assert [points(player)[1] for player in people] == [0, 0, 12]
    assert differences() == []


def test_correction_that_reopens_takes_everything_back(phone: Phone, people: tuple[Player, ...]) -> None:
    last = phone.win()
    phone.correct(last, made(1, 3))
    assert phone.status == "open"
    assert [points(player) for player in people] == [(0, 0, 0)] * 3
    assert [tally.counts for tally in Tally.objects.all()] == [{}] * 3
    assert differences() == []


def test_other_peoples_rows_are_left_alone(phone: Phone) -> None:
    phone.win()
    before = list(Tally.objects.order_by("pk").values())
    sit_down("Dai", "Esra", "Frank", club=phone.game.club).win()
    assert list(Tally.objects.order_by("pk").values())[:3] == before


def test_nights_are_counted_apart_and_variants_too() -> None:
    club = make_founded_club()
    phone = sit_down(club=club)
    phone.win()
    ann, ben = phone.log.players[:2]
    early = datetime.datetime(2026, 3, 5, 21, 30, tzinfo=datetime.UTC)
    for variant, seated in (("cutthroat", phone.log.players), ("two_handed", (ann, ben))):
        new = NewGame(variant, [player.pk for player in seated], 0)
        game = start_game(club, uuid4(), phone.recorder, new, at=early)
        Phone(game, phone.recorder).record(*[made(0, 5)] * (4 if variant == "cutthroat" else 5))
    assert {(t.variant, t.games, t.nights) for t in Tally.objects.filter(player=ann)} == {
        ("cutthroat", 2, 2),
        ("two_handed", 1, 1),
    }
    assert NightTally.objects.filter(player=ann).count() == 3
    assert differences() == []


def test_night_that_holds_no_game_any_more_is_no_night(phone: Phone, people: tuple[Player, ...]) -> None:
    last = phone.win()
    other = another_game(phone)
    other_last = other.win()
    phone.void(last)
    assert Tally.objects.get(player=people[0]).nights == 1
    other.void(other_last)
    assert Tally.objects.get(player=people[0]).nights == 0
    other.record(made(0, 5))
    assert Tally.objects.get(player=people[0]).nights == 1


# What it takes


def test_open_game_touches_no_tally(phone: Phone) -> None:
    with CaptureQueriesContext(connection) as captured:
        phone.record(made(0, 3))
    assert not [query for query in captured if "tally" in query["sql"]]


def test_event_that_changes_no_sum_touches_no_tally(phone: Phone) -> None:
    phone.win()
    with CaptureQueriesContext(connection) as captured:
        phone.write(SetDealer(1, phone.log.state.last_hand))  # who would deal next
    assert not [query for query in captured if "tally" in query["sql"]]


def test_rows_are_locked_in_the_order_of_players() -> None:
    """Two games with the same people in other seats must not wait for one another."""
    club = make_founded_club()
    cleo, ben, ann = (make_player(club, name) for name in ("Cleo", "Ben", "Ann"))
    phone = Phone(make_game(club, [ann, cleo, ben]), club.recorders.all()[0])
    with CaptureQueriesContext(connection) as captured:
        phone.win()
    locking = [query["sql"] for query in captured if "RETURNING *" in query["sql"]]
    assert len(locking) == 2
    assert list(Tally.objects.order_by("pk").values_list("player", flat=True)) == [cleo.pk, ben.pk, ann.pk]


# Sums


def test_differences_of_contributions() -> None:
    one = Contribution(1, 12, 10, 7, {"maker": 3, "dealer": 2})
    other = Contribution(1, 6, 4, 7, {"maker": 3, "revoked": 1})
    assert one - one == NOTHING
    assert not one - one
    assert other - one == Contribution(0, -6, -6, 0, {"dealer": -2, "revoked": 1})
    assert one + (other - one) == other


def test_contribution_of_a_game_that_counts_nowhere_is_nothing() -> None:
    assert contribution_of(GamePlayer(counted=False, points=9, counts={"maker": 1})) == NOTHING
