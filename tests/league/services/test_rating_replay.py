"""Ratings are openskill fed in the order of play, whatever was changed in between and however often somebody looked."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.events import Abandon, Concede, CutShort, Reseat, Restore, SetDealer, Undo, Withdraw
from league.bridge.starts import NewGame
from league.days import club_date
from league.models import Club, Game, GamePlayer, Player, Rating, RatingChange, RatingPool, Season
from league.services import rating_replay
from league.services.forgetting import forget_player
from league.services.games import start_game
from league.services.merging import merge_players, separate_players
from league.services.moves import Place, move_game, move_night, place_of
from league.services.rating_replay import PAGE, catch_up, restart
from league.services.rescore import compare
from league.services.scope import Scope
from tests.factories import DAY, make_founded_club, make_night, make_season
from tests.league.services.door import Phone, another_game, differences, made, put_apart, sit_down
from tests.league.services.rated import is_right, rows, stored, win_out
from tests.league.services.rated import phone as phone  # a fixture

pytestmark = pytest.mark.django_db


# What follows


def test_ratings_are_openskill_fed_in_order(phone: Phone) -> None:
    club, cleo = phone.game.club, phone.log.players[2]
    another_game(phone).write(Concede(frozenset([1, 2])))  # a shared win
    win_out(sit_down("Dora", "Eve", club=club, variant="two_handed"))
    win_out(sit_down("Finn", "Gus", "Hal", "Ida", club=club, variant="partnership"))
    is_right(club)
    assert len(stored(club)) == 3
    assert len(stored(club, "two_handed")) == 2
    assert len(stored(club, "partnership")) == 4
    assert Rating.objects.get(player=cleo).games == 3


def test_change_says_what_was_before_and_how_likely_it_was(phone: Phone) -> None:
    assert differences() == []
    ann = phone.log.players[0]
    first, second = RatingChange.objects.filter(player=ann).order_by("number")
    assert (first.game_id, first.mu_before, first.sigma_before) == (phone.game.pk, 1500, 200)
    assert (second.mu_before, second.sigma_before) == (first.mu, first.sigma)
    assert first.chance == pytest.approx(1 / 3)
    assert second.chance > 1 / 3
    rating = Rating.objects.get(player=ann)
    assert (rating.mu, rating.mu_before, rating.games, rating.play_order) == (
        second.mu,
        second.mu_before,
        2,
        second.play_order,
    )


def test_open_game_counts_in_no_rating_and_marks_nothing(phone: Phone) -> None:
    stored(phone.game.club)
    third = another_game(phone)
    third.record(made(0, 5), made(1, 3))
    assert not Game.objects.filter(unrated=True).exists()
    third.write(CutShort(stands=True))
    assert Game.objects.get(unrated=True) == third.game
    is_right(phone.game.club)


@pytest.mark.parametrize("ending", [Abandon(), CutShort(stands=False)])
def test_game_without_a_result_is_not_rated(ending: Any) -> None:
    phone = sit_down()
    phone.record(made(0, 5))
    phone.write(ending)
    assert not Game.objects.filter(unrated=True).exists()
    assert stored(phone.game.club) == {}


def test_nothing_that_changes_no_place_makes_ratings_stale(phone: Phone) -> None:
    stored(phone.game.club)
    hand = phone.log.state.lines[0].id
    phone.correct(hand, made(0, 5, round=1))
    phone.write(SetDealer(1))
    assert phone.events == 6
    assert not Game.objects.filter(unrated=True).exists()


# What changes later


def test_corrected_old_hand_gives_what_would_have_been(phone: Phone) -> None:
    before = stored(phone.game.club)
    first = phone.log.state.lines[0].id
    phone.correct(first, made(2, 5))
    assert phone.status == "open"
    phone.record(made(2, 5), made(2, 5), made(2, 3))
    is_right(phone.game.club)
    cleo = phone.log.players[2].pk
    assert stored(phone.game.club)[cleo][0] > before[cleo][0]
    assert RatingChange.objects.filter(player=cleo).count() == 2


def test_voided_and_restored_is_as_it_was(phone: Phone) -> None:
    stored(phone.game.club)
    before, last = rows(), phone.log.state.last_hand or ""
    phone.void(last)
    is_right(phone.game.club)
    assert Rating.objects.get(player=phone.log.players[0]).games == 1
    phone.write(Restore(last))
    is_right(phone.game.club)
    assert rows() == before


def test_withdrawn_and_taken_back(phone: Phone) -> None:
    stored(phone.game.club)
    before = rows()
    phone.write(Withdraw())
    is_right(phone.game.club)
    assert RatingChange.objects.filter(game=phone.game).count() == 0
    phone.write(Undo(phone.events))
    is_right(phone.game.club)
    assert rows() == before


def test_last_game_withdrawn_leaves_no_rating() -> None:
    phone = sit_down()
    phone.win()
    assert len(stored(phone.game.club)) == 3
    phone.write(Withdraw())
    assert stored(phone.game.club) == {}
    assert not RatingChange.objects.exists()
    is_right(phone.game.club)


def test_merged_and_separated(phone: Phone) -> None:
    club = phone.game.club
    other = sit_down("Anni", "Dora", "Eve", club=club)
    other.win()
    another_game(phone).win(2)
    stored(club)
    before, ann, anni = rows(), phone.log.players[0], other.log.players[0]
    merge_players(anni, ann)
    is_right(club)
    assert Rating.objects.get(player=ann).games == 4
    assert not RatingChange.objects.filter(player=anni).exists()
    separate_players(anni)
    is_right(club)
    assert rows() == before


def test_late_paper_sheet_stands_where_it_was_played(phone: Phone) -> None:
    club = phone.game.club
    Season.objects.filter(club=club).update(starts=DAY)
    stored(club)
    players = [player.pk for player in phone.log.players]
    late = start_game(club, uuid4(), phone.recorder, NewGame("cutthroat", players, 0, on=DAY))
    Phone(late, phone.recorder).win(2)
    is_right(club)
    assert [change.game_id for change in RatingChange.objects.filter(number=1)] == [late.pk] * 3


@pytest.mark.parametrize("page", [1, PAGE])
@pytest.mark.parametrize("back", [False, True])
def test_moved_to_another_night(phone: Phone, back: bool, page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is replayed in another page than it stood in."""
    monkeypatch.setattr(rating_replay, "PAGE", page)
    club = phone.game.club
    Season.objects.filter(club=club).update(starts=DAY)
    last = another_game(phone)
    last.win(2)
    stored(club)
    before = rows()
    moved = (phone if back else last).game.pk
    game = Game.objects.select_related("night", "table").get(pk=moved)
    here = place_of(game)
    move_game(moved, phone.recorder, here, Place(DAY))
    is_right(club)
    game = Game.objects.select_related("night", "table").get(pk=moved)
    move_game(moved, phone.recorder, place_of(game), here)
    is_right(club)
    assert rows() == before


