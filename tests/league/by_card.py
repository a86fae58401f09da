"""Phones that hold a table's card, and have no account."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import (
    TableCard,
    Visibility,
)
from tests.factories import make_card
from tests.league.at_table import (
    ANDROID,
    AtTable,
    open_table,
)

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari"


@pytest.fixture
def table() -> AtTable:
    """Table 1 of a club that shows strangers nothing."""
    return open_table(visibility=Visibility.MEMBERS)


@pytest.fixture
def card(table: AtTable) -> TableCard:
    return make_card(table.club)


@pytest.fixture
def phone(table: AtTable, card: TableCard) -> AtTable:
    """A phone without an account that has scanned the card."""
    return scan_at(table, card)


def new_client(agent: str = ANDROID) -> Client:
    return Client(headers={"user-agent": agent})


def scan(client: Client, card: TableCard) -> Any:
    return client.get(reverse("card-open", args=[card.token]))


def scan_at(table: AtTable, card: TableCard, agent: str = ANDROID) -> AtTable:
    client = new_client(agent)
    assert scan(client, card).status_code == 303
    return replace(table, client=client, sent=[])


def withdraw() -> None:
    TableCard.objects.update(withdrawn_at=timezone.now())
