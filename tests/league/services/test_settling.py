"""What was held is stored by the one door, as who sent it, or left out; each once, by one of however many."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from engine.events import (
    Abandon,
    Concede,
    Correct,
    CutShort,
    Deal,
    Event,
    Final,
    Reseat,
    Restore,
    SetDealer,
    Substitute,
    Undo,
    Void,
    Withdraw,
)
from league.models import AuditEntry, EventAlias, GameEvent, HeldWrite, NightState, Recorder, Remark
from league.services.answers import FREELY, Answer, Aside, Guard
from league.services.closing import close_night, reopen_night
from league.services.play import write_event
from league.services.settling import leave_out, read_waiting, store_held
from tests.factories import make_player, make_recorder
from tests.league.services.door import MISDEAL, PASSED_OUT, Phone, another_game, beside, differences, made, sit_down
from tests.repository import ROOT, code_files
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def olive(phone: Phone) -> Recorder:
    return make_recorder(phone.game.club, label="Olive")


def close(phone: Phone) -> None:
    close_night(phone.game.night_id, phone.recorder, anyway=True)


def reopen(phone: Phone) -> None:
    reopen_night(phone.game.night_id, phone.recorder)


def held(phone: Phone, event: Event, guard: Guard = FREELY, aside: Aside | None = None) -> HeldWrite:
    """What a phone sent to a closed night."""
    client_id = uuid4()
    if isinstance(event, Deal):
        event = Deal(str(client_id), event.record, event.follows)
    close(phone)
    written = write_event(phone.game.pk, client_id, phone.recorder, event, guard, aside=aside or Aside())
    assert written.answer == Answer.HELD
    return HeldWrite.objects.get(client_id=client_id)


def deal(phone: Phone, record: Any = None) -> Deal:
    return Deal("", record or made(1, 4), phone.log.state.last_hand)


def test_it_is_stored_as_who_sent_it_under_their_id_with_all_that_was_said(phone: Phone, olive: Recorder) -> None:
    at = datetime.datetime(2026, 1, 2, 3, 4, tzinfo=datetime.UTC)
    hand = phone.record(made())
    row = held(phone, Correct(hand, made(1, 4)), Guard(version=1, confirmed=True), Aside(at, reason="by the paper"))
    settled = store_held(row.pk, olive, confirmed=True)
    event = GameEvent.objects.get(client_id=row.client_id)
    assert (settled.done, settled.before, settled.event) == (True, False, event)
    assert (event.recorder, event.entered_at, event.version) == (phone.recorder, at, 2)
    assert Remark.objects.get(event=event).text == "by the paper"
    row.refresh_from_db()
    assert (row.settled_as, row.settled_at) == (event, event.stored_at)
    entry = AuditEntry.objects.get(act="held_stored")
    assert (entry.recorder, entry.subject_id, entry.after["event"]) == (olive, str(row.pk), event.pk)
    assert phone.log.game.night.state == NightState.CLOSED
    assert differences() == []


EVERY_KIND: dict[str, Callable[[list[str]], Event]] = {
    "hand": lambda hands: Deal("", made(1, 4, trump=None), hands[1]),
    "passed out": lambda hands: Deal("", PASSED_OUT, hands[1]),
    "misdeal": lambda hands: Deal("", MISDEAL, hands[1]),
    "insert": lambda hands: Deal("", made(1, 4), hands[0]),
    "correct": lambda hands: Correct(hands[0], made(2, 5)),
    "void": lambda hands: Void(hands[0]),
    "restore": lambda hands: Restore(hands[2]),
    "seats": lambda hands: Reseat((0, 2, 1), hands[0]),
    "dealer": lambda hands: SetDealer(2, hands[1]),
    "substitute": lambda hands: Substitute(1, hands[1]),
    "concede": lambda hands: Concede(frozenset((0,))),
    "cut short": lambda hands: CutShort(stands=True),
    "abandon": lambda hands: Abandon(),
    "withdraw": lambda hands: Withdraw(),
    "undo": lambda hands: Undo(5),
}


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_kind_of_write_comes_back_as_if_it_had_been_stored_at_once(
    phone: Phone, olive: Recorder, kind: str
) -> None:
    """Two games with the same hands: one stores the write at once, the other later."""
    later = another_game(phone)
    dora = make_player(phone.game.club, "Dora")
    said = Aside(said={"player": dora.pk, "gets_result": True} if kind == "substitute" else {})
    guard = Guard(insert=kind == "insert", confirmed=True)
    logs = []
    for one in (phone, later):
        hands = [one.record(made(0, 4)), one.record(made(0, 3)), one.record(made(2, 5))]
        one.void(hands[2])
        one.write(SetDealer(1, hands[1]))
        event = EVERY_KIND[kind](hands)
        if one is phone:
            client_id = uuid4()
            event = Deal(str(client_id), event.record, event.follows) if isinstance(event, Deal) else event
            stored = write_event(one.game.pk, client_id, one.recorder, event, guard, aside=said)
            assert stored.answer == Answer.STORED
        else:
            assert store_held(held(one, event, guard, said).pk, olive, confirmed=True).done
        logs.append(one.log)
    at_once_, held_ = logs
    assert held_.rows[-1].kind == at_once_.rows[-1].kind
    assert held_.rows[-1].body == at_once_.rows[-1].body
    assert [(line.number, line.record, line.scores) for line in held_.state.lines] == [
        (line.number, line.record, line.scores) for line in at_once_.state.lines
    ]
    assert (held_.state.status, held_.state.order, held_.credited) == (
        at_once_.state.status,
        at_once_.state.order,
        at_once_.credited,
    )
    assert differences() == []


def test_a_result_without_hands_comes_back_too(phone: Phone, olive: Recorder) -> None:
    assert store_held(held(phone, Final((10, 4, 2))).pk, olive, confirmed=True).done
    assert (phone.status, phone.scores) == ("won", [10, 4, 2])


def test_asked_twice_it_is_stored_once_and_left_out_once(phone: Phone, olive: Recorder) -> None:
    row = held(phone, deal(phone))
    first, second = store_held(row.pk, olive), store_held(row.pk, olive)
    assert (second.done, second.before, second.event) == (True, True, first.event)
    after = leave_out(row.pk, olive)
    assert (after.before, after.event) == (True, first.event)
    other = held(phone, deal(phone))
    assert [leave_out(other.pk, olive).before, leave_out(other.pk, olive).before] == [False, True]
    late = store_held(other.pk, olive)
    assert (late.done, late.before, late.event) == (True, True, None)
    assert phone.events == 1
    acts = AuditEntry.objects.filter(subject_kind="heldwrite").order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["held_stored", "held_left_out"]


def test_a_place_that_was_taken_meanwhile_is_a_conflict_and_it_waits_on(phone: Phone, olive: Recorder) -> None:
    row = held(phone, deal(phone))
    reopen(phone)
    phone.record(made(0, 5))
    settled = store_held(row.pk, olive)
    assert (settled.done, settled.written and settled.written.answer) == (False, Answer.CONFLICT)
    row.refresh_from_db()
    assert row.settled_at is None
    assert phone.events == 1


def test_the_same_hand_of_another_phone_settles_it(phone: Phone, olive: Recorder) -> None:
    row = held(phone, deal(phone))
    reopen(phone)
    phone.record(made(1, 4))
    settled = store_held(row.pk, olive)
    assert settled.done
    assert settled.event == EventAlias.objects.get(client_id=row.client_id).event
    assert phone.events == 1


def test_a_game_that_is_over_takes_no_hand_and_it_waits_on(phone: Phone, olive: Recorder) -> None:
    row = held(phone, deal(phone))
    reopen(phone)
    phone.write(Abandon())
    settled = store_held(row.pk, olive)
    assert settled.written
    assert [problem.code for problem in settled.written.problems] == ["game_over"]
    assert leave_out(row.pk, olive).done


def test_a_hand_that_ends_the_game_is_asked_about_once(phone: Phone, olive: Recorder) -> None:
    phone.record(made(0, 5), made(0, 5), made(0, 5))
    row = held(phone, deal(phone, made(0, 5)))
    settled = store_held(row.pk, olive)
    assert (settled.done, settled.written and settled.written.answer) == (False, Answer.CONFIRM)
    assert store_held(row.pk, olive, confirmed=True).done
    assert phone.status == "won"
    assert differences() == []


def test_what_follows_what_waits_is_stored_behind_it(phone: Phone, olive: Recorder) -> None:
    first = held(phone, deal(phone))
    second = held(phone, Deal("", made(2, 3), str(first.client_id)))
    settled = store_held(second.pk, olive)
    assert (settled.done, settled.written and settled.written.answer) == (False, Answer.REFUSED)
    assert store_held(first.pk, olive).done
    assert store_held(second.pk, olive).done
    assert phone.scores == [0, 1, 1]


def test_a_substitute_who_cannot_be_stops_it(phone: Phone, olive: Recorder) -> None:
    row = held(phone, Substitute(1, None), aside=Aside(said={"player": phone.log.players[0].pk, "gets_result": True}))
    with pytest.raises(ValidationError, match="sits at this table already"):
        store_held(row.pk, olive)
    row.refresh_from_db()
    assert row.settled_at is None


def test_other_facts_under_its_id_settle_nothing(phone: Phone, olive: Recorder) -> None:
    row = held(phone, deal(phone))
    reopen(phone)
    assert phone.deal(made(0, 5), follows=None, client_id=row.client_id).answer == Answer.STORED
    row.refresh_from_db()
    assert row.settled_at is None
    settled = store_held(row.pk, olive)
    assert (settled.done, settled.written and settled.written.answer) == (False, Answer.REUSED)
    assert leave_out(row.pk, olive).done


def test_what_came_again_by_itself_is_settled_by_that(phone: Phone, olive: Recorder) -> None:
    row = held(phone, deal(phone))
    reopen(phone)
    told = [phone.deal(made(1, 4), follows=None, client_id=row.client_id).answer for _time in range(2)]
    assert told == [Answer.STORED, Answer.REPEATED]
    row.refresh_from_db()
    event = GameEvent.objects.get(client_id=row.client_id)
    assert (row.settled_as, row.settled_at) == (event, event.stored_at)
    assert store_held(row.pk, olive).before
    assert phone.events == 1


def test_another_time_of_the_device_is_the_same_write(phone: Phone) -> None:
    event = Deal(str(hand := uuid4()), made())
    close(phone)
    times = [datetime.datetime(2026, 1, day, tzinfo=datetime.UTC) for day in (1, 2)]
    told = [write_event(phone.game.pk, hand, phone.recorder, event, aside=Aside(at)).answer for at in times]
    assert told == [Answer.HELD] * 2


def test_what_cannot_be_read_is_only_left_out(phone: Phone, olive: Recorder) -> None:
    club = phone.game.club
    rows = [
        HeldWrite.objects.create(club=club, game=phone.game.pk, client_id=uuid4(), body={"v": 99}),
        HeldWrite.objects.create(club=club, game=uuid4(), client_id=uuid4(), body=held(phone, Abandon()).body),
    ]
    assert read_waiting(rows[0]) is None
    for row in rows:
        with pytest.raises(ValidationError, match="left out"):
            store_held(row.pk, olive)
        assert leave_out(row.pk, olive).done
    assert phone.events == 0


def test_another_clubs_writes_are_not_there(phone: Phone) -> None:
    row = held(phone, deal(phone))
    for act in (store_held, leave_out):
        with pytest.raises(HeldWrite.DoesNotExist):
            act(row.pk, sit_down().recorder)


def test_only_settling_passes_a_closed_night() -> None:
    users = [path for path in code_files() if "although_closed=True" in path.read_text(encoding="utf-8")]
    assert users == [ROOT / Path("league/services/settling.py")]


@pytest.mark.django_db(transaction=True)
def test_organisers_who_decide_at_once_decide_once() -> None:
    phone = sit_down()
    olives = [beside(phone, f"Olive {number}").recorder for number in range(3)]
    row = held(phone, Deal("", made(1, 4)))
    told = at_once(
        *(lambda olive=olive: store_held(row.pk, olive) for olive in olives),
        *(lambda olive=olive: leave_out(row.pk, olive) for olive in olives),
        lambda: reopen(phone),
    )[:-1]
    assert sum(not settled.before for settled in told) == 1
    assert AuditEntry.objects.filter(subject_kind="heldwrite").count() == 1
    row.refresh_from_db()
    assert phone.events == (0 if row.settled_as is None else 1)
    assert differences() == []
