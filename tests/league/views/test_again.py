"""The same players again; abandoning a game and taking that back."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from league.models import Game, GameStatus, Night, NightState, Player, Tally
from tests.league.at_table import (
    AtTable,
    close_night,
    is_page,
    is_screen,
    next_table,
    notice_of,
    open_table,
    said,
    second_phone,
    sign_in,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(table: AtTable) -> AtTable:
    """Four hands: Ann dealt the first, so Ben's turn has come."""
    table.play(*["0:5"] * 4)
    return table


def again(table: AtTable, *, htmx: bool = False, **fields: Any) -> Any:
    return table.post("game-again", htmx=htmx, **{"client_id": uuid4()} | fields)


def newest(table: AtTable) -> Game:
    return Game.objects.filter(club=table.club).exclude(pk=table.game.pk).get()


def seats(game: Game) -> list[str]:
    return [str(seat.player) for seat in game.players.order_by("seat").select_related("player")]


# Again


def test_the_same_players_at_the_same_table_with_the_deal_moved_on(finished: AtTable) -> None:
    number = uuid4()
    answer = again(finished, client_id=number)
    game = newest(finished)
    assert (answer.status_code, game.pk) == (303, number)
    assert answer.headers["location"] == f"/c/{finished.club.slug}/games/{number}/table/"
    assert seats(game) == ["Ann", "Ben", "Cleo"]
    assert game.table_id == finished.game.table_id
    page = finished.client.get(answer.headers["location"])
    assert page.context["sheet"].dealer_name == "Ben"
    assert [seat.score for seat in page.context["sheet"].seats] == [0, 0, 0]


def test_htmx_is_led_to_the_new_table(finished: AtTable) -> None:
    answer = again(finished, htmx=True)
    assert answer.status_code == 200
    assert answer.headers["HX-Redirect"].endswith(f"/{newest(finished).pk}/table/")


def test_the_deal_moves_on_past_a_misdeal(table: AtTable) -> None:
    table.play(*["0:5"] * 3)
    table.record(kind="misdeal")
    table.play("0:5")  # hands 1 to 4 of Ann, Ben, Cleo, Ann; the misdeal was Ann's too
    answer = again(table)
    assert table.client.get(answer.headers["location"]).context["sheet"].dealer_name == "Ben"


def test_asking_twice_starts_one_game(finished: AtTable) -> None:
    number = uuid4()
    answers = [again(finished, client_id=number) for _tap in range(2)]
    assert {answer.headers["location"] for answer in answers} == {f"/c/{finished.club.slug}/games/{number}/table/"}
    assert newest(finished).pk == number


