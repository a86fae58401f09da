"""The cards of a demo hand, for the scorekeeper who writes down every one."""

from dataclasses import dataclass, replace

from engine.auction import ORDER_UP, PASS
from engine.cards import Card
from engine.records import CardRecord, Exchange, HandRecord
from engine.seating import Seat, steps_left


@dataclass(slots=True)
class Deal:
    """The cards of one hand. `dummy` is empty where the game has none."""

    holdings: list[list[Card]]
    dummy: list[Card]
    upcard: Card


class Seen:
    """What somebody sees who looks on from the deal to the last trick."""

    def __init__(self, deal: Deal) -> None:
        self.upcard = deal.upcard
        self.dealt = [tuple(holding) for holding in (*deal.holdings, deal.dummy) if holding]
        self.calls: tuple[str, ...] = ()
        self.discard: Card | None = None
        self.exchanges: tuple[Exchange, ...] = ()
        self.tricks: list[tuple[Card, ...]] = []

    def auction(self, deal: Deal, dealer: Seat, bid: HandRecord) -> None:
        """What was said, and what the dealer laid away for the card turned up (R8 to R11)."""
        seats = len(deal.holdings)
        passes = steps_left(bid.maker or 0, dealer, seats) - 1
        if bid.round == 1:
            self.calls = (PASS,) * passes + (ORDER_UP,)
            (self.discard,) = {*self.dealt[dealer], self.upcard} - {*deal.holdings[dealer]}
        else:
            self.calls = (PASS,) * (seats + passes) + (str(bid.trump),)

    def dummy(self, own: tuple[Card, ...], kept: list[Card], maker: Seat, dummy: Seat) -> None:
        """What the maker took and laid away (R15)."""
        taken = tuple(card for card in kept if card not in own)
        laid = tuple(card for card in own if card not in kept)
        if taken:
            self.exchanges = (Exchange(dummy, maker, taken), Exchange(maker, dummy, laid))

    def written(self, record: HandRecord) -> HandRecord:
        """The record of a hand, with its cards instead of what follows from them."""
        cards = CardRecord(self.calls, tuple(self.dealt), self.discard, self.exchanges, tuple(self.tricks))
        plain = replace(record, maker=None, maker_tricks=None, tricks=None, round=None, trump=None)
        return replace(plain, upcard=self.upcard, cards=cards)
