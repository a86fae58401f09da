"""What trump makes of the cards: the suit that each belongs to, how strong it is, who wins a trick (R2 to R4, R20)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from types import MappingProxyType

from engine.cards import JOKER, PACKS, RANKS, Card, Suit, candidates, is_partly_unknown, suit_of

_SAME_COLOUR: Mapping[Suit, Suit] = MappingProxyType(
    {
        Suit.CLUBS: Suit.SPADES,
        Suit.SPADES: Suit.CLUBS,
        Suit.DIAMONDS: Suit.HEARTS,
        Suit.HEARTS: Suit.DIAMONDS,
    }
)
_EVERY_CARD = sorted(PACKS[25] | PACKS[32])


@dataclass(frozen=True, slots=True)
class Trump:
    """The tables of one trump suit: `suits` by card, `strengths` by the suit led and the card.

    A card that neither is trump nor belongs to the suit led has no strength.
    """

    suit: Suit
    suits: Mapping[Card, Suit]
    strengths: Mapping[Suit, Mapping[Card, int]]


def right_bower(trump: Suit) -> Card:
    """The jack of trumps."""
    return "J" + trump


def left_bower(trump: Suit) -> Card:
    """The other jack of that colour (R3)."""
    return "J" + _SAME_COLOUR[trump]


def effective_suit(card: Card, trump: Suit) -> Suit:
    """The suit that a card belongs to: the left bower and the joker are trumps for every purpose (R3, R4)."""
    return suit_of(card) or trump if card != left_bower(trump) else trump


def may_play(holding: Collection[Card], led: Suit | None, trump: Suit) -> tuple[Card, ...]:
    """R19: the cards that may be played; `led` is None for the leader."""
    following = tuple(card for card in holding if effective_suit(card, trump) == led)
    return following or tuple(holding)


def trick_winner(trick: Iterable[Card], trump: Suit) -> int:
    """R20: the place in the trick of the card that wins it."""
    cards, table = tuple(trick), trump_table(trump)
    strength = table.strengths[table.suits[cards[0]]]
    return max(range(len(cards)), key=lambda place: strength[cards[place]])


@cache
def trump_table(trump: Suit) -> Trump:
    """The tables of a trump suit."""
    suits = {card: effective_suit(card, trump) for card in _EVERY_CARD}
    return Trump(trump, suits, {led: _strengths(led, trump) for led in Suit})


def _strengths(led: Suit, trump: Suit) -> dict[Card, int]:
    """R20: trumps beat the suit led; the rest can't win."""
    plain = [rank + led for rank in RANKS if effective_suit(rank + led, trump) == led != trump]
    trumps = [*(rank + trump for rank in RANKS if rank != "J"), left_bower(trump), right_bower(trump), JOKER]
    return dict.fromkeys(_EVERY_CARD, 0) | {card: place for place, card in enumerate([*plain, *trumps], 1)}


# Cards of which not everything is known


def possible_suits(card: Card, pack: int, trump: Suit | None) -> frozenset[Suit]:
    """Every suit that a written card can belong to; `trump` None is unknown."""
    return _possible_suits(card, pack, trump)


@cache  # a hundred ways to write a card, three packs, five trumps
def _possible_suits(card: Card, pack: int, trump: Suit | None) -> frozenset[Suit]:
    trumps = Suit if trump is None else (trump,)
    return frozenset(effective_suit(known, suit) for known, suit in product(candidates(card, pack), trumps))


def sure_winner(trick: tuple[Card, ...], pack: int, trump: Suit | None, gone: Collection[Card] = ()) -> int | None:
    """The place of the card that wins whatever the unknown ones are; None if that depends on them.

    `gone`: cards that lie elsewhere, so that no unknown card is one of them.
    """
    could_be = [
        candidates(card, pack).difference(gone, trick) if is_partly_unknown(card) else candidates(card, pack)
        for card in trick
    ]
    winners = {winner for suit in (Suit if trump is None else (trump,)) for winner in _winners(could_be, suit)}
    return winners.pop() if len(winners) == 1 else None


def _winners(could_be: Sequence[Collection[Card]], trump: Suit) -> Iterator[int | None]:
    """The winner for each suit that the first card can be; None where two cards can win."""
    table = trump_table(trump)
    for led in {table.suits[card] for card in could_be[0]}:
        strength = table.strengths[led]
        worth = [[strength[card] for card in could_be[0] if table.suits[card] == led]]
        worth += [[strength[card] for card in cards] for cards in could_be[1:]]
        best = max(range(len(worth)), key=lambda place: min(worth[place], default=0))
        rivals = [max(values, default=0) for place, values in enumerate(worth) if place != best]
        yield best if min(worth[best], default=0) > max(rivals, default=-1) else None