def test_two_phones_start_one_game(finished: AtTable) -> None:
    ben = second_phone(finished)
    numbers = [phone.get("game-table").context["new_game_id"] for phone in (finished, ben)]
    assert numbers[0] == numbers[1]
    answers = [again(phone, client_id=number) for phone, number in zip((finished, ben), numbers, strict=True)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert newest(finished).pk == numbers[0]


def test_the_number_of_another_game_of_the_club_leads_to_that_game(finished: AtTable) -> None:
    other = next_table(finished, "Dora", "Emil", "Finn")
    answer = again(finished, client_id=other.game.pk)
    assert answer.headers["location"] == other.url("game-table")
    assert Game.objects.count() == 2


def test_the_number_of_another_clubs_game_starts_nothing(finished: AtTable) -> None:
    other = open_table(name="Elsewhere")
    answer = again(finished, htmx=True, client_id=other.game.pk)
    assert (answer.status_code, is_screen(answer)) == (422, True)
    assert said(answer) == ["Not started.", "This game was started already, with other players. Begin a new one."]
    assert Game.objects.count() == 2


@pytest.mark.parametrize("htmx", [True, False])
def test_not_while_the_game_goes_on(table: AtTable, htmx: bool) -> None:
    answer = again(table, htmx=htmx)
    assert answer.status_code == 409
    assert is_screen(answer) if htmx else is_page(answer)
    assert said(answer) == ["This game is not over yet."]
    assert Game.objects.count() == 1


def test_at_another_table_if_somebody_plays_there(finished: AtTable) -> None:
    taken = next_table(finished, "Dora", "Emil", "Finn")
    assert taken.game.table_id == finished.game.table_id
    again(finished)
    newest_game = Game.objects.exclude(pk__in=(finished.game.pk, taken.game.pk)).get()
    assert newest_game.table is not None
    assert newest_game.table.number == 2


def test_not_on_a_closed_night(finished: AtTable) -> None:
    close_night(finished)
    answer = again(finished)
    assert (answer.status_code, is_page(answer)) == (422, True)
    assert said(answer) == ["Not started.", "Tonight is closed. Ask an organiser to open it again."]
    assert Game.objects.count() == 1


def test_somebody_merged_meanwhile_sits_as_whom_they_became(finished: AtTable) -> None:
    anna = Player.objects.create(club=finished.club, name="Anna")
    Player.objects.filter(club=finished.club, name="Ann").update(merged_into=anna)
    again(finished)
    assert seats(newest(finished)) == ["Anna", "Ben", "Cleo"]


def test_an_abandoned_game_is_played_again_too(table: AtTable) -> None:
    table.play("0:5")
    table.post("game-abandon", client_id=uuid4())
    assert again(table).status_code == 303


# Abandoning


@pytest.mark.parametrize("htmx", [True, False])
def test_an_abandoned_game_ends_and_counts_nowhere(table: AtTable, htmx: bool) -> None:
    table.play("0:5")
    answer = table.post("game-abandon", client_id=uuid4(), htmx=htmx)
    assert answer.status_code == (200 if htmx else 303)
    assert (table.status, table.scores) == (GameStatus.ABANDONED, [3, 0, 0])
    page = table.get("game-table").content.decode()
    assert "The game was abandoned at 3–0–0 and counts nowhere." in page
    assert "Reopen the game" in page
    assert not Tally.objects.exists()


def test_abandoned_once(table: AtTable) -> None:
    write = uuid4()
    for _tap in range(2):
        assert table.post("game-abandon", client_id=write).status_code == 200
    assert table.post("game-abandon", client_id=uuid4()).status_code == 200  # done already, by another phone
    assert table.game.events.filter(kind="abandon").count() == 1


def test_a_game_that_is_won_is_not_abandoned(finished: AtTable) -> None:
    answer = finished.post("game-abandon", client_id=uuid4())
    assert answer.status_code == 422
    assert finished.status == GameStatus.WON


# Reopening


@pytest.mark.parametrize("htmx", [True, False])
def test_an_abandoned_game_is_reopened_as_it_was(table: AtTable, htmx: bool) -> None:
    table.play("0:5")
    table.post("game-abandon", client_id=uuid4())
    answer = table.post("game-reopen", client_id=uuid4(), htmx=htmx)
    assert answer.status_code == (200 if htmx else 303)
    assert (table.status, table.scores) == (GameStatus.OPEN, [3, 0, 0])
    table.play("1:3")
    assert table.scores == [3, 1, 0]


def test_the_same_reopening_sent_again_is_stored_once(table: AtTable) -> None:
    table.post("game-abandon", client_id=uuid4())
    write = uuid4()
    answers = [table.post("game-reopen", client_id=write) for _tap in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert table.game.events.filter(kind="undo").count() == 1


def test_two_phones_reopen_it_once(table: AtTable) -> None:
    table.post("game-abandon", client_id=uuid4())
    table.post("game-reopen", client_id=uuid4())
    answer = second_phone(table).post("game-reopen", client_id=uuid4())
    assert answer.status_code == 200
    assert notice_of(answer).text == "That is done already."
    assert table.game.events.filter(kind="undo").count() == 1
    assert table.status == GameStatus.OPEN


def test_abandoned_and_reopened_again_and_again(table: AtTable) -> None:
    for _time in range(3):
        table.post("game-abandon", client_id=uuid4())
        assert table.status == GameStatus.ABANDONED
        table.post("game-reopen", client_id=uuid4())
        assert table.status == GameStatus.OPEN


@pytest.mark.parametrize("htmx", [True, False])
def test_an_open_game_has_nothing_to_take_back(table: AtTable, htmx: bool) -> None:
    answer = table.post("game-reopen", client_id=uuid4(), htmx=htmx)
    assert answer.status_code == 409
    assert is_screen(answer) if htmx else is_page(answer)
    assert said(answer) == ["There is nothing to take back."]


def test_a_win_is_not_taken_back_by_reopening(finished: AtTable) -> None:
    assert finished.post("game-reopen", client_id=uuid4()).status_code == 409
    assert finished.status == GameStatus.WON


# All three


@pytest.mark.parametrize("route", ["game-again", "game-abandon", "game-reopen"])
def test_only_posted_by_scorers_with_a_number(table: AtTable, route: str) -> None:
    for method in ("get", "put", "patch", "delete"):
        assert getattr(table.client, method)(table.url(route)).status_code == 405
    assert Client().post(table.url(route), {"client_id": uuid4()}).status_code == 403
    assert sign_in(table.scorer, enforce_csrf_checks=True).post(table.url(route)).status_code == 403
    for lost in (None, "", "7", "\x00"):
        answer = table.post(route, client_id=lost)
        assert answer.status_code == 422
        assert said(answer)[1:] == ["This form has lost its number. Load the page anew and try again."]
    assert table.events == 1


@pytest.mark.parametrize("route", ["game-abandon", "game-reopen"])
def test_on_a_closed_night_it_is_held(table: AtTable, route: str) -> None:
    if route == "game-reopen":
        table.post("game-abandon", client_id=uuid4())
    before = table.status
    Night.objects.update(state=NightState.CLOSED)
    assert table.post(route, client_id=uuid4()).status_code == 202
    assert table.status == before
