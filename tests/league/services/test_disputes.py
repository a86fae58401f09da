"""What is disputed waits for an organiser, once; the game itself is left alone."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils import timezone

from league.models import AuditEntry, Dispute, DisputeState, Game, Recorder
from league.services import disputes
from league.services.disputes import MOST_OPEN, dispute, open_disputes, settle
from tests.factories import make_founded_club, make_recorder, make_user
from tests.league.services.door import Phone, made, sit_down
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    phone = sit_down()
    phone.record(made(0, 5))
    return phone


def pia(phone: Phone) -> Recorder:
    return make_recorder(phone.game.club, account=make_user("Pia"), label="Pia")


def test_a_hand_is_disputed_with_words_and_nothing_else_changes(phone: Phone) -> None:
    events, hand = phone.events, UUID(phone.log.state.last_hand)
    made_one = dispute(phone.game.pk, hand, pia(phone), "It was four.")
    assert (made_one.hand, made_one.said.text, made_one.state) == (hand, "It was four.", DisputeState.OPEN)
    assert (phone.events, phone.scores) == (events, [3, 0, 0])
    entry = AuditEntry.objects.get(act="game_disputed")
    assert entry.after == {"dispute": made_one.pk}, "the words are not in the log, which is kept for ever"


def test_said_twice_it_waits_once(phone: Phone) -> None:
    by = pia(phone)
    dispute(phone.game.pk, None, by, "All wrong.")
    with pytest.raises(ValidationError, match="already"):
        dispute(phone.game.pk, None, by, "All wrong, I say.")
    # From another device of the same person too; another person may.
    with pytest.raises(ValidationError, match="already"):
        dispute(phone.game.pk, None, make_recorder(phone.game.club, account=by.account, device="iPad"), "Wrong.")
    dispute(phone.game.pk, None, make_recorder(phone.game.club, account=make_user("Cleo")), "I think so too.")
    assert open_disputes(phone.game.club).count() == 2


def test_a_hand_of_another_game_and_a_game_of_another_club_are_not_found(phone: Phone) -> None:
    with pytest.raises(ValidationError, match="no such hand"):
        dispute(phone.game.pk, uuid4(), pia(phone), "?")
    with pytest.raises(Game.DoesNotExist):
        dispute(phone.game.pk, None, make_recorder(make_founded_club(name="Elsewhere")), "?")


def test_nobody_floods_the_organisers(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disputes, "MOST_OPEN", 2)
    by = pia(phone)
    for _time in range(2):
        phone.record(made(1, 3))
        dispute(phone.game.pk, UUID(phone.log.state.last_hand), by, "?")
    with pytest.raises(ValidationError, match="2 things"):
        dispute(phone.game.pk, None, by, "?")
    assert MOST_OPEN > 2


def test_settled_twice_the_first_answer_stays(phone: Phone) -> None:
    waits = dispute(phone.game.pk, None, pia(phone), "All wrong.")
    settle(waits.pk, phone.recorder, DisputeState.STANDS, "Three saw it.")
    again = settle(waits.pk, phone.recorder, DisputeState.CHANGED, "Or not.")
    assert (again.state, again.answer and again.answer.text) == (DisputeState.STANDS, "Three saw it.")
    assert AuditEntry.objects.filter(act="dispute_settled").count() == 1
    assert not open_disputes(phone.game.club).exists()


def test_once_settled_it_can_be_said_again(phone: Phone) -> None:
    by = pia(phone)
    settle(dispute(phone.game.pk, None, by, "Wrong.").pk, phone.recorder, DisputeState.STANDS)
    dispute(phone.game.pk, None, by, "Still wrong.")
    assert open_disputes(phone.game.club).get().said.text == "Still wrong."


def test_an_organiser_of_another_club_settles_nothing(phone: Phone) -> None:
    waits = dispute(phone.game.pk, None, pia(phone), "Wrong.")
    with pytest.raises(Dispute.DoesNotExist):
        settle(waits.pk, make_recorder(make_founded_club(name="Elsewhere")), DisputeState.STANDS)


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_are_one_dispute() -> None:
    phone = sit_down()
    by = pia(phone)

    def say() -> bool:
        try:
            dispute(phone.game.pk, None, by, "Wrong.")
        except ValidationError:
            return False
        return True

    assert sorted(at_once(*[say] * 4)) == [False, False, False, True]
    assert Dispute.objects.count() == 1


def test_taking_back_and_saying_anew_is_no_way_to_flood(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disputes, "MOST_OPEN", 2)
    by = pia(phone)
    for _time in range(2):
        settle(dispute(phone.game.pk, None, by, "?").pk, by, DisputeState.WITHDRAWN)
    with pytest.raises(ValidationError, match="2 things"):
        dispute(phone.game.pk, None, by, "?")
    with time_machine.travel(timezone.now() + disputes.COUNTED_FOR):
        assert dispute(phone.game.pk, None, by, "?").state == DisputeState.OPEN
