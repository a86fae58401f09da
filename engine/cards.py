"""Suits and the packs. Cards are text of two letters, as in Euchre Game Notation: `Ts`, or `B` for the joker."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType

type Card = str

JOKER: Card = "B"

UNKNOWN = "X"
"""Stands for a rank that nobody knows; `x` for such a suit."""


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
    """The suit printed on a card; the joker has none, and of some cards nobody knows it."""
    return None if card == JOKER or card[-1] == UNKNOWN.lower() else Suit(card[-1])


RANKS = "789TJQKA"
"""From the lowest up (R2)."""
TOKENS: frozenset[Card] = frozenset(
    [JOKER, *(rank + suit for rank in (*RANKS, UNKNOWN) for suit in (*Suit, UNKNOWN.lower()))]
)
"""Every way to write a card, known or not."""


_NONE: frozenset[Card] = frozenset()


def candidates(card: Card, pack: int) -> frozenset[Card]:
    """The cards of a pack that a written one can be: one, several if it is partly unknown, or none."""
    return _candidates(card, pack) if card in TOKENS else _NONE


@cache  # of the few ways to write a card, never of what somebody else wrote
def _candidates(card: Card, pack: int) -> frozenset[Card]:
    if not is_partly_unknown(card):
        return frozenset({card}) & PACKS[pack]
    rank, suit = card[0], card[-1]
    return frozenset(
        other
        for other in PACKS[pack]
        if (rank == UNKNOWN or other[0] == rank) and (suit == UNKNOWN.lower() or other[-1] == suit)
    )


def is_partly_unknown(card: Card) -> bool:
    """Whether rank or suit of a written card is unknown."""
    return UNKNOWN in card or UNKNOWN.lower() in card
