"""The screen that enters a hand card by card, as requests."""

from __future__ import annotations

import re
from typing import Any

from league.models import CardDraft
from tests.league.at_table import (
    HTMX,
    AtTable,
)

START = ("upcard:9h", "call:Pass", "call:Order")
"""Ann deals, Ben passes, Cleo orders up hearts."""

WHOLE = ("Ac Kc 9c", "Ad Td 9d", "As Ts Ks", "Qc Jc Tc", "Js Jh Qh")


class Screen:
    """The page as a phone has it: the draft's id and revision go back with each touch."""

    def __init__(self, table: AtTable, hand: object = None) -> None:
        self.table = table
        self.route = ("game-cards",) if hand is None else ("hand-cards", hand)
        self.read(table.get(*self.route))

    def read(self, answer: Any) -> Any:
        self.answer, self.text = answer, answer.content.decode()
        if 'name="rev"' in self.text:
            self.hand = re.search(r'name="hand" value="([^"]+)"', self.text).group(1)  # type: ignore[union-attr]  # it is there
            self.follows = re.search(r'name="follows" value="([^"]*)"', self.text).group(1)  # type: ignore[union-attr]  # it is there
            self.rev = re.search(r'name="rev" value="(\d+)"', self.text).group(1)  # type: ignore[union-attr]  # it is there
        return answer

    def send(self, *, htmx: bool = True, stale: int = 0, **fields: Any) -> Any:
        form = {"hand": self.hand, "follows": self.follows, "rev": str(int(self.rev) - stale)} | fields
        return self.read(self.table.client.post(self.table.url(*self.route), form, headers=HTMX if htmx else {}))

    def say(self, *acts: str) -> Any:
        for act in acts:
            answer = self.send(act=act)
            assert answer.status_code == 200, (act, self.text)
        return answer

    @property
    def acts(self) -> list[str]:
        return list(CardDraft.objects.get(hand=self.hand).acts)


def cards(*tricks: str) -> list[str]:
    return [f"card:{card}" for trick in tricks for card in trick.split()]


def enter(table: AtTable) -> Screen:
    """Hearts, made by Cleo; Ben takes all five tricks."""
    screen = Screen(table)
    screen.say(*START, *cards(*WHOLE))
    return screen