def test_round_orders_the_night(phone: Phone) -> None:
    game = Game.objects.select_related("night", "table").get(pk=phone.game.pk)
    here = place_of(game)
    move_game(game.pk, phone.recorder, here, Place(here.day, here.table, 2))
    is_right(phone.game.club)
    assert RatingChange.objects.get(game=game, player=phone.log.players[0]).number == 2


def test_night_in_another_season_changes_no_rating(phone: Phone) -> None:
    stored(phone.game.club)
    night = phone.game.night
    move_night(night.pk, phone.recorder, night.season_id, make_season(phone.game.club, name="Other"))
    assert not Game.objects.filter(unrated=True).exists()


def test_forgotten_player_keeps_a_rating_under_another_name(phone: Phone) -> None:
    stored(phone.game.club)
    before = rows()
    forget_player(phone.log.players[0], phone.recorder)
    is_right(phone.game.club)
    assert rows() == before


def test_partners_who_sat_otherwise_from_the_first_hand_are_rated_as_they_sat() -> None:
    four = sit_down("Ann", "Ben", "Cleo", "Dora", variant="partnership")
    four.write(Reseat((0, 2, 1, 3)))  # Ann and Ben are partners
    win_out(four)
    levels = stored(four.game.club, "partnership")
    ann, ben, cleo, dora = (levels[player.pk] for player in four.log.players)
    assert ann == ben
    assert cleo == dora
    assert ann[0] > 1500 > cleo[0]


