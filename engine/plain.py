"""The quick way through an ordinary full record: every card known, nothing wrong, all five tricks.

It answers only where it is sure; engine/full.py looks at everything else, and would answer the same here.
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.auction import read_calls
from engine.cards import JOKER, PACKS, Card, Suit
from engine.checks import check_loners
from engine.contract import first_leader, sitting_out
from engine.exchange import HOLDING
from engine.house_rules import HouseRules
from engine.records import TRICKS, CardRecord, HandKind, HandRecord
from engine.seating import Seat, clockwise_from
from engine.trump import Trump, trump_table

type Plain = tuple[Seat | None, Suit | None, int | None, tuple[Seat, ...]]
"""Maker, trump, round, and who won each trick; nobody and nothing where all passed."""

PASSED_OUT: Plain = (None, None, None, ())


def read_plainly(record: HandRecord, cards: CardRecord, dealer: Seat, rules: HouseRules) -> Plain | None:
    """What an ordinary record comes to; None if it needs a closer look."""
    if cards.calls is None or not says_cards_only(record):
        return None
    auction = read_calls(cards.calls, dealer, record.upcard, rules)
    maker, trump = auction.maker, auction.trump
    if auction.problems or auction.passed_out != (record.kind is HandKind.PASSED_OUT):
        return None
    if auction.passed_out:
        played = cards.tricks or cards.exchanges or record.alone or record.lone_defender is not None
        return None if played or _holdings(record, cards, dealer, 0, None, rules) is None else PASSED_OUT
    if maker is None or trump is None:
        return None
    at_play = _at_play(dealer, maker, record.alone, record.lone_defender, auction.round, rules)
    holdings = _holdings(record, cards, dealer, maker, auction.round, rules)
    if at_play is None or holdings is None:
        return None
    winners = _winners(cards.tricks, holdings, at_play, trump_table(trump))
    return None if winners is None else (maker, trump, auction.round, winners)


def says_cards_only(record: HandRecord) -> bool:
    """Whether a record leaves everything that follows from its cards to them."""
    return (
        record.maker is None
        and record.trump is None
        and record.round is None
        and record.tricks is None
        and record.maker_tricks is None
        and record.claimed is None
        and record.offender is None
        and record.kind in _KINDS
    )


_KINDS = (HandKind.PLAYED, HandKind.PASSED_OUT)

type AtPlay = tuple[Seat, tuple[Seat, ...], int]
"""The first leader, who plays after each seat, and how many play."""


@lru_cache(maxsize=1024)  # a set of rules has some dozens of contracts
def _at_play(
    dealer: Seat, maker: Seat, alone: bool, lone_defender: Seat | None, round_: int | None, rules: HouseRules
) -> AtPlay | None:
    """R16 to R18; None where somebody is alone who may not be."""
    contract = HandRecord(maker=maker, alone=alone, lone_defender=lone_defender, round=round_)
    if any(check_loners(contract, dealer, rules)):
        return None
    seats, resting = rules.game.seats, sitting_out(contract, rules)
    after = tuple(
        next(other for other in clockwise_from(seat + 1, seats) if other not in resting) for seat in range(seats)
    )
    return first_leader(contract, dealer, rules), after, seats - len(resting)


def _holdings(
    record: HandRecord, cards: CardRecord, dealer: Seat, maker: Seat, round_: int | None, rules: HouseRules
) -> list[set[Card]] | None:
    """The holdings at the first lead: five different cards each, what was discarded and exchanged held before."""
    upcard, discard, dealt = record.upcard, cards.discard, cards.holdings
    if upcard is None or cards.kitty or cards.leader is not None or len(dealt) != rules.game.seats + rules.dummy:
        return None
    every = {upcard}.union(*dealt)
    if len(every) != HOLDING * len(dealt) + 1 or not every <= PACKS[rules.pack]:
        return None
    holdings = [set(holding) for holding in dealt]
    for holding in dealt:
        if len(holding) != HOLDING:
            return None
    if (round_ == 1 or upcard == JOKER) != (discard is not None):  # not written down: it could be any of six
        return None
    if discard is not None:
        holdings[dealer].add(upcard)
        if discard not in holdings[dealer]:
            return None
        holdings[dealer].remove(discard)
    return holdings if not cards.exchanges or _swap(record, cards, maker, holdings, rules) else None


def _swap(record: HandRecord, cards: CardRecord, maker: Seat, holdings: list[set[Card]], rules: HouseRules) -> bool:
    """R15: cards of the dummy for as many of the maker's."""
    if record.alone or not rules.dummy or len(cards.exchanges) == 1:
        return False
    take, lay, *more = cards.exchanges
    dummy, holding = rules.game.seats, holdings[maker]
    if more or (take.sender, take.receiver, lay.sender, lay.receiver) != (dummy, maker, maker, dummy):
        return False
    if not holdings[dummy].issuperset(take.cards) or not holding.issuperset(lay.cards):
        return False
    holding.difference_update(lay.cards)
    holding.update(take.cards)
    return len(holding) == HOLDING and len(take.cards) == len({*take.cards})


def _winners(
    tricks: Sequence[tuple[Card, ...]], holdings: Sequence[set[Card]], at_play: AtPlay, trump: Trump
) -> tuple[Seat, ...] | None:
    """R19, R20: who won each trick, if every card was held and suit was followed. `holdings` are used up."""
    leader, after, size = at_play
    suits, strengths, winners = trump.suits, trump.strengths, []
    for trick in tricks:
        if len(trick) != size:
            return None
        if trick[0] not in suits:
            return None
        led, seat, best = suits[trick[0]], leader, -1
        strength = strengths[led]
        for card in trick:
            holding = holdings[seat]
            if card not in holding:
                return None
            holding.remove(card)
            if suits[card] is not led:
                for other in holding:
                    if suits[other] is led:
                        return None
            if strength[card] > best:
                best, leader = strength[card], seat
            seat = after[seat]
        winners.append(leader)
    return tuple(winners) if len(winners) == TRICKS else None
