"""A game's score sheet, ready to show: plain values with people's names, made from the fold of its log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from string import ascii_uppercase

from django.utils.text import Truncator

from engine.games import Line, places
from engine.house_rules import HouseRules
from engine.records import TRICKS
from engine.scoring import Mode, Outcome, Pay, pay_table
from engine.seating import Seat, left_of
from engine.winning import Status
from league.bridge.words import (
    HOW,
    attempt_text,
    hand_sentence,
    hand_text,
    points_text,
    result_sentence,
    variant_name,
)
from league.models import GameEvent
from league.services.log import GameLog

PIPS = 15
"""Scores to at most this many are shown as pips; beyond, they would not be counted at a glance."""

LINES_AT_TABLE = 3

ALL_PASSED = "P"
"""The key that says that everybody passed."""

LONGEST_NAME = 16
"""Letters of a name in sentences and on buttons; the whole name stands beside the score."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player at the table. `seat` is the number that forms use; it never changes during a game."""

    seat: Seat
    player_id: int
    name: str
    short: str
    key: str
    score: int
    to_go: int
    pips: list[bool]
    deals: bool
    leads: bool
    winner: bool
    place: int | None


@dataclass(frozen=True, slots=True)
class Delta:
    """What a hand gave one player."""

    name: str
    points: int
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """Who entered something, and when."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LineView:
    """One hand as the sheet shows it."""

    id: str
    number: int | None
    sentence: str
    short: str
    deltas: list[Delta]
    void: bool
    outside: bool
    entered_by: str
    device: str
    entered_at: datetime
    corrected: Entry | None
    undone: Entry | None
    version: int
    trump: str
    made_how: str
    may_say_suit: bool
    may_say_round: bool
    is_last: bool
    dealer: str
    scores: list[int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game to look at. `lines` are newest first."""

    game_id: str
    club_slug: str
    table_number: int | None
    variant: str
    variant_name: str
    status: str
    version: int
    hand_number: int
    target: int
    last_hand: str
    dealer_name: str
    is_open: bool
    result: str
    seats: list[SeatView]
    lines: list[LineView]
    last: LineView | None
    more_lines: int


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
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class Offers:
    """What the rules let a scorer enter besides plain hands."""

    maker_alone: bool
    lone_defence: bool
    pass_out: bool


def build_sheet(log: GameLog, limit: int | None = LINES_AT_TABLE) -> Sheet:
    """The sheet of a game with its newest `limit` lines, or all."""
    game, state, rules = log.game, log.state, log.start.rules
    places = {line.id: place for place, line in enumerate(state.lines)}
    lines = list(reversed(state.lines))
    shown = lines if limit is None else lines[:limit]
    is_open = state.status == Status.OPEN
    last = next((line for line in lines if not line.void), None)  # it may stand behind what is shown
    return Sheet(
        game_id=str(game.pk),
        club_slug=game.club.slug,
        table_number=game.table.number if game.table else None,
        variant=game.variant,
        variant_name=variant_name(rules.game),
        status=str(state.status),
        version=log.rows[-1].seq,
        hand_number=1 + sum(not line.void for line in lines),
        target=rules.target,
        last_hand=state.last_hand or "",
        dealer_name=short_names(log)[state.dealer],
        is_open=is_open,
        result=result_sentence(state, short_names(log)),
        seats=_seats(log, is_open),
        lines=[_line(log, line, places[line.id]) for line in shown],
        last=_line(log, last, places[last.id]) if last else None,
        more_lines=len(lines) - len(shown),
    )


def short_names(log: GameLog, place: int | None = None) -> list[str]:
    """What the players are called at the table, by seat: cut to what a phone can show, if that tells them apart.

    `place`: that of a line, whose hand others may have played than those who sit there now.
    """
    whole = [player.called for player in log.seated(place)]
    cut = [Truncator(name).chars(LONGEST_NAME) for name in whole]
    return cut if len(set(cut)) == len(set(whole)) else whole


