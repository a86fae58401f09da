"""Whether a game can end at given scores: a result without its hands is still one that the rules can give."""

from collections.abc import Iterator, Sequence
from itertools import product

from engine.errors import Problem
from engine.house_rules import HouseRules, Revoke
from engine.records import TRICKS
from engine.scoring import offered_modes, points_by_seat, revoke_loss, score_revoke, score_row
from engine.seating import Seat
from engine.winning import winners_of

type Scores = tuple[int, ...]
type Step = tuple[Seat, Scores]
"""A maker, and what a hand adds to each player."""


def check_final(rules: HouseRules, start: Sequence[int], final: Scores) -> tuple[Problem, ...]:
    """A problem if no run of hands leads from `start` (empty: zeros) to a game that is won at `final`."""
    if can_end(rules, tuple(start) or (0,) * rules.game.seats, final):
        return ()
    return (Problem("impossible_result", "scores", params={"scores": "-".join(map(str, final))}),)


def can_end(rules: HouseRules, start: Scores, final: Scores) -> bool:
    """Whether a game from `start` can be won with just these scores (R22 to R32).

    Looks back from the end, hand by hand: nearly every result is found after as many looks as it takes hands.
    """
    steps = tuple(dict.fromkeys(_steps(rules)))
    spare = rules.revoke_loss_alone if rules.revoke == Revoke.OFFENDER_LOSES else 0
    least = [min(here, 0) - spare for here in start]
    most = [max(here, there) + spare for here, there in zip(start, final, strict=True)]
    seen: set[Scores] = set()
    waiting = list(_before(rules, final, steps, won=True))
    while waiting:
        here = waiting.pop()
        if here == start:
            return True
        if here not in seen and all(low <= score <= high for low, score, high in zip(least, here, most, strict=True)):
            seen.add(here)
            waiting.extend(_before(rules, here, steps, won=False))
    return False


def _before(rules: HouseRules, scores: Scores, steps: tuple[Step, ...], *, won: bool) -> Iterator[Scores]:
    """The scores before a hand that led to `scores`, and either ended the game or did not."""
    order = tuple(range(len(scores)))
    passed = max(scores) >= rules.target
    for maker, added in steps:
        ends = passed and any(points > 0 for points in added) and bool(winners_of(rules, scores, maker, order))
        if ends == won:
            yield tuple(score - points for score, points in zip(scores, added, strict=True))


def _steps(rules: HouseRules) -> Iterator[Step]:
    """Everything that one hand can add, with who made it."""
    game = rules.game
    for maker, mode in product(range(game.seats), offered_modes(rules)):
        loners = game.defenders_of(maker) if mode.lone_defence else (None,)
        for loner in loners:
            pays = [score_row(rules, tricks, mode) for tricks in range(TRICKS + 1)]
            pays += [score_revoke(rules, by_makers, mode) for by_makers in (True, False)]
            for pay in pays:
                yield maker, points_by_seat(rules, pay, maker, loner)
        for side in game.sides:
            loss = revoke_loss(rules, mode)
            yield maker, tuple(-loss if seat in side else 0 for seat in range(game.seats))
