"""Nights are closed and opened again; whatever comes while one closes is stored before it or held after it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from engine.events import Deal
from league.models import AuditEntry, GameEvent, HeldWrite, Night, NightState, Remark
from league.services.answers import Answer
from league.services.closing import StillPlaying, close_night, open_games, reopen_night, waiting_writes
from league.services.games import start_again
from league.services.moves import Place, move_game, place_of
from league.services.settling import store_held
from tests.league.services.door import Phone, another_game, beside, differences, made, sit_down
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def state(phone: Phone) -> str:
    return Night.objects.get(pk=phone.game.night_id).state


def close(phone: Phone, reason: str = "", *, anyway: bool = True) -> Night:
    return close_night(phone.game.night_id, phone.recorder, reason, anyway=anyway)


def reopen(phone: Phone, reason: str = "") -> Night:
    return reopen_night(phone.game.night_id, phone.recorder, reason)


def test_a_night_with_open_games_is_closed_only_if_it_is_meant(phone: Phone) -> None:
    with pytest.raises(StillPlaying):
        close(phone, anyway=False)
    assert state(phone) == NightState.OPEN
    assert list(open_games(phone.game.night)) == [phone.game]
    phone.win()
    assert list(open_games(phone.game.night)) == []
    close(phone, anyway=False)
    assert state(phone) == NightState.CLOSED


def test_games_of_a_closed_night_go_on_where_they_stood_once_it_is_open_again(phone: Phone) -> None:
    phone.record(made(0, 5))
    close(phone)
    assert phone.deal(made(1, 3)).answer == Answer.HELD
    assert (phone.status, phone.scores) == ("open", [3, 0, 0])
    reopen(phone)
    phone.record(made(1, 3))
    assert phone.scores == [3, 1, 0]
    assert waiting_writes(phone.game.club).count() == 1


def test_asked_twice_it_is_done_once(phone: Phone) -> None:
    for _time in range(2):
        assert close(phone).state == NightState.CLOSED
    for _time in range(2):
        assert reopen(phone).state == NightState.OPEN
    assert [entry.act for entry in AuditEntry.objects.order_by("pk")] == ["night_closed", "night_opened"]


def test_a_closed_night_with_open_games_is_closed_already(phone: Phone) -> None:
    close(phone)
    assert close(phone, anyway=False).state == NightState.CLOSED


def test_both_are_in_the_log_with_who_before_and_after_and_why(phone: Phone) -> None:
    other = another_game(phone)
    other.win()
    close(phone, "time was up")
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.recorder, entry.subject_kind) == ("night_closed", phone.recorder, "night")
    assert entry.subject_id == str(phone.game.night_id)
    assert entry.before == {"state": "open"}
    assert entry.after == {"state": "closed", "playing": [str(phone.game.pk)]}
    assert {remark.game for remark in Remark.objects.filter(text="time was up")} == {phone.game, other.game}
    reopen(phone)
    assert AuditEntry.objects.get(act="night_opened").after == {"state": "open"}


def test_another_clubs_night_is_not_there(phone: Phone) -> None:
    stranger = sit_down()
    for act in (close_night, reopen_night):
        with pytest.raises(Night.DoesNotExist):
            act(phone.game.night_id, stranger.recorder)


# At the same moment


def hands_in_a_row(phone: Phone, count: int = 6) -> Callable[[], list[Answer]]:
    """Hands one after the other, as a phone sends them that doesn't know of anything else."""

    def run() -> list[Answer]:
        told, follows = [], None
        for _number in range(count):
            client_id = uuid4()
            told.append(phone.write(Deal(str(client_id), made(2, 3), follows), client_id=client_id).answer)
            follows = str(client_id)
        return told

    return run


@pytest.mark.django_db(transaction=True)
def test_eight_phones_record_while_the_night_closes_and_every_hand_is_stored_before_or_held_after() -> None:
    first = sit_down()
    phones = [first, *(another_game(first) for _ in range(7))]
    organiser = beside(first, "Olive")
    told = at_once(*(hands_in_a_row(phone) for phone in phones), lambda: close(organiser))[:-1]
    for answers in told:
        stored = answers.count(Answer.STORED)
        assert answers == [Answer.STORED] * stored + [Answer.HELD] * (6 - stored)
    stored = sum(answers.count(Answer.STORED) for answers in told)
    assert GameEvent.objects.filter(kind="hand").count() == stored
    assert HeldWrite.objects.count() == 8 * 6 - stored
    closed = AuditEntry.objects.get().at
    assert not GameEvent.objects.filter(kind="hand", stored_at__gt=closed).exists()
    assert differences() == []
    for held in HeldWrite.objects.order_by("pk"):
        assert store_held(held.pk, organiser.recorder).done
    assert GameEvent.objects.filter(kind="hand").count() == 8 * 6
    assert [phone.scores for phone in phones] == [[0, 0, 6]] * 8
    assert differences() == []


@pytest.mark.django_db(transaction=True)
def test_games_that_start_and_move_while_the_night_closes_wait_for_it_or_it_for_them() -> None:
    first = sit_down()
    over = [another_game(first) for _ in range(3)]
    for phone in over:
        phone.win()

    def start(phone: Phone) -> Callable[[], Any]:
        return lambda: quietly(lambda: start_again(phone.log, uuid4(), phone.recorder))

    def move(phone: Phone) -> Callable[[], Any]:
        seen = place_of(phone.log.game)
        return lambda: quietly(lambda: move_game(phone.game.pk, phone.recorder, seen, Place(seen.day, 90, None)))

    def quietly(act: Callable[[], Any]) -> None:
        with contextlib.suppress(ValidationError):
            act()

    acts = [*map(start, over), *map(move, over), lambda: close(first), lambda: reopen(first), lambda: close(first)]
    at_once(*acts)
    entries = list(AuditEntry.objects.filter(subject_kind="night").order_by("pk").values_list("before", "after"))
    states = [(before["state"], after["state"]) for before, after in entries]
    assert all(one[1] == other[0] for one, other in pairwise(states))
    assert differences() == []