def _seats(log: GameLog, is_open: bool) -> list[SeatView]:
    state, target = log.state, log.start.rules.target
    shorts, seated = short_names(log), log.seated()
    keys = dict(zip(state.order, _keys([shorts[seat] for seat in state.order]), strict=True))
    eldest = state.order[left_of(state.order.index(state.dealer), len(state.order))]
    return [
        SeatView(
            seat=seat,
            player_id=seated[seat].pk,
            name=seated[seat].name,
            short=shorts[seat],
            key=keys[seat],
            score=state.scores[seat],
            to_go=max(target - state.scores[seat], 0),
            pips=[pip < state.scores[seat] for pip in range(target)] if target <= PIPS else [],
            deals=is_open and seat == state.dealer,
            leads=is_open and seat == eldest,
            winner=seat in state.winners,
            place=places(state)[seat],
        )
        for seat in state.order
    ]


def _keys(names: Sequence[str]) -> list[str]:
    """A letter for each player: initials where they differ and are no key of their own, otherwise A, B, C."""
    initials = [name[:1].upper() for name in names]
    if len(set(initials)) == len(names) and all(
        letter in ascii_uppercase and letter != ALL_PASSED for letter in initials
    ):
        return initials
    return [chr(ord("A") + place) for place in range(len(names))]


def _line(log: GameLog, line: Line, place: int) -> LineView:
    names, versions, result = short_names(log, place), log.hand_rows[line.id], line.judgement.result
    points = result.points if result else ()
    is_newest = line.id == log.state.last_hand
    return LineView(
        id=line.id,
        number=line.number,
        sentence=hand_sentence(line, names),
        short=hand_text(line, names),
        deltas=[Delta(names[seat], p, points_text(p)) for seat, p in enumerate(points) if p],
        void=line.void,
        outside=line.outside,
        entered_by=versions[0].recorder.label,
        device=versions[0].recorder.device,
        entered_at=versions[0].stored_at,
        corrected=_entry(versions[-1]) if len(versions) > 1 else None,
        undone=_entry(log.voids[line.id]) if line.void else None,
        version=versions[-1].version or 1,
        trump=str((result and result.trump) or ""),
        made_how=str(HOW[result.made_how]) if result and result.made_how else "",
        may_say_suit=is_newest and line.record.maker is not None and line.record.trump is None,
        may_say_round=is_newest and line.record.maker is not None and line.record.round is None,
        is_last=is_newest,
        dealer=names[line.dealer],
        scores=[line.scores[seat] for seat in log.state.order],
    )


def _entry(row: GameEvent) -> Entry:
    return Entry(row.recorder.label, row.stored_at)


def build_grid(sheet: Sheet, rules: HouseRules) -> list[GridRow]:
    """The one-tap grid: a row a player, six cells each, with what each pays when nobody is alone."""
    plain = pay_table(rules).cells[Mode(alone=False, lone_defence=False)]
    return [GridRow(seat, [_cell(seat, tricks, plain[tricks]) for tricks in range(TRICKS + 1)]) for seat in sheet.seats]


_GROUPS = {Outcome.EUCHRED: "euchred", Outcome.MADE: "made", Outcome.MARCH: "all"}


def _cell(seat: SeatView, tricks: int, pay: Pay) -> Cell:
    return Cell(
        tricks=tricks,
        value=f"{seat.seat}:{tricks}",
        group=_GROUPS[pay.outcome],
        pay=points_text(pay.makers or pay.defenders),
        say=attempt_text(seat.short, tricks),
    )


def pay_data(rules: HouseRules) -> dict[str, list[list[str | int]]]:
    """The pay table for a script: "10" is a lone maker without a lone defender; a missing key is not offered."""
    return {
        f"{mode.alone:d}{mode.lone_defence:d}": [[pay.rule, pay.makers, pay.defenders, pay.resting] for pay in cells]
        for mode, cells in pay_table(rules).cells.items()
    }


def build_offers(rules: HouseRules) -> Offers:
    """What to show beside the grid."""
    modes: Iterable[Mode] = pay_table(rules).cells
    return Offers(
        maker_alone=any(mode.alone for mode in modes),
        lone_defence=any(mode.lone_defence for mode in modes),
        pass_out=not rules.stick_the_dealer,
    )
