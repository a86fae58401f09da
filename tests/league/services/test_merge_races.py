"""Players are merged and parted while others play: real threads, each with a connection of its own."""

from __future__ import annotations

from random import Random

import pytest

from engine.events import Restore, Void
from league.services.merging import merge_players, separate_players
from tests.factories import make_founded_club, make_game, make_player, make_recorder
from tests.league.services.door import Phone, differences
from tests.league.services.test_races import a_connection_each as a_connection_each  # a fixture
from tests.league.services.test_races import at_once, expect

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_merge_and_games_that_end_meanwhile_wait_for_nobody_who_waits_for_them() -> None:
    """The games that are written anew and those that go on hold the same people of the same night."""
    club = make_founded_club()
    gone, into, *people = [make_player(club, name) for name in "abcdefgh"]
    recorder = make_recorder(club)

    def won(number: int, who: list[object]) -> Phone:
        phone = Phone(make_game(club, [*who, *Random(number).sample(people, 3 - len(who))]), recorder)  # type: ignore[list-item]
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
