"""Whether a full record with every card dealt face up is lawful, said again from the rule page in plain steps.

Nothing of the engine is used but the fields of its records. What a record leaves open (a discard or an exchange that
nobody wrote down) is tried in every way: lawful means that one of them is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from engine.house_rules import HouseRules
from engine.records import CardRecord, HandRecord

SIDES = {"cutthroat": [[0], [1], [2]], "two_handed": [[0], [1]], "partnership": [[0, 2], [1, 3]]}
COLOURS = {"c": "s", "s": "c", "d": "h", "h": "d"}
PACKS = {24: "9TJQKA", 25: "9TJQKA", 32: "789TJQKA"}


def pack_of(rules: HouseRules) -> set[str]:
    return {rank + suit for rank in PACKS[rules.pack] for suit in "cdhs"} | ({"B"} if rules.pack == 25 else set())


def belongs_to(card: str, trump: str) -> str:
    if card == "B" or card == "J" + COLOURS[trump]:
        return trump
    return card[1]


def beats(card: str, other: str, trump: str) -> bool:
    """Whether a later card takes the trick from the best so far."""
    if belongs_to(card, trump) != belongs_to(other, trump):
        return belongs_to(card, trump) == trump
    if belongs_to(card, trump) == trump:
        order = ["B", "J" + trump, "J" + COLOURS[trump], *(rank + trump for rank in "AKQT987")]
    else:
        order = [rank + card[1] for rank in "AKQJT987"]
    return order.index(card) < order.index(other)


def plain_points_of(record: HandRecord, dealer: int, rules: HouseRules) -> list[int] | None:
    """Points by seat (zeros for an unfinished hand), or None if the record is unlawful."""
    cards = record.cards
    assert cards is not None
    made = auction(record, cards, dealer, rules)
    if made is None or not dealt_well(record, cards, rules):
        return None
    maker, trump, picks_up = made
    if maker is None:
        nothing = not cards.tricks and cards.discard is None and not cards.exchanges
        nobody_alone = not record.alone and record.lone_defender is None
        return [0] * seats_of(rules) if nothing and nobody_alone else None
    if cards.discard is not None and not picks_up:
        return None
    if not loners_may(record, maker, dealer, rules, round_one=picks_up and record.upcard != "B"):
        return None
    for hands in holdings(record, cards, dealer, maker, picks_up, rules):
        points = play(record, cards, hands, dealer, maker, trump, rules)
        if points is not None:
            return points
    return None


def seats_of(rules: HouseRules) -> int:
    return sum(map(len, SIDES[rules.variant]))


def side_of(seat: int, rules: HouseRules) -> list[int]:
    return next(side for side in SIDES[rules.variant] if seat in side)


def auction(
    record: HandRecord, cards: CardRecord, dealer: int, rules: HouseRules
) -> tuple[int | None, str, bool] | None:
    seats, calls, upcard = seats_of(rules), list(cards.calls or ()), record.upcard
    assert upcard is not None
    if upcard == "B":
        lawful = len(calls) == 1 and calls[0] in "cdhs" and rules.joker_turned_up == "dealer_names"
        return (dealer, calls[0], True) if lawful else None
    for place, call in enumerate(calls):
        last = place == len(calls) - 1
        speaker = (dealer + 1 + place) % seats
        if call == "Pass":
            continue
        if not last:
            return None
        if place < seats:
            return (speaker, upcard[1], True) if call == "Order" else None
        if place >= 2 * seats or call not in ("c", "d", "h", "s"):
            return None
        if call == upcard[1] and not rules.may_name_turned_down:
            return None
        return speaker, call, False
    return (None, "", False) if len(calls) == 2 * seats and not rules.stick_the_dealer else None


def dealt_well(record: HandRecord, cards: CardRecord, rules: HouseRules) -> bool:
    dealt = [card for holding in cards.holdings for card in holding] + [record.upcard]
    whole = all(len(holding) == 5 for holding in cards.holdings)
    return whole and len(set(dealt)) == len(dealt) and set(dealt) <= pack_of(rules)


def loners_may(record: HandRecord, maker: int, dealer: int, rules: HouseRules, *, round_one: bool) -> bool:
    allowed = rules.going_alone and rules.variant != "two_handed"
    if record.alone and not (allowed and (rules.dummy or rules.variant == "partnership")):
        return False
    partner = [seat for seat in side_of(dealer, rules) if seat != dealer]
    if rules.canadian_loner and round_one and maker in partner and not record.alone:
        return False
    lone = record.lone_defender
    if lone is None:
        return True
    against = rules.lone_defence == "any" or (rules.lone_defence == "against_lone_maker" and record.alone)
    return allowed and against and 0 <= lone < seats_of(rules) and lone not in side_of(maker, rules)


def holdings(
    record: HandRecord, cards: CardRecord, dealer: int, maker: int, picks_up: bool, rules: HouseRules
) -> Iterator[list[set[str]]]:
    """Every way in which the cards can lie at the first lead."""
    upcard = record.upcard
    assert upcard is not None
    for discard in [cards.discard] if cards.discard or not picks_up else [*cards.holdings[dealer], upcard]:
        hands = [set(holding) for holding in cards.holdings]
        if picks_up:
            hands[dealer].add(upcard)
            if discard not in hands[dealer]:
                continue
            hands[dealer].remove(discard)
        yield from after_exchange(record, cards, hands, maker, rules)


def after_exchange(
    record: HandRecord, cards: CardRecord, hands: list[set[str]], maker: int, rules: HouseRules
) -> Iterator[list[set[str]]]:
    dummy = seats_of(rules)
    moved = [move for move in cards.exchanges if move.cards]
    if not moved:
        free = rules.dummy and not record.alone
        for kept in combinations(sorted(hands[maker] | hands[dummy]), 5) if free else [tuple(hands[maker])]:
            yield [set(kept) if seat == maker else hand for seat, hand in enumerate(hands)]
        return
    taken = [card for move in moved if (move.sender, move.receiver) == (dummy, maker) for card in move.cards]
    laid = [card for move in moved if (move.sender, move.receiver) == (maker, dummy) for card in move.cards]
    if not rules.dummy or record.alone or len(taken) + len(laid) != sum(len(move.cards) for move in moved):
        return
    if len(taken) != len(laid) or len(set(taken)) != len(taken) or len(set(laid)) != len(laid):
        return
    joined = hands[maker] | set(taken)
    if set(taken) <= hands[dummy] and set(laid) <= joined:
        yield [joined - set(laid) if seat == maker else hand for seat, hand in enumerate(hands)]


def play(
    record: HandRecord,
    cards: CardRecord,
    hands: list[set[str]],
    dealer: int,
    maker: int,
    trump: str,
    rules: HouseRules,
) -> list[int] | None:
    seats, lone = seats_of(rules), record.lone_defender
    resting = {seat for seat in side_of(maker, rules) if seat != maker and record.alone}
    if lone is not None:
        resting |= {seat for seat in range(seats) if seat not in side_of(maker, rules) and seat != lone}
    left_of = dealer
    if rules.loner_lead == "left_of_loner" and (record.alone or lone is not None):
        left_of = maker if record.alone or lone is None else lone
    leader = next(seat % seats for seat in range(left_of + 1, left_of + 5) if seat % seats not in resting)
    hands, won = [set(hand) for hand in hands], [0] * seats
    if len(cards.tricks) > 5:
        return None
    for trick in cards.tricks:
        order = [seat % seats for seat in range(leader, leader + seats) if seat % seats not in resting]
        if len(trick) != len(order):
            return None
        best = None
        for seat, card in zip(order, trick, strict=True):
            if card not in hands[seat]:
                return None
            led = belongs_to(trick[0], trump)
            if belongs_to(card, trump) != led and any(belongs_to(it, trump) == led for it in hands[seat]):
                return None
            hands[seat].remove(card)
            if best is None or beats(card, best, trump):
                best, leader = card, seat
        won[leader] += 1
    return pay(won, record, maker, rules) if sum(won) == 5 else [0] * seats


def pay(won: list[int], record: HandRecord, maker: int, rules: HouseRules) -> list[int]:
    side = side_of(maker, rules)
    taken = sum(won[seat] for seat in side)
    makers: Any = 0
    if taken == 5:
        makers = rules.march_alone if record.alone else rules.march
    elif taken >= 3:
        makers = rules.made
    defenders = 0
    if not makers:
        defenders = rules.euchred_alone if record.alone else rules.euchred
        if record.lone_defender is not None:
            defenders = rules.lone_defence_march if taken == 0 else rules.lone_defence_euchre
    points = [makers if seat in side else defenders for seat in range(len(won))]
    if record.lone_defender is not None and not rules.resting_defender_scores:
        playing = side_of(record.lone_defender, rules)
        points = [0 if not makers and seat not in playing else it for seat, it in enumerate(points)]
    return points
