"""The one door where a night is closed, and where a game ends."""

from __future__ import annotations

import datetime
from uuid import uuid4

import pytest

from engine.events import (
    Abandon,
    Concede,
    Correct,
    CutShort,
    Deal,
    Withdraw,
)
from league.models import GameEvent, HeldWrite, Night, NightState
from league.services.answers import Answer, Aside
from league.services.play import write_event
from tests.league.services.door import (
    ASKING,
    Phone,
    differences,
    made,
    sums,
)

pytestmark = pytest.mark.django_db


# The night is closed


def close_night(phone: Phone, state: str = NightState.CLOSED) -> None:
    Night.objects.filter(pk=phone.game.night_id).update(state=state)


def test_what_the_devices_clock_said_is_kept(phone: Phone) -> None:
    said, hand = datetime.datetime(2026, 1, 2, 3, 4, tzinfo=datetime.UTC), uuid4()
    write_event(phone.game.pk, hand, phone.recorder, Deal(str(hand), made()), aside=Aside(said))
    row = GameEvent.objects.get(client_id=hand)
    assert row.entered_at == said != row.stored_at


def test_a_withdrawn_game_takes_no_hand_and_is_withdrawn_once(phone: Phone) -> None:
    hand = phone.record(made())
    answers = [phone.write(Withdraw()).answer for _time in range(2)]
    assert answers == [Answer.STORED, Answer.UNCHANGED]
    refused = phone.deal(made(1, 4), follows=hand)
    assert (refused.answer, [problem.code for problem in refused.problems]) == (Answer.REFUSED, ["game_over"])
    assert phone.log.ending == 2


def test_write_of_a_closed_night_is_held_once(phone: Phone) -> None:
    hand = phone.record(made())
    close_night(phone)
    client_id = uuid4()
    answers = [phone.deal(made(1, 4), follows=hand, client_id=client_id).answer for _time in range(3)]
    assert answers == [Answer.HELD] * 3
    held = HeldWrite.objects.get()
    assert (held.club, held.game, held.client_id) == (phone.game.club, phone.game.pk, client_id)
    assert (held.recorder, held.why, held.settled_at) == (phone.recorder, "night_closed", None)
    assert held.body == {
        "v": 1,
        "kind": "hand",
        "is_correction": False,
        "hand": str(client_id),
        "follows": hand,
        "version": None,
        "insert": False,
        "body": {"kind": "played", "maker": 1, "maker_tricks": 4},
        "entered_at": None,
        "reason": "",
    }
    assert phone.events == 1


def test_held_id_with_other_content_is_refused(phone: Phone) -> None:
    """Saying that it is kept would lose it."""
    close_night(phone)
    client_id = uuid4()
    assert phone.deal(made(1, 4), client_id=client_id).answer == Answer.HELD
    assert phone.deal(made(1, 5), client_id=client_id).answer == Answer.REUSED
    assert HeldWrite.objects.get().body["body"]["maker_tricks"] == 4


def test_retry_of_what_was_stored_before_closing_is_answered(phone: Phone) -> None:
    client_id = uuid4()
    phone.deal(made(), client_id=client_id)
    close_night(phone)
    assert phone.deal(made(), follows=None, client_id=client_id).answer == Answer.REPEATED
    assert not HeldWrite.objects.exists()


def test_held_write_is_stored_when_it_comes_after_the_night_was_opened_again(phone: Phone) -> None:
    client_id = uuid4()
    close_night(phone)
    phone.deal(made(), client_id=client_id)
    close_night(phone, NightState.OPEN)
    assert phone.deal(made(), client_id=client_id).answer == Answer.STORED
    assert phone.events == 1


# The end of a game


def test_hand_that_ends_the_game_is_asked_once(phone: Phone) -> None:
    phone.record(made(0, 5), made(0, 5), made(0, 5))
    client_id = uuid4()
    asked = phone.deal(made(0, 3), client_id=client_id, guard=ASKING)
    assert asked.answer == Answer.CONFIRM
    assert asked.would_be is not None
    assert asked.would_be.state.winners == {0}
    assert (phone.status, phone.events) == ("open", 3)
    assert phone.deal(made(0, 3), client_id=client_id).answer == Answer.STORED
    assert phone.status == "won"


def test_hand_that_does_not_end_the_game_is_not_asked(phone: Phone) -> None:
    assert phone.deal(made(0, 5), guard=ASKING).answer == Answer.STORED


@pytest.mark.parametrize("event", [Abandon(), Concede(frozenset([0])), CutShort(stands=True)])
def test_other_endings_are_asked_too(phone: Phone, event: Abandon) -> None:
    assert phone.write(event, ASKING).answer == Answer.CONFIRM
    assert phone.status == "open"


def test_correction_of_a_finished_game_is_not_asked(phone: Phone) -> None:
    hand = phone.win()
    assert phone.write(Correct(hand, made(0, 4)), ASKING).answer == Answer.STORED


@pytest.mark.parametrize("ending", ["won", "abandoned", "conceded"])
def test_hand_after_the_end_is_refused(phone: Phone, ending: str) -> None:
    if ending == "won":
        phone.win()
    else:
        phone.write(Abandon() if ending == "abandoned" else Concede(frozenset([1])))
    before = phone.events
    written = phone.deal(made(1, 3))
    assert (phone.status, written.answer) == (ending, Answer.REFUSED)
    assert [problem.code for problem in written.problems] == ["game_over"]
    assert phone.events == before


def test_second_ending_is_refused(phone: Phone) -> None:
    phone.write(Abandon())
    assert [problem.code for problem in phone.write(Concede(frozenset([1]))).problems] == ["game_over"]


def test_undoing_the_last_hand_reopens_the_game_and_takes_the_win_back(phone: Phone) -> None:
    last = phone.win()
    ann = phone.log.players[0]
    assert sums(ann, "games", "won12", "points") == [(1, 12, 10)] * 2
    phone.void(last)
    assert (phone.status, phone.scores) == ("open", [9, 0, 0])
    assert sums(ann, "games", "won12", "points") == [(0, 0, 0)] * 2
    assert ann.tallies.get().nights == 0
    phone.record(made(1, 4))
    assert phone.deal(made(0, 3)).answer == Answer.STORED
    assert sums(ann, "games", "won12", "points") == [(1, 12, 10)] * 2
    assert differences() == []


def test_undoing_an_ending_reopens_the_game(phone: Phone) -> None:
    phone.record(made(0, 3))
    phone.write(Concede(frozenset([1, 2])))
    ben = phone.log.players[1]
    assert sums(ben, "games", "won12") == [(1, 6)] * 2
    phone.undo(2)
    assert phone.status == "open"
    assert sums(ben, "games", "won12") == [(0, 0)] * 2


def test_hand_behind_an_earlier_end_is_kept_and_outside(phone: Phone) -> None:
    first = phone.record(made(0, 3))
    last = phone.record(made(0, 5), made(0, 5), made(0, 5))
    assert phone.correct(first, made(0, 5)).answer == Answer.STORED
    assert phone.scores == [12, 0, 0]
    phone.correct(first, made(0, 3))
    second = phone.log.state.lines[1].id
    phone.correct(second, made(1, 5))
    assert (phone.status, phone.scores) == ("open", [7, 3, 0])
    assert not phone.line(last).outside
    phone.record(made(1, 5))
    phone.correct(second, made(0, 5))
    assert (phone.status, phone.scores) == ("won", [10, 0, 0])
    assert [line.outside for line in phone.log.state.lines] == [False] * 4 + [True]
    assert phone.game.lines.filter(outside=True).count() == 1
    assert differences() == []
