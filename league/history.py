"""What happened to a game, entry by entry: who said what, when, on what, and why."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from engine.events import Concede, Event, Final, Reseat, SetDealer, Substitute, Undo
from league.bridge.rows import substitute_of
from league.bridge.words import hand_sentence, join_names, score_text
from league.models import GameEvent, Remark
from league.services.log import GameLog
from league.sheets import short_names


@dataclass(frozen=True, slots=True)
class EntryView:
    """One entry. `number` counts from the start, which is 0; `undone` if it was taken back since."""

    number: int
    text: str
    by: str
    device: str
    at: datetime
    reasons: list[str]
    undone: bool
    may_undo: bool


UNDOABLE = frozenset(("seats", "dealer", "substitute", "concede", "cut_short", "abandon", "withdraw", "result"))
"""Kinds that are taken back by an undo; hands are voided and restored instead."""


def build_history(log: GameLog) -> list[EntryView]:
    """Every entry, the newest first. One query, for the reasons."""
    reasons: dict[int, list[str]] = {}
    for remark in Remark.objects.filter(event__in=log.rows).order_by("at", "pk"):
        reasons.setdefault(remark.event_id or 0, []).append(remark.text)
    entries = (_entry(log, number, row, reasons.get(row.pk, [])) for number, row in enumerate(log.rows))
    return list(reversed(list(entries)))


def _entry(log: GameLog, number: int, row: GameEvent, reasons: list[str]) -> EntryView:
    undone = number in log.undone
    return EntryView(
        number=number,
        text=_text(log.until(number), number, row),
        by=row.recorder.label,
        device=row.recorder.device,
        at=row.stored_at,
        reasons=reasons,
        undone=undone,
        may_undo=row.kind in UNDOABLE and not undone,
    )


def _text(log: GameLog, number: int, row: GameEvent) -> str:
    """An entry in a sentence, by the game as it stood right behind it."""
    if number == 0:
        return _("Game started: %(names)s. %(dealer)s dealt first.") % {
            "names": join_names(short_names(log)),
            "dealer": short_names(log)[log.start.first_dealer],
        }
    if row.kind in ("hand", "void", "restore"):
        return _hand_text(log, row)
    return next(_other_texts(log, log.events[number - 1], row))


def _hand_text(log: GameLog, row: GameEvent) -> str:
    place, line = next((place, line) for place, line in enumerate(log.state.lines) if line.id == str(row.hand))
    values = {"number": line.number or "", "hand": hand_sentence(line, short_names(log, place))}
    match row.kind:
        case "void":
            return _("Undone: %(hand)s") % values
        case "restore":
            return _("Restored as hand %(number)s: %(hand)s") % values
    if (row.version or 1) > 1:
        return _("Hand %(number)s corrected: %(hand)s") % values
    return _("Hand %(number)s: %(hand)s") % values


def _other_texts(log: GameLog, event: Event, row: GameEvent) -> Iterator[str]:
    names = short_names(log)
    match event:
        case Reseat(order):
            yield _("Seats, clockwise: %(names)s.") % {"names": join_names([names[seat] for seat in order])}
        case SetDealer(seat):
            yield _("%(name)s was set to deal.") % {"name": names[seat]}
        case Substitute(seat):
            values = {"old": log.players[seat].called, "new": log.people[substitute_of(row)].called}
            yield _("%(new)s took over the seat of %(old)s.") % values
        case Concede(winners):
            yield _("Conceded to %(names)s.") % {"names": join_names([names[seat] for seat in sorted(winners)])}
        case Final(scores):
            yield _("Result entered: %(scores)s.") % {"scores": "–".join(map(score_text, scores))}
        case Undo(number):
            yield _("Taken back: %(what)s") % {"what": _text(log.until(number), number, log.rows[number])}
    yield {
        "cut_short": _("The game was cut short."),
        "abandon": _("The game was abandoned."),
        "withdraw": _("The game was withdrawn."),
    }.get(row.kind, row.kind)
