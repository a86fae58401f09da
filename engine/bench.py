"""How fast the engine is, as a ratio to a yardstick: plain code that is run in turn with ours, on the same machine.

A machine's speed changes from minute to minute, so seconds say little and gate nothing; the ratio is the goal.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, product
from random import Random
from statistics import median
from time import perf_counter, thread_time

from engine.bench_checker import check_deal
from engine.bench_minimax import minimax
from engine.cards import PACKS, Suit
from engine.egn import Document, format_document, parse_document
from engine.egn.reader import document_from_json
from engine.exchange import HOLDING
from engine.generate import random_documents
from engine.hands import _judge_plain, judge_hand
from engine.house_rules import HouseRules, default_rules
from engine.records import TRICKS, HandKind, HandRecord
from engine.review import review_hand
from engine.scoring import Outcome
from engine.solver import Position, best_tricks
from engine.stored import _plain_record, record_from_json, record_to_json
from engine.variants import MAIN_GAME

HANDS = 10_000
"""A club's season: twenty games a week."""
FULL_RECORDS = 2_000
ROUNDS = 11
DEALS = 20_000
"""So many are solved, to see the slowest."""


@dataclass(frozen=True, slots=True)
class Bench:
    """One thing to measure. `project` and `yardstick` do the same work once, `size` pieces of it."""

    what: str
    goal: float | None
    size: int
    project: Callable[[], None]
    yardstick: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured: pieces a second, ours and the yardstick's."""

    bench: Bench
    project: float
    yardstick: float

    @property
    def ratio(self) -> float:
        """How many times the yardstick's speed is ours."""
        return self.project / self.yardstick

    def cells(self) -> tuple[str, ...]:
        """One line of the table."""
        goal = self.bench.goal
        met = "-" if goal is None else "met" if self.ratio >= goal else "NOT MET"
        speeds = (f"{self.project:,.0f}/s", f"{self.yardstick:,.0f}/s", f"{self.ratio:.2f}")
        return (self.bench.what, *speeds, "-" if goal is None else f">= {goal:.2f}", met)


def bench_table(hands: int = HANDS, rounds: int = ROUNDS, deals: int = DEALS) -> str:
    """Measure everything, and show it as a table, with the times of single answers below."""
    rows = [_HEADINGS, *(measure(bench, rounds).cells() for bench in benches(hands))]
    times = (f"{what}: {spent:.2f} ms, goal <= {goal:g}" for what, spent, goal in answer_times(deals))
    return "\n".join([*_lines(rows), "", *times])


def measure(bench: Bench, rounds: int) -> Figures:
    """Run both in turn, so that a slow minute hits both, and take the middle round of each."""
    project, yardstick = [], []
    for _ in range(rounds):
        project.append(_seconds(bench.project))
        yardstick.append(_seconds(bench.yardstick))
    return Figures(bench, bench.size / median(project), bench.size / median(yardstick))


