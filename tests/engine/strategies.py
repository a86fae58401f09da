"""Hypothesis strategies: rules, records, events and games, lawful ones and any whatever."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from engine.cards import PACKS, TOKENS, Suit
from engine.events import (
    Abandon,
    Concede,
    Correct,
    CutShort,
    Deal,
    Event,
    Final,
    GameStart,
    Reseat,
    Restore,
    SetDealer,
    Substitute,
    Undo,
    Void,
)
from engine.house_rules import CHOICES, Choice, HouseRules, applies, default_rules, game_options
from engine.records import CardRecord, Exchange, HandKind, HandRecord
from engine.variants import variants

TRICKS = 5
GAMES = st.sampled_from(variants())
CARDS = st.sampled_from(sorted(PACKS[25] | PACKS[32]))

# Rules


@st.composite
def house_rules(draw: st.DrawFn) -> HouseRules:
    """Any set without a problem, of any game."""
    game = draw(GAMES)
    changes = {
        name: draw(st.sampled_from(options) if (options := game_options(name, game)) else _numbers(choice))
        for name, choice in CHOICES.items()
        if applies(choice, game) and draw(st.booleans())
    }
    rules = default_rules(game.key).change(**changes)
    return rules.change(lone_defence="never", canadian_loner=False) if rules.problems() else rules


def _numbers(choice: Choice) -> st.SearchStrategy[int]:
    return st.integers(choice.least, choice.most)


# Records


@st.composite
def lawful_records(draw: st.DrawFn, rules: HouseRules) -> HandRecord:
    """A record without a problem, whoever deals; the card turned up is said with a misdeal only."""
    seats = st.integers(0, rules.game.seats - 1)
    kinds = set(HandKind) - ({HandKind.PASSED_OUT} if rules.stick_the_dealer else set())
    kind = draw(st.sampled_from(sorted(kinds)))
    if kind == HandKind.MISDEAL:
        return HandRecord(kind=kind, upcard=draw(st.none() | st.sampled_from(sorted(PACKS[rules.pack]))))
    if kind == HandKind.PASSED_OUT:
        return HandRecord(kind=kind)
    contract = draw(contracts(rules))
    if kind == HandKind.PENALTY:
        resting = resting_in(rules, contract)
        return HandRecord(kind=kind, offender=draw(seats.filter(lambda seat: seat not in resting)), **contract)
    if draw(st.booleans()):
        return HandRecord(maker_tricks=draw(st.integers(0, TRICKS)), **contract)
    return HandRecord(tricks=draw(tallies(rules.game.seats, resting_in(rules, contract))), **contract)


@st.composite
def contracts(draw: st.DrawFn, rules: HouseRules) -> dict[str, Any]:
    """Maker, who is alone, and at times the suit and the round."""
    maker = draw(st.integers(0, rules.game.seats - 1))
    alone = rules.maker_may_be_alone and draw(st.booleans())
    lone_defender = None
    if rules.defender_may_be_alone(alone) and draw(st.booleans()):
        lone_defender = draw(st.sampled_from(rules.game.defenders_of(maker)))
    # Whoever deals may be the maker's partner, who would have had to be alone in round one.
    rounds = (2,) if rules.canadian_loner and not alone else (1, 2)
    return {
        "maker": maker,
        "alone": alone,
        "lone_defender": lone_defender,
        "trump": draw(st.none() | st.sampled_from(Suit)),
        "round": draw(st.none() | st.sampled_from(rounds)),
    }


def resting_in(rules: HouseRules, contract: dict[str, Any]) -> set[int]:
    """A lone maker's partners sit out, and beside a lone defender every other one."""
    maker, lone = contract["maker"], contract["lone_defender"]
    (side,) = [set(side) for side in rules.game.sides if maker in side]
    resting = side - {maker} if contract["alone"] else set()
    return resting if lone is None else resting | (set(range(rules.game.seats)) - side - {lone})


@st.composite
def tallies(draw: st.DrawFn, seats: int, resting: set[int]) -> tuple[int, ...]:
    """Five tricks, each for somebody who plays."""
    playing = sorted(set(range(seats)) - resting)
    takers = draw(st.lists(st.sampled_from(playing), min_size=TRICKS, max_size=TRICKS))
    return tuple(takers.count(seat) for seat in range(seats))


NUMBERS = st.none() | st.integers(-2, 6) | st.integers()


TEXTS = st.sampled_from([*TOKENS, "Pass", "Order", "h", "1s"]) | st.text(max_size=2)


