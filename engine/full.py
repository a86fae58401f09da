"""Judging a hand by its cards: what people did decides, and what was said beside it has to agree."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.auction import Auction, read_calls
from engine.checks import (
    check_absent,
    check_contract,
    check_loners,
    check_nobody_made,
    check_offender,
    check_redealt,
    check_tricks,
)
from engine.contract import first_leader, is_seat, makers_tricks, sitting_out
from engine.errors import Problem
from engine.exchange import lay_out
from engine.house_rules import HouseRules
from engine.records import TRICKS, CardRecord, HandKind, HandRecord
from engine.seating import Seat
from engine.tricks import TrickReader, Winners
from engine.variants import Step


@dataclass(slots=True)
class Reading:
    """A record with what its cards say filled in. `finished`: it says how many tricks the makers took.

    `trick_range`: the least and the most that the makers took, where unknown cards leave it open.
    """

    record: HandRecord
    winners: Winners = ()
    problems: list[Problem] = field(default_factory=list)
    finished: bool = True
    trick_range: tuple[int, int] | None = None


def read_cards(record: HandRecord, cards: CardRecord, dealer: Seat, rules: HouseRules) -> Reading:
    """Everything that the cards of a hand say, and every problem of it."""
    filled, problems = fill_in(record, cards, dealer, rules)
    reading = Reading(filled, problems=problems)
    _read_play(reading, cards, dealer, rules)
    _count_tricks(reading, record, rules)
    reading.problems += _check(reading, cards, dealer, rules)
    return reading


# The auction


def fill_in(record: HandRecord, cards: CardRecord, dealer: Seat, rules: HouseRules) -> tuple[HandRecord, list[Problem]]:
    """The record with maker, round and trump of its calls; without calls the record's own word stands."""
    if cards.calls is None or record.kind == HandKind.MISDEAL:
        return record, []
    auction = read_calls(cards.calls, dealer, record.upcard, rules)
    problems = [*auction.problems, *_disagreements(record, auction)]
    if record.kind == HandKind.PASSED_OUT:
        return record, problems
    filled = HandRecord(
        record.kind,
        auction.maker,
        record.alone,
        record.lone_defender,
        record.maker_tricks,
        record.tricks,
        record.claimed,
        record.offender,
        auction.round,
        auction.trump or record.trump,
        record.upcard,
        cards,
    )
    return filled, problems


def _disagreements(record: HandRecord, auction: Auction) -> Iterator[Problem]:
    over = auction.passed_out or auction.maker is not None
    if over and record.kind != HandKind.MISDEAL and auction.passed_out != (record.kind == HandKind.PASSED_OUT):
        yield Problem("cards_disagree", "kind")
    if auction.maker is None:
        return
    for name in ("maker", "round", "trump"):
        said, found = getattr(record, name), getattr(auction, name)
        if said is not None and found is not None and said != found:
            yield Problem("cards_disagree", name)


# The play


def seats_at_play(
    dealer: Seat, maker: Seat, alone: bool, lone_defender: Seat | None, rules: HouseRules
) -> tuple[Seat, tuple[Seat, ...]]:
    """R18: the first leader, and who plays at all. A lone hand that can't be at all is left out of it."""
    alone = alone and rules.game.has_step(Step.LONE_MAKER)
    lone_defender = lone_defender if lone_defender in rules.game.defenders_of(maker) else None
    contract = HandRecord(maker=maker, alone=alone, lone_defender=lone_defender)
    resting = sitting_out(contract, rules)
    return first_leader(contract, dealer, rules), tuple(seat for seat in range(rules.game.seats) if seat not in resting)


def _read_play(reading: Reading, cards: CardRecord, dealer: Seat, rules: HouseRules) -> None:
    record = reading.record
    if record.kind == HandKind.MISDEAL:
        return  # R7: whatever lay there, it was dealt again
    layout = lay_out(record, cards, dealer, rules)
    reading.problems += layout.problems
    layout.problems = []
    if record.kind == HandKind.PASSED_OUT:
        reading.problems += [Problem("trick_count", "tricks.0")] if cards.tricks else []
        return
    leader: Seat | None = None
    playing: tuple[Seat, ...] = ()
    if record.maker is not None and is_seat(record.maker, rules):
        leader, playing = seats_at_play(dealer, record.maker, record.alone, record.lone_defender, rules)
    reading.problems += _check_first_lead(cards.leader, leader, rules)
    penalty = record.kind == HandKind.PENALTY  # R30: it ended the hand, perhaps in the middle of a trick
    reader = TrickReader(layout, leader, playing, record.trump, growing=penalty)
    reading.winners = reader.read(cards.tricks)
    reading.problems += _without_claimed(reader.found(), record) if penalty else reader.found()


