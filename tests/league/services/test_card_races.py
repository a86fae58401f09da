"""Several phones with one card at the same moment: real threads, on whichever database is tested."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from engine.events import Deal
from engine.records import HandRecord
from league.bridge.starts import NewGame
from league.models import Club, Game, GameEvent, HeldWrite, Recorder, TableCard
from league.services.answers import Answer
from league.services.cards import make_cards
from league.services.games import start_game
from league.services.play import write_event
from league.services.players import add_players
from league.services.recorders import get_card_recorder
from tests.factories import make_card
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 6


def test_two_organisers_who_make_cards_at_once_make_one_a_table(club: Club) -> None:
    def make() -> int:
        try:
            return len(make_cards(club, [1, 2, 3]))
        except ValidationError:
            return 0

    assert sorted(at_once(*[make] * 4)) == [0, 0, 0, 3]
    assert TableCard.objects.count() == 3


def test_one_phone_that_taps_many_times_is_one_recorder(club: Club) -> None:
    card = make_card(club)
    found = at_once(*[partial(get_card_recorder, club, card.pk, "a", "iPhone")] * PHONES)
    assert len({recorder.pk for recorder in found}) == Recorder.objects.count() == 1


def test_many_phones_of_one_kind_have_different_names(club: Club) -> None:
    card = make_card(club)
    found = at_once(*(partial(get_card_recorder, club, card.pk, str(n), "iPhone") for n in range(PHONES)))
    assert {recorder.device for recorder in found} == {"iPhone", *(f"iPhone {n}" for n in range(2, PHONES + 1))}


def test_phones_that_start_different_games_at_a_table_start_one(club: Club) -> None:
    card, players = make_card(club, 3), add_players(club, ["Ann", "Ben", "Cleo"])
    new = NewGame("cutthroat", [player.pk for player in players], 0)

    def start(mark: str) -> str:
        recorder = get_card_recorder(club, card.pk, mark, "iPhone")
        try:
            start_game(club, uuid4(), recorder, new, number=3)
        except ValidationError as error:
            return str(error.code)
        return ""

    assert sorted(at_once(*(partial(start, str(n)) for n in range(PHONES)))) == ["", *["busy"] * (PHONES - 1)]
    assert Game.objects.get().table.number == 3  # type: ignore[union-attr]  # it has one


@pytest.mark.parametrize("late", ["", "link_expired"])
def test_the_same_hand_from_two_phones_is_one_hand_or_waits_twice(club: Club, late: str) -> None:
    card, players = make_card(club, 3), add_players(club, ["Ann", "Ben", "Cleo"])
    recorders = [get_card_recorder(club, card.pk, mark, "iPhone") for mark in "ab"]
    game = start_game(club, uuid4(), recorders[0], NewGame("cutthroat", [p.pk for p in players], 0), number=3)

    def record(recorder: Recorder) -> Answer:
        hand = uuid4()
        event = Deal(str(hand), HandRecord(maker=1, maker_tricks=3))
        return write_event(game.pk, hand, recorder, event, hold=late).answer

    found = at_once(*(partial(record, recorder) for recorder in recorders))
    stored = GameEvent.objects.filter(kind="hand")
    if late:
        assert (found, stored.count(), HeldWrite.objects.count()) == ([Answer.HELD] * 2, 0, 2)
        assert {held.recorder for held in HeldWrite.objects.all()} == set(recorders)
    else:
        assert (sorted(found), stored.count()) == (sorted([Answer.STORED, Answer.ALIASED]), 1)
        assert stored.get().recorder in recorders
