"""Cards in the hand of the demo's players: what is trump, what beats what, what may be played (R2, R3, R19, R20)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.cards import Card, Suit

RANKS = "9TJQKA"

SAME_COLOUR: Mapping[Suit, Suit] = MappingProxyType(
    {
        Suit.CLUBS: Suit.SPADES,
        Suit.SPADES: Suit.CLUBS,
        Suit.DIAMONDS: Suit.HEARTS,
        Suit.HEARTS: Suit.DIAMONDS,
    }
)

TRUMP_WORTH: Mapping[str, float] = MappingProxyType({"9": 1.0, "T": 1.1, "Q": 1.3, "K": 1.6, "A": 2.0, "J": 3.2})
LEFT_WORTH = 2.6
PLAIN_WORTH: Mapping[str, float] = MappingProxyType({"9": 0.0, "T": 0.02, "J": 0.05, "Q": 0.1, "K": 0.3, "A": 1.2})


def suit_of(card: Card, trump: Suit) -> Suit:
    """The suit that a card belongs to: the left bower's is trump."""
    printed = Suit(card[1])
    return trump if card[0] == "J" and printed == SAME_COLOUR[trump] else printed


def strength(card: Card, trump: Suit) -> int:
    """How high a card stands in its suit, trumps above all."""
    height = RANKS.index(card[0])
    if suit_of(card, trump) != trump:
        return height
    if card[0] == "J":
        return 30 if card[1] == trump else 20
    return 10 + height


def best_of(trick: Mapping[int, Card], led: Card, trump: Suit) -> int:
    """The seat whose card wins."""
    led_suit = suit_of(led, trump)
    able = {seat: card for seat, card in trick.items() if suit_of(card, trump) in (led_suit, trump)}
    return max(able, key=lambda seat: strength(able[seat], trump))


def playable(holding: Sequence[Card], led: Card | None, trump: Suit) -> list[Card]:
    """What may be played to a card that was led."""
    if led is None:
        return list(holding)
    following = [card for card in holding if suit_of(card, trump) == suit_of(led, trump)]
    return following or list(holding)


def worth(card: Card, trump: Suit) -> float:
    """About how many tricks a card is good for."""
    if suit_of(card, trump) != trump:
        return PLAIN_WORTH[card[0]]
    return LEFT_WORTH if card[0] == "J" and card[1] != trump else TRUMP_WORTH[card[0]]


def worth_of(holding: Sequence[Card], trump: Suit) -> float:
    """The same of a holding."""
    return sum(worth(card, trump) for card in holding)


def keep_best(cards: Sequence[Card], trump: Suit, count: int) -> list[Card]:
    """The best of some cards; of equals those in the longer suit, so that a suit runs out."""
    length = {suit: sum(suit_of(card, trump) == suit for card in cards) for suit in Suit}
    return sorted(cards, key=lambda card: (-worth(card, trump), -length[suit_of(card, trump)], card))[:count]
