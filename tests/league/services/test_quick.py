"""The quick comparison: plainly equal is equal, and no column can differ without being noticed."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.db import connection

from league.models import Game, GamePlayer, Hand
from league.services.derive import GAME_FIELDS, HAND_FIELDS, PLAYER_FIELDS, Derived
from league.services.quick import find_suspects, read_games
from tests.factories import make_bare_game, make_event, make_player
from tests.league.services.door import Phone, another_game, differences, made, sit_down

pytestmark = pytest.mark.django_db

LATER = datetime.datetime(2031, 1, 1, tzinfo=datetime.UTC)


@pytest.fixture
def phone() -> Phone:
    """A club with a finished game, and one that goes on."""
    phone = sit_down()
    phone.win()
    another_game(phone).record(made(1, 3), made(2, 5))
    return phone


def suspects() -> list[Any]:
    return find_suspects(read_games(Game.objects.order_by("play_order", "pk")))


def test_what_the_door_wrote_is_plainly_right(phone: Phone) -> None:
    assert suspects() == []


def test_columns_stand_in_the_order_of_the_fields(phone: Phone) -> None:
    """As values are compared by their place."""
    derived = Derived(phone.log)
    assert list(derived.game) == GAME_FIELDS
    assert [list(row) for row in derived.lines.values()] == [HAND_FIELDS] * len(derived.lines)
    assert [list(row) for row in derived.seats.values()] == [PLAYER_FIELDS] * len(derived.seats)


OTHER: dict[str, Any] = {
    "status": "conceded",
    "kind": "misdeal",
    "trump": "S",
    "upcard": "9c",
    "made_how": "named",
    "outcome": "passed_out",
    "scores": [1, 2, 4],
    "points": [0, 0, 7],
    "win_shares": [0, 12, 0],
    "counts": {"hands": 99},
    "stored_at": LATER,
}
"""Another value than the one that is there; a number is one higher, a flag turned."""
FLAGS = {"alone", "full", "outside", "counted", "has_cards"}


def other(row: Any, name: str) -> Any:
    model = type(row)
    if model is GamePlayer and name == "points":
        return 77
    if name in FLAGS:
        return not getattr(row, name)
    if model is Hand and name == "entered_id":
        return 0
    return OTHER.get(name, 31)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (model, name)
        for model, names in ((Game, GAME_FIELDS), (Hand, HAND_FIELDS), (GamePlayer, PLAYER_FIELDS))
        for name in names
    ],
)
def test_every_column_is_compared(phone: Phone, model: Any, name: str) -> None:
    key = "pk" if model is Game else "game_id"
    row = model._default_manager.filter(**{key: phone.game.pk})[0]
    model._default_manager.filter(pk=row.pk).update(**{name: other(row, name)})
    assert suspects() == [phone.game.pk]
    if name.endswith("_id"):  # keys are compared at the end of the test as well
        model._default_manager.filter(pk=row.pk).update(**{name: getattr(row, name)})


@pytest.mark.parametrize("model", [Hand, GamePlayer])
def test_missing_and_strange_rows_are_noticed(phone: Phone, model: Any) -> None:
    row = model._default_manager.filter(game=phone.game)[0]
    row.delete()
    assert suspects() == [phone.game.pk]
    row.save(force_insert=True)
    assert suspects() == []


def test_player_too_many_is_noticed(phone: Phone) -> None:
    GamePlayer.objects.create(game=phone.game, player=make_player(phone.game.club, "Max"), seat=1)
    assert suspects() == [phone.game.pk]


def test_what_can_not_be_read_is_a_suspect(phone: Phone) -> None:
    bare = make_bare_game(phone.game.club)
    made_up = make_event(phone.game, phone.recorder, kind="hand", version=1, body={"kind": "played", "made_up": 1})
    assert set(suspects()) == {bare.pk, made_up.game_id}


def test_the_same_written_otherwise_gets_the_thorough_comparison(phone: Phone) -> None:
    """Doubt costs time, never truth."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("UPDATE league_hand SET points = replace(points, ' ', '')")
            assert suspects() == list(Game.objects.order_by("play_order", "pk").values_list("pk", flat=True))
    assert differences() == []


def test_no_games() -> None:
    assert suspects() == []
