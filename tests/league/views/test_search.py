"""Looking for players and games by name and date: accents and case don't matter, on either database."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.services.players import add_players
from tests.factories import make_founded_club, make_user
from tests.league.at_table import AtTable, next_table, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    return open_table(("José", "Åsa", "Zoë"), visibility="public")


def found(table: AtTable, route: str, **sought: str) -> Any:
    return Client().get(reverse(route, args=[table.club.slug]), sought)


@pytest.mark.parametrize(
    ("q", "names"),
    [("jose", ["José"]), ("JOSÉ", ["José"]), ("asa", ["Åsa"]), ("o", ["José", "Zoë"]), ("x", []), ("  ", None)],
)
def test_players_are_found_by_part_of_their_name(table: AtTable, q: str, names: list[str] | None) -> None:
    answer = found(table, "player-list", q=q)
    assert answer.status_code == 200
    assert [player.name for player in answer.context["page"]] == (
        names if names is not None else ["Åsa", "José", "Zoë"]
    )


def test_games_are_found_by_who_played(table: AtTable) -> None:
    next_table(table, "Ann", "Ben", "Cleo")
    assert len(found(table, "game-list").context["page"]) == 2
    assert len(found(table, "game-list", q="asa").context["page"]) == 1
    assert "Nothing found" in found(table, "game-list", q="nobody").content.decode()


def test_games_are_found_by_date(table: AtTable) -> None:
    day = table.game.night.date.isoformat()
    assert len(found(table, "game-list", since=day, until=day).context["page"]) == 1
    assert len(found(table, "game-list", until="2001-01-01").context["page"]) == 0
    assert len(found(table, "game-list", since="2999-01-01").context["page"]) == 0


@pytest.mark.parametrize(
    "sought",
    [
        {"since": "yesterday"},
        {"since": "2026-02-30"},
        {"since": "2026-02-02", "until": "2026-02-01"},
        {"q": "a" * 10_000},
    ],
)
def test_what_cannot_be_looked_for_is_said(table: AtTable, sought: dict[str, str]) -> None:
    answer = found(table, "game-list", **sought)
    assert answer.status_code == 422
    assert answer.context["form"].errors


def test_an_unstorable_search_is_refused(table: AtTable) -> None:
    assert found(table, "player-list", q="\x00").status_code == 400


def test_another_clubs_players_are_not_found(table: AtTable) -> None:
    add_players(make_founded_club(make_user("Zed")), ["José Other"])
    assert [player.name for player in found(table, "player-list", q="jose").context["page"]] == ["José"]
