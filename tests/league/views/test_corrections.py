"""Undoing hands, and saying afterwards what was left unsaid."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from league.models import Game, GameStatus, Hand, Tally
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
    statements,
)

pytestmark = pytest.mark.django_db


def touch(table: AtTable, hand: UUID | str, version: int, call: str = "", **fields: Any) -> Any:
    """A button beside a hand."""
    value = f"{hand}:{version}:{call}" if call else f"{hand}:{version}"
    return table.post("hand-record", **{"client_id": uuid4(), "touch": value} | fields)


def say(table: AtTable, hand: UUID | str, version: int, call: str, **fields: Any) -> Any:
    """The same by the hand's own address."""
    return table.post("hand-correct", hand, **{"client_id": uuid4(), "call": f"{version}:{call}"} | fields)


def numbers(answer: Any) -> list[int | None]:
    return [line.number for line in answer.context["sheet"].lines]


# Undoing


def test_the_last_hand_is_undone_and_stays_in_the_list(table: AtTable) -> None:
    hand = table.play("0:3", "1:5")
    answer = table.undo(hand)
    assert (answer.status_code, is_screen(answer)) == (200, True)
    assert notice_of(answer).text == "Undone: Ben took all five. Ben +3"
    assert table.scores == [1, 0, 0]
    assert [(line.number, line.void) for line in answer.context["sheet"].lines] == [(None, True), (1, False)]
    assert '<li class="void">' in answer.content.decode()
    assert answer.context["follows"] == str(table.sent[0])


def test_the_button_beside_a_hand_undoes_it(table: AtTable) -> None:
    hand = table.play("0:3")
    page = table.get("game-table").content.decode()
    assert f'name="touch" value="{hand}:1"' in page
    assert touch(table, hand, 1).status_code == 200
    assert table.scores == [0, 0, 0]
    assert f'value="{hand}:1"' not in table.get("game-table").content.decode()


def test_without_a_script_undoing_leads_back_to_the_table(table: AtTable) -> None:
    answer = table.undo(table.play("0:3"), htmx=False)
    assert (answer.status_code, answer.headers["location"]) == (303, table.url("game-table"))
    assert table.scores == [0, 0, 0]


def test_an_earlier_hand_is_undone_and_the_rest_moves_up(table: AtTable) -> None:
    table.play("0:3", "1:5", "2:3")
    answer = table.undo(table.sent[0])
    assert numbers(answer) == [2, 1, None]
    assert table.scores == [0, 3, 1]
    assert [line.dealer for line in answer.context["sheet"].lines] == ["Ben", "Ann", "Ann"]
    assert answer.context["sheet"].dealer_name == "Cleo"


def test_a_hand_is_undone_once(table: AtTable) -> None:
    hand = table.play("0:3")
    table.undo(hand)
    again, other_phone = table.undo(hand), touch(second_phone(table), hand, 1)
    assert (again.status_code, other_phone.status_code) == (200, 200)
    assert notice_of(again).text == notice_of(other_phone).text == "That is done already."
    assert table.game.events.filter(kind="void").count() == 1


def test_the_same_undo_sent_again_is_stored_once(table: AtTable) -> None:
    hand, write = table.play("0:3"), uuid4()
    assert [table.undo(hand, client_id=write).status_code for _attempt in range(2)] == [200, 200]
    assert table.game.events.filter(kind="void").count() == 1


def test_the_number_of_a_hand_is_no_number_for_its_undoing(table: AtTable) -> None:
    hand = table.play("0:3")
    assert table.undo(hand, client_id=hand).status_code == 422
    assert table.scores == [1, 0, 0]


def test_undoing_the_hand_that_ended_a_game_reopens_it(table: AtTable) -> None:
    hand = table.play(*["0:5"] * 4)
    tallies = Tally.objects.filter(player=table.game.players.get(seat=0).player)
    assert [(tally.games, tally.won12) for tally in tallies] == [(1, 12)]
    answer = table.undo(hand)
    assert answer.status_code == 200
    assert answer.context["sheet"].is_open
    assert 'name="cell"' in answer.content.decode()
    assert (table.status, table.scores) == (GameStatus.OPEN, [9, 0, 0])
    assert [(tally.games, tally.won12) for tally in tallies.all()] == [(0, 0)]
    assert notice_of(table.record("0:3")).kind == "confirm"


@pytest.mark.parametrize("route", ["hand-void", "hand-record"])
def test_a_hand_that_is_not_there_can_not_be_undone(table: AtTable, route: str) -> None:
    theirs = next_table(table, "Dora", "Emil", "Finn").play("0:3")
    for hand in (uuid4(), theirs):
        answer = table.undo(hand) if route == "hand-void" else touch(table, hand, 1)
        assert answer.status_code == 422
        assert said(answer)[1:] == ["There is no such hand in this game."]
    assert table.game.events.count() == 1


