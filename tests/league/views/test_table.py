"""The scorer's screen: the whole table of answers, with htmx and without; what it shows, how much it costs."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import EventAlias, GameStatus, HeldWrite, Role
from tests.factories import make_member, make_user
from tests.league.at_table import (
    AtTable,
    button_data,
    change_rules,
    close_night,
    is_page,
    is_screen,
    next_table,
    notice_of,
    open_table,
    pass_out,
    said,
    second_phone,
    sign_in,
    statements,
    ticked,
    zipped,
)

pytestmark = pytest.mark.django_db

MOST_OF_A_HAND = 12
MOST_OF_THE_LAST_HAND = 16
LONG_NAMES = tuple((word * 80)[:80] for word in ("Wolfeschlegel", "Bergerdorff", "Hausenstein"))


@pytest.fixture
def ben(table: AtTable) -> AtTable:
    """Another scorer's phone at the same table."""
    return second_phone(table)


def press(table: AtTable, answer: Any, *, htmx: bool = True) -> Any:
    """Tap the one button under a notice."""
    headers = {"HX-Request": "true"} if htmx else {}
    return table.client.post(table.url("hand-record"), dict(button_data(answer).lists()), headers=headers)


# Fits


def test_a_hand_that_fits_is_stored_and_shown(table: AtTable) -> None:
    answer = table.record("0:3")
    assert (answer.status_code, is_screen(answer)) == (200, True)
    assert notice_of(answer).kind == "saved"
    assert notice_of(answer).text == "Ann made it, 3 tricks. Ann +1"
    assert answer.context["follows"] == str(table.sent[0])


def test_without_htmx_the_answer_leads_to_a_page_that_can_be_reloaded(table: AtTable) -> None:
    answer = table.record("0:3", htmx=False)
    assert (answer.status_code, answer.headers["location"]) == (303, table.url("game-table"))


# The same client id, the same content


@pytest.mark.parametrize("htmx", [True, False])
def test_the_same_write_again_is_stored_once(table: AtTable, htmx: bool) -> None:
    form = {"client_id": uuid4(), "follows": ""}
    table.record("0:3", **form)
    answer = table.record("0:3", htmx=htmx, **form)
    assert answer.status_code == (200 if htmx else 303)
    if htmx:
        assert notice_of(answer).text == "Recorded already: Ann made it, 3 tricks. Ann +1"
    assert (table.scores, table.events) == ([1, 0, 0], 2)


def test_the_same_write_again_shows_the_table_as_it_is_now(table: AtTable, ben: AtTable) -> None:
    form = {"client_id": uuid4(), "follows": ""}
    table.record("0:3", **form)
    ben.play("1:5")
    answer = table.record("0:3", **form)
    assert [seat.score for seat in answer.context["sheet"].seats] == [1, 3, 0]


@pytest.mark.parametrize("htmx", [True, False])
def test_a_repeat_of_a_hand_undone_since_stays_undone(table: AtTable, htmx: bool) -> None:
    form = {"client_id": uuid4(), "follows": ""}
    table.record("0:3", **form)
    table.undo(form["client_id"])
    answer = table.record("0:3", htmx=htmx, **form)
    assert answer.status_code == (200 if htmx else 303)
    if htmx:
        assert notice_of(answer).text == "This was recorded, and undone since: Ann made it, 3 tricks. Ann +1"
        assert "This was recorded, and undone since" in answer.content.decode()
    assert (table.scores, table.events) == ([0, 0, 0], 3)


def test_a_repeat_on_a_closed_night_is_a_repeat(table: AtTable) -> None:
    form = {"client_id": uuid4(), "follows": ""}
    table.record("0:3", **form)
    close_night(table)
    assert table.record("0:3", **form).status_code == 200
    assert not HeldWrite.objects.exists()


# The same client id, other content


@pytest.mark.parametrize("htmx", [True, False])
def test_a_number_used_before_for_another_hand_is_refused_and_kept_on_screen(table: AtTable, htmx: bool) -> None:
    form = {"client_id": uuid4(), "follows": ""}
    table.record("0:3", **form)
    answer = table.record("1:5", htmx=htmx, trump="s", alone=["1"], **form)
    assert answer.status_code == 422
    assert is_screen(answer) if htmx else is_page(answer)
    assert said(answer) == [
        "This form was sent before with another hand. Nothing new was stored: check the score and enter it again."
    ]
    assert (ticked(answer, "trump"), ticked(answer, "alone")) == (["s"], ["1"])
    assert (table.scores, table.events) == ([1, 0, 0], 2)
    assert answer.context["client_id"] != form["client_id"]


