"""The one door where two phones write: in one place, or what is done already."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from engine.events import (
    Abandon,
    Restore,
    SetDealer,
)
from league.models import EventAlias
from league.services.answers import Answer, Guard
from tests.league.services.door import (
    Phone,
    beside,
    differences,
    made,
)

pytestmark = pytest.mark.django_db


# Two phones


def test_same_facts_from_a_second_phone_are_kept_as_an_alias(phone: Phone) -> None:
    hand = phone.record(made(1, 4))
    client_id = uuid4()
    written = beside(phone).deal(made(1, 4), follows=None, client_id=client_id)
    assert written.answer == Answer.ALIASED
    assert written.line is not None
    assert written.line.id == hand
    alias = EventAlias.objects.get()
    assert (alias.client_id, alias.event.client_id) == (client_id, UUID(hand))
    assert phone.events == 1


def test_alias_sent_again_is_answered(phone: Phone) -> None:
    hand = phone.record(made(1, 4))
    client_id, other = uuid4(), beside(phone)
    other.deal(made(1, 4), follows=None, client_id=client_id)
    again = other.deal(made(1, 4), follows=None, client_id=client_id)
    assert again.answer == Answer.REPEATED
    assert again.line is not None
    assert again.line.id == hand
    assert EventAlias.objects.count() == phone.events == 1


def test_alias_sent_again_after_the_hand_was_voided_is_no_second_hand(phone: Phone) -> None:
    hand = phone.record(made(1, 4))
    client_id, other = uuid4(), beside(phone)
    other.deal(made(1, 4), follows=None, client_id=client_id)
    phone.void(hand)
    again = other.deal(made(1, 4), follows=None, client_id=client_id)
    assert again.answer == Answer.REPEATED
    assert phone.scores == [0, 0, 0]


def test_alias_with_other_content_is_refused(phone: Phone) -> None:
    phone.record(made(1, 4))
    client_id, other = uuid4(), beside(phone)
    other.deal(made(1, 4), follows=None, client_id=client_id)
    assert other.deal(made(1, 5), follows=None, client_id=client_id).answer == Answer.REUSED
    assert other.write(Abandon(), client_id=client_id).answer == Answer.REUSED


def test_alias_of_a_corrected_hand_is_answered_again(phone: Phone) -> None:
    """The second phone agrees with the correction, which has another digest than a new hand."""
    hand = phone.record(made(1, 4))
    phone.correct(hand, made(1, 5))
    client_id, other = uuid4(), beside(phone)
    answers = [other.deal(made(1, 5), follows=None, client_id=client_id).answer for _time in range(2)]
    assert answers == [Answer.ALIASED, Answer.REPEATED]
    phone.correct(hand, made(1, 3))
    assert other.deal(made(1, 5), follows=None, client_id=client_id).answer == Answer.REPEATED


def test_alias_of_a_hand_that_came_to_the_place_later(phone: Phone) -> None:
    """The hand before it was undone, so that it follows another one than it was entered behind."""
    first = phone.record(made(0, 3))
    phone.record(made(1, 4))
    phone.void(first)
    client_id, other = uuid4(), beside(phone)
    answers = [other.deal(made(1, 4), follows=None, client_id=client_id).answer for _time in range(2)]
    assert answers == [Answer.ALIASED, Answer.REPEATED]


def test_real_second_hand_of_the_same_figures_is_one_tap(phone: Phone) -> None:
    phone.record(made(1, 4))
    other = beside(phone)
    assert other.deal(made(1, 4), follows=None).answer == Answer.ALIASED
    assert other.deal(made(1, 4)).answer == Answer.STORED
    assert phone.scores == [0, 2, 0]


def test_other_hand_in_that_place_conflicts_and_both_are_told(phone: Phone) -> None:
    phone.record(made(1, 4))
    written = beside(phone).deal(made(2, 5), follows=None)
    assert written.answer == Answer.CONFLICT
    assert written.line is not None
    assert written.line.record == made(1, 4)
    assert written.would_be is not None
    assert [line.record for line in written.would_be.state.lines] == [made(2, 5), made(1, 4)]
    assert (phone.events, phone.scores) == (1, [0, 1, 0])


def test_conflict_leaves_its_id_free(phone: Phone) -> None:
    hand = phone.record(made(1, 4))
    client_id, other = uuid4(), beside(phone)
    assert other.deal(made(2, 5), follows=None, client_id=client_id).answer == Answer.CONFLICT
    assert other.deal(made(2, 5), follows=hand, client_id=client_id).answer == Answer.STORED


def test_hand_behind_one_that_was_undone_meanwhile_conflicts(phone: Phone) -> None:
    phone.record(made(0, 3))
    undone = phone.record(made(1, 3))
    phone.void(undone)
    written = beside(phone).deal(made(2, 3), follows=undone)
    assert (written.answer, written.line) == (Answer.CONFLICT, None)


def test_forgotten_hand_is_put_between_two_others(phone: Phone) -> None:
    first = phone.record(made(0, 3))
    phone.record(made(1, 3))
    written = phone.deal(made(2, 3), follows=first, guard=Guard(insert=True, confirmed=True))
    assert written.answer == Answer.STORED
    assert written.line is not None
    assert (written.line.number, written.line.dealer) == (2, 1)
    assert [line.record.maker for line in phone.log.state.lines] == [0, 2, 1]
    assert list(phone.game.lines.order_by("position").values_list("number", flat=True)) == [1, 2, 3]


def test_correction_of_another_version_conflicts(phone: Phone) -> None:
    hand = phone.record(made(0, 3))
    assert phone.correct(hand, made(0, 4), version=1).answer == Answer.STORED
    written = beside(phone).correct(hand, made(0, 5), version=1)
    assert written.answer == Answer.CONFLICT
    assert written.line is not None
    assert written.line.record == made(0, 4)
    assert written.would_be is not None
    assert written.would_be.state.scores == (3, 0, 0)
    assert phone.correct(hand, made(0, 5), version=2).answer == Answer.STORED
    assert phone.line(hand).version == 3


def test_void_of_another_version_conflicts(phone: Phone) -> None:
    hand = phone.record(made(0, 3))
    phone.correct(hand, made(0, 4))
    assert phone.void(hand, version=1).answer == Answer.CONFLICT
    assert phone.scores == [1, 0, 0]
    assert phone.void(hand, version=2).answer == Answer.STORED


# Done already


def test_void_of_a_voided_hand_is_no_second_void(phone: Phone) -> None:
    hand = phone.record(made())
    assert [phone.void(hand).answer, beside(phone).void(hand).answer] == [Answer.STORED, Answer.UNCHANGED]
    assert beside(phone).void(hand, version=7).answer == Answer.UNCHANGED
    assert phone.events == 2


def test_restore_of_a_live_hand_changes_nothing(phone: Phone) -> None:
    hand = phone.record(made())
    assert phone.write(Restore(hand)).answer == Answer.UNCHANGED
    phone.void(hand)
    assert [phone.write(Restore(hand)).answer for _time in range(2)] == [Answer.STORED, Answer.UNCHANGED]
    assert phone.scores == [1, 0, 0]


def test_undo_of_what_is_undone_changes_nothing(phone: Phone) -> None:
    phone.write(SetDealer(2))
    assert [phone.undo(1).answer, phone.undo(1).answer] == [Answer.STORED, Answer.UNCHANGED]
    assert phone.log.state.dealer == 0


def test_what_was_undone_and_brought_back_can_be_undone_again(phone: Phone) -> None:
    phone.write(SetDealer(2))
    phone.undo(1)
    phone.undo(2)
    assert phone.log.state.dealer == 2
    assert phone.undo(1).answer == Answer.STORED
    assert phone.log.state.dealer == 0


def test_undone_correction_is_no_version(phone: Phone) -> None:
    """Its number stays taken; who saw the hand before it may correct it still."""
    hand = phone.record(made(0, 3))
    phone.correct(hand, made(0, 5), version=1)
    phone.undo(2)
    line = phone.line(hand)
    assert (phone.scores, line.version, line.entered.seq) == ([1, 0, 0], 1, 1)
    assert phone.correct(hand, made(1, 3), version=2).answer == Answer.CONFLICT
    assert phone.correct(hand, made(1, 3), version=1).answer == Answer.STORED
    assert (phone.scores, phone.line(hand).version) == ([0, 1, 0], 3)
    assert differences() == []
