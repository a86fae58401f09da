"""What a scorer touches to record a hand: the grid of makers and tricks, and what the rules offer besides."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language

from engine.house_rules import HouseRules
from engine.records import TRICKS
from engine.scoring import Mode, Outcome, Pay, pay_table
from engine.seating import Seat
from league.bridge.words import attempt_text, points_text
from league.sheets import SeatView, Sheet


@dataclass(frozen=True, slots=True)
class Cell:
    """One touch of the grid: so many tricks for this maker."""

    tricks: int
    value: str
    group: str
    pay: str
    say: str


@dataclass(frozen=True, slots=True)
class GridRow:
    """A maker's cells."""

    seat: SeatView
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Offers:
    """What the rules let a scorer enter besides plain hands."""

    maker_alone: bool
    lone_defence: bool
    pass_out: bool


def build_grid(sheet: Sheet, rules: HouseRules) -> list[GridRow]:
    """The one-tap grid: a row a player, six cells each, with what each pays when nobody is alone."""
    return [GridRow(seat, _cells(seat.seat, seat.short, rules, get_language())) for seat in sheet.seats]


_GROUPS = {Outcome.EUCHRED: "euchred", Outcome.MADE: "made", Outcome.MARCH: "all"}


@lru_cache(maxsize=1024)
def _cells(seat: Seat, short: str, rules: HouseRules, _language: str) -> tuple[Cell, ...]:
    """They stay the same through a game, and were a twentieth of the time of each hand."""
    plain = pay_table(rules).cells[Mode(alone=False, lone_defence=False)]
    return tuple([_cell(seat, short, tricks, plain[tricks]) for tricks in range(TRICKS + 1)])


def _cell(seat: Seat, short: str, tricks: int, pay: Pay) -> Cell:
    return Cell(
        tricks=tricks,
        value=f"{seat}:{tricks}",
        group=_GROUPS[pay.outcome],
        pay=points_text(pay.makers or pay.defenders),
        say=attempt_text(short, tricks),
    )


@lru_cache(maxsize=512)
def pay_data(rules: HouseRules) -> Mapping[str, list[list[str | int]]]:
    """The pay table for a script: "10" is a lone maker without a lone defender; a missing key is not offered."""
    return {
        f"{mode.alone:d}{mode.lone_defence:d}": [[pay.rule, pay.makers, pay.defenders, pay.resting] for pay in cells]
        for mode, cells in pay_table(rules).cells.items()
    }


@lru_cache(maxsize=512)
def build_offers(rules: HouseRules) -> Offers:
    """What to show beside the grid."""
    modes: Iterable[Mode] = pay_table(rules).cells
    return Offers(
        maker_alone=any(mode.alone for mode in modes),
        lone_defence=any(mode.lone_defence for mode in modes),
        pass_out=not rules.stick_the_dealer,
    )
