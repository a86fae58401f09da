"""From a game's log to its derived rows: lines, players, totals. Pure; `store` writes what differs."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Any, Protocol
from uuid import UUID

from engine.counts import TWELFTHS, count_game
from engine.feats import BEHIND, count_feats
from engine.games import Line, places
from engine.records import HandKind
from engine.winning import Status
from league.models import Game, GamePlayer, Hand
from league.ready import insert, update
from league.services.log import GameLog

HAND_FIELDS = [field.attname for field in Hand._meta.concrete_fields if field.name not in ("id", "game", "hand")]
PLAYER_FIELDS = [
    field.attname for field in GamePlayer._meta.concrete_fields if field.name not in ("id", "game", "player")
]
RECORDS = ["comeback", "longest", "euchres", "top_score"]
"""What a counted game would hold a record of its club with; nothing where it counts nowhere."""

GAME_FIELDS = ["seq", "status", "hands", "has_cards", "scores", "win_shares", "counted", "play_order", *RECORDS]


type Columns = dict[str, Any]
"""A row's values by their columns: much quicker made and compared than a model."""


class Rows(Protocol):
    """A game's own columns, its lines by their hands' ids, and its players by theirs."""

    @property
    def game(self) -> Mapping[str, Any]: ...

    @property
    def lines(self) -> Mapping[str, Columns]: ...

    @property
    def seats(self) -> Mapping[int, Columns]: ...


@dataclass(frozen=True)
class Derived:
    """The rows that a log gives, not yet saved."""

    log: GameLog

    @cached_property
    def lines(self) -> dict[str, Columns]:
        """One row a hand, by its id, in the order of the sheet; every one of HAND_FIELDS."""
        lines = self.log.state.lines
        return {line.id: _hand_columns(self.log, position, line) for position, line in enumerate(lines)}

    @cached_property
    def game(self) -> Columns:
        """The derived columns of the game itself."""
        log, state = self.log, self.log.state
        hands, counted = sum(_is_played(line) for line in state.lines), counts_in_standings(log)
        return {
            "seq": log.rows[-1].seq,
            "status": str(state.status),
            "hands": hands,
            "has_cards": any(line.counts and line.record.cards is not None for line in state.lines),
            "scores": list(state.scores),
            "win_shares": [int(share * TWELFTHS) for share in state.shares],
            "counted": counted,
            "play_order": play_order(log),
            **(self._records(hands) if counted else dict.fromkeys(RECORDS)),
        }

    def _records(self, hands: int) -> Columns:
        counts = self.counts
        return {
            "comeback": max(seat.get(BEHIND, 0) for seat in counts),
            "longest": hands,
            "euchres": sum(seat.get("maker.euchred", 0) for seat in counts),
            "top_score": max(self.log.state.scores),
        }

    @cached_property
    def counts(self) -> tuple[Mapping[str, int], ...]:
        """What every seat did, and the feats of those who won."""
        state = self.log.state
        hands = count_game(state)
        if not state.winners:
            return hands
        feats = count_feats(state, self.log.start.rules.target)
        return tuple([{**seat, **feat} for seat, feat in zip(hands, feats, strict=True)])

    @cached_property
    def seats(self) -> dict[int, Columns]:
        """One row a player, by the player's id; every one of PLAYER_FIELDS."""
        state, game = self.log.state, self.game
        counts, placed = self.counts, places(state)
        return {
            player.pk: {
                "seat": seat,
                "place": placed[seat],
                "points": state.scores[seat],
                "won12": game["win_shares"][seat],
                "hands": game["hands"],
                "counts": dict(counts[seat]),
                "play_order": game["play_order"],
                "counted": game["counted"],
            }
            for seat, player in enumerate(self.log.credited)
        }

    @cached_property
    def players(self) -> dict[int, GamePlayer]:
        """The same as rows that can be saved."""
        return {pk: GamePlayer(game=self.log.game, player_id=pk, **columns) for pk, columns in self.seats.items()}


def counts_in_standings(log: GameLog) -> bool:
    """Finished games count; abandoned ones nowhere (R33), nor those cut short without a result."""
    state = log.state
    return state.status in (Status.WON, Status.CONCEDED, Status.CUT_SHORT) and bool(state.winners)


