"""A game's score sheet, ready to show: plain values with people's names, made from the fold of its log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from string import ascii_uppercase

from django.utils.text import Truncator

from engine.games import Line, places
from engine.seating import Seat, left_of
from engine.winning import Status
from league.bridge.words import (
    HOW,
    hand_sentence,
    hand_text,
    points_text,
    result_sentence,
    variant_name,
)
from league.models import GameEvent
from league.recorders import device_text
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
    pips: tuple[bool, ...]
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
    deltas: tuple[Delta, ...]
    void: bool
    outside: bool
    entered_by: str
    called_by: str
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
    scores: tuple[int, ...]
    touch: str
    has_cards: bool = False

    @property
    def plain(self) -> "LineView":
        """The same without what only the newest hand is asked for: as it stands in the list of the next one too."""
        return replace(self, may_say_suit=False, may_say_round=False, is_last=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game to look at. `lines` are newest first. `people`: seats and short names, the same from hand to hand."""

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
    people: tuple[tuple[Seat, str], ...]
    lines: list[LineView]
    last: LineView | None
    more_lines: int


def build_sheet(log: GameLog, limit: int | None = LINES_AT_TABLE) -> Sheet:
    """The sheet of a game with its newest `limit` lines, or all."""
    game, state, rules = log.game, log.state, log.start.rules
    lines = list(reversed(state.lines))
    shown = lines if limit is None else lines[:limit]
    views = {line.id: _line(log, line, len(lines) - 1 - place) for place, line in enumerate(shown)}
    is_open = state.status == Status.OPEN
    place, last = next(((place, line) for place, line in enumerate(lines) if not line.void), (0, None))
    seats = _seats(log, is_open)
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
        dealer_name=next(seat.short for seat in seats if seat.seat == state.dealer),
        is_open=is_open,
        result="" if is_open else result_sentence(state, short_names(log)),
        seats=seats,
        people=tuple([(seat.seat, seat.short) for seat in seats]),
        lines=list(views.values()),
        # It may stand behind what is shown.
        last=None if last is None else views.get(last.id) or _line(log, last, len(lines) - 1 - place),
        more_lines=len(lines) - len(shown),
    )


def short_names(log: GameLog, place: int | None = None) -> list[str]:
    """What the players are called at the table, by seat: cut to what a phone can show, if that tells them apart.

    `place`: that of a line, whose hand others may have played than those who sit there now.
    """
    whole = [player.called for player in log.seated(place)]
    cut = [_cut(name) for name in whole]
    return cut if len(set(cut)) == len(set(whole)) else whole


@lru_cache(maxsize=4096)
def _cut(name: str) -> str:
    """Django takes longer to shorten the names of a sheet than the engine to play its game."""
    return str(Truncator(name).chars(LONGEST_NAME))


def _seats(log: GameLog, is_open: bool) -> list[SeatView]:
    state, target, ranks = log.state, log.start.rules.target, places(log.state)
    shorts, seated = short_names(log), log.seated()
    keys = dict(zip(state.order, _keys([shorts[seat] for seat in state.order]), strict=True))
    eldest = state.order[left_of(state.order.index(state.dealer), len(state.order))]
    return [
        SeatView(
            seat=seat,
            player_id=seated[seat].pk,
            name=seated[seat].shown,
            short=shorts[seat],
            key=keys[seat],
            score=state.scores[seat],
            to_go=max(target - state.scores[seat], 0),
            pips=tuple([pip < state.scores[seat] for pip in range(target)]) if target <= PIPS else (),
            deals=is_open and seat == state.dealer,
            leads=is_open and seat == eldest,
            winner=seat in state.winners,
            place=ranks[seat],
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
        deltas=tuple([Delta(names[seat], p, points_text(p)) for seat, p in enumerate(points) if p]),
        void=line.void,
        outside=line.outside,
        entered_by=versions[0].recorder.label,
        called_by=versions[0].recorder.at_table,
        device=device_text(versions[0].recorder.device),
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
        scores=tuple([line.scores[seat] for seat in log.state.order]),
        touch=f"{line.id}:{versions[-1].version or 1}",
        has_cards=line.record.cards is not None,
    )


def line_view(log: GameLog, place: int) -> LineView:
    """The hand at this place of the game, as the sheet shows it."""
    return _line(log, log.state.lines[place], place)


def _entry(row: GameEvent) -> Entry:
    return Entry(row.recorder.label, row.stored_at)
