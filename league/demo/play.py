"""One hand of the demo, from the deal to what a scorekeeper writes down. Sensible play, not the best."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.cards import PACKS, Card, Suit
from engine.contract import first_leader, sitting_out
from engine.house_rules import HouseRules
from engine.records import TRICKS, HandKind, HandRecord
from engine.seating import Seat, clockwise_from, left_of
from league.demo.book import Deal, Seen
from league.demo.cards import best_of, keep_best, playable, strength, suit_of, worth_of

HOLDING = 5
MISDEALS = 0.006
RENEGES = 0.005
NEEDED = {1: 3.5, 2: 3.6}
"""What a holding must be worth to make trump, by the round of the auction."""

LONE_FROM = 6.2
"""What it must be worth before anybody thinks of going alone."""


@dataclass(frozen=True, slots=True)
class Temper:
    """How somebody plays. `bold`: how much less they need to make trump; `care`: how often they think before a card."""

    bold: float
    care: float


@dataclass(frozen=True, slots=True)
class Habit:
    """How much a scorekeeper writes down, as chances."""

    suit: float
    call: float
    tally: float


@dataclass(slots=True)
class Table:
    """Who plays by which rules, and the chance that decides. `seen`: the cards of the last hand, if it was played."""

    rng: Random
    rules: HouseRules
    tempers: Sequence[Temper]
    habit: Habit
    seen: Seen | None = None

    def play_hand(self, dealer: Seat) -> HandRecord:
        """Deal, bid, play, write down."""
        self.seen = None
        if self.rng.random() < MISDEALS:
            return HandRecord(HandKind.MISDEAL)
        deal = self._deal()
        seen = Seen(deal)
        bid = self._auction(deal, dealer)
        if bid is None:
            return HandRecord(HandKind.PASSED_OUT)
        self._exchange(deal, dealer, bid)
        seen.auction(deal, dealer, bid)
        bid = self._say_alone(deal, bid, seen)
        if self.rng.random() < RENEGES:
            return self._renege(bid)
        taken = self._play(deal, dealer, bid, seen)
        self.seen = seen
        return self._write_down(bid, taken)

    def _deal(self) -> Deal:
        pack = sorted(PACKS[self.rules.pack])
        self.rng.shuffle(pack)
        holdings = [[pack.pop() for _card in range(HOLDING)] for _seat in range(self.rules.game.seats)]
        dummy = [pack.pop() for _card in range(HOLDING)] if self.rules.dummy else []
        return Deal(holdings, dummy, pack.pop())

    # The auction (R8 to R13)

    def _auction(self, deal: Deal, dealer: Seat) -> HandRecord | None:
        """Who made what in which round; nothing if everybody passed twice."""
        speakers = list(clockwise_from(left_of(dealer, self.rules.game.seats), self.rules.game.seats))
        turned, mood = Suit(deal.upcard[1]), self.rng.gauss(0, 1)  # some deals make everybody timid
        for seat in speakers:
            cards = deal.holdings[seat] + ([deal.upcard] if seat == dealer else [])
            against = 0.0 if seat == dealer else worth_of([deal.upcard], turned) / 3  # the dealer will take it
            if worth_of(keep_best(cards, turned, HOLDING), turned) - against > mood + self._needs(seat, 1):
                return HandRecord(maker=seat, round=1, trump=turned)
        for seat in speakers:
            named = max((suit for suit in Suit if suit != turned), key=lambda suit: worth_of(deal.holdings[seat], suit))
            if worth_of(deal.holdings[seat], named) > mood + self._needs(seat, 2):
                return HandRecord(maker=seat, round=2, trump=named)
        return None

    def _needs(self, seat: Seat, call: int) -> float:
        """What a holding must be worth for this player to make trump, this time."""
        return NEEDED[call] - self.tempers[seat].bold + self.rng.gauss(0, 0.4)

    # The dealer's card, the dummy, who is alone (R10 to R16)

    def _exchange(self, deal: Deal, dealer: Seat, bid: HandRecord) -> None:
        """The dealer takes the card turned up if it made trump."""
        trump = _trump(bid)
        if bid.round == 1:
            deal.holdings[dealer] = keep_best([*deal.holdings[dealer], deal.upcard], trump, HOLDING)

    def _say_alone(self, deal: Deal, bid: HandRecord, seen: Seen) -> HandRecord:
        trump, maker = _trump(bid), _maker(bid)
        alone = self.rules.maker_may_be_alone and self._goes_alone(deal.holdings[maker], trump, 0.1)
        if not alone and deal.dummy:
            own = tuple(deal.holdings[maker])
            deal.holdings[maker] = keep_best([*deal.holdings[maker], *deal.dummy], trump, HOLDING)
            seen.dummy(own, deal.holdings[maker], maker, self.rules.game.seats)
        bid = replace(bid, alone=alone)
        if self.rules.defender_may_be_alone(alone):
            for seat in clockwise_from(left_of(maker, self.rules.game.seats), self.rules.game.seats):
                if seat != maker and self._goes_alone(deal.holdings[seat], trump, 0.35):
                    return replace(bid, lone_defender=seat)
        return bid

    def _goes_alone(self, holding: Sequence[Card], trump: Suit, chance: float) -> bool:
        return worth_of(holding, trump) > LONE_FROM and self.rng.random() < chance

    # The cards (R18 to R20)

    def _play(self, deal: Deal, dealer: Seat, bid: HandRecord, seen: Seen) -> tuple[int, ...]:
        """Tricks by seat."""
        seats, resting = self.rules.game.seats, sitting_out(bid, self.rules)
        taken = [0] * seats
        leader = first_leader(bid, dealer, self.rules)
        for _trick in range(TRICKS):
            trick: dict[Seat, Card] = {}
            for seat in clockwise_from(leader, seats):
                if seat not in resting:
                    trick[seat] = self._choose(seat, deal.holdings[seat], trick, bid)
                    deal.holdings[seat].remove(trick[seat])
            seen.tricks.append(tuple(trick.values()))
            leader = best_of(trick, trick[leader], _trump(bid))
            taken[leader] += 1
        return tuple(taken)

    def _choose(self, seat: Seat, holding: Sequence[Card], trick: dict[Seat, Card], bid: HandRecord) -> Card:
        trump = _trump(bid)
        led = next(iter(trick.values()), None)
        cards = sorted(playable(holding, led, trump), key=lambda card: (strength(card, trump), card))
        if self.rng.random() > self.tempers[seat].care:
            return self.rng.choice(cards)
        if led is None:
            return _lead(cards, trump, seat == bid.maker)
        winning = best_of(trick, led, trump)
        if winning in self._friends(seat, bid):
            return cards[0]  # a partner has it
        able = [card for card in cards if best_of({**trick, seat: card}, led, trump) == seat]
        return able[0] if able else cards[0]

    def _friends(self, seat: Seat, bid: HandRecord) -> tuple[Seat, ...]:
        """Who plays with this player, for the game or for this hand (R14)."""
        makers = self.rules.game.side_of(_maker(bid))
        return makers if seat in makers else self.rules.game.defenders_of(_maker(bid))

    # The book

    def _renege(self, bid: HandRecord) -> HandRecord:
        playing = [seat for seat in range(self.rules.game.seats) if seat not in sitting_out(bid, self.rules)]
        return self._said(replace(bid, kind=HandKind.PENALTY, offender=self.rng.choice(playing)))

    def _write_down(self, bid: HandRecord, taken: tuple[int, ...]) -> HandRecord:
        if self.rng.random() < self.habit.tally:
            return self._said(replace(bid, tricks=taken))
        return self._said(replace(bid, maker_tricks=sum(taken[seat] for seat in self.rules.game.side_of(_maker(bid)))))

    def _said(self, record: HandRecord) -> HandRecord:
        """The record without what this scorekeeper does not bother to write."""
        suit, call = self.rng.random() < self.habit.suit, self.rng.random() < self.habit.call
        return replace(record, trump=record.trump if suit else None, round=record.round if suit and call else None)


def _lead(cards: Sequence[Card], trump: Suit, is_maker: bool) -> Card:
    """The maker draws trumps; the others lead aces. `cards` are sorted, the lowest first."""
    trumps = [card for card in cards if suit_of(card, trump) == trump]
    aces = [card for card in cards if card[0] == "A" and card not in trumps]
    if is_maker and trumps:
        return trumps[-1]
    if aces:
        return aces[0]
    return cards[0]


def _trump(bid: HandRecord) -> Suit:
    assert bid.trump is not None  # noqa: S101  # an auction that was won
    return bid.trump


def _maker(bid: HandRecord) -> Seat:
    assert bid.maker is not None  # noqa: S101  # an auction that was won
    return bid.maker
