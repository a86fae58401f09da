"""What a table's card does when its time is over: nothing is lost, and nothing is told."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import (
    HeldWrite,
    Night,
    NightState,
    Recorder,
    TableCard,
)
from league.services.closing import close_night as close_a_night
from league.services.holding import MOST_HELD
from league.services.recorders import get_recorder
from league.services.settling import store_held
from tests.factories import make_card
from tests.league.at_table import (
    AtTable,
    is_page,
    is_screen,
    notice_of,
    said,
)
from tests.league.by_card import IPHONE, new_client, scan, scan_at, withdraw
from tests.league.by_card import card as card  # a fixture
from tests.league.by_card import phone as phone  # a fixture
from tests.league.by_card import table as table  # a fixture
from tests.pages import text_of

pytestmark = pytest.mark.django_db


# Too late


def age(days: int) -> None:
    Night.objects.update(date=Night.objects.get().date - timedelta(days=days))


def test_what_comes_by_a_withdrawn_card_waits_and_says_so(table: AtTable, phone: AtTable) -> None:
    phone.play("1:3")
    withdraw()
    answer = phone.record("2:3")
    assert answer.status_code == 202
    assert is_screen(answer)
    words = text_of(answer)
    assert "This table’s card works no more. What you sent is kept for an organiser to decide" in words
    assert "To go on, scan the card that lies on the table now" in words
    assert "Ben" not in words  # nothing of the game to who may not look
    assert f'data-game="{phone.game.pk}"' in answer.content.decode()
    assert table.scores == [0, 1, 0]
    held = HeldWrite.objects.get()
    assert (held.why, held.recorder and held.recorder.device) == ("link_expired", "Android phone")
    assert phone.get("game-table").status_code == 404
    assert phone.get("game-live").status_code == 404


def test_a_whole_page_answers_without_a_script(phone: AtTable) -> None:
    withdraw()
    answer = phone.record("2:3", htmx=False)
    assert answer.status_code == 202
    assert is_page(answer)
    assert notice_of(answer).kind == "held"


def test_a_phones_first_hand_waits_as_well(table: AtTable, phone: AtTable) -> None:
    """It held the card before, and had not recorded."""
    withdraw()
    assert phone.record("2:3").status_code == 202
    assert HeldWrite.objects.get().recorder == Recorder.objects.get(link__isnull=False)


def test_who_never_held_it_leaves_nothing(table: AtTable, card: TableCard) -> None:
    withdraw()
    client = new_client()
    scan(client, card)
    assert table.record("2:3", client=client).status_code == 404
    assert not HeldWrite.objects.exists()


@pytest.mark.parametrize("days", [0, 1])
def test_an_expired_card_hands_in_what_was_played_tonight_and_the_night_before(phone: AtTable, days: int) -> None:
    TableCard.objects.update(expires_at=timezone.now())
    age(days)
    assert phone.record("2:3").status_code == 202
    assert HeldWrite.objects.get().why == "link_expired"


def test_a_card_that_works_hands_in_what_was_played_the_night_before(phone: AtTable) -> None:
    age(1)
    answer = phone.record("2:3")
    assert answer.status_code == 202
    assert "The night of this game is over. What you sent is kept" in text_of(answer)
    assert HeldWrite.objects.get().why == "link_over"
    assert phone.get("game-table").status_code == 404


@pytest.mark.parametrize("dead", [True, False])
@pytest.mark.parametrize("days", [2, 7, -1])
def test_older_games_and_those_to_come_are_closed(phone: AtTable, dead: bool, days: int) -> None:
    if dead:
        withdraw()
    age(days)
    assert phone.record("2:3").status_code == 404
    assert not HeldWrite.objects.exists()


def test_an_organiser_stores_it_and_everything_names_the_phone(table: AtTable, phone: AtTable) -> None:
    hand = phone.play("1:3")
    withdraw()
    phone.record("2:3")
    phone.post("hand-void", hand, client_id=uuid4(), version=1)
    listed = text_of(table.client.get(reverse("held-list", args=[table.club.slug])))
    assert "Sent by Table 1 , Android phone" in listed
    assert "The table’s card was withdrawn, or its time was over." in listed
    organiser = get_recorder(table.club, table.scorer)
    first = HeldWrite.objects.order_by("pk")[0]
    assert store_held(first.pk, organiser).done
    assert table.scores == [0, 1, 1]
    assert "Table 1 , Android phone" in text_of(table.get("game-history"))


def test_sent_again_it_is_held_once_and_stored_once(table: AtTable, phone: AtTable, card: TableCard) -> None:
    withdraw()
    hand = uuid4()
    assert [phone.record("2:3", client_id=hand).status_code for _ in range(2)] == [202, 202]
    held = HeldWrite.objects.get()
    TableCard.objects.update(withdrawn_at=None)
    assert phone.record("2:3", client_id=hand, follows="").status_code == 200
    held.refresh_from_db()
    assert held.settled_as is not None
    withdraw()
    assert phone.record("2:3", client_id=hand, follows="").status_code == 200  # known, and said so
    assert HeldWrite.objects.count() == 1


def test_a_dead_card_fills_no_list(table: AtTable, phone: AtTable, card: TableCard) -> None:
    other = scan_at(table, card, IPHONE)
    withdraw()
    for number in range(MOST_HELD):
        assert (phone, other)[number % 2].record("2:3", follows="").status_code == 202
    for full in (phone, other):
        answer = full.record("2:3", follows="")
        assert answer.status_code == 409
        assert "Much waits already that came by this table’s card. This was not kept." in text_of(answer)
        assert "Write it on paper and tell an organiser." in text_of(answer)
    assert HeldWrite.objects.count() == MOST_HELD
    assert phone.record("2:3", client_id=phone.sent[0], follows="").status_code == 202  # that one waits
    HeldWrite.objects.filter(pk=HeldWrite.objects.order_by("pk")[0].pk).update(settled_at=timezone.now())
    assert phone.record("2:3", follows="").status_code == 202


def test_what_can_not_be_read_shows_nothing_of_the_game(phone: AtTable) -> None:
    withdraw()
    for answer in (phone.record("x:9"), phone.record("2:3", client_id="x"), phone.post("hand-record", touch="x")):
        assert answer.status_code == 422
        assert "Not recorded." in text_of(answer)
        assert "Ben" not in text_of(answer)
    assert not HeldWrite.objects.exists()


def test_a_closed_night_holds_what_comes_by_a_card_that_works(table: AtTable, phone: AtTable) -> None:
    close_a_night(table.game.night_id, get_recorder(table.club, table.scorer), anyway=True)
    assert Night.objects.get().state == NightState.CLOSED
    answer = phone.record("2:3")
    assert answer.status_code == 202
    assert said(answer) == ["The night is closed. What you sent is kept for an organiser to decide; nothing is lost."]
    assert "Ann" in text_of(answer)
    assert HeldWrite.objects.get().why == "night_closed"


def test_a_new_card_for_the_table_goes_on_where_the_old_one_stopped(table: AtTable, phone: AtTable) -> None:
    phone.play("1:3")
    withdraw()
    assert phone.record("2:3").status_code == 202
    scan(phone.client, make_card(table.club))
    assert phone.record("2:3", client_id=phone.sent[-1], follows=phone.sent[0]).status_code == 200
    assert table.scores == [0, 1, 1]
    assert HeldWrite.objects.get().settled_as is not None
