"""A paper sheet typed in one screen: every hand through the one door, in its order, nothing stored twice."""

from __future__ import annotations

import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from league.days import club_date
from league.models import EventAlias, Game, GameEvent, HeldWrite, Night, Season
from tests.factories import make_player
from tests.league.at_table import HTMX, AtTable, change_rules, close_night, open_table, second_phone
from tests.pages import text_of

pytestmark = pytest.mark.django_db


def send(table: AtTable, codes: str, *, htmx: bool = True, **fields: Any) -> Any:
    form = {"client_id": uuid4(), "follows": table.follows, "codes": codes} | fields
    return table.client.post(table.url("game-paper"), form, headers=HTMX if htmx else {})


def told(answer: Any) -> str:
    return str(answer.context["notice"].text)


def taken(answer: Any) -> int:
    return int(answer.context["said"].taken)


def test_opening_writes_nothing_and_shows_the_letters(table: AtTable) -> None:
    page = table.get("game-paper")
    assert (page.status_code, table.events) == (200, 1)
    assert "A Ann" in text_of(page)
    assert "Two keys a hand" in text_of(page)


def test_two_keys_are_a_hand_and_the_totals_follow(table: AtTable) -> None:
    answer = send(table, "B2")
    assert (answer.status_code, taken(answer), table.scores) == (200, 2, [2, 0, 2])
    assert answer.content.decode().lstrip().startswith('<div id="paper"')
    assert "Ben made it, 2 tricks: euchred. Ann +2, Cleo +2" in text_of(answer)


def test_a_whole_sheet_at_once_is_played_in_its_order(table: AtTable) -> None:
    answer = send(table, "B2 a3 P c*5 - B:A1")
    assert (answer.status_code, table.scores) == (200, [2 + 1 + 2, 0, 2 + 3 + 2])
    assert [line.number for line in table.game.lines.order_by("position")] == [1, 2, 3, 4, 5, 6]
    assert [line.dealer for line in table.game.lines.order_by("position")] == [0, 1, 2, 0, 1, 1]


def test_sent_again_it_is_stored_once(table: AtTable) -> None:
    client_id, follows = uuid4(), table.follows
    for _ in range(2):
        answer = send(table, "B2 A3", client_id=client_id, follows=follows)
        assert (answer.status_code, taken(answer)) == (200, 5)
    assert (table.events, table.scores) == (3, [3, 0, 2])


def test_what_was_typed_since_is_added_behind_what_was_stored(table: AtTable) -> None:
    client_id, follows = uuid4(), table.follows
    send(table, "B2 A3", client_id=client_id, follows=follows)
    send(table, "B2 A3 C4", client_id=client_id, follows=follows)
    assert (table.events, table.scores) == (4, [3, 0, 3])


def test_another_sheet_under_the_same_number_is_refused(table: AtTable) -> None:
    client_id, follows = uuid4(), table.follows
    send(table, "B2", client_id=client_id, follows=follows)
    answer = send(table, "B3", client_id=client_id, follows=follows)
    assert answer.status_code == 422
    assert "was sent before with another hand" in told(answer)
    assert table.events == 2


@pytest.mark.parametrize(
    ("codes", "stored", "words"),
    [
        ("B2 X3 A3", 1, "“X3”: nobody at this table has the letter X."),
        ("B2 B A3", 1, "“B” is no hand yet."),
        ("B2 B7 A3", 1, "“B7”"),
        ("B2 B:B3", 1, "“B:B3”"),
        ("hello", 0, "“hello” is no hand yet."),
        ("<", 0, "“<”: there is no hand to undo."),
    ],
)
def test_it_stops_at_what_is_wrong_and_keeps_the_rest(table: AtTable, codes: str, stored: int, words: str) -> None:
    answer = send(table, codes)
    assert (answer.status_code, table.events - 1) == (422, stored)
    assert told(answer).startswith(words)
    page = send(open_table(), codes, htmx=False)
    assert page.context["said"].left == codes[taken(answer) :].strip()
    assert f'value="{page.context["said"].left}"'.replace("<", "&lt;") in page.content.decode()


