"""Entering a hand card by card: every touch is kept, nothing is a fact before it is recorded, two phones share it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.records import CardRecord
from league.models import CardDraft, Club, Hand, HeldWrite, Night, NightState, TableCard, Visibility
from league.services.drafts import draft_of_new_hand, throw_away
from league.services.log import read_log
from tests.factories import make_card
from tests.league.at_table import (
    ANDROID,
    HTMX,
    AtTable,
    close_night,
    open_table,
    second_phone,
    statements,
)
from tests.league.card_by_card import START, WHOLE, Screen, cards, enter

pytestmark = pytest.mark.django_db


def test_opening_writes_nothing(table: AtTable) -> None:
    Screen(table)
    assert (CardDraft.objects.count(), table.events) == (0, 1)


def test_a_whole_hand_by_one_touch_a_call_and_one_a_card(table: AtTable) -> None:
    screen = enter(table)
    assert "Ann +2, Ben +2" in screen.text
    assert table.events == 1
    answer = screen.send(save="1")
    assert answer["HX-Redirect"] == table.url("game-table")
    hand = Hand.objects.get()
    assert (str(hand.hand), hand.full, hand.maker, hand.trump, hand.outcome) == (screen.hand, True, 2, "h", "euchred")
    assert (table.scores, CardDraft.objects.count()) == ([2, 2, 0], 0)
    record = read_log(table.game).state.lines[0].record
    assert record.cards == CardRecord(("Pass", "Order"), tricks=tuple(tuple(trick.split()) for trick in WHOLE))


def test_without_scripts_each_touch_leads_back_to_the_page(table: AtTable) -> None:
    screen = Screen(table)
    answer = screen.send(htmx=False, act="upcard:9h")
    assert (answer.status_code, answer["Location"]) == (303, table.url("game-cards"))
    assert "Ben speaks" in Screen(table).text


def test_the_draft_is_gone_on_with_on_another_phone(table: AtTable) -> None:
    mine = Screen(table)
    mine.say(*START)
    theirs = Screen(second_phone(table))
    assert "Ben leads" in theirs.text
    theirs.say("card:Ac")
    answer = mine.send(act="card:Ad")
    assert answer.status_code == 409
    assert "gone on with on another phone" in mine.text
    assert theirs.acts == [*START, "card:Ac"]
    assert "go on card by card" in table.get("game-table").content.decode().lower()


def test_two_phones_that_begin_at_once_make_one_draft(table: AtTable) -> None:
    one, two = Screen(table), Screen(second_phone(table))
    one.say("upcard:9h")
    assert two.send(act="upcard:Jc").status_code == 409
    assert "nine of hearts" in two.text
    two.say("call:Pass")
    assert CardDraft.objects.get().acts == ["upcard:9h", "call:Pass"]


def test_a_touch_that_is_sent_again_counts_once(table: AtTable) -> None:
    screen = Screen(table)
    screen.say(*START, "card:Ac")
    assert screen.send(act="card:Ac", stale=1).status_code == 200
    assert screen.acts == [*START, "card:Ac"]


@pytest.mark.parametrize(
    "act",
    ["card:Ac", "upcard:9h", "call:Order", "call:h", "card:9h", "nonsense", "maker:1", "claim:7", "alone:", "take:Ah"],
)
def test_what_can_t_be_now_is_told_and_changes_nothing(table: AtTable, act: str) -> None:
    screen = Screen(table)
    screen.say("upcard:9h", "call:Pass", "call:Order", "card:Ac")
    assert screen.send(act=act).status_code == 422
    assert screen.acts == [*START, "card:Ac"]


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"act": "upcard:9h", "undo": "1"},
        {"hand": "x", "act": "upcard:9h"},
        {"rev": "one", "act": "upcard:9h"},
        {"act": "upcard:9h" * 9},
        {"act": "upcard:9h\0"},
        {"mend": "99", "card": "Ac"},
        {"mend": "-1", "card": "Ac"},
    ],
)
def test_what_no_screen_of_ours_sends(table: AtTable, sent: dict[str, str]) -> None:
    screen = Screen(table)
    assert screen.send(**sent).status_code == 422
    assert CardDraft.objects.count() == 0


def test_back_takes_what_was_said_last(table: AtTable) -> None:
    screen = Screen(table)
    screen.say(*START, "card:Ac")
    screen.send(undo="1")
    assert (screen.acts, screen.answer.status_code) == ([*START], 200)
    assert screen.send(undo="1", stale=1).status_code == 409


def test_an_impossible_card_can_t_be_touched_and_a_played_one_is_gone(table: AtTable) -> None:
    screen = Screen(table)
    screen.say("upcard:9h", "call:Pass", "call:Pass", "call:Order", "discard:9h", "card:Ac")
    assert 'value="card:Ac"' not in screen.text
    assert 'value="card:9h"' not in screen.text


# Half-way


def test_e36_the_rest_is_claimed_or_not_known(table: AtTable) -> None:
    screen = Screen(table)
    screen.say(*START, *cards("Ac Kc Tc"), "claim:2")
    screen.send(save="1")
    assert table.scores == [0, 0, 1]
    screen = Screen(table)
    screen.say("upcard:9s", "call:Order", *cards("Ac Kc Tc", "Qh"), "tricks:2")
    screen.send(save="1")
    assert table.scores == [2, 2, 1]


def test_where_nobody_can_tell_who_won_the_tricks_are_asked_for_at_once(table: AtTable) -> None:
    screen = Screen(table)
    screen.say(*START, *cards("Ac Xx 9c"))
    assert '<details class="more" open>' in screen.text
    screen.say("tricks:3")
    assert 'name="save"' in screen.text


def test_a_hand_that_is_not_finished_is_not_recorded(table: AtTable) -> None:
    screen = Screen(table)
    screen.say(*START, "card:Ac")
    assert screen.send(save="1").status_code == 422
    assert "not finished yet" in screen.text
    assert table.events == 1


def test_thrown_away_nothing_is_left(table: AtTable) -> None:
    screen = Screen(table)
    screen.say(*START)
    screen.send(drop="1")
    assert CardDraft.objects.count() == 0
    assert "Card turned up?" in Screen(table).text


def test_what_nobody_went_on_with_for_a_month_goes_with_the_daily_purge(table: AtTable) -> None:
    Screen(table).say(*START)
    call_command("purge")
    assert CardDraft.objects.count() == 1
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        call_command("purge")
    assert CardDraft.objects.count() == 0


# The game goes on meanwhile


def test_a_screen_of_the_hand_before_says_nothing_of_the_next(table: AtTable) -> None:
    mine, theirs = enter(table), Screen(second_phone(table))
    theirs.send(save="1")
    following = Screen(second_phone(table, "Cleo"))
    following.say("upcard:Jc")
    mine.rev = following.rev
    assert mine.send(act="call:Pass").status_code == 409
    assert following.acts == ["upcard:Jc"]


@pytest.mark.parametrize("fields", [{"undo": "1"}, {"drop": "1"}, {"behind": "1"}, {"mend": "0", "card": "Qd"}])
def test_nor_does_it_change_or_throw_away_the_next(table: AtTable, fields: dict[str, str]) -> None:
    mine, theirs = enter(table), Screen(second_phone(table))
    theirs.send(save="1")
    following = Screen(second_phone(table, "Cleo"))
    following.say("upcard:Jc")
    mine.rev = following.rev
    assert mine.send(**fields).status_code == 409
    assert following.acts == ["upcard:Jc"]


def test_an_empty_screen_of_the_hand_before_begins_no_hand(table: AtTable) -> None:
    screen = Screen(table)
    table.play("0:3")
    assert screen.send(act="upcard:9h").status_code == 409
    assert CardDraft.objects.count() == 0
    screen.say("upcard:9h")
    assert screen.acts == ["upcard:9h"]


def test_a_phone_left_on_a_hand_that_was_recorded_records_the_next(table: AtTable) -> None:
    mine, theirs = enter(table), Screen(second_phone(table))
    theirs.send(save="1")
    assert mine.send(act="card:Ac").status_code == 409
    mine.say(*START, *cards(*WHOLE))
    assert mine.send(save="1").status_code == 200
    assert Hand.objects.count() == 2


def test_recorded_twice_it_is_recorded_once_and_leads_to_the_table(table: AtTable) -> None:
    screen = enter(table)
    for _time in range(2):
        assert screen.send(save="1")["HX-Redirect"] == table.url("game-table")
    assert Hand.objects.count() == 1


def test_what_waited_and_was_stored_by_an_organiser_is_no_new_hand(table: AtTable) -> None:
    screen = enter(table)
    close_night(table)
    screen.send(save="1")
    Night.objects.update(state=NightState.OPEN)
    held = HeldWrite.objects.get()
    url = reverse("held-settle", args=[table.club.slug, held.pk])
    assert table.client.post(url, {"decision": "store"}).status_code == 303
    assert Hand.objects.count() == 1
    following = Screen(table)
    assert CardDraft.objects.get().version is None  # to look writes nothing
    following.say("upcard:9h")
    assert following.hand != screen.hand


def test_what_another_phone_added_is_not_thrown_away_unseen(table: AtTable) -> None:
    screen = Screen(table)
    screen.say(*START)
    begun = draft_of_new_hand(read_log(table.game))
    screen.say("card:Ac")
    assert not throw_away(begun)
    assert screen.acts == [*START, "card:Ac"]


def test_cards_that_another_phone_adds_to_a_recorded_hand_stay(table: AtTable) -> None:
    screen = enter(table)
    quick = table.play("2:3", trump="h", round="1")
    added = Screen(second_phone(table), quick)
    added.say("upcard:Jd")
    assert screen.send(of=str(quick))["HX-Redirect"] == table.url("hand-cards", quick)
    assert "upcard:Jd" in added.acts
    assert screen.acts == [*START, *cards(*WHOLE)]


# Those whose card opens nothing any more


@pytest.fixture
def late(table: AtTable) -> AtTable:
    """A phone of a club for members only; it scanned a card that was withdrawn since."""
    Club.objects.update(visibility=Visibility.MEMBERS)
    client = Client(headers={"user-agent": ANDROID})
    client.get(reverse("card-open", args=[make_card(table.club).token]))
    TableCard.objects.update(withdrawn_at=timezone.now())
    return replace(table, client=client)


def test_a_late_phone_changes_no_draft_by_a_save_that_is_none(table: AtTable, late: AtTable) -> None:
    screen = Screen(table)
    screen.say("upcard:9h")
    form = {"hand": screen.hand, "follows": "", "rev": screen.rev, "save": "false", "act": "call:Pass"}
    assert late.client.post(late.url("game-cards"), form).status_code == 404
    assert screen.acts == ["upcard:9h"]


@pytest.mark.parametrize("changed", [{}, {"rev": "77"}, {"hand": "x"}, {"hand": str(uuid4())}, {"undo": "1"}])
@pytest.mark.parametrize("htmx", [False, True])
def test_a_late_phone_is_shown_nothing_of_the_game(
    table: AtTable, late: AtTable, changed: dict[str, str], *, htmx: bool
) -> None:
    screen = Screen(table)
    screen.say("upcard:9h")
    form = {"hand": screen.hand, "follows": "", "rev": screen.rev, "save": "1"} | changed
    answer = late.client.post(late.url("game-cards"), form, headers=HTMX if htmx else {})
    assert answer.status_code in (409, 422)
    text = answer.content.decode()
    assert not any(word in text for word in ("Ann", "nine of hearts", 'name="rev"'))


def test_a_quick_hand_recorded_meanwhile_may_be_the_same_one(table: AtTable) -> None:
    screen = enter(table)
    quick = table.play("2:0", trump="h")
    answer = screen.send(save="1")
    assert answer.status_code == 409
    assert "Hand 1 was recorded meanwhile" in screen.text
    answer = screen.send(of=str(quick))
    assert answer["HX-Redirect"] == table.url("hand-cards", quick)
    added = Screen(table, quick)
    assert "The score stays as it is." in added.text
    added.send(save="1")
    hand = Hand.objects.get()
    assert (str(hand.hand), hand.version, hand.full, table.scores) == (str(quick), 2, True, [2, 2, 0])
    assert CardDraft.objects.count() == 0


def test_or_the_next_one(table: AtTable) -> None:
    screen = enter(table)
    table.play("0:3")
    screen.send(behind="1")
    assert "Ben deals" in screen.text
    assert CardDraft.objects.get().follows == table.sent[-1]


def test_a_hand_that_ends_the_game_asks_once_more(table: AtTable) -> None:
    table.play_to(9, 0, 0)
    screen = Screen(table)
    screen.say("upcard:9h", "call:Pass", "call:Pass", "call:Order", "discard:?", "tricks:3")
    assert screen.send(save="1").status_code == 200
    assert "This hand ends the game: Ann wins" in screen.text
    assert table.status == "open"
    screen.send(save="1", confirm="1")
    assert (table.status, table.scores) == ("won", [10, 0, 0])


def test_what_comes_after_the_night_was_closed_is_kept_for_an_organiser(table: AtTable) -> None:
    screen = enter(table)
    close_night(table)
    answer = screen.send(save="1")
    assert (answer.status_code, HeldWrite.objects.count()) == (202, 1)


# Size and work


def test_a_touch_is_small_and_asks_few_questions(table: AtTable) -> None:
    screen = Screen(table)
    screen.say(*START, *cards("Ac Kc Tc"))
    assert statements(lambda: screen.say("card:Ad")) <= 14
    assert len(screen.answer.content) < 15_000


def test_two_handed_nobody_is_asked_who_is_alone() -> None:
    screen = Screen(open_table(("Ann", "Ben"), "two_handed"))
    screen.say("upcard:9h", "call:Order")
    assert "Ben leads" in screen.text
    assert 'value="alone:"' not in screen.text
    screen.say(*cards("Ac Kc"))
    assert screen.text.count('class="fallen') == 2