@pytest.mark.parametrize("hand", ["7", "the-last", "%00", "0" * 36])
@pytest.mark.parametrize("what", ["void", "correct"])
def test_an_address_without_a_hand_is_not_there(table: AtTable, hand: str, what: str) -> None:
    answer = table.client.post(table.url("hand-record") + f"{hand}/{what}/", {"client_id": uuid4()})
    assert answer.status_code in (400, 404)
    assert is_page(answer)


@pytest.mark.parametrize("value", ["", "7", "x:1", ":", "NaN:1", "<script>:1", "0" * 10_000, "\x00"])
def test_a_button_that_is_none(table: AtTable, value: str) -> None:
    table.play("0:3")
    answer = table.post("hand-record", client_id=uuid4(), touch=value)
    assert answer.status_code == 422
    assert said(answer)[1:] == ["Hand: Tap a button beside the hand."]
    assert table.scores == [1, 0, 0]


def test_undoing_a_version_that_nobody_sees_any_more_is_a_conflict(table: AtTable) -> None:
    ben, hand = second_phone(table), table.play("0:3")
    touch(table, hand, 1, "h")
    answers = [ben.undo(hand, version="1"), touch(ben, hand, 1)]
    for answer in answers:
        assert answer.status_code == 409
        assert said(answer) == ["Olive changed hand 1 meanwhile: Ann made it, 3 tricks. Ann +1"]
        assert not notice_of(answer).data
    assert table.scores == [1, 0, 0]
    assert touch(ben, hand, 2).status_code == 200
    assert table.scores == [0, 0, 0]


@pytest.mark.parametrize("version", ["x", "1.0", "-", "٣"])
def test_a_version_that_is_no_number(table: AtTable, version: str) -> None:
    answer = table.undo(table.play("0:3"), version=version)
    assert answer.status_code == 422
    assert said(answer)[1:] == ["Version: Type a whole number in digits, such as 3."]


# Saying the suit and the round


def test_the_suit_is_said_afterwards(table: AtTable) -> None:
    hand = table.play("1:2", alone=["2"])
    answer = touch(table, hand, 1, "h")
    line = answer.context["sheet"].lines[0]
    assert answer.status_code == 200
    assert (line.trump, line.version, line.corrected and line.corrected.by) == ("h", 2, "Olive")
    assert line.sentence == "Ben made it, 2 tricks: euchred, Cleo defended alone. Ann +2, Cleo +2"
    assert table.scores == [2, 0, 2]
    assert Hand.objects.get().trump == "h"


def test_the_round_is_said_afterwards_and_names_the_call(table: AtTable) -> None:
    hand = table.play("1:3")
    assert say(table, hand, 1, "1").context["sheet"].lines[0].made_how == "ordered up"
    assert say(table, hand, 2, "2").context["sheet"].lines[0].made_how == "named"
    assert Hand.objects.get().version == 3


def test_both_are_said_one_after_the_other(table: AtTable) -> None:
    hand = table.play("1:3")
    first = touch(table, hand, 1, "s").content.decode()
    assert f'value="{hand}:2:1"' in first
    assert f'value="{hand}:2:c"' not in first  # the suit is said
    second = touch(table, hand, 2, "2").content.decode()
    assert f'value="{hand}:3:' not in second
    assert (Hand.objects.get().trump, Hand.objects.get().made_how) == ("s", "named")


def test_what_was_said_at_once_is_not_asked_again(table: AtTable) -> None:
    hand = table.play("1:3", trump="s", round="2")
    assert f'value="{hand}:1:' not in table.get("game-table").content.decode()


def test_only_the_newest_hand_is_asked_about(table: AtTable) -> None:
    older, newer = table.play("1:3"), table.play("1:3")
    page = table.get("game-table").content.decode()
    assert f'value="{newer}:1:c"' in page
    assert f'value="{older}:1:c"' not in page


def test_a_suit_said_by_two_phones_is_a_conflict(table: AtTable) -> None:
    ben, hand = second_phone(table), table.play("0:3")
    touch(table, hand, 1, "h")
    answer = touch(ben, hand, 1, "s")
    assert answer.status_code == 409
    assert said(answer) == ["Olive changed hand 1 meanwhile: Ann made it, 3 tricks. Ann +1"]
    assert not notice_of(answer).data  # there is no next hand to make of a suit
    assert Hand.objects.get().trump == "h"


def test_the_same_touch_sent_again_is_stored_once(table: AtTable) -> None:
    hand, write = table.play("0:3"), uuid4()
    assert [touch(table, hand, 1, "h", client_id=write).status_code for _attempt in range(2)] == [200, 200]
    assert Hand.objects.get().version == 2


