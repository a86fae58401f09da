"""Random hands of four-handed euchre by OpenSpiel's rules and by ours: the same lawful acts, trick winners, results.

Not a test by its name: it needs a package of 200 MB. `make openspiel` runs it in an environment of its own.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pyspiel
import pytest

from engine.hands import judge_hand
from engine.house_rules import default_rules
from engine.records import CardRecord, HandRecord
from engine.turns import Act, turn_after
from engine.variants import PARTNERSHIP

HANDS = 3000
SUITS, RANKS = "cdhs", "9TJQKA"
PASS, FIRST_SUIT, ALONE, WITH_PARTNER = 24, 25, 29, 30
RULES = default_rules(PARTNERSHIP.key).change(stick_the_dealer=True)  # as OpenSpiel plays


def card(number: int) -> str:
    return RANKS[number // 4] + SUITS[number % 4]


class Hand:
    """A hand on its way in both programs."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.state = pyspiel.load_game("euchre").new_initial_state()
        self.record = HandRecord(cards=CardRecord(calls=()))
        self.winners: list[int] = []

    def deal(self) -> None:
        while self.state.is_chance_node():
            self.state.apply_action(self.chance.choice([action for action, _ in self.state.chance_outcomes()]))
        self.dealer = self.state.dealer()
        holders = self.state.card_holder()
        holdings = tuple(tuple(card(c) for c in range(24) if holders[c] == seat) for seat in range(4))
        upcard = card(self.state.upcard())
        self.record = replace(self.record, upcard=upcard, cards=self._cards(holdings=holdings))

    def _cards(self, **changes: Any) -> CardRecord:
        assert self.record.cards is not None
        return replace(self.record.cards, **changes)

    def play_on(self) -> None:
        """One act, lawful to both; what it may be is compared first."""
        seat, lawful = self.state.current_player(), self.state.legal_actions()
        turn = turn_after(self.record, self.dealer, RULES)
        assert turn.problems == ()
        action = self.chance.choice(lawful)
        cards = self.record.cards
        assert cards is not None
        if action in (ALONE, WITH_PARTNER):
            assert (Act.GO_ALONE, seat) in turn.may
            self.record = replace(self.record, alone=action == ALONE)
        elif action >= PASS:
            assert (turn.act, turn.seat) == (Act.CALL, seat)
            assert set(turn.calls) == {self._call(one) for one in lawful}
            assert cards.calls is not None
            self.record = replace(self.record, cards=self._cards(calls=(*cards.calls, self._call(action))))
        elif not cards.tricks and cards.discard is None and self.record_was_ordered:
            assert seat == self.dealer  # OpenSpiel's dealer always takes the card turned up; ours may leave it
            self.record = replace(self.record, cards=self._cards(discard=card(action)))
        else:
            assert (turn.act, turn.seat, turn.certain) == (Act.PLAY, seat, True)
            assert set(turn.cards) == {card(one) for one in lawful}
            self._play(card(action))
        self.state.apply_action(action)

    @property
    def record_was_ordered(self) -> bool:
        cards = self.record.cards
        return bool(cards and cards.calls and cards.calls[-1] == "Order")

    def _call(self, action: int) -> str:
        if action == PASS:
            return "Pass"
        cards = self.record.cards
        assert cards is not None
        assert cards.calls is not None
        return "Order" if len(cards.calls) < 4 else SUITS[action - FIRST_SUIT]

    def _play(self, played: str) -> None:
        cards, size = self.record.cards, 3 if self.record.alone else 4
        assert cards is not None
        tricks = list(cards.tricks)
        if not tricks or len(tricks[-1]) == size:
            tricks.append(())
        tricks[-1] = (*tricks[-1], played)
        self.record = replace(self.record, cards=self._cards(tricks=tuple(tricks)))


@pytest.mark.parametrize("block", range(30))
def test_lawful_acts_winners_and_points_agree(block: int) -> None:
    for seed in range(block * HANDS // 30, (block + 1) * HANDS // 30):
        hand = Hand(seed)
        hand.deal()
        while not hand.state.is_terminal():
            hand.play_on()
        judged = judge_hand(hand.record, hand.dealer, RULES)
        assert judged.result is not None, [str(problem) for problem in judged.problems]
        theirs = [max(int(points), 0) for points in hand.state.returns()]
        assert list(judged.result.points) == theirs
        tricks = [trick.winner() for trick in hand.state.tricks()]
        assert list(judged.result.winners) == [seat for seat in tricks if seat >= 0]
