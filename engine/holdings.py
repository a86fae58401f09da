"""What somebody holds, with cards that nobody knows: taking, laying away, and what was played of it later."""

from collections.abc import Sequence

from engine.cards import JOKER, RANKS, Card, Suit, candidates, is_partly_unknown
from engine.exchange import HOLDING, NOTHING_KNOWN
from engine.trump import trump_table

UNKNOWN_HOLDING: tuple[Card, ...] = (NOTHING_KNOWN,) * HOLDING


def swap(held: Sequence[Card], taken: Sequence[Card], laid: Sequence[Card] | None, pack: int) -> tuple[Card, ...]:
    """A holding after some cards came and others went; `laid` None: as many went, and nobody knows which."""
    cards = [*held, *taken]
    if laid is None:
        return UNKNOWN_HOLDING
    for card in laid:
        slot = _slot(cards, card, pack)
        if slot is None:
            return UNKNOWN_HOLDING
        del cards[slot]
    return tuple(cards)


def settle(held: Sequence[Card], plays: Sequence[Card], pack: int) -> tuple[Card, ...] | None:
    """The holding with its unknown cards replaced by what was played; None if these can't have been played of it."""
    left, settled = list(held), list[Card]()
    for card in plays:
        slot = _slot(left, card, pack)
        if slot is None:
            return None
        del left[slot]
        settled.append(card)
    return (*settled, *left)


def _slot(cards: Sequence[Card], card: Card, pack: int) -> int | None:
    """Where a card is: itself, or an unknown one that it can be."""
    if card in cards:
        return cards.index(card)
    fitting = (
        slot
        for slot, other in enumerate(cards)
        if is_partly_unknown(other) and candidates(card, pack) & candidates(other, pack)
    )
    return next(fitting, None)


def sort_cards(cards: Sequence[Card], trump: Suit | None) -> tuple[Card, ...]:
    """As people sort them: trumps first, then suit by suit, the highest first; unknown ones last."""
    return tuple(sorted(cards, key=lambda card: _order(card, trump)))


_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def _order(card: Card, trump: Suit | None) -> tuple[int, int, int]:
    if is_partly_unknown(card) or (card != JOKER and card not in _KNOWN):
        return (2, 0, 0)
    if trump is None:
        return (0, 0, 0) if card == JOKER else (1, _SUITS.index(Suit(card[-1])), -RANKS.index(card[0]))
    table = trump_table(trump)
    suit = table.suits[card]
    return (0 if suit == trump else 1, _SUITS.index(suit), -table.strengths[suit][card])


_KNOWN = frozenset(rank + suit for rank in RANKS for suit in Suit)