# Another device's same facts


@pytest.mark.parametrize("htmx", [True, False])
def test_the_same_facts_of_another_phone_are_stored_once_and_shown(table: AtTable, ben: AtTable, htmx: bool) -> None:
    table.record("0:3")
    answer = ben.record("0:3", follows="", htmx=htmx)
    assert answer.status_code == 200
    assert is_screen(answer) if htmx else is_page(answer)
    assert notice_of(answer).kind == "duplicate"
    assert said(answer) == ["Olive has hand 1 already, with the same figures: Ann made it, 3 tricks. Ann +1"]
    assert (table.scores, table.events) == ([1, 0, 0], 2)
    assert EventAlias.objects.get().client_id == ben.sent[0]


@pytest.mark.parametrize("htmx", [True, False])
def test_one_tap_stores_it_as_a_second_hand(table: AtTable, ben: AtTable, htmx: bool) -> None:
    table.record("0:3", trump="h")
    answer = ben.record("0:3", follows="", trump="h", htmx=htmx)
    data = button_data(answer)
    assert data["follows"] == str(table.sent[0])
    assert data["client_id"] != str(ben.sent[0])
    assert (data["cell"], data["trump"]) == ("0:3", "h")
    assert "csrfmiddlewaretoken" not in data
    again = press(ben, answer, htmx=htmx)
    assert again.status_code == (200 if htmx else 303)
    assert (table.scores, table.events) == ([2, 0, 0], 3)


def test_the_other_phones_write_again_is_still_stored_once(table: AtTable, ben: AtTable) -> None:
    table.record("0:3")
    form = {"client_id": uuid4(), "follows": ""}
    ben.record("0:3", **form)
    answer = ben.record("0:3", **form)
    assert answer.status_code == 200
    assert "Ann made it, 3 tricks. Ann +1" in notice_of(answer).text
    assert table.events == 2


def test_everybody_who_was_alone_is_on_the_button(table: AtTable, ben: AtTable) -> None:
    table.record("0:0", alone=["0", "2"])
    data = button_data(ben.record("0:0", alone=["0", "2"], follows=""))
    assert data.getlist("alone") == ["0", "2"]


# Another hand in that place


@pytest.mark.parametrize("htmx", [True, False])
def test_another_hand_in_that_place_is_a_conflict_and_both_are_shown(table: AtTable, ben: AtTable, htmx: bool) -> None:
    table.record("0:3")
    answer = ben.record("1:2", follows="", htmx=htmx)
    assert answer.status_code == 409
    assert is_screen(answer) if htmx else is_page(answer)
    assert notice_of(answer).kind == "conflict"
    assert said(answer) == [
        "Olive recorded hand 1 meanwhile: Ann made it, 3 tricks. Ann +1",
        "Yours: Ben made it, 2 tricks: euchred. Ann +2, Cleo +2",
    ]
    assert (table.scores, table.events) == ([1, 0, 0], 2)


def test_one_tap_records_mine_as_the_next_hand(table: AtTable, ben: AtTable) -> None:
    table.record("0:3")
    answer = press(ben, ben.record("1:2", follows="", confirm="1"))
    assert answer.status_code == 200
    assert table.scores == [3, 0, 2]


def test_the_button_does_not_say_yes_to_the_end_of_the_game(table: AtTable, ben: AtTable) -> None:
    table.play_to(9, 0, 0)
    first = table.follows
    table.play("1:3")
    conflict = ben.record("0:3", follows=first, confirm="1")
    assert conflict.status_code == 409
    assert "confirm" not in button_data(conflict)
    assert notice_of(press(ben, conflict)).kind == "confirm"
    assert table.status == GameStatus.OPEN


def test_a_hand_that_can_not_be_read_has_no_sentence_of_its_own(table: AtTable, ben: AtTable) -> None:
    table.record("0:3")
    answer = ben.record("9:2", follows="")
    assert answer.status_code == 409
    assert said(answer) == ["Olive recorded hand 1 meanwhile: Ann made it, 3 tricks. Ann +1"]


