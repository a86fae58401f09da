"""A night's page, closing and opening it: asked first where games are not over, in words, and for organisers only."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league.models import AuditEntry, HeldWrite, Night, NightState, Remark, Role
from league.services.closing import close_night
from league.services.recorders import get_recorder
from tests.factories import make_game, make_member, make_night, make_user, play_out
from tests.league.at_table import AtTable, next_table, open_table, sign_in
from tests.pages import at_most_statements, text_of

pytestmark = pytest.mark.django_db


def url(table: AtTable, route: str = "night-detail") -> str:
    return reverse(route, args=[table.club.slug, table.game.night_id])


def state(table: AtTable) -> str:
    return Night.objects.get(pk=table.game.night_id).state


def close(table: AtTable, **fields: str) -> Any:
    return table.client.post(url(table, "night-close"), fields)


def scorer(table: AtTable) -> Client:
    user = make_user("Sam")
    make_member(table.club, user, Role.SCORER)
    return sign_in(user)


def test_the_page_shows_its_games_and_its_state(table: AtTable) -> None:
    play_out(table.game)
    text = text_of(table.client.get(url(table)))
    assert "Ann 12 ★ won , Ben 0 , Cleo 0" in text
    assert f"{table.game.night.season} · Open · 1 game" in text
    assert "Table Players and points" in text
    assert table.url("game-detail") in table.client.get(url(table)).content.decode()


def test_others_see_no_buttons(table: AtTable) -> None:
    for client in (Client(), scorer(table)):
        text = text_of(client.get(url(table)))
        assert "Close the night" not in text
        assert "another season" not in text


def test_fifty_games_a_page_in_few_statements(table: AtTable) -> None:
    for _number in range(51):
        make_game(table.club, list(table.club.players.order_by("pk")))
    with at_most_statements(12):
        page = table.client.get(url(table))
    assert (len(page.context["page"].object_list), page.context["page"].paginator.count) == (50, 52)
    assert len(table.client.get(url(table), {"page": "2"}).context["page"].object_list) == 2


def test_only_its_own_games(table: AtTable) -> None:
    night = make_night(table.club)
    page = table.client.get(reverse("night-detail", args=[table.club.slug, night.pk]))
    assert "No game on this night" in text_of(page)
    assert table.client.post(reverse("night-close", args=[table.club.slug, night.pk])).status_code == 303


def test_open_tables_are_named_before_a_night_is_closed(table: AtTable) -> None:
    table.play("0:5")
    page = close(table, reason="time is up")
    assert page.status_code == 200
    assert state(table) == NightState.OPEN
    assert "1 game is not over" in text_of(page)
    assert "Table 1 Ann 3, Ben 0, Cleo 0" in text_of(page)
    assert 'value="time is up"' in page.content.decode()
    assert close(table, anyway="1", reason="time is up").status_code == 303
    assert state(table) == NightState.CLOSED
    assert Remark.objects.get().text == "time is up"
    assert "· Closed" in text_of(table.client.get(url(table)))


def test_a_night_whose_games_are_over_is_closed_at_once_and_opened_again(table: AtTable) -> None:
    play_out(table.game)
    assert close(table).status_code == 303
    assert state(table) == NightState.CLOSED
    for _time in range(2):
        answer = table.client.post(url(table, "night-open"), {"reason": "one more game"})
        assert (answer.status_code, answer["Location"]) == (303, url(table))
    assert state(table) == NightState.OPEN
    text = text_of(table.client.get(url(table)))
    assert "The night was opened again. “ one more game ”" in text
    assert "The night was closed." in text
    assert "The night was closed." in text_of(table.get("game-history"))


def test_looking_writes_nothing(table: AtTable) -> None:
    table.client.get(url(table))
    assert table.client.get(url(table, "night-close")).status_code == 405
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("route", ["night-close", "night-open"])
@pytest.mark.parametrize("reason", ["x" * 5000, "a\x00b"])
def test_a_reason_that_cannot_be_kept_is_told_beside_it(table: AtTable, route: str, reason: str) -> None:
    for anyway in ("", "1"):
        answer = table.client.post(url(table, route), {"reason": reason, "anyway": anyway})
        assert answer.status_code == 422
        assert answer.context["form"].errors["reason"][0] in text_of(answer)
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("route", ["night-detail", "night-close", "night-open"])
def test_another_clubs_night_is_not_there(table: AtTable, route: str) -> None:
    other = open_table()
    for night in (other.game.night_id, uuid4()):
        address = reverse(route, args=[table.club.slug, night])
        assert {table.client.get(address).status_code, table.client.post(address).status_code} <= {404, 405}
    assert state(other) == NightState.OPEN


def test_what_waits_is_counted_for_organisers(table: AtTable) -> None:
    table.play("0:5")
    other = next_table(table, "Dora", "Eve", "Finn")
    close(table, anyway="1")
    assert table.record("1:3").status_code == other.record("0:3").status_code == 202
    assert "2 entries of this night wait" in text_of(table.client.get(url(table)))
    tonight = reverse("club-tonight", args=[table.club.slug])
    assert "2 entries wait" in text_of(table.client.get(tonight))
    assert "wait" not in text_of(scorer(table).get(url(table)))
    assert "entries wait" not in text_of(Client().get(tonight))
    HeldWrite.objects.update(settled_at="2026-01-01T00:00:00Z")
    assert "wait" not in text_of(table.client.get(tonight))


def test_the_night_is_found_from_tonight_and_from_its_games(table: AtTable) -> None:
    for address in (reverse("club-tonight", args=[table.club.slug]), table.url("game-detail")):
        assert f'href="{url(table)}"' in table.client.get(address).content.decode()


def test_tonights_live_part_shows_that_it_was_closed(table: AtTable) -> None:
    live = reverse("club-tonight-live", args=[table.club.slug])
    tag = table.client.get(live)["HX-PTag"]
    assert table.client.get(live, headers={"HX-PTag": tag}).status_code == 304
    close_night(table.game.night_id, get_recorder(table.club, table.scorer), anyway=True)
    answer = table.client.get(live, headers={"HX-PTag": tag})
    assert answer.status_code == 200
    assert "· closed" in text_of(answer)