def benches(hands: int) -> tuple[Bench, ...]:
    """Everything that is measured. The engine remembers what it judged: the second line is without that help."""
    rules = default_rules(MAIN_GAME.key)
    season = list(islice(season_hands(rules, Random(1)), hands))
    return (
        _scoring("score a quick record, a season's hands", 0.3, season, rules),
        _scoring("the same, no two records alike", None, distinct_hands(rules, hands), rules),
        *_full_records(rules, min(hands, FULL_RECORDS)),
        _solving(rules, max(1, hands // 5000)),
    )


def _full_records(rules: HouseRules, hands: int) -> Iterator[Bench]:
    """Documents of one hand each, from plain values to a judgement, beside a checker that has this one task."""
    texts = [format_document(it) for it in islice(_whole_hands(rules), hands)]
    bodies = [json.loads(text) for text in texts]
    deals = [body["deals"][0] for body in bodies]

    def judge() -> None:
        for body in bodies:
            document = document_from_json(body)
            for deal in document.deals:
                judge_hand(deal.record, deal.dealer, document.rules)

    def check() -> None:
        for deal in deals:
            check_deal(deal)

    yield Bench("judge a full record, EGN in Python objects", 0.3, hands, judge, check)
    yield Bench("read the text of such a document", None, hands, _each(parse_document, texts), _each(json.loads, texts))


def _each(read: Callable[[str], object], texts: list[str]) -> Callable[[], None]:
    def work() -> None:
        for text in texts:
            read(text)

    return work


def _whole_hands(rules: HouseRules) -> Iterator[Document]:
    for document in random_documents(rules, seed=1):
        judgement = judge_hand(document.deals[0].record, document.deals[0].dealer, rules)
        if judgement.result is not None and judgement.result.outcome != Outcome.UNFINISHED:
            yield document


DOUBLE_DUMMY = "double dummy, 3 x 5 cards"


def _solving(rules: HouseRules, deals: int) -> Bench:
    """Few deals, for plain minimax takes half a second for each."""
    positions = list(islice(random_deals(rules, Random(1)), deals))

    def solve() -> None:
        for position in positions:
            best_tricks(position)

    def try_everything() -> None:
        for it in positions:
            minimax({seat: tuple(cards) for seat, cards in it.holdings.items()}, it.trump, it.makers, it.leader)

    return Bench(f"{DOUBLE_DUMMY}, beside plain minimax", None, deals, solve, try_everything)


def random_deals(rules: HouseRules, chance: Random) -> Iterator[Position]:
    """Five cards for everybody, one maker, any suit."""
    seats, pack, suits = range(rules.game.seats), sorted(PACKS[rules.pack]), list(Suit)
    while True:
        drawn = chance.sample(pack, HOLDING * len(seats))
        holdings = {seat: tuple(drawn[seat * HOLDING : (seat + 1) * HOLDING]) for seat in seats}
        yield Position(chance.choice(suits), holdings, (chance.choice(seats),), chance.choice(seats))


def answer_times(deals: int = DEALS) -> Iterator[tuple[str, float, float]]:
    """How long one answer takes, in milliseconds of one core, each time with its goal: the middle one, slow ones."""
    rules = default_rules(MAIN_GAME.key)
    spent = _spent(best_tricks, islice(random_deals(rules, Random(2)), deals))
    yield f"{DOUBLE_DUMMY}, median", median(spent), 0.5
    yield f"{DOUBLE_DUMMY}, 99 of 100", spent[len(spent) * 99 // 100], 3.0
    yield f"{DOUBLE_DUMMY}, worst of {deals:,}", spent[-1], 10.0
    hands = max(1, deals // 20)
    spent = _spent(_review, islice(_whole_hands(rules), hands))
    yield "review a hand, median", median(spent), 30.0
    yield f"review a hand, worst of {hands:,}", spent[-1], 1500.0


def _review(document: Document) -> object:
    return review_hand(document.deals[0].record, document.deals[0].dealer, document.rules)


def _spent[T](answer: Callable[[T], object], questions: Iterable[T]) -> list[float]:
    """From the quickest to the slowest."""
    spent = []
    for question in questions:
        start = thread_time()
        answer(question)
        spent.append(1000 * (thread_time() - start))
    return sorted(spent)


def _scoring(what: str, goal: float | None, hands: list[HandRecord], rules: HouseRules) -> Bench:
    """From plain values to a judgement, beside `json.loads` of the same record's text."""
    bodies = [record_to_json(hand) for hand in hands]
    texts = [json.dumps(body) for body in bodies]
    dealers = [number % rules.game.seats for number in range(len(hands))]

    def project() -> None:
        for memory in (_judge_plain, _plain_record):
            memory.cache_clear()  # each round begins cold
        for body, dealer in zip(bodies, dealers, strict=True):
            judge_hand(record_from_json(body), dealer, rules)

    def yardstick() -> None:
        for text in texts:
            json.loads(text)

    return Bench(what, goal, len(hands), project, yardstick)


def season_hands(rules: HouseRules, chance: Random) -> Iterator[HandRecord]:
    """Hands as they are tapped in: mostly maker and tricks, at times the suit, seldom more."""
    seats = range(rules.game.seats)
    while True:
        maker, taken = chance.choice(seats), chance.choices(range(TRICKS + 1), (1, 3, 14, 36, 30, 16))[0]
        hand = HandRecord(maker=maker, maker_tricks=taken, alone=chance.random() < 0.08)
        if chance.random() < 0.05:
            hand = replace(hand, lone_defender=chance.choice(rules.game.defenders_of(maker)))
        if chance.random() < 0.3:
            hand = replace(hand, trump=chance.choice(list(Suit)), round=chance.choice((1, 2)))
        if chance.random() < 0.03:
            hand = _with_tally(hand, rules)
        rare = chance.random()
        if rare < 0.06:
            hand = HandRecord(kind=HandKind.PASSED_OUT if rare < 0.05 else HandKind.MISDEAL)
        elif rare < 0.07:
            hand = replace(hand, kind=HandKind.PENALTY, maker_tricks=None, tricks=None, offender=maker)
        yield hand


def _with_tally(hand: HandRecord, rules: HouseRules) -> HandRecord:
    """The same hand by each player's tricks: one defender has what the maker has not."""
    defender = rules.game.defenders_of(hand.maker or 0)[0] if hand.lone_defender is None else hand.lone_defender
    taken = {hand.maker: hand.maker_tricks or 0, defender: TRICKS - (hand.maker_tricks or 0)}
    return replace(hand, maker_tricks=None, tricks=tuple(taken.get(seat, 0) for seat in range(rules.game.seats)))


def distinct_hands(rules: HouseRules, hands: int) -> list[HandRecord]:
    """Different records, with the suit and the card turned up."""
    every = product(
        sorted(PACKS[rules.pack]), Suit, range(TRICKS + 1), range(rules.game.seats), (False, True), (2, None)
    )
    records = [
        HandRecord(maker=maker, maker_tricks=taken, alone=alone, round=round_, trump=trump, upcard=upcard)
        for upcard, trump, taken, maker, alone, round_ in every
    ]
    Random(2).shuffle(records)
    return records[:hands]


def _seconds(work: Callable[[], None]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


_HEADINGS = ("what", "project", "yardstick", "ratio", "goal", "met")


def _lines(rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        figures = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join((first.ljust(widths[0]), *figures))