def test_a_hand_behind_one_that_was_undone_meanwhile(table: AtTable, ben: AtTable) -> None:
    undone = table.play("0:3")
    table.undo(undone)
    answer = ben.record("1:3", follows=str(undone))
    assert answer.status_code == 409
    assert said(answer) == [
        "The last hand was undone meanwhile. Look at the score, then record yours again.",
        "Yours: Ben made it, 3 tricks. Ben +1",
    ]
    assert press(ben, answer).status_code == 200
    assert table.scores == [0, 1, 0]


# The engine finds problems


@pytest.mark.parametrize("htmx", [True, False])
def test_what_can_not_be_is_refused_with_everything_kept(table: AtTable, htmx: bool) -> None:
    answer = table.record("0:2", htmx=htmx, alone=["1"], trump="d", round="1", upcard="Jh")
    assert answer.status_code == 422
    assert is_screen(answer) if htmx else is_page(answer)
    assert said(answer)[1:] == ["Trump made in round one is the suit of the card turned up."]
    assert (ticked(answer, "trump"), ticked(answer, "round"), ticked(answer, "alone")) == (["d"], ["1"], ["1"])
    assert table.events == 1


# May not be stored now


@pytest.mark.parametrize("htmx", [True, False])
def test_a_hand_on_a_closed_night_is_held_for_an_organiser(table: AtTable, htmx: bool) -> None:
    close_night(table)
    form = {"client_id": uuid4(), "follows": ""}
    for _attempt in range(2):
        answer = table.record("0:3", htmx=htmx, trump="h", **form)
        assert answer.status_code == 202
        assert is_screen(answer) if htmx else is_page(answer)
        assert said(answer) == [
            "The night is closed. What you sent is kept for an organiser to decide; nothing is lost."
        ]
    held = HeldWrite.objects.get()
    assert (held.game, held.client_id, held.why) == (table.game.pk, form["client_id"], "night_closed")
    assert held.body["body"] == {"kind": "played", "maker": 0, "maker_tricks": 3, "trump": "h"}
    assert (table.scores, table.events) == ([0, 0, 0], 1)


def test_an_undo_on_a_closed_night_is_held_too(table: AtTable) -> None:
    hand = table.play("0:3")
    close_night(table)
    assert table.undo(hand).status_code == 202
    assert (HeldWrite.objects.count(), table.scores) == (1, [1, 0, 0])


# Not this person's, not there


def test_whoever_may_only_look_does_not_see_the_screen(table: AtTable) -> None:
    pia = make_user("Pia")
    make_member(table.club, pia, Role.PLAYER)
    for client in (Client(), sign_in(pia)):
        assert client.get(table.url("game-table")).status_code == 403


# The hand that ends the game


@pytest.mark.parametrize("htmx", [True, False])
def test_the_finishing_hand_asks_once(table: AtTable, htmx: bool) -> None:
    table.play_to(9, 0, 0)
    events = table.events
    asked = table.record("0:3", htmx=htmx, trump="h")
    assert asked.status_code == 200
    assert is_screen(asked) if htmx else is_page(asked)
    assert notice_of(asked).kind == "confirm"
    assert said(asked) == ["This hand ends the game: Ann wins, 10–0–0.", "Ann made it, 3 tricks. Ann +1"]
    assert (table.events, table.status) == (events, GameStatus.OPEN)
    data = button_data(asked)
    assert (data["cell"], data["trump"], data["confirm"]) == ("0:3", "h", "1")
    assert data["client_id"] == str(table.sent[-1])
    ended = press(table, asked, htmx=htmx)
    assert ended.status_code == (200 if htmx else 303)
    assert (table.status, table.scores) == (GameStatus.WON, [10, 0, 0])
    assert "Ann wins, 10–0–0." in table.get("game-table").content.decode()


def test_asking_again_stores_nothing(table: AtTable) -> None:
    table.play_to(9, 0, 0)
    events = table.events
    assert [notice_of(table.record("0:5")).kind for _tap in range(2)] == ["confirm", "confirm"]
    assert table.events == events


def test_the_answer_yes_sent_twice_ends_the_game_once(table: AtTable) -> None:
    table.play_to(9, 0, 0)
    asked = table.record("0:3")
    assert [press(table, asked).status_code for _tap in range(2)] == [200, 200]
    assert table.game.events.filter(kind="hand").count() == 4
    assert table.status == GameStatus.WON


def test_somebody_elses_hand_between_question_and_answer_is_a_conflict(table: AtTable, ben: AtTable) -> None:
    table.play_to(9, 0, 0)
    asked = table.record("0:3")
    ben.play("1:3")
    assert press(table, asked).status_code == 409
    assert table.status == GameStatus.OPEN


