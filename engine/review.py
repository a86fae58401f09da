"""What each choice of a played hand gave away, all cards seen: the call, the discard, the exchange, each card (R8-R20).

A value is always the tricks of the makers' side, of all five, if from there on everybody does the best there is with
all cards seen. A choice costs what it takes from the chooser's own side: never less than nothing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.cards import Card, Suit
from engine.full import fill_in
from engine.hands import judge_hand
from engine.house_rules import HouseRules
from engine.openings import Cards, Opening, first_lead, read_opening
from engine.records import TRICKS, HandRecord
from engine.seating import Seat
from engine.solver import Position, Solver


@dataclass(frozen=True, slots=True)
class PlayReview:
    """One card on the table. `best` and `after`: the makers' tricks before and after it.

    `trick` and `place` count from 0. `free`: the lawful cards that would have cost nothing, this one included if so.
    """

    trick: int
    place: int
    seat: Seat
    card: Card
    best: int
    after: int
    cost: int
    free: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ChoiceReview:
    """The dealer's discard, or the five that the maker kept of ten. `best` and `after`: the makers' tricks.

    `best`: by the best choice for the chooser's side, `after`: by this one. `better`, empty where it cost nothing:
    every card that was better to discard; of the exchange the nearest five that reach `best`.
    """

    seat: Seat
    chosen: tuple[Card, ...]
    best: int
    after: int
    cost: int
    better: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class CallReview:
    """The call that made trump. `after`: the makers' tricks with it, `best`: with the best suit this caller could name.

    What a pass would have come to nobody can tell, for others would have spoken: it is never compared with. So a call
    of round one costs nothing, and says only whether it could be made: with `after` below three, best play euchres it.
    `better`: the suits that reach `best`, empty where the call cost nothing.
    """

    seat: Seat
    trump: Suit
    best: int
    after: int
    cost: int
    better: tuple[Suit, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """A hand looked at again. `best`: the most that the makers' side could take when the first card was led.

    `makers`: the seats on the maker's side; `taken`: what they took. `call`, `discard` and `exchange` are None where
    there was none, or where a card that they depend on is not known.
    """

    makers: tuple[Seat, ...]
    best: int
    taken: int
    plays: tuple[PlayReview, ...]
    call: CallReview | None = None
    discard: ChoiceReview | None = None
    exchange: ChoiceReview | None = None


def review_hand(record: HandRecord, dealer: Seat, rules: HouseRules) -> Review | None:
    """Look at a finished, lawful hand again; None unless every card that was held by who played is known."""
    cards, result = record.cards, judge_hand(record, dealer, rules).result
    if cards is None or result is None or result.taken is None:
        return None
    filled, _ = fill_in(record, cards, dealer, rules)
    start = first_lead(filled, cards, result, dealer, rules)
    if start is None:
        return None
    makers, opening = tuple(start.makers), read_opening(filled, cards, start, dealer, rules)
    solver = Solver(start.trump, start.holdings if opening is None else opening.every(), makers)
    best, plays = solver.most(start), tuple(_plays(start, cards.tricks, solver))
    if opening is None:
        return Review(makers, best, result.taken, plays)
    exchange = _exchange(opening, solver, best)
    value = best if exchange is None else exchange.best
    discard = _discard(opening, solver, value)
    value = value if discard is None else discard.best
    call = _call(opening, value) if cards.calls and opening.whole else None
    return Review(makers, best, result.taken, plays, call, discard, exchange)


# Each card


def _plays(moment: Position, tricks: tuple[Cards, ...], solver: Solver) -> Iterator[PlayReview]:
    best = solver.most(moment)
    for number, trick in enumerate(tricks):
        for place, card in enumerate(trick):
            seat, ours = moment.seat, moment.seat in moment.makers
            following = {other: moment.after(other) for other in sorted(moment.lawful())}
            # The makers' card keeps `best`, the defenders' allows no more.
            goal = best if ours else best + 1
            free = tuple(other for other, then in following.items() if solver.reaches(then, goal) == ours)
            moment = following[card]
            after = best if card in free else solver.most(moment)
            yield PlayReview(number, place, seat, card, best, after, abs(best - after), free)
            best = after


# What was chosen before the first lead


def _most(solver: Solver, starts: Iterable[Position], least: int = 0, enough: int = TRICKS) -> int:
    """The most that the makers take from any of these, but never under `least`; over `enough` nothing is looked for."""
    for start in starts:
        while least < enough and solver.reaches(start, least + 1):
            least += 1
        if least == enough:
            break
    return least


def _exchange(opening: Opening, solver: Solver, after: int) -> ChoiceReview | None:
    """R15: the five that were kept, beside the best five of ten."""
    if not opening.dummy:
        return None
    trump, maker = opening.start.trump, opening.maker
    kept = frozenset(opening.start.holdings[maker])
    best = _most(solver, opening.starts(trump), after)
    better: tuple[Cards, ...] = ()
    if best > after:
        nearest = sorted(opening.starts(trump), key=lambda start: len(kept - {*start.holdings[maker]}))
        five = next(start.holdings[maker] for start in nearest if solver.reaches(start, best))
        better = (tuple(sorted(five)),)
    return ChoiceReview(maker, tuple(sorted(kept)), best, after, best - after, better)


def _discard(opening: Opening, solver: Solver, after: int) -> ChoiceReview | None:
    """R10: the card that was laid away, beside each of the other five."""
    if opening.discarded is None:
        return None
    ours = opening.dealer in opening.start.makers
    bounds = (after, TRICKS) if ours else (0, after)
    others = [card for card in opening.six if card != opening.discarded]
    values = {card: _most(solver, opening.starts(opening.start.trump, card), *bounds) for card in sorted(others)}
    best = max(values.values()) if ours else min(values.values())
    better = tuple((card,) for card, value in values.items() if value == best != after)
    return ChoiceReview(opening.dealer, (opening.discarded,), best, after, abs(best - after), better)


def _call(opening: Opening, after: int) -> CallReview:
    """R12: the suit that was named, beside the others that the maker could name."""
    every, makers = opening.every(), opening.start.makers
    values = {suit: _most(Solver(suit, every, makers), opening.starts(suit), after) for suit in opening.suits}
    best = max(values.values(), default=after)
    better = tuple(suit for suit, value in values.items() if value == best != after)
    return CallReview(opening.maker, opening.start.trump, best, after, best - after, better)
