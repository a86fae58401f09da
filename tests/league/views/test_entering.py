"""Entering a hand card by card: every touch is kept, nothing is a fact before it is recorded, two phones share it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.records import CardRecord, HandKind
from league.models import CardDraft, Club, Hand, HeldWrite, Night, NightState, TableCard, Visibility
from league.services.drafts import draft_of_new_hand, throw_away
from league.services.log import read_log
from tests.factories import make_card
from tests.league.at_table import (
    ANDROID,
    HTMX,
    AtTable,
    change_rules,
    close_night,
    open_table,
    second_phone,
    statements,
)

pytestmark = pytest.mark.django_db

START = ("upcard:9h", "call:Pass", "call:Order")
"""Ann deals, Ben passes, Cleo orders up hearts."""
WHOLE = ("Ac Kc 9c", "Ad Td 9d", "As Ts Ks", "Qc Jc Tc", "Js Jh Qh")


class Screen:
    """The page as a phone has it: the draft's id and revision go back with each touch."""

    def __init__(self, table: AtTable, hand: object = None) -> None:
        self.table = table
        self.route = ("game-cards",) if hand is None else ("hand-cards", hand)
        self.read(table.get(*self.route))

    def read(self, answer: Any) -> Any:
        self.answer, self.text = answer, answer.content.decode()
        if 'name="rev"' in self.text:
            self.hand = re.search(r'name="hand" value="([^"]+)"', self.text).group(1)  # type: ignore[union-attr]  # it is there
            self.follows = re.search(r'name="follows" value="([^"]*)"', self.text).group(1)  # type: ignore[union-attr]  # it is there
            self.rev = re.search(r'name="rev" value="(\d+)"', self.text).group(1)  # type: ignore[union-attr]  # it is there
        return answer

    def send(self, *, htmx: bool = True, stale: int = 0, **fields: Any) -> Any:
        form = {"hand": self.hand, "follows": self.follows, "rev": str(int(self.rev) - stale)} | fields
        return self.read(self.table.client.post(self.table.url(*self.route), form, headers=HTMX if htmx else {}))

    def say(self, *acts: str) -> Any:
        for act in acts:
            answer = self.send(act=act)
            assert answer.status_code == 200, (act, self.text)
        return answer

    @property
    def acts(self) -> list[str]:
        return list(CardDraft.objects.get(hand=self.hand).acts)


def cards(*tricks: str) -> list[str]:
    return [f"card:{card}" for trick in tricks for card in trick.split()]


def enter(table: AtTable) -> Screen:
    """Hearts, made by Cleo; Ben takes all five tricks."""
    screen = Screen(table)
    screen.say(*START, *cards(*WHOLE))
    return screen


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


# A revoke


def revoked(table: AtTable) -> Screen:
    """Cleo throws a spade on clubs, and plays a club in the second trick."""
    screen = Screen(table)
    screen.say(*START, *cards("Ac As Tc", "Ad"))
    assert 'class="pick revoking" name="act" value="card:Kc"' in screen.text
    screen.say("card:Kc")
    return screen


def test_r19_a_revoke_shows_with_both_tricks_and_the_rule(table: AtTable) -> None:
    screen = revoked(table)
    assert "In trick 1, clubs were led and Cleo played: ace of spades." in screen.text
    assert "In trick 2, Cleo played: king of clubs." in screen.text
    assert "Whoever holds a card of the suit led must play one." in screen.text
    assert len(re.findall(r'class="fallen[^"]* (?:wrong|shows)', screen.text)) == 2
    assert 'name="save"' not in screen.text


def test_e1_the_left_bower_is_named_as_such(table: AtTable) -> None:
    screen = Screen(table)
    screen.say(*START, *cards("Ah 9s Kh", "Qh", "Jd"))
    assert "Cleo played: jack of diamonds, left bower." in screen.text
    assert "The left bower is a trump, and no card of the suit printed on it." in screen.text


def test_a_mistyped_card_is_mended_in_its_place(table: AtTable) -> None:
    screen = revoked(table)
    place = screen.acts.index("card:Kc")
    page = table.client.get(table.url("game-cards"), {"mending": str(place)}).content.decode()
    assert "Instead of king of clubs?" in page
    assert re.search(r'value="Ac"[^>]* disabled', page)
    assert screen.send(mend=str(place), card="Ac").status_code == 422
    assert screen.send(mend=str(place), card="Kd").status_code == 200
    assert "Ann plays" in screen.text
    assert screen.send(mend=str(place), card="Kd", stale=1).status_code == 200  # sent again


def test_r4_a_joker_turned_up_asks_the_dealer_for_a_suit_and_shows_in_its_trick(table: AtTable) -> None:
    screen = Screen(change_rules(table, pack=25))
    screen.say("upcard:B")
    assert "Nobody noted the calls." not in screen.text
    screen.say("call:h", "discard:9c", *cards("Ah Kh B"))
    assert re.search(r'aria-label="Ann: joker[^>]*>.*<b>★</b>', screen.text)


def test_r7_a_joker_that_is_dealt_again_says_so_and_asks_nothing(table: AtTable) -> None:
    screen = Screen(change_rules(table, pack=25, joker_turned_up="deal_again"))
    screen.say("upcard:B")
    assert "The joker was turned up: the same player deals again." in screen.text
    assert 'name="act"' not in screen.text


