"""What each seat did in a game, counted: the only source of statistics.

A count is a key and a number; keys are dotted, so `maker.alone.euchred` is how often a lone maker was euchred. A
new statistic is a key here, and every game counted again.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.cards import JOKER, Suit
from engine.games import GameState, Line, places
from engine.hands import HandResult
from engine.records import HandKind, HandRecord, MadeHow
from engine.scoring import Outcome
from engine.seating import Seat, steps_left

type Count = tuple[Seat, str, int]

TWELFTHS = 12
"""Parts of a win: shares of two, three and four are whole."""


class _Facts(NamedTuple):
    """Everything that is counted of a hand."""

    dealer: Seat
    kind: HandKind
    alone: bool
    lone_defender: Seat | None
    offender: Seat | None
    outcome: Outcome
    points: tuple[int, ...]
    maker: Seat | None
    defenders: tuple[Seat, ...]
    trump: Suit | None
    made_how: MadeHow | None
    speaks: int | None
    turned_down: bool | None


def count_game(state: GameState) -> tuple[Mapping[str, int], ...]:
    """Counts by starting seat, over the hands that are part of the game; a misdeal is not a hand played.

    A game that was won also counts the place that each seat came to.
    """
    counts: list[dict[str, int]] = [{} for _ in state.scores]
    for line in state.lines:
        result = line.judgement.result
        if line.counts and result is not None and not result.redeal:
            for seat, key, amount in _counts_of(_facts(line, result)):
                counts[seat][key] = counts[seat].get(key, 0) + amount
    for seat, place in enumerate(place_keys(places(state), len(state.sides[0]))):
        if place:
            counts[seat][place] = 1
    return tuple({key: count for key, count in sorted(seat.items()) if count} for seat in counts)


def place_keys(placed: Sequence[int | None], partners: int = 1) -> tuple[str, ...]:
    """The count of each seat's place: `place.3.1.2` is, of three sides, the first two places, shared.

    `placed`: each seat's place among the seats, shared as 1 1 3; `partners`: how many seats a side has. A seat
    without a place has no count.
    """
    sides = len(placed) // partners
    return tuple("" if place is None else _place_key(sides, placed, place, partners) for place in placed)


def won_places(sides: int, twelfths: int) -> dict[str, int]:
    """The counts of places that wins without a game stand for: a whole one is a first place, a share a shared one.

    The same taken back is the same below nothing. Nobody knows who was second, so that counts no place; nor does what
    no share of so many sides comes to.
    """
    sign = -1 if twelfths < 0 else 1
    whole, rest = divmod(abs(twelfths), TWELFTHS)
    counts = {f"place.{sides}.1.1": sign * whole} if whole else {}
    for sharing in range(2, sides + 1) if rest else ():
        if rest % (TWELFTHS // sharing) == 0:
            return counts | {f"place.{sides}.1.{sharing}": sign * rest * sharing // TWELFTHS}
    return counts


def _place_key(sides: int, placed: Sequence[int | None], place: int, partners: int) -> str:
    last = place + placed.count(place) - 1
    return f"place.{sides}.{1 + (place - 1) // partners}.{1 + (last - 1) // partners}"


def _facts(line: Line, result: HandResult) -> _Facts:
    record = line.record
    return _Facts(
        line.dealer,
        record.kind,
        record.alone,
        record.lone_defender,
        record.offender,
        result.outcome,
        result.points,
        result.maker,
        result.defenders,
        result.trump,
        result.made_how,
        result.speaks,
        _turned_down(record, result),
    )


def _turned_down(record: HandRecord, result: HandResult) -> bool | None:
    """Whether the dealer left the card turned up lying; None where it never came to the dealer, or nobody knows."""
    if result.outcome == Outcome.PASSED_OUT or (result.made_how == MadeHow.NAMED and record.upcard != JOKER):
        return True
    return False if result.made_how == MadeHow.ACCEPTED else None


# A season has few hands that differ in these, and to spell their keys was most of the time of counting.
@lru_cache(maxsize=8192)
def _counts_of(hand: _Facts) -> tuple[Count, ...]:
    return tuple(_count(hand))


def _count(hand: _Facts) -> Iterator[Count]:
    for seat in range(len(hand.points)):
        yield seat, "hands", 1
    yield hand.dealer, "dealer", 1
    if hand.outcome == Outcome.PASSED_OUT:
        yield hand.dealer, "dealer.passed_out", 1
    if hand.turned_down is not None:
        yield hand.dealer, "dealer.asked", 1
        yield hand.dealer, "dealer.turned_down", int(hand.turned_down)
    if hand.offender is not None:
        yield hand.offender, "revoked", 1
    if hand.kind == HandKind.PLAYED and hand.maker is not None:
        yield from _maker_counts(hand, hand.maker)
        for seat in hand.defenders:
            yield from _defender_counts(hand, seat)


def _maker_counts(hand: _Facts, maker: Seat) -> Iterator[Count]:
    given = sum(hand.points[seat] for seat in hand.defenders)
    for key in _maker_keys(hand):
        yield maker, key, 1
        yield maker, f"{key}.{_maker_outcome(hand)}", 1
        yield maker, f"{key}.points", hand.points[maker]
        yield maker, f"{key}.given", given


def _maker_keys(hand: _Facts) -> Iterator[str]:
    yield "maker"
    if hand.alone:
        yield "maker.alone"
    if hand.lone_defender is not None:
        yield "maker.against_alone"
    if hand.made_how is not None:
        yield f"maker.how.{hand.made_how}"
    if hand.trump is not None:
        yield f"maker.suit.{hand.trump}"
    yield f"maker.speaks.{hand.speaks}"


def _maker_outcome(hand: _Facts) -> Outcome:
    """Made, march or euchred; a lone defence march euchred the maker too."""
    return Outcome.EUCHRED if hand.outcome == Outcome.LONE_DEFENCE_MARCH else hand.outcome


def _defender_counts(hand: _Facts, seat: Seat) -> Iterator[Count]:
    euchred = int(_maker_outcome(hand) == Outcome.EUCHRED)
    yield seat, "defender", 1
    yield seat, "defender.euchres", euchred
    yield seat, "defender.points", hand.points[seat]
    if seat == hand.lone_defender:
        yield seat, "defender.alone", 1
        yield seat, "defender.alone.euchres", euchred
        yield seat, "defender.alone.marches", int(hand.outcome == Outcome.LONE_DEFENCE_MARCH)
    if hand.lone_defender is None:
        yield from _together(hand, seat, euchred)


def _together(hand: _Facts, seat: Seat, euchred: int) -> Iterator[Count]:
    """With whom one defended: the number says how many seats to the left they started."""
    for other in hand.defenders:
        if other != seat:
            key = together_key(steps_left(other, seat, len(hand.points)))
            yield seat, key, 1
            yield seat, f"{key}.euchres", euchred


def together_key(steps: int) -> str:
    """The key of the hands that one defended with who started so many seats to the left."""
    return f"defender.with.{steps}"
