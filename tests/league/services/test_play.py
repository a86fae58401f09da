"""The one door: every row of its table of answers, and what each leaves in the database."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.cards import Suit
from engine.events import (
    Abandon,
    Concede,
    Correct,
    CutShort,
    Deal,
    Final,
    Reseat,
    Restore,
    SetDealer,
    Undo,
    Void,
)
from engine.records import HandKind, HandRecord
from league.models import Game, GameEvent
from league.services.answers import FREELY, STORED, Answer
from league.services.play import write_event
from tests.factories import make_founded_club, make_recorder
from tests.league.services.door import (
    ASKING,
    MISDEAL,
    PASSED_OUT,
    Phone,
    another_game,
    differences,
    made,
    sit_down,
)

pytestmark = pytest.mark.django_db


# It fits


def test_hand_that_fits_is_stored(phone: Phone) -> None:
    client_id = uuid4()
    written = phone.deal(made(1, 3), client_id=client_id)
    assert written.answer == Answer.STORED
    assert written.line is not None
    assert (written.line.id, written.line.number, written.line.scores) == (str(client_id), 1, (0, 1, 0))
    event = GameEvent.objects.get(client_id=client_id)
    assert (event.seq, event.kind, event.hand, event.version, event.follows) == (1, "hand", client_id, 1, None)
    assert event.recorder == phone.recorder
    assert phone.scores == [0, 1, 0]


def test_answer_holds_the_game_as_it_is_now(phone: Phone) -> None:
    phone.record(made(0, 3))
    log = phone.deal(made(1, 0)).log
    assert log.state.scores == phone.log.state.scores == (3, 0, 2)
    assert (log.game.seq, log.game.scores) == (2, [3, 0, 2])


def test_each_hand_follows_the_one_before(phone: Phone) -> None:
    first = phone.record(made(0, 3))
    second = phone.deal(made(0, 3), follows=first)
    assert second.answer == Answer.STORED
    assert GameEvent.objects.get(seq=2).follows == UUID(first)


def test_every_kind_of_event_is_stored(phone: Phone) -> None:
    hand = phone.record(made(0, 3))
    events = [
        Correct(hand, made(0, 5)),
        Void(hand),
        Restore(hand),
        Reseat((1, 0, 2), hand),
        SetDealer(2, hand),
        Undo(5),
        Abandon(),
        Undo(8),
        CutShort(stands=False),
        Undo(10),
        Concede(frozenset([1, 2])),
    ]
    assert [phone.write(event).answer for event in events] == [Answer.STORED] * len(events)
    kinds = "start hand hand void restore seats dealer undo abandon undo cut_short undo concede"
    assert list(GameEvent.objects.order_by("seq").values_list("kind", flat=True)) == kinds.split()
    assert phone.status == "conceded"
    assert differences() == []


def test_result_of_a_game_kept_without_hands(phone: Phone) -> None:
    assert phone.write(Final((10, 4, 7))).answer == Answer.STORED
    assert (phone.status, phone.scores) == ("won", [10, 4, 7])


def test_time_can_be_given(phone: Phone) -> None:
    before = phone.game.events.get().stored_at.replace(year=2020)
    hand = uuid4()
    write_event(phone.game.pk, hand, phone.recorder, Deal(str(hand), made()), at=before)
    assert GameEvent.objects.get(client_id=hand).stored_at == phone.line(str(hand)).stored_at == before


# The same write again


def test_retry_is_stored_once(phone: Phone) -> None:
    client_id = uuid4()
    phone.deal(made(), client_id=client_id)
    again = phone.deal(made(), follows=None, client_id=client_id)
    assert again.answer == Answer.REPEATED
    assert again.line is not None
    assert again.line.number == 1
    assert phone.events == 1


def test_retry_after_other_hands_shows_the_table_as_it_is_now(phone: Phone) -> None:
    client_id = uuid4()
    phone.deal(made(0, 3), client_id=client_id)
    phone.record(made(1, 5), made(2, 3))
    again = phone.deal(made(0, 3), follows=None, client_id=client_id)
    assert again.answer == Answer.REPEATED
    assert again.log.state.scores == (1, 3, 1)
    assert phone.events == 3


def test_retry_of_a_hand_voided_since_is_no_second_hand(phone: Phone) -> None:
    client_id = uuid4()
    phone.deal(made(), client_id=client_id)
    phone.void(str(client_id))
    again = phone.deal(made(), follows=None, client_id=client_id)
    assert again.answer == Answer.REPEATED
    assert again.line is not None
    assert again.line.void
    assert phone.scores == [0, 0, 0]


def test_retry_of_a_hand_corrected_since_changes_nothing(phone: Phone) -> None:
    client_id = uuid4()
    phone.deal(made(0, 3), client_id=client_id)
    phone.correct(str(client_id), made(0, 5))
    assert phone.deal(made(0, 3), follows=None, client_id=client_id).answer == Answer.REPEATED
    assert phone.scores == [3, 0, 0]


@pytest.mark.parametrize("kind", ["void", "correct", "seats", "abandon"])
def test_retry_of_any_event_is_stored_once(phone: Phone, kind: str) -> None:
    hand = phone.record(made(0, 3))
    event = {
        "void": Void(hand),
        "correct": Correct(hand, made(0, 4)),
        "seats": Reseat((2, 1, 0), hand),
        "abandon": Abandon(),
    }[kind]
    client_id = uuid4()
    answers = [phone.write(event, client_id=client_id).answer for _time in range(3)]
    assert answers == [Answer.STORED, Answer.REPEATED, Answer.REPEATED]
    assert phone.events == 2


def test_browsers_back_button_is_refused(phone: Phone) -> None:
    client_id = uuid4()
    phone.deal(made(0, 3), client_id=client_id)
    other = phone.deal(made(1, 3), follows=None, client_id=client_id)
    assert other.answer == Answer.REUSED
    assert other.line is not None
    assert other.line.record == made(0, 3)
    assert phone.scores == [1, 0, 0]


def test_id_of_another_kind_of_write_is_refused(phone: Phone) -> None:
    client_id = uuid4()
    phone.deal(made(0, 3), client_id=client_id)
    assert phone.write(Abandon(), client_id=client_id).answer == Answer.REUSED
    assert phone.deal(made(), client_id=phone.game.pk).answer == Answer.REUSED  # the start has that one
    assert phone.events == 1


# The engine finds problems


@pytest.mark.parametrize(
    ("record", "codes"),
    [
        (made(0, 6), {"bad_tricks"}),
        (made(0, -1), {"bad_tricks"}),
        (made(3, 3), {"bad_seat"}),
        (HandRecord(maker=0), {"tricks_missing"}),
        (HandRecord(maker_tricks=3), {"maker_missing"}),
        (made(0, 3, lone_defender=0), {"lone_defender_is_maker"}),
        (HandRecord(maker=0, tricks=(2, 2, 2)), {"trick_total"}),
        (HandRecord(maker=0, lone_defender=1, tricks=(2, 2, 1)), {"trick_for_sitting_out"}),
        (made(7, 9, offender=1), {"bad_seat", "bad_tricks", "not_in_kind"}),
    ],
)
def test_problems_are_told_all_at_once_and_nothing_is_stored(phone: Phone, record: HandRecord, codes: set[str]) -> None:
    written = phone.deal(record)
    assert written.answer == Answer.REFUSED
    assert {problem.code for problem in written.problems} == codes
    assert (phone.events, phone.scores) == (0, [0, 0, 0])


def test_alone_is_refused_in_two_handed() -> None:
    phone = sit_down("Ann", "Ben", variant="two_handed")
    written = phone.deal(made(0, 3, alone=True))
    assert [problem.code for problem in written.problems] == ["alone_not_offered"]


def test_bad_correction_is_refused(phone: Phone) -> None:
    hand = phone.record(made(0, 3))
    written = phone.correct(hand, made(0, 9), version=1)
    assert [problem.code for problem in written.problems] == ["bad_tricks"]
    assert phone.scores == [1, 0, 0]


@pytest.mark.parametrize("kind", ["correct", "void", "restore", "follows"])
def test_hand_that_is_not_there(phone: Phone, kind: str) -> None:
    nowhere = str(uuid4())
    written = {
        "correct": lambda: phone.correct(nowhere, made()),
        "void": lambda: phone.void(nowhere),
        "restore": lambda: phone.write(Restore(nowhere)),
        "follows": lambda: phone.deal(made(), follows=nowhere),
    }[kind]()
    assert written.answer == Answer.REFUSED
    assert [problem.code for problem in written.problems] == ["unknown_hand"]


def test_hand_of_another_game_is_not_there(phone: Phone) -> None:
    hand = phone.record(made())
    other = another_game(phone)
    assert other.correct(hand, made(0, 5)).answer == other.void(hand).answer == Answer.REFUSED


@pytest.mark.parametrize("number", [0, -1, 1, 9])
def test_what_can_not_be_undone(phone: Phone, number: int) -> None:
    phone.record(made())  # number 1: a hand is voided
    assert [problem.code for problem in phone.undo(number).problems] == ["cannot_undo"]


@pytest.mark.parametrize("order", [(0, 1), (0, 0, 1), (0, 1, 3)])
def test_bad_seats_are_refused(phone: Phone, order: tuple[int, ...]) -> None:
    assert [problem.code for problem in phone.write(Reseat(order)).problems] == ["bad_order"]


# Nobody's game


def test_unknown_game_is_not_there(phone: Phone) -> None:
    stray = Phone(Game(pk=uuid4()), phone.recorder)
    with pytest.raises(Game.DoesNotExist):
        stray.write(Abandon())


def test_game_of_another_club_is_not_there(phone: Phone) -> None:
    stranger = Phone(phone.game, make_recorder(make_founded_club(name="Elsewhere")))
    with pytest.raises(Game.DoesNotExist):
        stranger.write(Abandon())
    assert phone.events == 0


# The deal


def test_misdeal_keeps_the_dealer(phone: Phone) -> None:
    phone.record(MISDEAL)
    assert phone.log.state.dealer == 0
    phone.record(made(1, 3))
    assert phone.log.state.dealer == 1
    phone.game.refresh_from_db()
    assert phone.game.hands == 1


def test_passed_out_hand_moves_the_deal(phone: Phone) -> None:
    phone.record(PASSED_OUT)
    assert phone.log.state.dealer == 1
    phone.game.refresh_from_db()
    assert (phone.game.hands, phone.game.scores) == (1, [0, 0, 0])


def test_void_moves_the_deal_back(phone: Phone) -> None:
    hand = phone.record(made())
    phone.void(hand)
    assert phone.log.state.dealer == 0


# What it takes


def test_every_answer_says_whether_a_client_may_forget_its_write() -> None:
    assert {Answer.STORED, Answer.REPEATED, Answer.ALIASED, Answer.UNCHANGED} == STORED


def test_hand_takes_nine_statements(phone: Phone) -> None:
    follows = phone.record(made(0, 3), made(1, 3, trump=Suit.HEARTS, round=1))
    hand = uuid4()
    with CaptureQueriesContext(connection) as captured:
        written = phone.write(Deal(str(hand), made(2, 3), follows), ASKING, hand)
    assert written.answer == Answer.STORED
    assert len(captured) == 9, [query["sql"][:80] for query in captured]  # BEGIN and COMMIT included


def test_hand_that_ends_a_game_takes_twelve(phone: Phone) -> None:
    follows = phone.record(made(0, 5), made(0, 5), made(0, 5))
    hand = uuid4()
    with CaptureQueriesContext(connection) as captured:
        written = phone.write(Deal(str(hand), made(0, 3), follows), FREELY, hand)
    assert (written.answer, written.log.game.status) == (Answer.STORED, "won")
    assert len(captured) == 12, [query["sql"][:80] for query in captured]


def test_long_game_takes_no_more_statements(phone: Phone) -> None:
    for _hand in range(20):
        follows = phone.record(PASSED_OUT)
    hand = uuid4()
    with CaptureQueriesContext(connection) as captured:
        phone.write(Deal(str(hand), made(2, 3), follows), ASKING, hand)
    assert len(captured) == 9


def test_write_that_is_not_stored_writes_nothing(phone: Phone) -> None:
    phone.record(made(0, 3))
    for write in (
        lambda: phone.deal(made(0, 9)),
        lambda: phone.deal(made(1, 3), follows=None),
        lambda: phone.write(Undo(99)),
    ):
        with CaptureQueriesContext(connection) as captured:
            assert write().answer not in STORED
        written = [q["sql"] for q in captured if q["sql"].split()[0] in ("INSERT", "UPDATE", "DELETE")]
        assert written == []


def test_kinds_of_hands_are_stored_as_they_were_said(phone: Phone) -> None:
    said = [
        made(0, 4, trump=Suit.SPADES, round=2, upcard="9h"),
        HandRecord(maker=1, alone=True, tricks=(2, 3, 0)),
        HandRecord(maker=2, lone_defender=0, maker_tricks=0),
        HandRecord(HandKind.PENALTY, maker=0, offender=1),
        PASSED_OUT,
    ]
    phone.record(*said)
    assert [line.record for line in phone.log.state.lines] == said
    outcomes = list(phone.game.lines.order_by("position").values_list("outcome", flat=True))
    assert outcomes == ["made", "made", "lone_defence_march", "penalty", "passed_out"]


def test_a_late_undo_that_was_done_already_stays_done_once(phone: Phone) -> None:
    """Sent again after somebody restored the hand, it must not take it away a second time."""
    hand = phone.record(made())
    phone.void(hand)
    late = uuid4()
    assert phone.write(Void(hand), client_id=late).answer == Answer.UNCHANGED
    phone.write(Restore(hand))
    assert phone.write(Void(hand), client_id=late).answer == Answer.REPEATED
    assert phone.scores == [1, 0, 0]
    assert phone.write(Restore(hand), client_id=late).answer == Answer.REUSED


def test_a_second_phone_that_abandons_is_told_that_it_is_done(phone: Phone) -> None:
    assert [phone.write(Abandon()).answer for _time in range(2)] == [Answer.STORED, Answer.UNCHANGED]


def test_a_late_reopening_reopens_no_later_ending(phone: Phone) -> None:
    phone.write(Abandon())
    phone.undo(1)
    late = uuid4()
    assert phone.write(Undo(1), client_id=late).answer == Answer.UNCHANGED
    phone.write(Abandon())
    assert phone.write(Undo(1), client_id=late).answer == Answer.REPEATED
    assert phone.log.state.status == "abandoned"
