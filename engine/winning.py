"""Who has won, and how a game can end without a win (R31 to R33)."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction

from engine.errors import Problem
from engine.events import Concede, CutShort, Ending, Final
from engine.house_rules import Finish, HouseRules
from engine.seating import Seat, clockwise_from, left_of
from engine.variants import Variant


class Status(StrEnum):
    """Where a game stands."""

    OPEN = "open"
    WON = "won"
    CONCEDED = "conceded"
    CUT_SHORT = "cut_short"
    ABANDONED = "abandoned"
    WITHDRAWN = "withdrawn"


def winners_of(rules: HouseRules, scores: Sequence[int], maker: Seat, order: Sequence[Seat]) -> frozenset[Seat]:
    """R31, R32: who has won after a hand made by `maker`; empty while the game goes on."""
    passed = [seat for seat, score in enumerate(scores) if score >= rules.target]
    if not passed:
        return frozenset()
    if rules.finish == Finish.ALL_WHO_PASS:
        return frozenset(passed)
    top = max(scores)
    highest = frozenset(seat for seat in passed if scores[seat] == top)
    if sides_among(rules, highest, order) == 1 or rules.finish == Finish.HIGHEST_SHARE:
        return highest
    if rules.finish == Finish.HIGHEST_PLAY_ON:
        return frozenset()
    chairs = clockwise_from(left_of(order.index(maker), len(order)), len(order))
    return frozenset([next(order[chair] for chair in chairs if order[chair] in highest)])


def sides_among(rules: HouseRules, seats: Iterable[Seat], order: Sequence[Seat]) -> int:
    """How many sides these players are, sitting as `order` (chair -> player)."""
    return len({rules.game.side_of(order.index(seat)) for seat in seats})


def leaders_of(scores: Sequence[int]) -> frozenset[Seat]:
    """Whoever has the highest total."""
    return frozenset(seat for seat, score in enumerate(scores) if score == max(scores))


def lead_shares(variant: Variant, scores: Sequence[int]) -> tuple[Fraction, ...]:
    """What share of the win each seat would have if the game were cut short now, as it stands (R33)."""
    leaders = leaders_of(scores)
    # Partners have the same total, whoever sits with whom by now: so many sides lead.
    share = Fraction(len(variant.sides[0]), len(leaders))
    return tuple(share if seat in leaders else Fraction(0) for seat in range(len(scores)))


def lead_places(scores: Sequence[int]) -> tuple[int, ...]:
    """The place that each seat would have then, shared as 1 1 3."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


type Ended = tuple[tuple[int, ...], frozenset[Seat], Status]


def end_game(
    rules: HouseRules, ending: Ending, scores: tuple[int, ...], order: tuple[Seat, ...], has_hands: bool
) -> Ended | Problem:
    """Scores, winners and status that an ending other than a win gives an open game."""
    match ending:
        case Concede(winners):
            if not _may_win_by_concession(rules, winners, order):
                return Problem("bad_concession", "winners")
            return scores, winners, Status.CONCEDED
        case CutShort(stands):
            return scores, leaders_of(scores) if stands else frozenset(), Status.CUT_SHORT
        case Final(final):
            return Problem("result_has_hands", "scores") if has_hands else _final(rules, scores, final, order)
        case _:
            return scores, frozenset(), Status.ABANDONED


def _may_win_by_concession(rules: HouseRules, winners: frozenset[Seat], order: tuple[Seat, ...]) -> bool:
    """R33: some sides give up, not all; sides give up whole."""
    if not winners or not winners < set(order):
        return False
    chairs = {order.index(seat) for seat in winners}
    return all(set(rules.game.side_of(chair)) <= chairs for chair in chairs)


def _final(
    rules: HouseRules, scores: tuple[int, ...], final: tuple[int, ...], order: tuple[Seat, ...]
) -> Ended | Problem:
    if len(final) != len(scores):
        return Problem("bad_scores", "scores")
    # Without hands nobody knows the last maker; a rule that asks for one shares the win.
    passed = frozenset(seat for seat, score in enumerate(final) if score >= rules.target)
    if not passed:
        return Problem("nobody_won", "scores", params={"target": rules.target})
    if rules.finish != Finish.ALL_WHO_PASS:
        passed = frozenset(seat for seat in passed if final[seat] == max(final))
    if rules.finish == Finish.HIGHEST_PLAY_ON and sides_among(rules, passed, order) > 1:
        return Problem("equal_scores", "scores")
    return final, passed, Status.WON
