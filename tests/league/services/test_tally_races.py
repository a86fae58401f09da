"""Tallies are added to by several at once, and while players are merged: real threads, a connection each."""

from __future__ import annotations

import time
from random import Random

import pytest
from django.db import transaction

from engine.events import Restore, Void
from league.models import Tally
from league.services.merging import merge_players, separate_players
from league.services.tally_rows import add_rows, lock_rows
from tests.factories import make_founded_club, make_game, make_player, make_recorder
from tests.league.services.door import Phone, differences, expect
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_merge_and_games_that_end_meanwhile_wait_for_nobody_who_waits_for_them() -> None:
    """The games that are written anew and those that go on hold the same people of the same night."""
    club = make_founded_club()
    gone, into, *people = [make_player(club, name) for name in "abcdefgh"]
    recorder = make_recorder(club)

    def won(number: int, who: list[object]) -> Phone:
        phone = Phone(make_game(club, [*who, *Random(number).sample(people, 3 - len(who))]), recorder)  # type: ignore[list-item]  # players all
        phone.win(number % 3)
        return phone

    for number in range(6):
        won(number, [gone])
    others = [won(number, [into]) for number in range(6, 12)]

    def flip(phone: Phone) -> None:
        last = phone.log.state.last_hand or ""
        for number in range(6):
            expect(phone.write(Restore(last) if number % 2 else Void(last)))

    def merge() -> None:
        for _time in range(3):
            merge_players(gone, into)
            separate_players(gone)

    at_once(merge, *[lambda phone=phone: flip(phone) for phone in others])  # type: ignore[misc]  # bound now
    assert differences() == []


def test_nothing_is_lost_between_two_who_add_at_once() -> None:
    """Made by one and added to by the other, or the other way round; each key is of some and not of others."""
    club = make_founded_club()
    season, player = club.seasons.get(), make_player(club)

    def play(number: int) -> None:
        for turn in range(6):
            key = {f"key.{number}": 1, "both": 1, "none": 1 if number % 2 else -1, f"turn.{turn}": number + 1}
            with transaction.atomic():
                add_rows([Tally(season=season, player=player, variant="cutthroat", games=1, counts=key)])

    at_once(*[lambda number=number: play(number) for number in range(4)])  # type: ignore[misc]  # bound now
    row = Tally.objects.get()
    assert row.games == 24
    own, turns = {f"key.{number}": 6 for number in range(4)}, {f"turn.{turn}": 10 for turn in range(6)}
    assert row.counts == {"both": 24, **own, **turns}


def test_rows_are_taken_in_the_order_given() -> None:
    """Many rows in one order by everybody, some of them new: nobody waits for somebody who waits for them."""
    club = make_founded_club()
    season, people = club.seasons.get(), [make_player(club, f"Player {number}") for number in range(12)]

    def play(number: int) -> None:
        dice = Random(number)
        for _turn in range(8):
            some = sorted(dice.sample(people, 7), key=lambda one: one.pk)
            with transaction.atomic():
                add_rows([Tally(season=season, player=one, variant="cutthroat", games=1) for one in some])
                time.sleep(0.002)
                lock_rows([Tally(season=season, player=one, variant="cutthroat") for one in some])

    at_once(*[lambda number=number: play(number) for number in range(4)])  # type: ignore[misc]  # bound now
    assert sum(Tally.objects.values_list("games", flat=True)) == 4 * 8 * 7
