"""From a record to what was held at the first lead, and what could have been: other discards, fives of ten, suits."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations

from engine.auction import PASS, lawful_calls
from engine.cards import JOKER, Card, Suit, is_partly_unknown
from engine.contract import maker_of
from engine.exchange import HOLDING, Pool, lay_out
from engine.full import seats_at_play
from engine.hands import HandResult
from engine.house_rules import HouseRules
from engine.records import TRICKS, CardRecord, HandRecord
from engine.seating import Seat, clockwise_from
from engine.solver import Position
from engine.trump import trump_table

type Cards = tuple[Card, ...]
type Holdings = Mapping[Seat, Cards]


# The first lead


def first_lead(
    record: HandRecord, cards: CardRecord, result: HandResult, dealer: Seat, rules: HouseRules
) -> Position | None:
    """The moment before the first card of a lawful hand; None if somebody's five cards are not all known."""
    maker, trump = maker_of(record), result.trump
    leader, playing = seats_at_play(dealer, maker, record.alone, record.lone_defender, rules)
    if trump is None or None in result.winners or any(map(is_partly_unknown, chain(*cards.tricks))):
        return None
    if len(cards.tricks) == TRICKS:
        holdings = _as_played(cards.tricks, (leader, *result.winners), playing, rules)
    else:  # the rest was claimed, or told in figures
        pools = lay_out(record, cards, dealer, rules).pools
        holdings = {seat: tuple(pools[seat].cards) for seat in playing if _is_certain(pools[seat])}
    return Position(trump, holdings, rules.game.side_of(maker), leader) if len(holdings) == len(playing) else None


def _as_played(
    tricks: tuple[Cards, ...], leaders: tuple[Seat | None, ...], playing: tuple[Seat, ...], rules: HouseRules
) -> dict[Seat, Cards]:
    """What each player held: the five cards that were seen."""
    held: dict[Seat, Cards] = {}
    for leader, trick in zip(leaders, tricks, strict=False):
        seats = (seat for seat in clockwise_from(leader or 0, rules.game.seats) if seat in playing)
        for seat, card in zip(seats, trick, strict=True):
            held[seat] = (*held.get(seat, ()), card)
    return held


def _is_certain(pool: Pool) -> bool:
    return pool.closed and not pool.wild and not pool.spare and len(pool.cards) == HOLDING


# What could be chosen before it


@dataclass(frozen=True, slots=True)
class Opening:
    """What could be chosen before the first card was led at `start`, where every card that it depends on is known.

    `before`: the holdings before the exchange with the `dummy`, which is empty where there is none to use. `six`: the
    dealer's before the discard, empty where there was none or the dealer sits out. `whole`: nothing else was chosen
    after the call that made trump. `suits`: what could have been named instead.
    """

    start: Position
    maker: Seat
    dealer: Seat
    before: Holdings
    dummy: Cards
    six: Cards
    discarded: Card | None
    whole: bool
    suits: tuple[Suit, ...]

    def every(self) -> Holdings:
        """Every card that each player could come to hold."""
        held = {seat: {*cards, *self.before[seat]} for seat, cards in self.start.holdings.items()}
        held[self.maker].update(self.dummy)
        held.get(self.dealer, set()).update(self.six)
        return {seat: tuple(cards) for seat, cards in held.items()}

    def starts(self, trump: Suit, discard: Card | None = None) -> Iterator[Position]:
        """The first lead with each five that the maker can keep, what promises most first."""
        before, makers, leader = self.before, self.start.makers, self.start.leader
        if discard is not None:
            before = {**before, self.dealer: tuple(card for card in self.six if card != discard)}
        if not self.dummy:
            yield Position(trump, before, makers, leader)
            return
        ten = sorted([*before[self.maker], *self.dummy], key=lambda card: _worth(card, trump), reverse=True)
        for five in combinations(ten, HOLDING):
            yield Position(trump, {**before, self.maker: five}, makers, leader)


def _worth(card: Card, trump: Suit) -> int:
    table = trump_table(trump)
    suit = table.suits[card]
    return table.strengths[suit][card] + (HOLDING if suit == trump else 0)


def read_opening(
    record: HandRecord, cards: CardRecord, start: Position, dealer: Seat, rules: HouseRules
) -> Opening | None:
    """What could be chosen; None if a card that the exchange depends on is not known."""
    if record.round is None and record.upcard != JOKER:
        return None  # nobody said whether the card turned up was taken
    maker, before = maker_of(record), {seat: tuple(held) for seat, held in start.holdings.items()}
    picks_up = dealer in before and (record.round == 1 or record.upcard == JOKER)
    six, discarded = _discard(record, cards, before[dealer], dealer, rules) if picks_up else ((), None)
    dummy: Cards = ()
    if rules.dummy and not record.alone:  # R15
        dummy, own = _dealt(cards, rules.game.seats), _dealt(cards, maker)
        if picks_up and maker == dealer:
            own = tuple(card for card in six if card != discarded)
        if not dummy or not own:
            return None
        before[maker] = own
    whole = bool(six) or not picks_up
    return Opening(start, maker, dealer, before, dummy, six, discarded, whole, _suits(record, cards, dealer, rules))


def _discard(
    record: HandRecord, cards: CardRecord, played: Cards, dealer: Seat, rules: HouseRules
) -> tuple[Cards, Card | None]:
    """R10, R11: the dealer's six cards, and which was laid away; nothing if that can't be told."""
    dealt, upcard, discarded = _dealt(cards, dealer), record.upcard, cards.discard
    if not dealt or upcard is None or is_partly_unknown(upcard):
        return (), None
    six = (*dealt, upcard)
    if discarded is None and not (rules.dummy and record.maker == dealer and not record.alone):
        (discarded,) = {*six} - {*played}
    return ((), None) if discarded is None or is_partly_unknown(discarded) else (six, discarded)


def _dealt(cards: CardRecord, number: int) -> Cards:
    """A holding as it was dealt, if it is known."""
    dealt = cards.holdings[number] if number < len(cards.holdings) else ()
    return () if any(map(is_partly_unknown, dealt)) else dealt


def _suits(record: HandRecord, cards: CardRecord, dealer: Seat, rules: HouseRules) -> tuple[Suit, ...]:
    """R12: what the maker could have named instead in round two. Elsewhere there was nothing to name but one suit."""
    if not cards.calls or record.round == 1 or record.upcard == JOKER:
        return ()  # R4: who names a suit before looking chose nothing
    options = lawful_calls(cards.calls[:-1], dealer, record.upcard, rules)
    return tuple(Suit(call) for call in options if call not in (PASS, record.trump))