def test_a_suit_said_again_is_said_once_whatever_another_phone_said_since(table: AtTable) -> None:
    hand, client_id = table.play("1:2"), uuid4()
    assert say(table, hand, 1, "h", client_id=client_id).status_code == 200
    assert say(second_phone(table), hand, 2, "1").status_code == 200
    again = say(table, hand, 1, "h", client_id=client_id)
    assert (again.status_code, table.events) == (200, 4)
    line = again.context["sheet"].lines[0]
    assert (line.trump, line.made_how) == ("h", "ordered up")
    assert say(table, hand, 1, "s", client_id=client_id).status_code == 422  # another suit is another write


def test_without_a_script_saying_leads_back_to_the_table(table: AtTable) -> None:
    answer = touch(table, table.play("0:3"), 1, "h", htmx=False)
    assert (answer.status_code, answer.headers["location"]) == (303, table.url("game-table"))


@pytest.mark.parametrize("kind", ["passed_out", "misdeal"])
def test_a_hand_that_nobody_made_has_no_suit(table: AtTable, kind: str) -> None:
    table.record(kind=kind)
    hand = table.sent[-1]
    assert f'value="{hand}:1:c"' not in table.get("game-table").content.decode()
    answer = touch(table, hand, 1, "h")
    assert answer.status_code == 422
    assert said(answer)[1:] == ["A hand of this kind has no trump."]


def test_what_is_said_must_fit_the_card_turned_up(table: AtTable) -> None:
    hand = table.play("1:3", trump="h", upcard="Jd")
    answer = touch(table, hand, 1, "1")
    assert answer.status_code == 422
    assert said(answer)[1:] == ["Trump made in round one is the suit of the card turned up."]
    assert touch(table, hand, 1, "2").status_code == 200


def test_a_game_that_is_over_may_learn_its_suits(table: AtTable) -> None:
    hand = table.play(*["0:5"] * 4)
    assert touch(table, hand, 1, "h").status_code == 200
    assert (table.status, table.scores) == (GameStatus.WON, [12, 0, 0])


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize("call", ["", "h", "1:", "1:x", "1:3", "one:h", "1:hearts", "\x00", "x" * 10_000])
def test_a_call_that_is_none(table: AtTable, call: str, htmx: bool) -> None:
    hand = table.play("0:3")
    answer = table.post("hand-correct", hand, client_id=uuid4(), call=call, htmx=htmx)
    assert answer.status_code == 422
    assert is_screen(answer) if htmx else is_page(answer)
    assert said(answer)[1:] == ["Trump or round: Tap a suit or a round."]
    assert Hand.objects.get().version == 1


def test_a_hand_that_is_not_there_has_no_suit(table: AtTable) -> None:
    theirs = next_table(table, "Dora", "Emil", "Finn").play("0:3")
    for hand in (uuid4(), theirs):
        assert say(table, hand, 1, "h").status_code == 404
        assert touch(table, hand, 1, "h").status_code == 404


# Who may, how, and at what cost


@pytest.mark.parametrize("route", ["hand-void", "hand-correct"])
def test_both_are_only_posted_by_scorers_with_a_number(table: AtTable, route: str) -> None:
    hand = table.play("0:3")
    for method in ("get", "put", "patch", "delete"):
        assert getattr(table.client, method)(table.url(route, hand)).status_code == 405
    assert Client().post(table.url(route, hand)).status_code == 403
    strict = sign_in(table.scorer, enforce_csrf_checks=True)
    assert strict.post(table.url(route, hand), {"client_id": uuid4(), "call": "1:h"}).status_code == 403
    for lost in (None, "", "7"):
        answer = table.post(route, hand, client_id=lost, call="1:h")
        assert answer.status_code == 422
        assert said(answer)[1:] == ["This form has lost its number. Load the page anew and try again."]
    assert table.game.events.count() == 2


@pytest.mark.parametrize("what", ["", "h"])
def test_nothing_changes_on_a_closed_night(table: AtTable, what: str) -> None:
    hand = table.play("0:3")
    close_night(table)
    assert touch(table, hand, 1, what).status_code == 202
    assert (table.scores, Hand.objects.get().version) == ([1, 0, 0], 1)


def test_saying_a_suit_costs_two_reads_more_than_a_hand(table: AtTable) -> None:
    hand = table.play("0:3")
    assert statements(lambda: touch(table, hand, 1, "h")) <= 14


def test_another_clubs_hand_is_not_here(table: AtTable) -> None:
    hand = open_table().play("0:3")
    theirs = Game.objects.exclude(pk=table.game.pk).get()
    answer = table.client.post(
        f"/c/{table.club.slug}/games/{theirs.pk}/hands/{hand}/void/",
        {"client_id": uuid4()},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 404
