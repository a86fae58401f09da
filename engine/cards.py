"""Suits and the packs. Cards are text of two letters, as in Euchre Game Notation: `Ts`, or `B` for the joker."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

type Card = str

JOKER: Card = "B"


class Suit(StrEnum):
    """A suit, by its letter."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


def _pack(ranks: str, *extra: Card) -> frozenset[Card]:
    return frozenset(rank + suit for rank in ranks for suit in Suit).union(extra)


PACKS: Mapping[int, frozenset[Card]] = MappingProxyType(
    {24: _pack("9TJQKA"), 25: _pack("9TJQKA", JOKER), 32: _pack("789TJQKA")}
)
"""R1: the pack of 24; house rules: 24 and a joker, or 32 with sevens and eights."""


def suit_of(card: Card) -> Suit | None:
    """The suit printed on a card; the joker has none."""
    return None if card == JOKER else Suit(card[-1])
