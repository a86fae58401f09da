"""Derived rows follow from the log: for the cases by name, and after any sequence of writes."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import models, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cards import Suit
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
from engine.records import HandKind, HandRecord
from engine.scoring import Outcome
from league.bridge.credits import NewCredit
from league.days import club_date
from league.models import Credit, Game, GamePlayer, Hand, Night, Player, Season
from league.services.answers import FREELY, Answer, Aside, Guard
from league.services.crediting import add_credit, take_back_credit
from league.services.derive import HAND_FIELDS, PLAYER_FIELDS, Derived, play_order
from league.services.log import GameLog
from league.services.merging import merge_players, separate_players
from league.services.moves import Place, move_game, move_night, place_of
from league.services.paper import record_sheet
from league.services.play import write_event
from tests.factories import DAY, make_night, make_player, make_season
from tests.league.services.door import MISDEAL, PASSED_OUT, Phone, another_game, beside, differences, made
from tests.league.with_cards import play_cards

pytestmark = pytest.mark.django_db


def same_row(one: models.Model, other: models.Model, fields: Iterable[str]) -> bool:
    """Whether two rows hold the same in these fields."""
    return all(getattr(one, name) == getattr(other, name) for name in fields)


# Rows


def test_line_holds_what_the_hand_came_to(phone: Phone) -> None:
    phone.record(made(2, 3))
    hand = phone.record(made(0, 1, lone_defender=1, trump=Suit.CLUBS, round=1))
    line = phone.line(hand)
    event = phone.game.events.get(seq=2)
    assert {name: getattr(line, name) for name in HAND_FIELDS} == {
        "position": 1,
        "number": 2,
        "version": 1,
        "dealer": 1,
        "kind": "played",
        "maker": 0,
        "trump": "c",
        "made_how": "assisted",
        "alone": False,
        "lone_defender": 1,
        "maker_tricks": 1,
        "outcome": "euchred",
        "points": [0, 2, 2],
        "scores": [0, 2, 3],
        "full": False,
        "outside": False,
        "upcard": "",
        "maker_player_id": phone.log.players[0].pk,
        "entered_id": event.pk,
        "recorder_id": phone.recorder.pk,
        "stored_at": event.stored_at,
    }


def test_line_of_a_hand_with_cards_holds_what_follows_from_them(phone: Phone) -> None:
    phone.record(made(2, 3))
    phone.game.refresh_from_db()
    assert not phone.game.has_cards
    line = play_cards(phone.game, 4)
    result = phone.log.state.lines[1].judgement.result
    assert result
    assert result.maker is not None
    assert (line.full, line.upcard, line.maker, line.trump) == (
        True,
        phone.log.state.lines[1].record.upcard,
        result.maker,
        result.trump,
    )
    assert line.maker_player == phone.log.players[result.maker]
    phone.game.refresh_from_db()
    assert phone.game.has_cards
    phone.void(str(line.hand))
    phone.game.refresh_from_db()
    assert not phone.game.has_cards
    assert differences() == []


def test_who_made_it_is_who_sat_there_then(phone: Phone) -> None:
    first = phone.record(made(1, 3))
    dora = make_player(phone.game.club, "Dora")
    said = {"player": dora.pk, "gets_result": True}
    write_event(phone.game.pk, uuid4(), phone.recorder, Substitute(1, first), aside=Aside(None, said, ""))
    second = phone.record(made(1, 3))
    out = phone.record(PASSED_OUT)
    makers = [phone.line(hand).maker_player for hand in (first, second, out)]
    assert makers == [phone.log.players[1], dora, None]
    assert differences() == []


def test_corrected_line_keeps_who_entered_it_first(phone: Phone) -> None:
    hand = phone.record(made(0, 3))
    other = beside(phone)
    other.correct(hand, made(1, 5))
    line = phone.line(hand)
    assert (line.recorder, line.entered.recorder, line.version) == (phone.recorder, other.recorder, 2)
    assert line.stored_at == phone.game.events.get(seq=1).stored_at


def test_voided_line_stays_without_a_number(phone: Phone) -> None:
    first, second = phone.record(made(0, 3)), phone.record(made(1, 3))
    phone.void(first)
    assert [(line.position, line.number) for line in (phone.line(first), phone.line(second))] == [(0, None), (1, 1)]
    assert phone.line(second).scores == phone.scores == [0, 1, 0]


def test_claimed_tricks_reach_the_line(phone: Phone) -> None:
    """E36."""
    hand = phone.record(HandRecord(maker=0, tricks=(2, 1, 0), claimed=0))
    assert (phone.line(hand).maker_tricks, phone.scores) == (4, [1, 0, 0])


def test_counted_game_says_what_it_could_hold_a_record_with(phone: Phone) -> None:
    """3-0-0, 6-0-0, 9-0-0, 9-3-0, 9-6-0, 9-9-0, then Ann is euchred: 9-11-2, won from 9 behind."""
    records = ("comeback", "longest", "euchres", "top_score")
    phone.record(*[made(0, 5)] * 3, *[made(1, 5)] * 3)
    assert list(Game.objects.values_list(*records)) == [(None,) * 4]
    last = phone.record(made(0, 2))
    assert list(Game.objects.values_list(*records)) == [(9, 7, 1, 11)]
    assert phone.seated(1).counts["won.behind"] == 9
    assert phone.seated(1).counts["won.from_nothing"] == 1
    phone.void(last)
    assert list(Game.objects.values_list(*records)) == [(None,) * 4]
    assert "won.behind" not in phone.seated(1).counts


def test_players_hold_their_seat_points_and_counts(phone: Phone) -> None:
    phone.record(made(0, 5), made(1, 2))
    ann, ben, cleo = (phone.seated(seat) for seat in range(3))
    assert [(p.points, p.won12, p.place, p.hands, p.counted) for p in (ann, ben, cleo)] == [
        (5, 0, None, 2, False),
        (0, 0, None, 2, False),
        (2, 0, None, 2, False),
    ]
    assert ann.counts["maker.march"] == ben.counts["maker.euchred"] == cleo.counts["defender.euchres"] == 1


def test_places_of_a_finished_game(phone: Phone) -> None:
    phone.record(made(2, 3))
    phone.win(1)
    assert [(phone.seated(seat).place, phone.seated(seat).won12) for seat in range(3)] == [(3, 0), (1, 12), (2, 0)]


def test_shared_win(phone: Phone) -> None:
    """E28."""
    for maker in range(3):
        phone.record(*[made(maker, 5)] * 3)
    phone.record(made(0, 0))
    assert phone.scores == [9, 11, 11]
    assert [phone.seated(seat).won12 for seat in range(3)] == phone.game.win_shares == [0, 6, 6]


def test_seats_and_dealer_change_what_follows(phone: Phone) -> None:
    first = phone.record(made(0, 3))
    phone.write(Reseat((0, 2, 1), first))
    second = phone.record(made(0, 3))
    assert phone.line(second).dealer == 2  # who sits left of Ann now
    phone.write(SetDealer(1))
    assert [phone.line(hand).dealer for hand in (first, second)] == [1, 0]


@pytest.mark.parametrize("outcome", list(Outcome))
def test_every_outcome_fits_its_column(outcome: Outcome) -> None:
    """SQLite would not say."""
    assert len(outcome) <= (Hand._meta.get_field("outcome").max_length or 0)


def test_only_what_differs_is_written(phone: Phone) -> None:
    first = phone.record(made(0, 3))
    before = {line.pk: line for line in Hand.objects.all()}
    phone.record(made(1, 3))
    phone.void(first)
    after = Hand.objects.get(hand=first)
    assert after.pk in before
    assert not same_row(before[after.pk], after, HAND_FIELDS)
    derived = Derived(phone.log)
    assert derived.lines == {str(line.pop("hand")): line for line in Hand.objects.values("hand", *HAND_FIELDS)}
    assert all(same_row(derived.players[p.player_id], p, PLAYER_FIELDS) for p in GamePlayer.objects.all())


def test_merged_player_is_followed(phone: Phone) -> None:
    anna = make_player(phone.game.club, "Anna")
    ann = phone.log.players[0]
    ann.merged_into = anna
    ann.save()
    assert list(Derived(phone.log).players) == [anna.pk, *(player.pk for player in phone.log.players[1:])]


# The order of play


def test_order_of_play_is_night_round_first_hand(phone: Phone) -> None:
    start = play_order(phone.log)
    hand = uuid4()
    event = Deal(str(hand), made())
    at = phone.log.rows[0].stored_at + datetime.timedelta(milliseconds=90_000)
    write_event(phone.game.pk, hand, phone.recorder, event, at=at)
    phone.game.refresh_from_db()
    assert phone.game.play_order - start == 900  # tenths of a second
    assert phone.seated(0).play_order == phone.game.play_order < 2**63
    phone.record(made())
    assert play_order(phone.log) == phone.game.play_order
    phone.game.round = 2
    phone.game.save()
    assert play_order(phone.log) - phone.game.play_order == 2 * 10**9
    assert str(play_order(phone.log)).startswith(phone.game.night.date.strftime("%Y%m%d02"))


def test_paper_typed_weeks_later_keeps_its_order(phone: Phone) -> None:
    log = phone.log
    log.rows[0].stored_at += datetime.timedelta(days=60)
    earlier = play_order(log)
    log.rows[0].stored_at += datetime.timedelta(minutes=1)
    assert play_order(log) - earlier == 600


def test_late_paper_stays_on_its_night(phone: Phone) -> None:
    log = phone.log
    log.game.round = 100  # no round runs into the next day
    assert str(play_order(log)).startswith(phone.game.night.date.strftime("%Y%m%d99"))
    log.game.round = None
    log.rows[0].stored_at += datetime.timedelta(days=4000)
    assert str(play_order(log)).startswith(phone.game.night.date.strftime("%Y%m%d00"))
    log.rows[0].stored_at -= datetime.timedelta(days=9000)
    assert str(play_order(log)).startswith(phone.game.night.date.strftime("%Y%m%d00"))


# Any writes at all

SEATS = st.integers(-1, 3)
GOOD = st.builds(HandRecord, maker=st.integers(0, 2), maker_tricks=st.sampled_from((0, 3, 5, 5)), alone=st.booleans())
ANY = st.builds(
    HandRecord,
    kind=st.sampled_from(HandKind),
    maker=st.none() | SEATS,
    maker_tricks=st.none() | st.integers(-1, 6),
    lone_defender=st.none() | SEATS,
    offender=st.none() | SEATS,
    round=st.none() | st.integers(0, 3),
    trump=st.none() | st.sampled_from(Suit),
)
RECORDS = st.one_of(GOOD, GOOD, GOOD, st.sampled_from((MISDEAL, PASSED_OUT)), ANY)
SAID: dict[str, st.SearchStrategy[object]] = {
    "deal": RECORDS,
    "correct": RECORDS,
    "void": st.none(),
    "restore": st.none(),
    "undo": st.none(),
    "again": st.none(),
    "seats": st.permutations(range(3)).map(tuple) | st.just((0, 0, 1)),
    "dealer": SEATS,
    "concede": st.sampled_from((frozenset([0]), frozenset([1, 2]), frozenset([3]))),
    "cut_short": st.booleans(),
    "abandon": st.none(),
    "result": st.tuples(*[st.integers(0, 12)] * 3),
    "withdraw": st.none(),
    "substitute": st.tuples(SEATS, st.integers(0, 4), st.booleans()),
    "move": st.sampled_from(((True, True), (True, True), (True, False), (False, True), (False, False))),
    "season": st.booleans(),
    "sheet": st.lists(st.none() | GOOD, min_size=1, max_size=3),
    "credit": st.tuples(*(st.integers(*ends) for ends in ((0, 4), (0, 2), (-9, 24), (-9, 9)))),
    "take back": st.integers(0, 2),
    "merge": st.booleans(),
}
NO_EVENTS = ("move", "season", "sheet", "credit", "take back", "merge")
OFTEN = ["deal"] * 12 + ["correct"] * 6 + ["void"] * 4 + ["restore", "undo", "undo"] * 2 + ["move", "season"] * 3
OFTEN += ["credit"] * 4 + ["take back", "merge"]
ACTS = st.sampled_from([*OFTEN, *SAID]).flatmap(lambda kind: st.tuples(st.just(kind), SAID[kind]))
PLACES = st.sampled_from((0, 0, 0, 0, 1, 1, 2, 3, 4, 20))
"""Which hand or event a write names, counted from the newest; the last one names nothing that there is."""

GUARDS = st.sampled_from((FREELY, FREELY, FREELY, Guard(), Guard(version=1, confirmed=True), Guard(insert=True)))
WRITES = st.lists(st.tuples(ACTS, PLACES, GUARDS, st.integers(0, 2)), min_size=8, max_size=16)


def event_of(log: GameLog, act: tuple[str, Any], place: int, client_id: UUID) -> Event:
    """What an act means in the game as it is. Where a game is over, most of what is left is to correct it."""
    kind, said = act
    hands = [line.id for line in log.state.lines]
    hand = hands[-1 - place] if place < len(hands) else str(client_id)
    follows = hand if place and hands else log.state.last_hand
    if kind == "deal" and (log.is_open or place):
        return Deal(str(client_id), said, follows)
    events: dict[str, Callable[[], Event]] = {
        "deal": lambda: Correct(hand, said),
        "correct": lambda: Correct(hand, said),
        "void": lambda: Void(hand),
        "restore": lambda: Restore(hand),
        "undo": lambda: Undo(log.ending or len(log.events) - place),
        "again": Abandon,
        "abandon": Abandon,
        "seats": lambda: Reseat(said, follows),
        "dealer": lambda: SetDealer(said, follows),
        "concede": lambda: Concede(said),
        "cut_short": lambda: CutShort(said),
        "result": lambda: Final(said),
        "withdraw": Withdraw,
        "substitute": lambda: Substitute(said[0], follows),
    }
    return events[kind]()


def do(phone: Phone, act: tuple[str, Any], elsewhere: Night) -> None:
    """What is no event: a game or its night goes elsewhere, a sheet is typed, somebody is credited or merged."""
    kind, said = act
    game = Game.objects.select_related("night", "table").get(pk=phone.game.pk)
    home = Season.objects.get(club=game.club_id, is_default=True)
    if kind in ("credit", "take back", "merge"):
        credit_or_merge(phone, act, game.night)
    elif kind == "move":
        away, won = said
        if won:  # the game that counts from the beginning
            game = Game.objects.select_related("night", "table").exclude(pk=phone.game.pk).get()
        there = Place(elsewhere.date) if away else Place(club_date(game.club), 7 + won)
        move_game(game.pk, phone.recorder, place_of(game), there)
    elif kind == "season":
        move_night(game.night_id, phone.recorder, game.night.season_id, elsewhere.season if said else home)
    else:
        last = phone.log.state.last_hand
        record_sheet(game.pk, uuid4(), phone.recorder, UUID(last) if last else None, said, confirmed=True)


def credit_or_merge(phone: Phone, act: tuple[str, Any], night: Night) -> None:
    kind, said = act
    people = list(Player.objects.filter(club=phone.game.club).order_by("pk"))
    if kind == "credit":
        player, *figures = said
        with suppress(ValidationError):  # an adjustment of nothing
            new = NewCredit(people[player].pk, "cutthroat", "adjustment", *figures)
            add_credit(night.pk, uuid4(), phone.recorder, new, "Because")
    elif kind == "take back":
        for credit in Credit.objects.filter(cancels=None).order_by("-pk")[said : said + 1]:
            take_back_credit(credit.pk, phone.recorder)
    else:
        with suppress(ValidationError):  # the two sat in one game, or are one already
            merge_players(people[4], people[3]) if said else separate_players(people[4])


def said_aside(phone: Phone, act: tuple[str, Any]) -> Aside:
    """Who comes for whom: one of two who sit elsewhere, or one of three who sit here, which is refused."""
    if act[0] != "substitute":
        return Aside()
    people = list(Player.objects.filter(club=phone.game.club).order_by("pk").values_list("pk", flat=True))
    return Aside(said={"player": people[act[1][1]], "gets_result": act[1][2]})


@contextmanager
def taken_back() -> Iterator[None]:
    """Each example finds the database as it was."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@settings(
    max_examples=settings().max_examples // 3,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],  # taken back after each example
)
@given(writes=WRITES)
def test_whatever_is_written_what_is_stored_is_what_follows(
    phone: Phone, writes: list[tuple[tuple[str, Any], int, Guard, int]]
) -> None:
    """Three clients, every event and every move. From 9 to 6 to 6 the end is near, by one hand or by another."""
    phones = [phone, beside(phone), beside(phone, "Dora")]
    if not phone.events:
        phone.record(*[made(maker, 5) for maker in (0, 1, 2) * 2], made(0, 5))
        another_game(phone).win()  # something is summed already, of the same people in the same night
        Season.objects.filter(club=phone.game.club).update(starts=DAY)
        make_night(phone.game.club, season=make_season(phone.game.club, name="Other"), date=DAY)
        for name in ("Eve", "Finn"):
            make_player(phone.game.club, name)
    elsewhere = Night.objects.get(club=phone.game.club, date=DAY)
    sent: tuple[Event, Guard, UUID, Aside] | None = None
    with taken_back():
        for act, place, guard, who in writes:
            if act[0] in NO_EVENTS:
                do(phones[who], act, elsewhere)
            else:
                if act[0] != "again" or sent is None:
                    client_id = uuid4()
                    sent = event_of(phone.log, act, place, client_id), guard, client_id, said_aside(phone, act)
                send(phones[who], *sent)
            assert differences() == []


def send(phone: Phone, event: Event, guard: Guard, client_id: UUID, aside: Aside) -> None:
    """Stored is what the door says is stored, and nothing else."""
    before = phone.events
    try:
        answer = write_event(phone.game.pk, client_id, phone.recorder, event, guard, aside=aside).answer
    except ValidationError:  # a substitute who sits here already
        answer = Answer.REFUSED
    assert phone.events == before + (answer == Answer.STORED)


def test_paper_of_years_ago_is_in_the_order_of_typing_to_the_second(phone: Phone) -> None:
    log = phone.log
    log.rows[0].stored_at += datetime.timedelta(days=3650)
    earlier = play_order(log)
    log.rows[0].stored_at += datetime.timedelta(minutes=1)
    assert play_order(log) - earlier == 60
    soon = phone.log
    soon.rows[0].stored_at += datetime.timedelta(days=500)
    assert play_order(soon) < earlier
