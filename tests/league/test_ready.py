"""Statements composed once: the same rows and models as Django's own, with other values each time."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError

from league.models import Game, GameEvent, GamePlayer, Hand, Player
from league.ready import MARK, Ready, columns_of, insert, made, update
from league.services.locks import lock_game
from tests.factories import make_player
from tests.league.services.door import Phone, sit_down
from tests.league.services.door import made as made_by

pytestmark = pytest.mark.django_db


def compose(game: UUID) -> QuerySet[GameEvent, Any]:
    return GameEvent.objects.filter(game=game, seq__gte=0).order_by("seq").values_list(*columns_of(GameEvent))


def fields_of(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in columns_of(type(row))}


def test_rows_are_the_models_that_django_reads(phone: Phone) -> None:
    phone.record(made_by(1), made_by(2, 5))
    ready = Ready(compose, MARK)
    for _twice in range(2):
        found = [made(GameEvent, values) for values in ready.rows(phone.game.pk)]
        assert [fields_of(row) for row in found] == [fields_of(row) for row in GameEvent.objects.order_by("seq")]
    assert ready.rows(uuid4()) == []
    assert not found[0]._state.adding


@pytest.mark.postgres
def test_the_server_keeps_what_is_asked_again_and_only_that(transactional_db: None) -> None:
    ready = Ready(lambda pk: Player.objects.filter(pk=pk).values_list("pk"), -1)
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")  # of tests before
        for pk in range(3):
            ready.rows(pk)
            list(Player.objects.filter(pk=pk).values_list("pk"))
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        assert ["league_player" in statement for (statement,) in cursor.fetchall()] == [True]


def test_statements_are_counted_and_logged_with_their_values(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1) as logged:
        Ready(lambda pk: Player.objects.filter(pk=pk).values_list("pk"), -1).rows(77)
    assert logged[0]["sql"].endswith(" = 77")


def test_a_mark_that_the_query_does_not_hold_is_an_error() -> None:
    with pytest.raises(ValueError, match="mark"):
        Ready(lambda _pk: Player.objects.values_list("pk"), -1).rows(1)


def test_a_lock_needs_a_transaction_and_a_game(transactional_db: None) -> None:
    game = sit_down().game
    with pytest.raises(TransactionManagementError):
        lock_game(game.pk)
    with transaction.atomic():
        assert fields_of(lock_game(game.pk, club=game.club_id)) == fields_of(Game.objects.get(pk=game.pk))
        with pytest.raises(Game.DoesNotExist):
            lock_game(game.pk, club=game.club_id + 1)


def test_what_is_unique_changes_and_what_is_new_is_inserted(phone: Phone) -> None:
    phone.record(made_by(1))
    seat, hand = GamePlayer.objects.order_by("seat")[0], Hand.objects.get()
    seat.points, seat.counts = 7, {"hands": 3}
    other = GamePlayer(**fields_of(seat) | {"id": None, "player_id": make_player(phone.game.club, "Zoe").pk})
    ids = insert([seat, other], ["game", "player"])
    assert sorted(ids) == sorted(GamePlayer.objects.filter(points=7).values_list("pk"))
    assert (seat.pk,) in ids
    with pytest.raises(IntegrityError), transaction.atomic():
        insert([Hand(**fields_of(hand))])


def test_only_the_named_columns_of_a_row_are_written(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(hands=9)
    game = phone.game
    game.scores, game.hands, game.seq = [1, 2, 3], 4, 5
    update(game, ["scores", "seq"])
    stored = Game.objects.get(pk=game.pk)
    assert (stored.scores, stored.seq, stored.hands) == ([1, 2, 3], 5, 9)