def test_what_was_said_is_short_to_see_and_in_words_to_hear(table: AtTable) -> None:
    screen = Screen(table)
    screen.say(*START, "discard:Td", "take:Ac", "take:Jd", "lay:9s", "lay:9d")
    for short, whole in [
        ("Turned up: 9♥", "Turned up: nine of hearts"),
        ("Discarded: 10♦", "Discarded: ten of diamonds"),
        ("From the dummy: A♣ J♦", "From the dummy: ace of clubs and jack of diamonds, left bower"),
        ("Laid away: 9♠ 9♦", "Laid away: nine of spades and nine of diamonds"),
    ]:
        assert f'<span aria-hidden="true">{short}</span><span class="visually-hidden">{whole}</span>' in screen.text


@pytest.mark.parametrize("act", ["renege:2", "tricks:3"])
def test_r30_once_it_is_said_what_the_revoke_was_nothing_more_is_asked(table: AtTable, act: str) -> None:
    screen = revoked(table)
    assert "Was a card mistyped?" in screen.text
    screen.say(act)
    assert "In trick 2, Cleo played: king of clubs." in screen.text
    assert 'name="save"' in screen.text
    assert "Was a card mistyped?" not in screen.text
    assert 'value="renege:2"' not in screen.text
    screen.send(undo="1")
    assert 'value="renege:2"' in screen.text


def test_r30_a_revoke_that_was_claimed_is_a_penalty(table: AtTable) -> None:
    screen = revoked(table)
    screen.say("renege:2")
    screen.send(save="1")
    line = read_log(table.game).state.lines[0]
    assert (line.record.kind, line.record.offender, table.scores) == (HandKind.PENALTY, 2, [2, 2, 0])


def test_r30_of_a_revoke_that_nobody_claimed_the_tricks_are_recorded(table: AtTable) -> None:
    screen = revoked(table)
    screen.say("tricks:3")
    screen.send(save="1")
    assert (Hand.objects.get().maker_tricks, table.scores) == (3, [0, 0, 1])


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


# A hand that is recorded already


def test_cards_are_added_to_a_quick_hand_without_changing_its_score(table: AtTable) -> None:
    hand = table.play("2:3", trump="h", round="1")
    screen = Screen(table, hand)
    assert "Cleo made trump" in screen.text
    screen.say("upcard:9h", "card:Ac", "card:Kc")
    assert "Save the cards" in screen.text
    assert "The score stays as it is." not in screen.text  # it would lie over the trick
    assert screen.send(save="1").status_code == 200
    record = read_log(table.game).state.lines[0].record
    assert (record.maker_tricks, record.upcard) == (3, "9h")
    assert table.scores == [0, 0, 1]


def test_cards_that_say_something_else_show_what_would_change(table: AtTable) -> None:
    hand = table.play("2:3", trump="h", round="1")
    screen = Screen(table, hand)
    screen.say("upcard:9h", *cards(*WHOLE))
    assert "<s>0–0–1</s> <strong>2–2–0</strong>" in screen.text
    assert table.scores == [0, 0, 1]
    screen.send(save="1")
    assert table.scores == [2, 2, 0]


def test_a_full_hand_is_opened_again_as_it_was_entered(table: AtTable) -> None:
    screen = enter(table)
    screen.send(save="1")
    again = Screen(table, screen.hand)
    assert again.text.count('class="fallen') == 15
    place = len(START) + 12
    again.send(mend=str(place), card="9s")
    again.send(save="1")
    assert read_log(table.game).state.lines[0].record.cards.tricks[4][0] == "9s"  # type: ignore[union-attr]  # entered by cards
    assert Hand.objects.get().version == 2


def test_a_hand_that_was_corrected_meanwhile_is_not_overwritten(table: AtTable) -> None:
    hand = table.play("2:3", trump="h", round="1")
    screen = Screen(table, hand)
    screen.say("upcard:9h", *cards(*WHOLE))
    table.post("hand-correct", hand, client_id=uuid4(), call="1:c")
    answer = screen.send(save="1")
    assert answer.status_code == 409
    assert table.scores == [0, 0, 1]
    assert "corrected meanwhile" in Screen(table, hand).text


@pytest.mark.parametrize("hand", [UUID(int=5), None])
def test_no_cards_for_a_hand_that_is_not_there(table: AtTable, hand: UUID | None) -> None:
    if hand is None:
        hand = table.play("0:3")
        table.undo(hand)
    assert table.get("hand-cards", hand).status_code == 404


def test_a_game_that_is_over_leads_back(table: AtTable) -> None:
    table.play_to(9, 0, 0)
    table.play("0:5")
    assert table.get("game-cards")["Location"] == table.url("game-table")


def test_after_a_change_of_seats_the_cards_go_round_as_they_sit_now(table: AtTable) -> None:
    table.play("0:3")
    form = {"client_id": uuid4(), "follows": table.follows, "order": ["0", "2", "1"], "save": "1"}
    assert table.client.post(table.url("game-change", "seats"), form).status_code == 303
    screen = Screen(table)
    assert "Cleo deals" in screen.text  # Ann dealt, and Cleo sits at her left now
    screen.say("upcard:9h")
    assert "Ben speaks" in screen.text
    screen.say("call:Order", *cards("Ac Kc 9c", "Ad Td 9d", "As Ts Ks", "Qc Jc Tc", "Js Jh Qh"))
    assert "Ben made it" in screen.text
    screen.send(save="1")
    line = read_log(table.game).state.lines[1]
    assert (line.dealer, line.judgement.result.maker) == (2, 1)  # type: ignore[union-attr]  # it is judged
    again = Screen(table, line.id)
    assert "Cleo deals" in again.text
    assert again.text.count('class="fallen') == 15


def test_four_colours_are_chosen_here_too(table: AtTable) -> None:
    Screen(table).say(*START)
    answer = table.client.get(table.url("game-cards"), {"colours": "four"})
    assert (answer.status_code, answer["Location"]) == (303, table.url("game-cards"))
    assert 'class="at-cards four-colours"' in Screen(table).text


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
