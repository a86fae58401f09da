"""How long scorers may change a game that is over: while the night lasts, until it is confirmed, or always."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils import timezone

from engine.events import Void
from engine.records import HandRecord
from league.models import Corrections, Game, HeldWrite
from league.services.answers import FREELY, Answer, Written
from league.services.confirming import confirm_game
from league.services.moves import move_game, place_of
from league.services.play import write_event
from league.services.settling import store_held
from league.services.window import closed_to_scorers
from tests.league.services.door import Phone, differences, made, sit_down

pytestmark = pytest.mark.django_db

TOMORROW = timedelta(days=1)


def seated(corrections: str) -> Phone:
    phone = sit_down()
    phone.game.club.corrections = corrections
    phone.game.club.save()
    return phone


def void(phone: Phone, **how: Any) -> Written:
    hand = phone.log.state.last_hand
    assert hand
    return write_event(phone.game.pk, uuid4(), phone.recorder, Void(hand), FREELY, **how)


def confirm(phone: Phone) -> Game:
    return confirm_game(phone.game.pk, phone.recorder, phone.log.players[1].pk, None, records=True)


@pytest.mark.parametrize(
    ("corrections", "confirmed", "later", "why"),
    [
        (Corrections.TONIGHT, False, False, ""),
        (Corrections.TONIGHT, False, True, "night_over"),
        (Corrections.CONFIRMED, False, True, ""),
        (Corrections.CONFIRMED, True, False, "game_confirmed"),
        (Corrections.ALWAYS, False, True, ""),
    ],
)
def test_the_clubs_choice_says_until_when(corrections: str, confirmed: bool, later: bool, why: str) -> None:
    phone = seated(corrections)
    phone.win()
    if confirmed:
        confirm(phone)
    at = timezone.now() + TOMORROW if later else None
    assert closed_to_scorers(phone.log, at) == why


def test_a_game_that_is_played_is_never_closed_to_its_scorer() -> None:
    phone = seated(Corrections.TONIGHT)
    phone.record(made(0, 3))
    with time_machine.travel(timezone.now() + TOMORROW):
        assert closed_to_scorers(phone.log) == ""
        assert void(phone, as_scorer=True).answer == Answer.STORED


def test_a_sheet_of_a_past_day_may_be_put_right_on_the_day_on_which_it_was_typed() -> None:
    phone = seated(Corrections.TONIGHT)
    phone.win()
    phone.game.night.date -= timedelta(days=7)
    phone.game.night.save()
    assert closed_to_scorers(phone.log) == ""
    assert closed_to_scorers(phone.log, timezone.now() + TOMORROW) == "night_over"


def test_what_a_scorer_changes_too_late_waits_and_an_organiser_stores_it() -> None:
    phone = seated(Corrections.CONFIRMED)
    phone.win()
    confirm(phone)
    written = void(phone, as_scorer=True)
    assert (written.answer, written.why) == (Answer.HELD, "game_confirmed")
    assert (phone.status, phone.scores) == ("won", [10, 0, 0])
    assert store_held(HeldWrite.objects.get().pk, phone.recorder).done
    assert (phone.status, phone.scores) == ("open", [9, 0, 0])
    assert differences() == []


def test_an_organiser_changes_it_at_any_time_and_on_a_closed_night() -> None:
    phone = seated(Corrections.CONFIRMED)
    phone.win()
    confirm(phone)
    phone.game.night.state = "closed"
    phone.game.night.save()
    assert void(phone).answer == Answer.HELD  # the night
    assert void(phone, although_closed=True).answer == Answer.STORED


def test_a_scorer_does_not_move_a_game_that_was_confirmed_meanwhile() -> None:
    phone = seated(Corrections.CONFIRMED)
    phone.win()
    here = place_of(phone.game)
    confirm(phone)
    with pytest.raises(ValidationError, match="Only an organiser"):
        move_game(phone.game.pk, phone.recorder, here, replace(here, table=7), as_scorer=True)
    assert place_of(move_game(phone.game.pk, phone.recorder, here, replace(here, table=7))).table == 7


def test_a_game_that_is_open_again_must_be_confirmed_again() -> None:
    phone = seated(Corrections.CONFIRMED)
    phone.win()
    confirm(phone)
    void(phone)
    phone.game.refresh_from_db()
    assert phone.game.confirmed_at is None
    phone.record(HandRecord(maker=0, maker_tricks=3))
    assert closed_to_scorers(phone.log) == ""