def wild_cards() -> st.SearchStrategy[CardRecord]:
    """Any cards and calls, however senseless."""
    some = st.lists(TEXTS, max_size=5).map(tuple)
    lists = st.lists(some, max_size=6).map(tuple)
    seats = st.integers(-1, 4)
    return st.builds(
        CardRecord,
        calls=st.none() | st.lists(TEXTS | st.just("Pass"), max_size=9).map(tuple),
        holdings=lists,
        discard=st.none() | TEXTS,
        exchanges=st.lists(st.builds(Exchange, seats, seats, some), max_size=3).map(tuple),
        tricks=lists,
        kitty=some,
        leader=st.none() | seats,
    )


def wild_records() -> st.SearchStrategy[HandRecord]:
    """Any record that the types allow, however senseless."""
    return st.builds(
        HandRecord,
        kind=st.sampled_from(HandKind),
        maker=NUMBERS,
        alone=st.booleans(),
        lone_defender=NUMBERS,
        maker_tricks=NUMBERS,
        tricks=st.none() | st.lists(st.integers(-1, 6), max_size=4).map(tuple) | st.lists(st.integers()).map(tuple),
        claimed=NUMBERS,
        offender=NUMBERS,
        round=NUMBERS,
        trump=st.none() | st.sampled_from(Suit),
        upcard=st.none() | CARDS | st.text(max_size=3),
        cards=st.none() | st.none() | wild_cards(),
    )


# Games

HANDS = st.sampled_from(("h1", "h2", "h3", "h4", "h5"))
PLACES = st.none() | HANDS | st.text(max_size=2)


def starts(rules: HouseRules) -> st.SearchStrategy[GameStart]:
    seats = rules.game.seats
    scores = st.lists(st.integers(-3, rules.target - 1), min_size=seats, max_size=seats).map(tuple)
    return st.builds(GameStart, st.just(rules), st.integers(0, seats - 1), st.just(()) | scores)


def records(rules: HouseRules) -> st.SearchStrategy[HandRecord]:
    """Mostly lawful."""
    return lawful_records(rules) | lawful_records(rules) | lawful_records(rules) | wild_records()


def events(rules: HouseRules) -> st.SearchStrategy[Event]:
    """Any event whatever, more often one that fits."""
    seats = rules.game.seats
    any_seat = st.integers(0, seats - 1) | st.integers(-1, seats)
    orders = st.permutations(range(seats)).map(tuple) | st.lists(any_seat, max_size=4).map(tuple)
    finals = st.lists(st.integers(-2, 12), min_size=seats, max_size=seats).map(tuple) | st.just((1,))
    hand = records(rules)
    return st.one_of(
        st.builds(Deal, HANDS, hand, PLACES),
        st.builds(Deal, HANDS, hand, PLACES),
        st.builds(Correct, HANDS, hand),
        st.builds(Void, HANDS),
        st.builds(Restore, HANDS),
        st.builds(Reseat, orders, PLACES),
        st.builds(SetDealer, any_seat, PLACES),
        st.builds(Substitute, any_seat, PLACES),
        st.builds(Concede, st.frozensets(any_seat, max_size=seats)),
        st.builds(CutShort, st.booleans()),
        st.just(Abandon()),
        st.builds(Final, finals),
        st.builds(Undo, st.integers(-1, 12)),
    )


@st.composite
def games(draw: st.DrawFn, *, max_events: int = 12) -> tuple[GameStart, list[Event]]:
    """A start and any events after it."""
    rules = draw(house_rules())
    return draw(starts(rules)), draw(st.lists(events(rules), max_size=max_events))


def seatings(rules: HouseRules) -> st.SearchStrategy[tuple[int, ...]]:
    """Any order of players who play for themselves; partners stay opposite each other."""
    seats = range(rules.game.seats)
    if len(rules.game.sides) == len(seats):
        return st.permutations(seats).map(tuple)
    return st.sampled_from([(*seats[by:], *seats[:by]) for by in seats])


@st.composite
def tidy_games(draw: st.DrawFn) -> tuple[GameStart, list[Deal | Reseat | SetDealer]]:
    """Hands h1, h2 … one after another, with changes of seats and dealer between them."""
    rules = draw(house_rules())
    log: list[Deal | Reseat | SetDealer] = []
    last: str | None = None
    for number in range(1, draw(st.integers(1, 7)) + 1):
        if draw(st.integers(0, 3)) == 0:
            order = draw(seatings(rules))
            log.append(draw(st.sampled_from((Reseat(order, last), SetDealer(order[0], last)))))
        log.append(Deal(f"h{number}", draw(lawful_records(rules)), last))
        last = f"h{number}"
    return draw(starts(rules)), log


# Plain values, as they come from a request or a database

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


def json_with(*keys: str, **likely: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Objects that have some of these keys, with any values or likely ones."""
    fields = {key: JSON | st.sampled_from(likely[key]) if key in likely else JSON for key in keys}
    return st.fixed_dictionaries({}, optional=fields)
