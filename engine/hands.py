"""Judging one hand: every problem of its record, or its result."""

from dataclasses import dataclass, replace
from functools import lru_cache

from engine.cards import Suit
from engine.checks import check_record
from engine.contract import (
    first_leader,
    made_how,
    maker_of,
    makers_tricks,
    mode_of,
    offender_of,
    sitting_out,
    trump_of,
    with_claim,
)
from engine.errors import Problem
from engine.full import Reading, read_cards
from engine.house_rules import HouseRules
from engine.plain import Plain, read_plainly
from engine.records import TRICKS, CardRecord, HandKind, HandRecord, MadeHow
from engine.scoring import Outcome, points_by_seat, revoke_loss, score_revoke, score_row
from engine.seating import Seat, steps_left
from engine.tricks import Winners


@dataclass(frozen=True, slots=True)
class HandResult:
    """What a lawful hand came to.

    `tricks`: by seat, None where nobody said; `points`: by seat, what this hand adds; `redeal`: the same player
    deals again (R7). `leader` is the seat of the first lead (R18), `winners` who won each trick of a full record, None
    where unknown cards leave it open. `defenders` are all who are not on the maker's
    side, `speaks` is how far left of the dealer the maker sits (the dealer is last, R8). `taken`: the tricks of the
    maker's side, where the hand was played out.
    """

    outcome: Outcome
    points: tuple[int, ...]
    maker: Seat | None = None
    trump: Suit | None = None
    leader: Seat | None = None
    winners: Winners = ()
    tricks: tuple[int | None, ...] = ()
    redeal: bool = False
    defenders: tuple[Seat, ...] = ()
    made_how: MadeHow | None = None
    speaks: int | None = None
    taken: int | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A result, or the problems that prevent one; never both."""

    result: HandResult | None
    problems: tuple[Problem, ...] = ()


def judge_hand(record: HandRecord, dealer: Seat, rules: HouseRules) -> Judgement:
    """Judge a record against the rules, with every problem at once. `dealer` is a seat of the table."""
    plain = record.tricks is None and record.upcard is None and record.cards is None
    return _judge_plain(record, dealer, rules) if plain else _judge(record, dealer, rules)


def _judge(record: HandRecord, dealer: Seat, rules: HouseRules) -> Judgement:
    if record.cards is not None:
        return _judge_cards(record, record.cards, dealer, rules)
    problems = check_record(record, dealer, rules)
    if problems:
        return Judgement(None, problems)
    return Judgement(_RESULTS[record.kind](record, dealer, rules))


def _judge_cards(record: HandRecord, cards: CardRecord, dealer: Seat, rules: HouseRules) -> Judgement:
    plain = read_plainly(record, cards, dealer, rules)
    if plain is not None:
        return Judgement(_plain_result(record, plain, dealer, rules))
    return _judge_thoroughly(record, cards, dealer, rules)


def _judge_thoroughly(record: HandRecord, cards: CardRecord, dealer: Seat, rules: HouseRules) -> Judgement:
    reading = read_cards(record, cards, dealer, rules)
    if reading.problems:
        return Judgement(None, tuple(reading.problems))
    if not reading.finished:
        return Judgement(_unfinished_result(reading, dealer, rules))
    return Judgement(_RESULTS[reading.record.kind](reading.record, dealer, rules, reading.winners))


# A season has few hands that differ, and every fold of a game judges all of its hands again. Tallies and cards
# differ more, and can be of any size: they are not remembered.
_judge_plain = lru_cache(maxsize=4096)(_judge)


# Results: of records without a problem.


def _played_result(record: HandRecord, dealer: Seat, rules: HouseRules, winners: Winners = ()) -> HandResult:
    tricks = _tricks_by_seat(record, rules)
    taken = record.maker_tricks if record.tricks is None else makers_tricks(record, _known(tricks), rules)
    pay = score_row(rules, taken or 0, mode_of(record))
    points = points_by_seat(rules, pay, maker_of(record), record.lone_defender)
    result = _made_result(record, dealer, rules, pay.outcome, points, tricks, winners)
    return replace(result, taken=taken)


def _plain_result(record: HandRecord, plain: Plain, dealer: Seat, rules: HouseRules) -> HandResult:
    """The result of an ordinary full record: that of a quick one, with what the cards say beside it."""
    maker, trump, round_, winners = plain
    if maker is None:
        return _passed_out_result(record, dealer, rules)
    tricks = tuple([winners.count(seat) for seat in range(rules.game.seats)])
    taken = sum([tricks[seat] for seat in rules.game.side_of(maker)])
    quick = _quick_result(maker, record.alone, record.lone_defender, taken, round_, dealer, rules)
    return HandResult(
        quick.outcome,
        quick.points,
        maker,
        trump,
        quick.leader,
        winners,
        tricks,
        False,
        quick.defenders,
        MadeHow.NAMED if round_ is None else quick.made_how,
        quick.speaks,
        taken,
    )


@lru_cache(maxsize=4096)
def _quick_result(
    maker: Seat,
    alone: bool,
    lone_defender: Seat | None,
    taken: int,
    round_: int | None,
    dealer: Seat,
    rules: HouseRules,
) -> HandResult:
    record = HandRecord(maker=maker, alone=alone, lone_defender=lone_defender, maker_tricks=taken, round=round_)
    return _played_result(record, dealer, rules)


def _unfinished_result(reading: Reading, dealer: Seat, rules: HouseRules) -> HandResult:
    """Nobody scores yet, unless unknown cards leave open who took a trick and not what the hand pays."""
    record, winners, game = reading.record, reading.winners, rules.game
    counted: tuple[int | None, ...] = tuple(winners.count(seat) for seat in range(game.seats))
    if None in winners:
        resting = sitting_out(record, rules)
        counted = tuple(0 if seat in resting else None for seat in range(game.seats))
    outcome, points = Outcome.UNFINISHED, (0,) * game.seats
    if reading.trick_range is not None:
        least, most = (score_row(rules, taken, mode_of(record)) for taken in reading.trick_range)
        if least == most:
            outcome, points = least.outcome, points_by_seat(rules, least, maker_of(record), record.lone_defender)
    return _made_result(record, dealer, rules, outcome, points, counted, winners)


def _penalty_result(record: HandRecord, dealer: Seat, rules: HouseRules, winners: Winners = ()) -> HandResult:
    maker, mode = maker_of(record), mode_of(record)
    side = rules.game.side_of(offender_of(record))
    pay = score_revoke(rules, maker in side, mode)
    points = list(points_by_seat(rules, pay, maker, record.lone_defender))
    for seat in side:
        points[seat] -= revoke_loss(rules, mode)
    return _made_result(record, dealer, rules, pay.outcome, tuple(points), winners=winners)


def _made_result(
    record: HandRecord,
    dealer: Seat,
    rules: HouseRules,
    outcome: Outcome,
    points: tuple[int, ...],
    tricks: tuple[int | None, ...] = (),
    winners: Winners = (),
) -> HandResult:
    """A result of a hand in which trump was made."""
    maker = maker_of(record)
    return HandResult(
        outcome=outcome,
        points=points,
        maker=maker,
        trump=trump_of(record),
        leader=first_leader(record, dealer, rules),
        winners=winners,
        tricks=tricks,
        defenders=rules.game.defenders_of(maker),
        made_how=made_how(record, dealer, rules),
        speaks=steps_left(maker, dealer, rules.game.seats),
    )


def _passed_out_result(record: HandRecord, dealer: Seat, rules: HouseRules, winners: Winners = ()) -> HandResult:
    return HandResult(Outcome.PASSED_OUT, (0,) * rules.game.seats)


def _misdeal_result(record: HandRecord, dealer: Seat, rules: HouseRules, winners: Winners = ()) -> HandResult:
    return HandResult(Outcome.MISDEAL, (0,) * rules.game.seats, redeal=True)


def _known(tricks: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(count or 0 for count in tricks)


def _tricks_by_seat(record: HandRecord, rules: HouseRules) -> tuple[int | None, ...]:
    """Tricks by seat where they are said or follow: who sits out has none, a single player the rest (R21)."""
    if record.tricks is not None:
        return with_claim(record.tricks, record.claimed)
    game, taken, resting = rules.game, record.maker_tricks or 0, sitting_out(record, rules)
    tricks: list[int | None] = [0 if seat in resting else None for seat in range(game.seats)]
    for side, count in (
        (game.side_of(maker_of(record)), taken),
        (game.defenders_of(maker_of(record)), TRICKS - taken),
    ):
        playing = [seat for seat in side if seat not in resting]
        if count == 0:
            tricks = [0 if seat in side else known for seat, known in enumerate(tricks)]
        elif len(playing) == 1:
            tricks[playing[0]] = count
    return tuple(tricks)


_RESULTS = {
    HandKind.PLAYED: _played_result,
    HandKind.PENALTY: _penalty_result,
    HandKind.PASSED_OUT: _passed_out_result,
    HandKind.MISDEAL: _misdeal_result,
}