# In pages, and by several looks


def test_pages_give_the_same_to_the_last_digit(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    club = phone.game.club
    for maker in (0, 1, 2, 1, 0):
        another_game(phone).win(maker)
    put_apart()
    stored(club)
    whole = rows()
    monkeypatch.setattr(rating_replay, "PAGE", 2)
    restart(club.pk)
    looks = 0
    while not catch_up(club.pk, 1):
        looks += 1
    assert looks == 3
    assert rows() == whole


def test_games_of_one_moment_stay_together(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    for maker in (0, 1, 2, 1):
        another_game(phone).win(maker)
    order = Game.objects.order_by("play_order")[1].play_order
    Game.objects.filter(play_order__gte=order).update(play_order=order)
    GamePlayer.objects.filter(play_order__gte=order).update(play_order=order)
    monkeypatch.setattr(rating_replay, "PAGE", 2)
    restart(phone.game.club.pk)
    is_right(phone.game.club)
    assert RatingChange.objects.count() == 18


def test_change_while_it_goes_on_is_taken_in(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    for maker in (0, 1, 2, 1):
        another_game(phone).win(maker)
    monkeypatch.setattr(rating_replay, "PAGE", 2)
    assert not catch_up(phone.game.club.pk, 2)
    phone.void(phone.log.state.last_hand or "")
    assert not catch_up(phone.game.club.pk, 2)
    is_right(phone.game.club)


def test_many_marks_are_taken_by_and_by(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    for maker in (0, 1, 2, 1):
        another_game(phone).win(maker)
    monkeypatch.setattr(rating_replay, "MOST_MARKS", 2)
    is_right(phone.game.club)


def test_nothing_to_do_takes_few_statements_and_writes_nothing(phone: Phone) -> None:
    stored(phone.game.club)
    with CaptureQueriesContext(connection) as captured:
        assert catch_up(phone.game.club.pk)
    assert len(captured) <= 5
    assert not [query for query in captured if query["sql"].split()[0] in ("INSERT", "UPDATE", "DELETE")]


def test_page_takes_as_many_statements_for_many_games_as_for_few(phone: Phone) -> None:
    def taken() -> int:
        restart(phone.game.club.pk)
        with CaptureQueriesContext(connection) as captured:
            assert catch_up(phone.game.club.pk)
        return len(captured)

    stored(phone.game.club)
    few = taken()
    for maker in (0, 1, 2, 1):
        another_game(phone).win(maker)
    stored(phone.game.club)
    assert taken() == few <= 17


def test_other_clubs_are_left_alone(phone: Phone) -> None:
    other = sit_down(club=make_founded_club(name="Elsewhere"))
    other.win()
    assert catch_up(phone.game.club.pk)
    assert {row.club for row in RatingPool.objects.all()} == {phone.game.club}
    assert Game.objects.get(unrated=True) == other.game


# Anything at all

RECORDS = st.tuples(st.integers(0, 2), st.sampled_from((0, 3, 5, 5, 5)))

ACTS = st.one_of(
    st.tuples(st.just("deal"), RECORDS),
    st.tuples(st.just("deal"), RECORDS),
    st.tuples(st.just("correct"), RECORDS),
    st.tuples(st.sampled_from(("void", "restore", "undo", "withdraw", "abandon", "night", "round")), st.none()),
    st.tuples(st.just("concede"), st.sampled_from((frozenset([0]), frozenset([1, 2])))),
    st.tuples(st.just("seats"), st.permutations(range(3)).map(tuple)),
    st.tuples(st.sampled_from(("merge", "separate")), st.booleans()),
    st.tuples(st.just("look"), st.sampled_from((1, 2, None))),
)

WRITES = st.lists(st.tuples(ACTS, st.integers(0, 3)), min_size=6, max_size=14)


def act(phone: Phone, kind: str, said: Any) -> None:
    """What an act means in a game as it is; what can't be is left."""
    log = phone.log
    hand = log.state.lines[-1].id if log.state.lines else str(uuid4())
    if kind == "deal" and log.is_open:
        phone.deal(made(*said))
    elif kind in ("deal", "correct"):
        phone.correct(hand, made(*said))
    elif kind in ("night", "round"):
        game = Game.objects.select_related("night", "table").get(pk=phone.game.pk)
        here = place_of(game)
        other = DAY if here.day != DAY else club_date(game.club)
        there = Place(other) if kind == "night" else Place(here.day, None, 1 if here.round else 2)
        move_game(game.pk, phone.recorder, here, there)
    else:
        events: dict[str, Any] = {
            "void": lambda: phone.void(hand),
            "restore": lambda: phone.write(Restore(hand)),
            "undo": lambda: phone.undo(log.ending or len(log.events)),
            "withdraw": lambda: phone.write(Withdraw()),
            "abandon": lambda: phone.write(Abandon()),
            "concede": lambda: phone.write(Concede(said)),
            "seats": lambda: phone.write(Reseat(said)),
        }
        events[kind]()


def merge(club: Club, first: bool, apart: bool) -> None:
    """Anni is Ann, or Benno is Ben, or they are two again."""
    gone = Player.objects.get(club=club, name="Anni" if first else "Benno")
    if apart and gone.merged_into_id:
        separate_players(gone)
    elif not apart and not gone.merged_into_id:
        merge_players(gone, Player.objects.get(club=club, name="Ann" if first else "Ben"))


@pytest.fixture
def hall() -> list[Phone]:
    """Four games: two of Ann's table, two of another one, where some may be the same people; each nearly over."""
    first = sit_down()
    club = first.game.club
    Season.objects.filter(club=club).update(starts=DAY)
    make_night(club, date=DAY)
    other = sit_down("Anni", "Benno", "Eve", club=club)
    games = [first, another_game(first), other, another_game(other)]
    for one in games:
        one.record(*[made(maker, 5) for maker in (0, 1, 2)] * 2, made(0, 5))
    games[0].record(made(1, 5), made(1, 3))
    games[2].record(made(0, 3))
    return games


@settings(
    max_examples=settings().max_examples // 6,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],  # taken back after each example
)
@given(writes=WRITES)
def test_whatever_is_done_ratings_are_those_of_a_replay_from_the_beginning(
    hall: list[Phone], writes: list[tuple[tuple[str, Any], int]]
) -> None:
    """Looks come in between, most of them cut off before they are through."""
    club = hall[0].game.club
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(rating_replay, "PAGE", 1)
        for (kind, said), place in writes:
            if kind == "look":
                catch_up(club.pk, said)
            elif kind in ("merge", "separate"):
                merge(club, said, apart=kind == "separate")
            else:
                act(hall[place], kind, said)
        assert catch_up(club.pk)
        assert list(compare(Scope())) == []  # tallies and pairs as well: merges are of people who played
        found = rows()
        patch.setattr(rating_replay, "PAGE", PAGE)
        RatingChange.objects.all().delete()
        Rating.objects.all().delete()
        restart(club.pk)
        assert catch_up(club.pk)
        assert rows() == found
        is_right(club)
        transaction.set_rollback(True)


def test_ids_of_games_are_in_one_order_on_both_databases(phone: Phone) -> None:
    """Equal places in the order of play are told apart by the id, as bytes."""
    games = [UUID(int=number << 96) for number in (0xFF, 0x0A, 0xA0000000)]
    for pk in games:
        Game.objects.create(
            id=pk, club=phone.game.club, night=phone.game.night, variant="cutthroat", ruleset=phone.game.ruleset
        )
    assert list(Game.objects.filter(pk__in=games).order_by("pk").values_list("pk", flat=True)) == sorted(games)
