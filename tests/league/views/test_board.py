"""A table's score for a second screen: by its address, large, fresh, and the same for everybody."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.league.at_table import HTMX, AtTable

pytestmark = pytest.mark.django_db


def test_anybody_with_the_address_sees_score_dealer_and_last_hand(table: AtTable) -> None:
    table.play("1:3")
    page = Client().get(table.url("game-board")).content.decode()
    assert "<!doctype html>" in page
    assert "Ben made it, 3 tricks. Ben +1" in page
    assert "deals · 9 to go" in page


def test_it_asks_its_own_address_and_gets_only_what_changed(table: AtTable) -> None:
    fresh = Client().get(table.url("game-board"), headers=HTMX)
    tag = fresh["HX-PTag"]
    assert fresh.content.decode().lstrip().startswith('<div id="board"')
    assert Client().get(table.url("game-board"), headers=HTMX | {"HX-PTag": tag}).status_code == 304
    table.play("1:3")
    assert Client().get(table.url("game-board"), headers=HTMX | {"HX-PTag": tag}).status_code == 200


def test_it_holds_nothing_of_one_viewer(table: AtTable) -> None:
    seen = [client.get(table.url("game-board"), headers=HTMX).content for client in (Client(), table.client)]
    assert seen[0] == seen[1]
    assert b"<form" not in seen[0]
    assert b"csrf" not in seen[0]