def test_the_higher_total_wins(table: AtTable) -> None:
    table.play_to(7, 9, 8)
    answer = table.record("0:2")  # E27
    assert said(answer)[0] == "This hand ends the game: Ben wins, 7–11–10."
    press(table, answer)
    assert (table.game.win_shares, table.scores) == ([0, 0, 0], [7, 11, 10])
    table.game.refresh_from_db()
    assert table.game.win_shares == [0, 12, 0]


def test_equal_totals_share_the_win(table: AtTable) -> None:
    table.play_to(9, 9, 9)
    answer = table.record("0:2")  # E28
    assert said(answer)[0] == "This hand ends the game: Ben and Cleo share the win, 9–11–11."
    body = press(table, answer).content.decode()
    assert "Ben and Cleo share the win, 9–11–11." in body
    assert table.status == GameStatus.WON
    assert table.game.win_shares == [0, 6, 6]


def test_a_lone_defender_may_bring_two_over_the_line(table: AtTable) -> None:
    table.play_to(9, 6, 6)
    answer = table.record("0:0", alone=["2"])  # E29
    assert said(answer)[0] == "This hand ends the game: Ben and Cleo share the win, 9–10–10."


def test_under_other_rules_they_play_on(table: AtTable) -> None:
    other = change_rules(table, finish="highest_play_on")
    other.play_to(9, 9, 9)
    assert notice_of(other.record("0:2")).kind == "saved"
    assert (other.status, other.scores) == (GameStatus.OPEN, [9, 11, 11])


def test_a_finished_game_offers_another(table: AtTable) -> None:
    table.play(*["0:5"] * 4)
    body = table.get("game-table").content.decode()
    assert "Same players again" in body
    assert table.url("game-again") in body
    assert "Reopen the game" not in body  # a win is taken back by undoing its hand
    assert 'name="cell"' not in body


# What the screen shows


def test_the_grid_pays_what_this_games_rules_say(table: AtTable) -> None:
    other = change_rules(table, euchred=4, march=5, target=15)
    grid = other.get("game-table").context["grid"]
    assert [cell.pay for cell in grid[0].cells] == ["+4", "+4", "+4", "+1", "+1", "+5"]
    assert [row.seat.name for row in grid] == ["Ann", "Ben", "Cleo"]
    assert len(other.get("game-table").context["sheet"].seats[0].pips) == 15


def test_what_the_rules_do_not_allow_is_not_offered(table: AtTable) -> None:
    nobody_alone = change_rules(table, going_alone=False, lone_defence="never", stick_the_dealer=True)
    body = nobody_alone.get("game-table").content.decode()
    assert 'name="alone"' not in body
    assert 'value="passed_out"' not in body
    assert list(nobody_alone.get("game-table").context["pay"]) == ["00"]
    plain = table.get("game-table").content.decode()
    assert 'name="alone"' in plain
    assert 'value="passed_out"' in plain


def test_nothing_is_chosen_before_anybody_chose(table: AtTable) -> None:
    for page in (table.get("game-table"), table.record("0:3", trump="h", alone=["0"])):
        assert [ticked(page, name) for name in ("trump", "round", "alone", "maker")] == [[], [], [], []]


def test_large_buttons_are_a_form_of_two_taps(table: AtTable) -> None:
    body = table.client.get(table.url("game-table") + "?layout=two-tap").content.decode()
    assert 'class="entry two-tap"' in body
    assert 'name="tricks" value="5"' in body


def test_names_are_shown_as_text_in_every_place() -> None:
    names = ("<b>Ann</b>", "O'Brien", "\u2067שרה\u2069")
    table = open_table(names)
    table.play("0:2")
    body = table.get("game-table").content.decode()
    assert "<b>Ann" not in body
    assert body.count("&lt;b&gt;Ann") > 5
    assert "O&#x27;Brien" in body
    assert "שרה" in body


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_the_screen_is_only_looked_at(table: AtTable, method: str) -> None:
    assert getattr(table.client, method)(table.url("game-table")).status_code == 405


# How much it costs


def test_a_hand_takes_at_most_twelve_statements(table: AtTable) -> None:
    follows, counts = "", []
    for number in range(5):
        form = {"client_id": uuid4(), "follows": follows}
        counts.append(statements(lambda form=form, number=number: table.record(f"{number % 3}:{number}", **form)))
        follows = str(form["client_id"])
    assert max(counts) <= MOST_OF_A_HAND


