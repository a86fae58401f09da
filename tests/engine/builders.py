"""Short ways to say a hand, a game, a set of rules. A, B and C sit clockwise; A deals first unless told otherwise."""

from __future__ import annotations

from typing import Any

from engine.errors import Problem
from engine.events import Deal, Event, GameStart
from engine.games import GameState, fold_game
from engine.hands import HandResult, Judgement, judge_hand
from engine.house_rules import HouseRules, default_rules
from engine.records import HandKind, HandRecord

THREE, TWO, FOUR = "cutthroat", "two_handed", "partnership"
A, B, C, D = range(4)

PASSED_OUT = HandRecord(kind=HandKind.PASSED_OUT)
MISDEAL = HandRecord(kind=HandKind.MISDEAL)


def make_rules(variant: str = THREE, **changes: Any) -> HouseRules:
    return default_rules(variant).change(**changes)


def made(maker: int, taken: int = 3, **more: Any) -> HandRecord:
    """`maker` made trump and took so many tricks; three, unless a test cares."""
    return HandRecord(maker=maker, maker_tricks=taken, **more)


def tally(maker: int, *tricks: int, **more: Any) -> HandRecord:
    """The same, by the tricks of each seat."""
    return HandRecord(maker=maker, tricks=tricks, **more)


def penalty(maker: int | None, offender: int | None, **more: Any) -> HandRecord:
    return HandRecord(kind=HandKind.PENALTY, maker=maker, offender=offender, **more)


def judge(record: HandRecord, dealer: int = A, rules: HouseRules | None = None) -> Judgement:
    return judge_hand(record, dealer, rules or make_rules())


def result_of(record: HandRecord, dealer: int = A, rules: HouseRules | None = None) -> HandResult:
    """The result of a record that has no problem."""
    judgement = judge(record, dealer, rules)
    assert judgement.problems == ()
    assert judgement.result is not None
    return judgement.result


def points_of(record: HandRecord, rules: HouseRules | None = None) -> tuple[int, ...]:
    return result_of(record, A, rules).points


def faults_of(record: HandRecord, dealer: int = A, rules: HouseRules | None = None) -> set[tuple[str, str]]:
    """The problems of a record, as (code, field)."""
    judgement = judge(record, dealer, rules)
    assert (judgement.result is None) == bool(judgement.problems)
    return faults(judgement.problems)


def faults(problems: tuple[Problem, ...]) -> set[tuple[str, str]]:
    return {(problem.code, problem.field) for problem in problems}


def deals(*records: HandRecord) -> list[Event]:
    """Hands h1, h2 … one after another."""
    return log_of(*records)


def play(
    *events: Event | HandRecord,
    scores: tuple[int, ...] = (),
    dealer: int = A,
    rules: HouseRules | None = None,
) -> GameState:
    """Fold a game. Records are dealt one after another as h1, h2 …; events follow as they stand."""
    return fold_game(GameStart(rules or make_rules(), dealer, scores), log_of(*events))


def log_of(*events: Event | HandRecord) -> list[Event]:
    log: list[Event] = []
    last: str | None = None
    for number, event in enumerate(events, 1):
        if isinstance(event, HandRecord):
            event = Deal(f"h{number}", event, last)
        if isinstance(event, Deal):
            last = event.hand
        log.append(event)
    return log
