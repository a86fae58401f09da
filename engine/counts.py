"""What each seat did in a game, counted: the only source of statistics.

A count is a key and a number; keys are dotted, so `maker.alone.euchred` is how often a lone maker was euchred. A
new statistic is a key here, and every game counted again.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.games import GameState, Line
from engine.hands import HandResult
from engine.records import HandKind
from engine.scoring import Outcome
from engine.seating import Seat

type Count = tuple[Seat, str, int]


def count_game(state: GameState) -> tuple[Mapping[str, int], ...]:
    """Counts by starting seat, over the hands that are part of the game; a misdeal is not a hand played."""
    counts: tuple[Counter[str], ...] = tuple(Counter() for _ in state.scores)
    for line in state.lines:
        result = line.judgement.result
        if line.counts and result is not None and not result.redeal:
            for seat, key, amount in _counts_of(line, result):
                counts[seat][key] += amount
    return tuple({key: count for key, count in sorted(seat.items()) if count} for seat in counts)


def _counts_of(line: Line, result: HandResult) -> Iterator[Count]:
    for seat in range(len(result.points)):
        yield seat, "hands", 1
    yield line.dealer, "dealer", 1
    if result.outcome == Outcome.PASSED_OUT:
        yield line.dealer, "dealer.passed_out", 1
    if line.record.offender is not None:
        yield line.record.offender, "revoked", 1
    if line.record.kind == HandKind.PLAYED and result.maker is not None:
        yield from _maker_counts(line, result, result.maker)
        for seat in result.defenders:
            yield from _defender_counts(line, result, seat)


def _maker_counts(line: Line, result: HandResult, maker: Seat) -> Iterator[Count]:
    given = sum(result.points[seat] for seat in result.defenders)
    for key in _maker_keys(line, result):
        yield maker, key, 1
        yield maker, f"{key}.{_maker_outcome(result)}", 1
        yield maker, f"{key}.points", result.points[maker]
        yield maker, f"{key}.given", given


def _maker_keys(line: Line, result: HandResult) -> Iterator[str]:
    yield "maker"
    if line.record.alone:
        yield "maker.alone"
    if line.record.lone_defender is not None:
        yield "maker.against_alone"
    if result.made_how is not None:
        yield f"maker.how.{result.made_how}"
    if result.trump is not None:
        yield f"maker.suit.{result.trump}"
    yield f"maker.speaks.{result.speaks}"


def _maker_outcome(result: HandResult) -> Outcome:
    """Made, march or euchred; a lone defence march euchred the maker too."""
    return Outcome.EUCHRED if result.outcome == Outcome.LONE_DEFENCE_MARCH else result.outcome


def _defender_counts(line: Line, result: HandResult, seat: Seat) -> Iterator[Count]:
    euchred = int(_maker_outcome(result) == Outcome.EUCHRED)
    yield seat, "defender", 1
    yield seat, "defender.euchres", euchred
    yield seat, "defender.points", result.points[seat]
    if seat == line.record.lone_defender:
        yield seat, "defender.alone", 1
        yield seat, "defender.alone.euchres", euchred
        yield seat, "defender.alone.marches", int(result.outcome == Outcome.LONE_DEFENCE_MARCH)