def test_another_phones_first_hand_makes_its_recorder_once(table: AtTable, ben: AtTable) -> None:
    """Five more, once a phone (their shown name, too); whoever started the game has been met by then."""
    counts = [statements(lambda: ben.record("0:3", follows="")), statements(lambda: ben.record("0:3", follows=""))]
    assert counts[0] <= MOST_OF_A_HAND + 5
    assert counts[1] <= MOST_OF_A_HAND


def test_the_hand_that_ends_a_game_takes_at_most_sixteen(table: AtTable) -> None:
    table.play(*["0:5"] * 3)
    form = {"client_id": uuid4(), "follows": table.follows, "confirm": "1"}
    assert statements(lambda: table.record("0:5", **form)) <= MOST_OF_THE_LAST_HAND
    assert table.status == GameStatus.WON


def test_the_last_hand_of_a_second_game_takes_no_more(table: AtTable) -> None:
    counts = []
    for _game in range(2):
        table = change_rules(table, target=3)
        form = {"client_id": uuid4(), "follows": "", "confirm": "1"}
        counts.append(statements(lambda table=table, form=form: table.record("0:5", **form)))
    assert counts[1] <= counts[0] <= MOST_OF_THE_LAST_HAND


def test_undoing_takes_at_most_as_many(table: AtTable) -> None:
    hands = [table.play("0:5") for _hand in range(4)]
    assert statements(lambda: table.undo(hands[-1])) <= MOST_OF_THE_LAST_HAND  # the tallies too
    assert statements(lambda: table.undo(hands[0])) <= MOST_OF_A_HAND


def test_neither_hands_nor_other_games_make_a_hand_or_the_screen_dearer(table: AtTable) -> None:
    def costs() -> tuple[int, int]:
        form = {"client_id": uuid4(), "follows": table.follows}
        return statements(lambda: table.record(kind="passed_out", **form)), statements(lambda: table.get("game-table"))

    table.record(kind="passed_out")
    few = costs()
    table.play(*["0:5"] * 3, *["1:5"] * 3, *["2:5"] * 3)
    next_table(table, "Dora", "Emil", "Finn").play("0:3", "1:3")
    next_table(table, "Gwen", "Hugo", "Ines").play("0:5", "0:5", "0:5", "0:5")
    assert costs() == few
    assert few[1] <= 6


def _play_sixty(table: AtTable) -> Any:
    """Sixty hands; the newest lines are of the longest kind."""
    follows = pass_out(table, 56)
    for number in range(4):
        alone, form = [str(number % 3), str((number + 1) % 3)], {"client_id": uuid4(), "follows": follows}
        answer = table.record(f"{number % 3}:2", alone=alone, trump="h", round="2", **form)
        follows = str(form["client_id"])
    assert answer.context["sheet"].hand_number == 61
    return answer


def test_one_swap_is_small_even_with_long_names_after_sixty_hands() -> None:
    answer = _play_sixty(open_table(LONG_NAMES))
    assert len(answer.content) < 15_000
    # The newest hand may have its suit and round said later: six buttons more.
    plain = open_table(LONG_NAMES, name="Second").record("0:2", alone=["1"])
    assert len(plain.content) < 15_000


def test_one_swap_compressed_is_within_its_budget() -> None:
    table = open_table(("Ann Pereira", "Bogdan Ionescu", "Wietske Hofstra"))
    assert zipped(_play_sixty(table)) <= 3_072
    assert zipped(table.record("0:3", follows=table.game.events.last().hand)) <= 3_072


def test_the_answer_is_made_of_the_fold_and_not_read_again(table: AtTable) -> None:
    form = {"client_id": uuid4(), "follows": ""}
    with CaptureQueriesContext(connection) as captured:
        table.record("0:3", **form)
    written = [number for number, query in enumerate(captured) if "UPDATE" in query["sql"]][-1]
    assert not any(query["sql"].startswith("SELECT") for query in captured.captured_queries[written:])


def test_button_data_is_what_the_page_would_send(table: AtTable, ben: AtTable) -> None:
    """The buttons of these tests are on the page: every hidden field of the notice's form."""
    table.record("0:3")
    answer = ben.record("1:2", follows="", alone=["1"])
    body = answer.content.decode()
    sent = QueryDict(mutable=True)
    sent.update(button_data(answer))
    for name, values in sent.lists():
        for value in values:
            assert f'<input type="hidden" name="{name}" value="{value}">' in body
