"""The rules that a game began with, in words (R34)."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.league.at_table import AtTable, change_rules

pytestmark = pytest.mark.django_db


def test_r34_a_game_shows_its_own_rules_whatever_the_season_plays_now(table: AtTable) -> None:
    newer = change_rules(table, target=7)
    old, new = (Client().get(game.url("game-rules")).content.decode() for game in (table, newer))
    assert "The first to reach 10 points wins the game." in old
    assert "The first to reach 7 points wins the game." in new
    assert "house rule" in new


def test_only_its_own_game_is_told(table: AtTable) -> None:
    rules = Client().get(table.url("game-rules")).context["games"]
    assert [told.key for told in rules] == [table.game.variant]


def test_the_game_and_its_table_lead_there(table: AtTable) -> None:
    for route in ("game-detail", "game-table"):
        assert table.url("game-rules") in table.get(route).content.decode()
