"""What is worth telling of a game that was won: how far behind its winners were. Counted as everything else is."""

from collections.abc import Iterator, Mapping, Sequence

from engine.games import GameState
from engine.seating import Seat

BEHIND = "won.behind"
FROM_NOTHING = "won.from_nothing"


def count_feats(state: GameState, target: int) -> tuple[Mapping[str, int], ...]:
    """Counts by starting seat; nothing for who did not win.

    `won.behind`: the most points that anybody was ahead of the winner; `won.from_nothing`: they needed one point
    more, and the winner had none.
    """
    scores = [line.scores for line in state.lines if line.counts]
    return tuple(
        dict(_feats(seat, scores, target)) if seat in state.winners else {} for seat in range(len(state.scores))
    )


def _feats(seat: Seat, scores: Sequence[tuple[int, ...]], target: int) -> Iterator[tuple[str, int]]:
    behind = max((max(after) - after[seat] for after in scores), default=0)
    if behind:
        yield BEHIND, behind
    if any(after[seat] <= 0 and max(after) >= target - 1 for after in scores):
        yield FROM_NOTHING, 1
