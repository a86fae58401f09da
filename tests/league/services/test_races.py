"""Several phones at the same moment: real threads, each with its own connection, on whichever database is tested."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction

from engine.events import Correct, Deal, Restore, Void
from engine.records import HandRecord
from league.bridge.starts import NewGame
from league.models import (
    Club,
    EventAlias,
    Game,
    GameEvent,
    HeldWrite,
    Night,
    NightState,
    NightTally,
    Player,
    Recorder,
    Table,
    Tally,
)
from league.services.answers import FREELY, Answer, Guard
from league.services.games import start_game
from league.services.play import write_event
from league.services.recorders import get_recorder
from league.services.rescore import rescore
from league.services.scope import Scope
from league.services.tallies import recount_night, recount_season
from tests.factories import make_founded_club, make_player, make_recorder
from tests.league.services.door import Phone, beside, differences, expect, made, sit_down
from tests.threads import PATIENCE, at_once

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 12


def answers(*acts: Callable[[], Any]) -> Counter[Answer]:
    return Counter(written.answer for written in at_once(*acts))


def phones_of(phone: Phone, count: int = THREADS) -> list[Phone]:
    return [phone, *(beside(phone, f"Phone {number}") for number in range(1, count))]


def deal(phone: Phone, record: HandRecord, follows: str | None, client_id: UUID | None = None) -> Callable[[], Any]:
    client_id = client_id or uuid4()
    event = Deal(str(client_id), record, follows)
    return lambda: phone.write(event, FREELY, client_id)


# One hand, many phones


def test_same_write_sent_many_times_at_once_is_stored_once(phone: Phone) -> None:
    client_id = uuid4()
    told = answers(*[deal(other, made(0, 3), None, client_id) for other in phones_of(phone)])
    assert told == {Answer.STORED: 1, Answer.REPEATED: THREADS - 1}
    assert (phone.events, phone.scores) == (1, [1, 0, 0])
    assert differences() == []


def test_same_facts_from_many_phones_are_stored_once_and_the_rest_aliased(phone: Phone) -> None:
    told = answers(*[deal(other, made(1, 5), None) for other in phones_of(phone)])
    assert told == {Answer.STORED: 1, Answer.ALIASED: THREADS - 1}
    assert (phone.events, phone.scores, EventAlias.objects.count()) == (1, [0, 3, 0], THREADS - 1)


def test_aliases_repeated_at_once_stay_answered_also_when_the_hand_is_voided(phone: Phone) -> None:
    ids = [uuid4() for _phone in range(THREADS)]
    first = deal(phone, made(1, 5), None, ids[0])
    first()
    others = [deal(other, made(1, 5), None, id) for other, id in zip(phones_of(phone), ids, strict=True)]
    assert answers(*others) == {Answer.REPEATED: 1, Answer.ALIASED: THREADS - 1}
    told = answers(*others, lambda: phone.void(str(ids[0])))
    assert told == {Answer.REPEATED: THREADS, Answer.STORED: 1}
    assert (phone.events, phone.scores) == (2, [0, 0, 0])
    assert EventAlias.objects.count() == THREADS - 1


def test_alias_voided_and_sent_again_in_one_moment_is_no_second_hand(phone: Phone) -> None:
    """A write that waits for the game must see the alias that was stored while it waited."""
    others = phones_of(phone, 3)
    for _round in range(6):
        follows = phone.log.state.last_hand
        hand, client_id = phone.record(made(1, 3)), uuid4()
        again = [deal(other, made(1, 3), follows, client_id) for other in others]
        *told, void = at_once(*again, lambda hand=hand: phone.void(hand))  # type: ignore[misc]  # bound now
        assert void.answer == Answer.STORED
        first = {written.answer for written in told} - {Answer.REPEATED}
        # Before the void it is an alias, behind it a new hand; whatever it was, it stays that.
        assert first in ({Answer.ALIASED}, {Answer.STORED})
        assert [written.answer for written in told].count(Answer.REPEATED) == len(others) - 1


def test_different_hands_in_one_place_conflict_but_for_one(phone: Phone) -> None:
    records = [made(maker, tricks) for maker in range(3) for tricks in range(2, 6)]
    told = answers(*[deal(other, record, None) for other, record in zip(phones_of(phone), records, strict=True)])
    assert told == {Answer.STORED: 1, Answer.CONFLICT: THREADS - 1}
    assert phone.events == 1
    assert differences() == []


def test_void_raced_is_one_void(phone: Phone) -> None:
    hand = phone.record(made(0, 5))
    told = answers(*[lambda other=other: other.void(hand) for other in phones_of(phone)])  # type: ignore[misc]  # bound now
    assert told == {Answer.STORED: 1, Answer.UNCHANGED: THREADS - 1}
    assert (phone.events, phone.scores) == (2, [0, 0, 0])


def test_corrections_of_one_version_conflict_but_for_one(phone: Phone) -> None:
    hand = phone.record(made(0, 3))
    guard = Guard(version=1, confirmed=True)
    acts = [
        lambda other=other, n=n: other.write(Correct(hand, made(n % 3, 2 + n % 4)), guard)  # type: ignore[misc]  # bound now
        for n, other in enumerate(phones_of(phone))
    ]
    assert answers(*acts) == {Answer.STORED: 1, Answer.CONFLICT: THREADS - 1}
    assert phone.line(hand).version == 2
    assert differences() == []


def test_correction_and_void_of_one_version_conflict(phone: Phone) -> None:
    hand = phone.record(made(0, 3))
    told = answers(
        lambda: phone.correct(hand, made(0, 5), version=1),
        lambda: phone.void(hand, version=1),
    )
    # Whoever voids first leaves the version as it is: a correction of it may follow.
    assert told[Answer.STORED] + told[Answer.CONFLICT] == 2
    assert told[Answer.STORED] >= 1
    assert differences() == []


def test_closed_night_holds_a_write_sent_many_times_once(phone: Phone) -> None:
    Night.objects.update(state=NightState.CLOSED)
    client_id = uuid4()
    told = answers(*[deal(other, made(0, 3), None, client_id) for other in phones_of(phone)])
    assert told == {Answer.HELD: THREADS}
    assert (HeldWrite.objects.count(), phone.events) == (1, 0)


def test_finishing_hand_from_many_phones_counts_once(phone: Phone) -> None:
    follows = phone.record(made(0, 5), made(0, 5), made(0, 5))
    told = answers(*[deal(other, made(0, 5), follows) for other in phones_of(phone)])
    assert told == {Answer.STORED: 1, Answer.ALIASED: THREADS - 1}
    assert [tally.games for tally in Tally.objects.all()] == [1, 1, 1]
    assert differences() == []


# Starting


def start(club: Club, players: Sequence[Player], recorder: Recorder, game: UUID | None = None) -> Callable[[], Game]:
    new = NewGame("cutthroat", [player.pk for player in players], 0)
    game = game or uuid4()
    return lambda: start_game(club, game, recorder, new)


def test_same_start_sent_many_times_at_once_is_one_game() -> None:
    club = make_founded_club()
    players, recorder, game = [make_player(club, name) for name in "abc"], make_recorder(club), uuid4()
    games = at_once(*[start(club, players, recorder, game)] * THREADS)
    assert {found.pk for found in games} == {game}
    assert (Game.objects.count(), GameEvent.objects.count()) == (1, 1)
    assert (Night.objects.count(), Table.objects.count()) == (1, 1)
    assert differences() == []


def test_one_id_for_two_games_starts_one() -> None:
    club = make_founded_club()
    players, recorder, game = [make_player(club, name) for name in "abcd"], make_recorder(club), uuid4()

    def told(seated: Sequence[Player]) -> Callable[[], str]:
        def act() -> str:
            try:
                return str(start(club, seated, recorder, game)().pk)
            except ValidationError as error:
                return str(error.code)

        return act

    assert sorted(at_once(told(players[:3]), told(players[1:]))) == sorted([str(game), "reused"])
    assert Game.objects.count() == 1


def test_first_games_of_a_night_open_one_night_and_a_table_each() -> None:
    club, games = make_founded_club(), 6
    recorder = make_recorder(club)
    people = [[make_player(club, f"{name}{number}") for name in "abc"] for number in range(games)]
    begun = at_once(*[start(club, players, recorder) for players in people])
    night = Night.objects.get()
    assert {game.night_id for game in begun} == {night.pk}
    assert sorted(table.number for table in Table.objects.filter(night=night)) == list(range(1, games + 1))
    assert len({game.table_id for game in begun}) == games
    assert differences() == []


def test_guest_typed_on_many_phones_at_once_is_one_player() -> None:
    club = make_founded_club()
    recorder = make_recorder(club)
    people = [[make_player(club, f"{name}{number}") for name in "ab"] for number in range(6)]

    def seat(players: Sequence[Player]) -> Callable[[], Game]:
        new = NewGame("cutthroat", [*(player.pk for player in players), "Zoë"], 0)
        return lambda: start_game(club, uuid4(), recorder, new)

    assert len(at_once(*[seat(players) for players in people])) == len(people)
    assert Player.objects.filter(name="Zoë").count() == 1


def test_first_write_on_a_phone_makes_one_recorder() -> None:
    club = make_founded_club()
    owner = club.memberships.get().user
    recorders = at_once(*[lambda: get_recorder(club, owner, "Android phone")] * THREADS)
    assert {recorder.pk for recorder in recorders} == {Recorder.objects.get().pk}


# A busy evening


def test_many_tables_record_finish_and_correct_at_once() -> None:
    """Twelve tables of a night write 60 times each; every sum is what the games come to."""
    club = make_founded_club()
    phones = [sit_down(*(f"{name}{number}" for name in "abc"), club=club) for number in range(THREADS)]
    at_once(*[lambda phone=phone, n=n: play_evening(phone, Random(n), 60) for n, phone in enumerate(phones)])  # type: ignore[misc]  # bound now
    assert GameEvent.objects.count() >= THREADS * 60
    assert Tally.objects.filter(games__gt=0).count() == THREADS * 3
    assert differences() == []


def play_evening(phone: Phone, rng: Random, writes: int) -> None:
    """Games one after another, with slips: hands, and now and then an older one voided or corrected."""
    write, log, game = phone.write, phone.log, phone.game
    for _write in range(writes):
        if not log.is_open:
            if rng.random() < 0.3:  # the end was a mistake
                log = expect(write(Void(log.state.last_hand or "")))
                continue
            game = start(game.club, log.players, phone.recorder)()
            phone = Phone(game, phone.recorder)
            write, log = phone.write, phone.log
        live = [line.id for line in log.state.lines if not line.void]
        if live and rng.random() < 0.15:
            log = expect(write(Correct(rng.choice(live), made(rng.randrange(3), rng.randrange(6)))))
        else:
            hand = uuid4()
            record = made(rng.randrange(3), rng.choice((2, 3, 5, 5)))
            log = expect(write(Deal(str(hand), record, log.state.last_hand), FREELY, hand))


def test_games_of_the_same_people_change_their_tallies_at_once() -> None:
    """Old games are corrected while others finish: the same rows of the same night and season, in other seats."""
    club = make_founded_club()
    people = [make_player(club, name) for name in "abcdef"]
    recorder = make_recorder(club)
    phones = []
    for number in range(THREADS):
        seated = Random(number).sample(people, 3)
        phones.append(Phone(start(club, seated, recorder)(), recorder))
        phones[-1].win()

    def flip(phone: Phone) -> None:
        last = phone.log.state.last_hand or ""
        for number in range(10):
            expect(phone.write(Restore(last) if number % 2 else Void(last)))

    at_once(*[lambda phone=phone: flip(phone) for phone in phones])  # type: ignore[misc]  # bound now
    assert sum(tally.games for tally in Tally.objects.all()) == THREADS * 3
    assert differences() == []


def test_rescoring_beside_people_who_play() -> None:
    """Rows that were wrong are put right, and nothing that is recorded meanwhile is lost."""
    club = make_founded_club()
    phones = [sit_down(*(f"{name}{number}" for name in "abc"), club=club) for number in range(4)]
    for phone in phones:
        phone.win()
    Tally.objects.update(points=999, counts={})
    NightTally.objects.update(games=7)
    Game.objects.update(scores=[5, 5, 5])

    def put_right() -> None:
        for _time in range(3):
            list(rescore(Scope(club=club.pk)))

    play = [lambda phone=phone, n=n: play_evening(phone, Random(n), 15) for n, phone in enumerate(phones)]  # type: ignore[misc]  # bound now
    at_once(*play, put_right, put_right)
    list(rescore(Scope()))
    assert differences() == []


def test_recounting_waits_for_a_game_that_is_being_written(phone: Phone) -> None:
    """It sums behind its locks: what the writer has added by then is there."""
    phone.win()
    other = Phone(start(phone.game.club, phone.log.players, phone.recorder)(), phone.recorder)
    other.record(made(0, 5), made(0, 5), made(0, 5))
    written = threading.Event()

    def finish() -> None:
        with transaction.atomic():
            other.record(made(0, 5))
            written.set()
            time.sleep(0.5)  # so that the other one meets the locks

    def recount() -> None:
        assert written.wait(PATIENCE)
        recount_night(phone.game.night)
        recount_season(phone.game.night.season)

    at_once(finish, recount)
    assert Tally.objects.get(player=phone.log.players[0]).games == 2
    assert differences() == []


def test_writes_of_one_game_are_one_after_another(phone: Phone) -> None:
    """Each behind the newest it knows, and again until it fits: no number is missing, none is double."""

    def insist(other: Phone, n: int) -> None:
        record, answer = made(n % 3, 3), Answer.CONFLICT
        while answer != Answer.STORED:
            hand = uuid4()
            event = Deal(str(hand), record, other.log.state.last_hand)
            answer = write_event(other.game.pk, hand, other.recorder, event).answer
            assert answer in (Answer.STORED, Answer.CONFLICT, Answer.ALIASED)

    at_once(*[lambda other=other, n=n: insist(other, n) for n, other in enumerate(phones_of(phone, 6))])  # type: ignore[misc]  # bound now
    assert list(GameEvent.objects.order_by("seq").values_list("seq", flat=True)) == list(range(7))
    assert phone.scores == [2, 2, 2]
    assert differences() == []
