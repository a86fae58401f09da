"""What a hand pays: the table of the rule page, one row a rule, and the pay table of a set of house rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from engine.house_rules import HouseRules, Revoke
from engine.records import TRICKS
from engine.seating import Seat

MAJORITY = 3
"""Tricks that the maker's side needs (R22)."""


class Outcome(StrEnum):
    """How a hand came out. The values are those of the replay command."""

    MADE = "made"
    MARCH = "march"
    EUCHRED = "euchred"
    LONE_DEFENCE_MARCH = "lone_defence_march"
    PASSED_OUT = "passed_out"
    MISDEAL = "misdeal"
    PENALTY = "penalty"
    UNFINISHED = "unfinished"  # full records only: fewer than five tricks, lawful as far as they go


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: `tricks` of the makers that it fits, who must be alone, and the house rule that pays.

    The name of the house rule is its field. Makers who took a majority are paid; otherwise their opponents are.
    """

    rule: str
    outcome: Outcome
    points: str
    tricks: range
    alone: bool = False
    lone_defence: bool = False

    def fits(self, tricks: int, mode: "Mode") -> bool:
        """Whether this row is one for such a result."""
        return tricks in self.tricks and self.alone <= mode.alone and self.lone_defence <= mode.lone_defence

    @property
    def pays_makers(self) -> bool:
        """Maker and defenders never score in the same hand (R29)."""
        return MAJORITY in self.tricks or TRICKS in self.tricks


ROWS: tuple[Row, ...] = (
    Row("R22", Outcome.MADE, "made", range(MAJORITY, TRICKS)),
    Row("R23", Outcome.MARCH, "march", range(TRICKS, TRICKS + 1)),
    Row("R24", Outcome.MARCH, "march_alone", range(TRICKS, TRICKS + 1), alone=True),
    Row("R25", Outcome.EUCHRED, "euchred", range(MAJORITY)),
    Row("R25a", Outcome.EUCHRED, "euchred_alone", range(MAJORITY), alone=True),
    Row("R26", Outcome.EUCHRED, "lone_defence_euchre", range(MAJORITY), lone_defence=True),
    Row("R27", Outcome.LONE_DEFENCE_MARCH, "lone_defence_march", range(1), lone_defence=True),
)
"""A hand is scored by one row, the lowest that fits."""


@dataclass(frozen=True, slots=True)
class Mode:
    """Who plays alone: the maker, and whether a defender does."""

    alone: bool
    lone_defence: bool


@dataclass(frozen=True, slots=True)
class Pay:
    """What one result pays, in points to each: the makers, the defenders who play, a defender who sits out."""

    rule: str
    outcome: Outcome
    makers: int
    defenders: int
    resting: int


@dataclass(frozen=True, slots=True)
class PayTable:
    """Everything that a set of house rules pays.

    `cells[mode]` has six entries, by the maker's tricks 0 to 5; a mode that is missing is not offered. `revokes[mode]`
    is the pay when the maker's side revoked, and when a defender did. Where the offender loses points instead
    (R30), `offender_loses[mode]` says how many, and `revokes` pays nobody.
    """

    cells: Mapping[Mode, tuple[Pay, ...]]
    revokes: Mapping[Mode, tuple[Pay, Pay]]
    offender_loses: Mapping[Mode, int]


def score_row(rules: HouseRules, tricks: int, mode: Mode) -> Pay:
    """R22 to R29: what the makers' `tricks` (0 to 5) pay."""
    return _score_row(rules, tricks, mode)


@lru_cache(maxsize=1024)  # a set of rules has two dozen answers, and is asked for them with every hand
def _score_row(rules: HouseRules, tricks: int, mode: Mode) -> Pay:
    row = next(row for row in reversed(ROWS) if row.fits(tricks, mode))
    points: int = getattr(rules, row.points)
    if row.pays_makers:
        return Pay(row.rule, row.outcome, points, 0, 0)
    resting = points if mode.lone_defence and rules.resting_defender_scores else 0  # R28
    return Pay(row.rule, row.outcome, 0, points, resting)


def score_revoke(rules: HouseRules, makers_revoked: bool, mode: Mode) -> Pay:
    """R30: a revoke pays the other side as if it had won everything it could."""
    if rules.revoke == Revoke.OFFENDER_LOSES:
        return Pay("R30", Outcome.PENALTY, 0, 0, 0)
    pay = score_row(rules, 0 if makers_revoked else TRICKS, mode)
    return Pay("R30", Outcome.PENALTY, pay.makers, pay.defenders, pay.resting)


def revoke_loss(rules: HouseRules, mode: Mode) -> int:
    """R30, house rule: what the offender loses. Whoever is alone is always the offender or an opponent."""
    if rules.revoke != Revoke.OFFENDER_LOSES:
        return 0
    return rules.revoke_loss_alone if mode.alone or mode.lone_defence else rules.revoke_loss


def offered_modes(rules: HouseRules) -> tuple[Mode, ...]:
    """Every combination of lone players that the rules allow, nobody alone first (R16, R17)."""
    makers = (False, True) if rules.maker_may_be_alone else (False,)
    return tuple(
        Mode(alone, lone)
        for alone in makers
        for lone in ((False, True) if rules.defender_may_be_alone(alone) else (False,))
    )


def pay_table(rules: HouseRules) -> PayTable:
    """What each cell of the grid pays. The grid, a phone without a connection and the API use this and nothing else."""
    modes = offered_modes(rules)
    return PayTable(
        cells={mode: tuple(score_row(rules, tricks, mode) for tricks in range(TRICKS + 1)) for mode in modes},
        revokes={mode: (score_revoke(rules, True, mode), score_revoke(rules, False, mode)) for mode in modes},
        offender_loses={mode: revoke_loss(rules, mode) for mode in modes},
    )


def points_by_seat(rules: HouseRules, pay: Pay, maker: Seat, lone_defender: Seat | None) -> tuple[int, ...]:
    """Spread a pay over the table: partners get the same (R14), a resting defender what R28 says."""
    game = rules.game
    points = [pay.makers] * game.seats
    for seat in game.defenders_of(maker):
        # R28: who sits out is every defender beside the lone one; partners score together.
        playing = lone_defender is None or seat in game.side_of(lone_defender)
        points[seat] = pay.defenders if playing else pay.resting
    return tuple(points)
