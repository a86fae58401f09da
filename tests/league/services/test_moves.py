"""Games that move to another table, round or night, and nights to another season: what was summed moves with them."""

from __future__ import annotations

import contextlib
import datetime
import threading
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from league.days import club_date
from league.models import AuditEntry, Game, GamePlayer, Night, NightState, Remark, Season, Tally
from league.services.moves import MovedMeanwhile, Place, move_game, move_night, place_of
from league.services.nights import default_season
from tests.factories import DAY, make_night, make_season
from tests.league.services.door import Phone, another_game, differences, made, sit_down

pytestmark = pytest.mark.django_db

YESTERDAY = datetime.timedelta(days=1)


@pytest.fixture
def phone() -> Phone:
    """Ann has won a game tonight; the club's season began long ago."""
    phone = sit_down("Ann", "Ben", "Cleo")
    Season.objects.filter(club=phone.game.club).update(starts=DAY - 300 * YESTERDAY)
    phone.win()
    phone.game.refresh_from_db()
    return phone


def here(phone: Phone) -> Place:
    return place_of(Game.objects.select_related("night", "table").get(pk=phone.game.pk))


def move(phone: Phone, seen: Place | None = None, **to: Any) -> Game:
    seen = seen or here(phone)
    values = {"day": seen.day, "table": seen.table, "round": seen.round} | to
    return move_game(phone.game.pk, phone.recorder, seen, Place(**values))


def sums(season: Season) -> dict[str, tuple[int, int, int]]:
    rows = Tally.objects.filter(season=season, games__gt=0).select_related("player")
    return {row.player.name: (row.games, row.won12, row.nights) for row in rows}


def test_to_another_table_and_round(phone: Phone) -> None:
    before = GamePlayer.objects.filter(game=phone.game).first()
    move(phone, table=7, round=2)
    assert here(phone) == Place(club_date(phone.game.club), 7, 2)
    after = GamePlayer.objects.filter(game=phone.game).first()
    assert before
    assert after
    assert after.play_order - before.play_order == 2 * 10**9
    assert differences() == []


def test_to_another_night_of_the_same_season_changes_only_the_nights(phone: Phone) -> None:
    other = another_game(phone)
    other.win()
    season = default_season(phone.game.club)
    assert sums(season)["Ann"] == (2, 24, 1)
    day = here(phone).day - 7 * YESTERDAY
    move(phone, day=day)
    assert here(phone).day == day
    assert sums(season)["Ann"] == (2, 24, 2)
    assert differences() == []
    move(phone, day=day + 7 * YESTERDAY)
    assert sums(season)["Ann"] == (2, 24, 1)
    assert differences() == []


def test_to_a_night_of_another_season_moves_what_it_adds(phone: Phone) -> None:
    season = default_season(phone.game.club)
    spring = make_season(phone.game.club, name="Spring", starts=DAY - 300 * YESTERDAY)
    make_night(phone.game.club, date=DAY, season=spring)
    move(phone, day=DAY)
    assert sums(season) == {}
    assert sums(spring) == {"Ann": (1, 12, 1), "Ben": (1, 0, 1), "Cleo": (1, 0, 1)}
    assert differences() == []


def test_a_game_that_goes_on_moves_and_counts_where_it_ends(phone: Phone) -> None:
    spring = make_season(phone.game.club, name="Spring", starts=DAY - 300 * YESTERDAY)
    make_night(phone.game.club, date=DAY, season=spring)
    other = sit_down("Dora", "Eve", "Finn", club=phone.game.club)
    other.record(made(tricks=5))
    move(other, day=DAY)
    other.record(made(tricks=5), made(tricks=5), made(tricks=3))
    assert sums(spring)["Dora"][:2] == (1, 12)
    assert differences() == []


def test_asked_twice_it_moves_once_and_from_elsewhere_not_at_all(phone: Phone) -> None:
    seen = here(phone)
    move(phone, seen, table=3)
    move(phone, seen, table=3)
    assert AuditEntry.objects.count() == 1
    with pytest.raises(MovedMeanwhile):
        move(phone, seen, table=4)
    assert here(phone).table == 3


def test_every_move_is_in_the_log_with_who_from_where_to_where_and_why(phone: Phone) -> None:
    seen = here(phone)
    move_game(phone.game.pk, phone.recorder, seen, Place(seen.day, 5, None), "the tables were mixed up")
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.recorder, entry.subject_id) == ("game_moved", phone.recorder, str(phone.game.pk))
    assert entry.before["table"] == seen.table
    assert entry.after["table"] == 5
    assert Remark.objects.get(game=phone.game).text == "the tables were mixed up"