def test_the_hand_that_ends_the_game_asks_one_extra_yes(table: AtTable) -> None:
    answer = send(table, "A5 A5 A5 A5 B3")
    assert (answer.status_code, taken(answer), table.status) == (200, 8, "open")
    assert "This hand ends the game" in told(answer)
    answer = send(table, "A5 B3", confirm="1")
    assert table.status == "won"
    assert (answer.status_code, taken(answer)) == (422, 2)
    assert "The game is over" in " ".join(answer.context["notice"].details)


def test_undo_takes_back_the_newest_hand(table: AtTable) -> None:
    send(table, "B2 A3 < < C5 A3 <")
    assert table.scores == [0, 0, 3]
    send(table, "<")
    assert table.scores == [0, 0, 0]


def test_undone_hands_sent_again_stay_undone(table: AtTable) -> None:
    client_id, follows = uuid4(), table.follows
    for _ in range(2):
        assert send(table, "B2 A3 < C5", client_id=client_id, follows=follows).status_code == 200
    assert table.scores == [2, 0, 5]


def test_another_phone_was_quicker_and_both_are_shown(table: AtTable) -> None:
    follows = table.follows
    second_phone(table).record("0:3")
    answer = send(table, "B2", follows=follows)
    assert (answer.status_code, table.scores) == (409, [1, 0, 0])
    assert "Ben recorded hand 1 meanwhile" in told(answer)
    assert send(table, "B2").status_code == 200


def test_the_same_hand_from_another_phone_is_kept_once(table: AtTable) -> None:
    follows = table.follows
    second_phone(table).record("1:2")
    answer = send(table, "B2 A3", follows=follows)
    assert (answer.status_code, table.scores, EventAlias.objects.count()) == (200, [3, 0, 2], 1)


def test_a_closed_night_holds_every_hand_for_an_organiser_and_takes_it_out_of_the_field(table: AtTable) -> None:
    close_night(table)
    client_id = uuid4()
    for _ in range(2):
        answer = send(table, "B2 A3", client_id=client_id)
        assert (answer.status_code, taken(answer)) == (202, 5)
        assert (table.events, HeldWrite.objects.count()) == (1, 2)


def test_letters_are_counted_from_the_first_blank(table: AtTable) -> None:
    assert taken(send(table, "  A3 B")) == 4


def test_sixty_hands_at_once_and_the_rest_when_they_are_sent(table: AtTable) -> None:
    answer = send(table, "-" * 70)
    assert (answer.status_code, taken(answer), table.events) == (200, 60, 61)
    assert told(answer) == "Recorded so far. Send the rest now."
    assert answer.context["said"].left == "-" * 10


@pytest.mark.parametrize(
    "fields",
    [
        {"codes": ""},
        {"codes": "B2" * 600},
        {"client_id": "x"},
        {"client_id": ""},
        {"follows": "x"},
        {"codes": "B2\x00"},
    ],
)
def test_nonsense_is_answered_and_stores_nothing(table: AtTable, fields: dict[str, Any]) -> None:
    answer = send(table, **{"codes": "B2"} | fields)
    assert (answer.status_code, table.events) == (422, 1)


def test_house_rules_hold_on_paper_too(table: AtTable) -> None:
    strict = change_rules(table, stick_the_dealer=True)
    answer = send(strict, "P")
    assert answer.status_code == 422
    assert "must name trump" in " ".join(answer.context["notice"].details)


def test_without_a_script_the_page_comes_back_after_all_is_stored(table: AtTable) -> None:
    answer = send(table, "B2 A3", htmx=False)
    assert (answer.status_code, answer["Location"]) == (303, table.url("game-paper"))


def test_only_the_last_twenty_hands_are_shown(table: AtTable) -> None:
    send(table, "P" * 30)
    page = table.get("game-paper")
    assert len(page.context["sheet"].lines) == 20
    assert "10 earlier hands" in text_of(page)


# A sheet of a day that is past


def start(table: AtTable, date: str, **fields: Any) -> Any:
    players = [player.pk for player in table.club.players.order_by("pk")]
    form = {"client_id": uuid4(), "variant": table.game.variant, "seat": players, "dealer": "0", "date": date}
    return table.client.post(reverse("game-start", args=[table.club.slug]), form | fields)


