"""Merging two names of one person by preview, and telling them apart again."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from league.models import Player, Role
from tests.factories import make_member, make_user, play_out
from tests.league.at_table import AtTable, next_table, open_table, sign_in
from tests.pages import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    """Ann has won a game, and Anni another one, on the same night."""
    table = open_table()
    play_out(table.game)
    play_out(next_table(table, "Anni", "Dora", "Eve").game)
    return table


def player(table: AtTable, name: str) -> Player:
    return Player.objects.get(club=table.club, name=name)


def merge(table: AtTable, gone: str, into: object, **fields: Any) -> Any:
    url = reverse("player-merge", args=[table.club.slug, player(table, gone).pk])
    return table.client.post(url, {"into": into} | fields)


def standings(table: AtTable) -> str:
    return text_of(table.client.get(reverse("standings", args=[table.club.slug])))


def test_a_preview_shows_the_places_and_stores_nothing(table: AtTable) -> None:
    page = merge(table, "Anni", player(table, "Ann").pk)
    [change] = page.context["changes"]
    lines = {line.name: (line.before, line.after) for line in change.changes}
    assert lines["Ann"] == (1, 1)
    assert lines["Anni"] == (1, None)
    assert "1 game would go over." in text_of(page)
    assert player(table, "Anni").merged_into is None


def test_the_yes_merges_and_the_page_of_the_old_name_leads_on(table: AtTable) -> None:
    answer = merge(table, "Anni", player(table, "Ann").pk, save="1")
    ann = reverse("player-detail", args=[table.club.slug, player(table, "Ann").pk])
    assert (answer.status_code, answer["Location"]) == (303, ann)
    assert "1 Ann 1 2 2 12.00" in standings(table)
    assert "Anni" not in standings(table)
    old = table.client.get(reverse("player-detail", args=[table.club.slug, player(table, "Anni").pk]))
    assert (old.status_code, old["Location"]) == (302, ann)
    page = table.client.get(ann)
    assert "Also entered as Anni Anni is somebody else" in text_of(page)


def test_apart_again(table: AtTable) -> None:
    merge(table, "Anni", player(table, "Ann").pk, save="1")
    url = reverse("player-separate", args=[table.club.slug, player(table, "Anni").pk])
    assert table.client.post(url).status_code == 303
    assert "1 = shared Ann 1 1 1 12.00 1 = shared Anni 1 1 1 12.00" in standings(table)
    assert table.client.post(url).status_code == 303  # twice says so, and changes nothing
    assert player(table, "Anni").merged_into is None


@pytest.mark.parametrize("save", ["", "1"])
def test_two_of_one_game_are_refused(table: AtTable, save: str) -> None:
    answer = merge(table, "Ben", player(table, "Ann").pk, **({"save": save} if save else {}))
    assert answer.status_code == 422
    assert "They sat in one game" in text_of(answer)


@pytest.mark.parametrize("into", ["", "x", "0", "9" * 400, "\x00", "٣"])
def test_nobody_is_answered_beside_the_field(table: AtTable, into: str) -> None:
    answer = merge(table, "Anni", into, save="1")
    assert answer.status_code == 422
    assert answer.context["form"].errors["into"]


def test_another_clubs_player_is_not_there(table: AtTable) -> None:
    other = open_table()
    assert merge(table, "Anni", player(other, "Ann").pk, save="1").status_code == 422
    url = reverse("player-merge", args=[table.club.slug, player(other, "Ann").pk])
    assert table.client.get(url).status_code == 404


def test_a_scorer_is_not_offered_it(table: AtTable) -> None:
    scorer = make_user("Sam")
    make_member(table.club, scorer, Role.SCORER)
    page = sign_in(scorer).get(reverse("player-detail", args=[table.club.slug, player(table, "Ann").pk]))
    assert "Same person as" not in text_of(page)