@pytest.mark.parametrize(
    ("day", "code"), [(datetime.date(2999, 1, 1), "future"), (datetime.date(1999, 1, 1), "no_season")]
)
def test_a_day_to_come_and_one_before_the_club_are_refused(phone: Phone, day: datetime.date, code: str) -> None:
    seen = here(phone)
    with pytest.raises(ValidationError) as refused:
        move(phone, day=day)
    assert refused.value.error_dict["date"][0].code == code
    assert here(phone) == seen
    assert not Night.objects.filter(date=day).exists()


def test_a_closed_night_takes_no_game(phone: Phone) -> None:
    make_night(phone.game.club, date=DAY, state=NightState.CLOSED)
    with pytest.raises(ValidationError, match="closed"):
        move(phone, day=DAY)


def test_two_games_are_never_played_at_one_table(phone: Phone) -> None:
    first = sit_down("Dora", "Eve", "Finn", club=phone.game.club)
    second = sit_down("Gus", "Hal", "Ida", club=phone.game.club)
    with pytest.raises(ValidationError, match="table"):
        move(second, table=here(first).table)
    move(phone, table=here(first).table)  # a game that is over takes nobody's place


def test_another_clubs_game_is_not_there(phone: Phone) -> None:
    stranger = sit_down("Dora", "Eve", "Finn")
    with pytest.raises(Game.DoesNotExist):
        move_game(phone.game.pk, stranger.recorder, here(phone), Place(DAY))


def test_a_night_moves_to_another_season_with_all_its_games(phone: Phone) -> None:
    another_game(phone).win()
    season = default_season(phone.game.club)
    spring = make_season(phone.game.club, name="Spring", starts=DAY)
    night = move_night(phone.game.night_id, phone.recorder, season.pk, spring)
    assert night.season == spring
    assert (sums(season), sums(spring)["Ann"]) == ({}, (2, 24, 1))
    assert differences() == []
    move_night(phone.game.night_id, phone.recorder, season.pk, spring)
    assert AuditEntry.objects.count() == 1
    third = make_season(phone.game.club, name="Third", starts=DAY)
    with pytest.raises(MovedMeanwhile):
        move_night(phone.game.night_id, phone.recorder, season.pk, third)
    move_night(phone.game.night_id, phone.recorder, spring.pk, season)
    assert (sums(season)["Ann"], sums(spring)) == ((2, 24, 1), {})
    assert differences() == []


@pytest.mark.django_db(transaction=True)
def test_games_that_end_while_they_and_their_nights_are_moved_count_once_where_they_are() -> None:
    """Eight threads: games are won while they go from night to night, and the night from season to season."""
    first = sit_down("Ann", "Ben", "Cleo")
    club = first.game.club
    Season.objects.filter(club=club).update(starts=DAY - 300 * YESTERDAY)
    spring = make_season(club, name="Spring", starts=DAY - 300 * YESTERDAY)
    make_night(club, date=DAY, season=spring)
    phones = [first, *(another_game(first) for _ in range(3))]
    today, home = club_date(club), default_season(club)
    failures: list[BaseException] = []

    def alone(work: Any) -> threading.Thread:
        def run() -> None:
            try:
                work()
            except (MovedMeanwhile, ValidationError):
                pass
            except BaseException as error:
                failures.append(error)
            finally:
                connections.close_all()

        return threading.Thread(target=run)

    def wander(phone: Phone) -> None:
        for step in range(6):
            move_game(phone.game.pk, phone.recorder, here(phone), Place(DAY if step % 2 else today, None, step))

    def season_walk() -> None:
        for step in range(6):
            seasons = (spring, home) if step % 2 else (home, spring)
            with contextlib.suppress(MovedMeanwhile):
                move_night(first.game.night_id, first.recorder, seasons[0].pk, seasons[1])

    connection.close()
    works = [*(phone.win for phone in phones), *(partial(wander, phone) for phone in phones), season_walk]
    threads = [alone(work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert failures == []
    assert differences() == []
    assert sum(row.won12 for row in Tally.objects.all()) == 12 * len(phones)


def test_a_night_is_moved_behind_the_lock_behind_which_seasons_close(phone: Phone) -> None:
    other, night = make_season(phone.game.club, name="Other"), phone.game.night
    with CaptureQueriesContext(connection) as asked:
        move_night(night.pk, phone.recorder, night.season_id, other)
    first = next(query["sql"] for query in asked.captured_queries if query["sql"].startswith("SELECT"))
    assert 'FROM "league_club"' in first