@pytest.fixture
def past(table: AtTable) -> datetime.date:
    Season.objects.update(starts=datetime.date(2020, 1, 1))
    return club_date(table.club) - datetime.timedelta(days=40)


def test_a_game_of_a_past_day_goes_to_its_night_and_to_the_keyboard(table: AtTable, past: datetime.date) -> None:
    answer = start(table, past.isoformat())
    game = Game.objects.exclude(pk=table.game.pk).get()
    assert (answer.status_code, answer["Location"]) == (303, reverse("game-paper", args=[table.club.slug, game.pk]))
    assert game.night.date == past
    typed = AtTable(table.club, game, table.scorer, table.client)
    assert send(typed, "A5 A5 A5").status_code == 200
    send(typed, "A5", confirm="1")
    assert typed.status == "won"
    page = table.client.get(reverse("standings", args=[table.club.slug]))
    assert "1 Ann 1 1 1 12.00" in text_of(page)
    stored = GameEvent.objects.filter(game=game).last()
    assert stored
    assert stored.stored_at.date() > past  # facts say when they were entered


def test_the_next_sheet_of_that_day_has_the_same_players_chosen(table: AtTable, past: datetime.date) -> None:
    start(table, past.isoformat())
    game = Game.objects.exclude(pk=table.game.pk).get()
    page = table.client.get(reverse("game-paper", args=[table.club.slug, game.pk]))
    again = table.client.get(page.context["again"])
    assert [seat["name"] for seat in again.context["picked"]] == ["Ann", "Ben", "Cleo"]
    assert again.context["date"] == past.isoformat()


def test_the_same_form_with_another_day_is_another_game(table: AtTable, past: datetime.date) -> None:
    client_id = uuid4()
    assert start(table, past.isoformat(), client_id=client_id).status_code == 303
    assert start(table, past.isoformat(), client_id=client_id).status_code == 303
    other = start(table, (past - datetime.timedelta(days=7)).isoformat(), client_id=client_id)
    assert other.status_code == 422
    assert "started already" in text_of(other)
    assert Game.objects.count() == 2


def test_a_game_of_another_day_leads_to_that_days_next_sheet(table: AtTable, past: datetime.date) -> None:
    start(table, past.isoformat())
    game = Game.objects.exclude(pk=table.game.pk).get()
    late = AtTable(table.club, game, table.scorer, table.client)
    late.post("game-change", "result", htmx=False, client_id=str(uuid4()), score=["10", "4", "3"], save="1")
    page = late.get("game-detail")
    assert "The next sheet of that day" in text_of(page)
    assert "Same players again" not in text_of(page)


def test_who_may_not_change_seasons_is_told_who_may(table: AtTable) -> None:
    assert "Change the first day of a season" in text_of(start(table, "1999-01-01"))
    scorer = second_phone(table)
    answer = start(scorer, "1999-01-01")
    assert "Ask an organiser to change the first day of a season." in text_of(answer)


def test_today_is_tonight_and_goes_to_the_table(table: AtTable) -> None:
    answer = start(table, club_date(table.club).isoformat())
    game = Game.objects.exclude(pk=table.game.pk).get()
    assert answer["Location"] == reverse("game-table", args=[table.club.slug, game.pk])
    assert game.night == table.game.night


@pytest.mark.parametrize(
    ("date", "words"),
    [
        ("2999-01-01", "still to come"),
        ("1999-01-01", "No season of this club holds 1 January 1999"),
        ("yesterday", "Enter a valid date"),
        ("2026-02-30", "Enter a valid date"),
    ],
)
def test_a_day_that_cannot_be_is_refused_and_stays_typed(table: AtTable, date: str, words: str) -> None:
    answer = start(table, date)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert f'value="{date}"' in answer.content.decode()
    assert [seat["name"] for seat in answer.context["picked"]] == ["Ann", "Ben", "Cleo"]
    assert (Game.objects.count(), Night.objects.count()) == (1, 1)


def test_names_tapped_without_a_script_keep_the_day(table: AtTable, past: datetime.date) -> None:
    make_player(table.club, "Dora")
    page = table.client.get(reverse("game-start", args=[table.club.slug]), {"date": past.isoformat(), "add": "1"})
    assert page.context["date"] == past.isoformat()