SOON = 5 * 10**8
"""Tenths of a second, a year and a half: later than that, paper is ordered by whole seconds."""


def play_order(log: GameLog) -> int:
    """Where a game stands among all: by its night, its round, and the time of its first hand."""
    first = next((row for row in log.rows if row.kind == "hand"), log.rows[0])
    return order_of(log.game.night.date, log.game.round, first.stored_at)


def order_of(night: date, round_: int | None, first: datetime) -> int:
    """Night, round, time of the first hand, as one number of 19 digits: yyyymmdd rr ttttttttt.

    The time counts from the day before the night (a club's zone may be half a day away), in tenths of a second for
    a year and a half, then in seconds for fifteen years: old paper comes late, and in its own order.
    """
    midnight = datetime(night.year, night.month, night.day, tzinfo=UTC)
    tenths = max((first - midnight + timedelta(days=1)) // timedelta(milliseconds=100), 0)
    time = tenths if tenths < SOON else min(SOON + (tenths - SOON) // 10, 10**9 - 1)
    day = (night.year * 100 + night.month) * 100 + night.day
    return (day * 100 + min(round_ or 0, 99)) * 10**9 + time


def store(game: Game, old: Rows | None, new: Derived) -> None:
    """Write a game's derived rows; those that `old` had alike are left alone. At most three statements.

    A log only grows, and so do its rows; if `old` is what was stored, rows of nothing may have to go as well.
    A game that counts otherwise than before is marked to be rated anew, by the statement that writes its columns.
    """
    old_lines, old_seats = (old.lines, old.seats) if old else ({}, {})
    lines = {hand: row for hand, row in new.lines.items() if old_lines.get(hand) != row}
    if lines:
        insert([Hand(game=game, hand=UUID(hand), **row) for hand, row in lines.items()], ["game", "hand"])
    seats = {player: row for player, row in new.seats.items() if old_seats.get(player) != row}
    if seats:
        insert([GamePlayer(game=game, player_id=player, **row) for player, row in seats.items()], ["game", "player"])
    if gone := old_lines.keys() - new.lines.keys():
        Hand.objects.filter(game=game, hand__in=gone).delete()
    if left := old_seats.keys() - new.seats.keys():
        GamePlayer.objects.filter(game=game, player__in=left).delete()
    for name, value in new.game.items():
        setattr(game, name, value)
    if _rated(old) == _rated(new):
        update(game, GAME_FIELDS)
    else:
        game.unrated = True
        update(game, [*GAME_FIELDS, "unrated"])


def _rated(rows: Rows | None) -> tuple[int, dict[int, tuple[int, int]]] | None:
    """What ratings depend on, of a game that counts: its place in the order of play, and who sat and ended where."""
    if rows is None or not rows.game["counted"]:
        return None
    return rows.game["play_order"], {player: (row["seat"], row["place"]) for player, row in rows.seats.items()}


def _is_played(line: Line) -> bool:
    """A misdeal is noted, and no hand of the game."""
    return line.counts and line.judgement.result is not None and line.record.kind != HandKind.MISDEAL


def _hand_columns(log: GameLog, position: int, line: Line) -> Columns:
    versions = log.hand_rows[line.id]
    record, result = line.record, line.judgement.result
    maker = result.maker if result else None
    return {
        "position": position,
        "number": line.number,
        "version": versions[-1].version or 1,
        "dealer": line.dealer,
        "kind": str(record.kind),
        "maker": result.maker if result else record.maker,
        "trump": str((result and result.trump) or ""),
        "made_how": str((result and result.made_how) or ""),
        "alone": record.alone,
        "lone_defender": record.lone_defender,
        "maker_tricks": result.taken if result else None,
        "outcome": str(result.outcome) if result else "",
        "points": list(result.points) if result else [],
        "scores": list(line.scores),
        "full": record.cards is not None,
        "outside": line.outside,
        "upcard": record.upcard or "",
        "maker_player_id": None if maker is None else log.seated(position)[maker].pk,
        "entered_id": versions[-1].pk,
        "recorder_id": versions[0].recorder_id,
        "stored_at": versions[0].stored_at,
    }
