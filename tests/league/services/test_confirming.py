"""Another player at the table says that a game is right."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from engine.events import Correct
from league.models import AuditEntry, Corrections, Player, User
from league.services.confirming import confirm_game, take_back_confirmation, who_may_confirm
from league.services.play import write_event
from tests.factories import make_user
from tests.league.services.door import Phone, another_game, made, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    """Ann won; the phone is Ben's."""
    phone = sit_down()
    phone.game.club.corrections = Corrections.CONFIRMED
    phone.game.club.save()
    ben = make_user("Ben")
    belongs(phone, "Ben", ben)
    phone.recorder.account = ben
    phone.recorder.save()
    phone.win()
    return phone


def belongs(phone: Phone, name: str, user: User) -> Player:
    player = Player.objects.get(club=phone.game.club, name=name)
    player.account = user
    player.save()
    return player


def names(phone: Phone, asker: User | None, *, records: bool) -> list[str]:
    return [player.name for player in who_may_confirm(phone.log, asker, records=records)]


def confirm(phone: Phone, name: str, asker: User | None = None, *, records: bool = True) -> None:
    player = Player.objects.get(club=phone.game.club, name=name)
    confirm_game(phone.game.pk, phone.recorder, player.pk, asker, records=records)


def test_anybody_at_the_table_but_who_entered_it(phone: Phone) -> None:
    assert names(phone, phone.recorder.account, records=True) == ["Ann", "Cleo"]


def test_on_a_phone_of_ones_own_one_speaks_for_oneself(phone: Phone) -> None:
    cleo = make_user("Cleo")
    belongs(phone, "Cleo", cleo)
    assert names(phone, cleo, records=False) == ["Cleo"]
    assert names(phone, phone.recorder.account, records=False) == []
    assert names(phone, make_user("Pia"), records=False) == []
    assert names(phone, None, records=False) == []


def test_it_is_confirmed_once_and_noted_with_the_player(phone: Phone) -> None:
    confirm(phone, "Cleo")
    confirm(phone, "Ann")
    cleo = Player.objects.get(name="Cleo")
    entry = AuditEntry.objects.get(act="game_confirmed")
    assert (entry.after, entry.recorder) == ({"confirmed": cleo.pk}, phone.recorder)
    assert names(phone, None, records=True) == []


@pytest.mark.parametrize("name", ["Ben", "Dora"])
def test_not_by_who_entered_it_nor_by_who_sat_elsewhere(phone: Phone, name: str) -> None:
    Player.objects.get_or_create(club=phone.game.club, name="Dora")
    with pytest.raises(ValidationError, match="Somebody else at the table"):
        confirm(phone, name)
    phone.game.refresh_from_db()
    assert phone.game.confirmed_at is None


def test_not_while_it_is_played(phone: Phone) -> None:
    other = another_game(phone)
    other.record(made(0, 3))
    with pytest.raises(ValidationError, match="not over"):
        confirm(other, "Cleo")


def test_not_where_the_club_asks_for_none(phone: Phone) -> None:
    phone.game.club.corrections = Corrections.TONIGHT
    phone.game.club.save()
    with pytest.raises(ValidationError):
        confirm(phone, "Cleo")


def test_taken_back_it_can_be_said_again(phone: Phone) -> None:
    confirm(phone, "Cleo")
    for _time in range(2):
        take_back_confirmation(phone.game.pk, phone.recorder)
    assert AuditEntry.objects.filter(act="game_unconfirmed").count() == 1
    confirm(phone, "Ann")
    phone.game.refresh_from_db()
    assert phone.game.confirmed_at


def test_what_was_put_right_behind_ones_back_is_looked_at_once_more(phone: Phone) -> None:
    cleo = Player.objects.get(name="Cleo")
    seen = phone.log.rows[-1].seq
    line = phone.log.state.lines[0]
    write_event(phone.game.pk, uuid4(), phone.recorder, Correct(line.id, replace(line.record, trump="h")))
    assert not phone.log.is_open
    with pytest.raises(ValidationError) as refused:
        confirm_game(phone.game.pk, phone.recorder, cleo.pk, None, records=True, seen=seen)
    assert refused.value.code == "changed"
    assert confirm_game(phone.game.pk, phone.recorder, cleo.pk, None, records=True, seen=seen + 1).confirmed_at