def _check_first_lead(said: Seat | None, leader: Seat | None, rules: HouseRules) -> Iterator[Problem]:
    if said is not None and not is_seat(said, rules):
        yield Problem("bad_seat", "leader")
    elif said is not None and leader is not None and said != leader:
        yield Problem("wrong_lead", "leader", said)


def _without_claimed(found: list[Problem], record: HandRecord) -> list[Problem]:
    """R30: the revoke that was claimed is no problem any more; of two offenders the earlier counts."""
    revokes = [problem for problem in found if problem.code == "revoke"]
    if revokes and revokes[0].seat == record.offender:
        return [problem for problem in found if problem.code != "revoke"]
    return found


# The tricks


def _count_tricks(reading: Reading, said: HandRecord, rules: HouseRules) -> None:
    """Fill in the tricks by seat, if the cards say them; else what was said stands, within what the cards allow."""
    filled, winners = reading.record, reading.winners
    if filled.kind != HandKind.PLAYED:
        return
    counted = tuple(winners.count(seat) for seat in range(rules.game.seats))
    quick = said.tricks is not None or said.maker_tricks is not None
    claims = said.claimed is not None and None not in winners and (len(winners) > 0 or not quick)
    if sum(counted) == TRICKS or claims:
        if said.tricks not in (None, counted):
            reading.problems.append(Problem("cards_disagree", "tricks"))
        reading.record = _with_tally(filled, counted)
    elif quick:
        reading.problems += _out_of_bounds(filled, counted, rules)
    else:
        reading.finished = False
        if len(winners) == TRICKS and is_seat(filled.maker, rules):
            taken = makers_tricks(filled, counted, rules)
            reading.trick_range = (taken, taken + winners.count(None))


def _with_tally(record: HandRecord, tricks: tuple[int, ...]) -> HandRecord:
    return HandRecord(
        record.kind,
        record.maker,
        record.alone,
        record.lone_defender,
        record.maker_tricks,
        tricks,
        record.claimed,
        record.offender,
        record.round,
        record.trump,
        record.upcard,
        record.cards,
    )


def _out_of_bounds(record: HandRecord, counted: tuple[int, ...], rules: HouseRules) -> Iterator[Problem]:
    """Quick figures beside some tricks by cards: nobody has fewer than the cards show."""
    if record.tricks is not None and any(said < seen for said, seen in zip(record.tricks, counted, strict=False)):
        yield Problem("cards_disagree", "tricks")
    if record.maker_tricks is not None and is_seat(record.maker, rules):
        taken = makers_tricks(record, counted, rules)
        if not taken <= record.maker_tricks <= TRICKS - sum(counted) + taken:
            yield Problem("cards_disagree", "maker_tricks")


# What is wrong beside the cards


def _check(reading: Reading, cards: CardRecord, dealer: Seat, rules: HouseRules) -> Iterator[Problem]:
    record = reading.record
    yield from check_redealt(record, rules)
    match record.kind:
        case HandKind.PLAYED:
            yield from check_absent(record, "offender")
            yield from _check_made(record, cards, dealer, rules)
            if reading.finished and record.maker is not None:
                yield from check_tricks(record, rules)
        case HandKind.PENALTY:
            yield from check_absent(record, "maker_tricks", "tricks", "claimed")
            yield from _check_made(record, cards, dealer, rules)
            yield from check_offender(record, rules)
        case _:
            yield from check_nobody_made(record)


def _check_made(record: HandRecord, cards: CardRecord, dealer: Seat, rules: HouseRules) -> Iterator[Problem]:
    """Who is alone; without calls also what else the record says of maker, round and suit."""
    if cards.calls is not None:
        yield from check_loners(record, dealer, rules)
    else:
        shown = {"bad_card", "joker_redealt"}  # told beside the other cards
        yield from (it for it in check_contract(record, dealer, rules) if it.code not in shown)
