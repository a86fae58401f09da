"""The cards of a hand that is recorded already, entered afterwards."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from league.models import Hand
from league.services.log import read_log
from tests.league.at_table import (
    AtTable,
)
from tests.league.card_by_card import START, WHOLE, Screen, cards, enter

pytestmark = pytest.mark.django_db


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
