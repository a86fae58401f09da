"""What happened to a game, entry by entry: who said what, when, on what, and why."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.events import Concede, Event, Final, Reseat, SetDealer, Substitute, Undo
from league.bridge.rows import substitute_of
from league.bridge.words import hand_sentence, join_names, score_text
from league.models import AuditEntry, GameEvent, Night, Remark
from league.recorders import device_text
from league.services.closing import NIGHT_CLOSED, NIGHT_OPENED
from league.services.confirming import CONFIRMATION_TAKEN_BACK, CONFIRMED
from league.services.importing import IMPORTED
from league.services.log import GameLog
from league.services.moves import GAME_MOVED, NIGHT_MOVED
from league.sheets import short_names


@dataclass(frozen=True, slots=True)
class Reason:
    """Why, in somebody's own words; no text once they were erased."""

    remark: int
    text: str


@dataclass(frozen=True, slots=True)
class EntryView:
    """One entry. `number` counts from the start, which is 0; `undone` if it was taken back since.

    A move is no event and has no number; `back` are the words of an address that moves it back. `hand`: the id of the
    one that it is about.
    """

    number: int | None
    text: str
    by: str
    device: str
    at: datetime
    reasons: list[Reason]
    undone: bool = False
    may_undo: bool = False
    back: str = ""
    hand: str = ""


UNDOABLE = frozenset(("seats", "dealer", "substitute", "concede", "cut_short", "abandon", "withdraw", "result"))
"""Kinds that are taken back by an undo; hands are voided and restored instead."""


NIGHT_ACTS: Mapping[str, Promise] = {
    NIGHT_MOVED: gettext_lazy("The night was moved to another season."),
    NIGHT_CLOSED: gettext_lazy("The night was closed."),
    NIGHT_OPENED: gettext_lazy("The night was opened again."),
}
"""What is done to a night and all its games."""


GAME_ACTS: Mapping[str, Promise] = {
    CONFIRMED: gettext_lazy("The game was confirmed by another player."),
    CONFIRMATION_TAKEN_BACK: gettext_lazy("The confirmation was taken back."),
    IMPORTED: gettext_lazy("The game was imported from a file."),
}
"""What is said of a game, and changes nothing in it."""


def build_history(log: GameLog) -> list[EntryView]:
    """Every entry and every move, the newest first. Two queries, for reasons and moves."""
    about = Q(event__in=log.rows) | Q(game=log.game, event=None)
    remarks = list(Remark.objects.filter(about).order_by("at", "pk"))
    reasons: dict[int, list[Reason]] = {}
    for remark in remarks:
        if remark.event_id:
            reasons.setdefault(remark.event_id, []).append(_reason(remark))
    entries = [_entry(log, number, row, reasons.get(row.pk, [])) for number, row in enumerate(log.rows)]
    moves = [_moved(entry, remarks) for entry in _moves(log)]
    return sorted([*entries, *moves], key=lambda entry: (entry.at, entry.number or 0), reverse=True)


def hand_history(log: GameLog, hand: str) -> list[EntryView]:
    """What was said of one hand, the newest first. One query, for reasons."""
    rows = [(number, row) for number, row in enumerate(log.rows) if str(row.hand) == hand]
    reasons: dict[int, list[Reason]] = {}
    for remark in Remark.objects.filter(event__in=[row for _number, row in rows]).order_by("at", "pk"):
        reasons.setdefault(remark.event_id or 0, []).append(_reason(remark))
    return [_entry(log, number, row, reasons.get(row.pk, [])) for number, row in reversed(rows)]


def night_acts(night: Night) -> list[EntryView]:
    """What was done to a night, the newest first. Two queries, for acts and reasons."""
    acts = AuditEntry.objects.filter(subject_kind="night", subject_id=str(night.pk), act__in=NIGHT_ACTS)
    rows = list(acts.select_related("recorder").order_by("-at", "-pk"))
    # Each of the night's games has the same reason.
    said = Remark.objects.filter(game__night=night, event=None, at__in=[row.at for row in rows])
    by_words = {(remark.at, remark.text): remark for remark in said}
    return [_moved(row, by_words.values()) for row in rows]


def _moves(log: GameLog) -> "QuerySet[AuditEntry]":
    game = Q(subject_kind="game", subject_id=str(log.game.pk), act__in=(GAME_MOVED, *GAME_ACTS))
    night = Q(subject_kind="night", subject_id=str(log.game.night_id), act__in=NIGHT_ACTS)
    return AuditEntry.objects.filter(game | night).select_related("recorder").order_by("at", "pk")


def _moved(entry: AuditEntry, remarks: Iterable[Remark]) -> EntryView:
    before, after = entry.before or {}, entry.after or {}
    is_game = entry.act == GAME_MOVED
    if is_game:
        text = _("Moved from %(old)s to %(new)s.") % {"old": _place(before), "new": _place(after)}
    else:
        text = str({**NIGHT_ACTS, **GAME_ACTS}[entry.act])
    return EntryView(
        number=None,
        text=text,
        by=entry.recorder.label,
        device=device_text(entry.recorder.device),
        at=entry.at,
        reasons=[_reason(remark) for remark in remarks if remark.event_id is None and remark.at == entry.at],
        back=urlencode({name: before[name] or "" for name in ("date", "table", "round")}) if is_game else "",
    )


def _reason(remark: Remark) -> Reason:
    return Reason(remark.pk, remark.text)


def _place(said: Mapping[str, Any]) -> str:
    day = date_format(date.fromisoformat(said["date"]), "DATE_FORMAT")
    parts = [day]
    if said["round"]:
        parts.append(_("round %(number)s") % {"number": said["round"]})
    if said["table"]:
        parts.append(_("table %(number)s") % {"number": said["table"]})
    return " · ".join(parts)


def _entry(log: GameLog, number: int, row: GameEvent, reasons: list[Reason]) -> EntryView:
    undone = number in log.undone
    return EntryView(
        number=number,
        text=entry_text(log.until(number), number, row),
        by=row.recorder.label,
        device=device_text(row.recorder.device),
        at=row.stored_at,
        reasons=reasons,
        undone=undone,
        may_undo=row.kind in UNDOABLE and not undone,
        hand=str(row.hand or ""),
    )


def entry_text(log: GameLog, number: int, row: GameEvent) -> str:
    """An entry in a sentence, by the game as it stood right behind it."""
    if number == 0:
        said = {"names": join_names(short_names(log)), "dealer": short_names(log)[log.start.first_dealer]}
        text = _("Game started: %(names)s. %(dealer)s dealt first.") % said
        scores = "–".join(map(score_text, log.start.scores))
        return _("%(started)s It began at %(scores)s.") % {"started": text, "scores": scores} if scores else text
    if row.kind in ("hand", "void", "restore"):
        return _hand_text(log, row)
    return next(_other_texts(log, log.events[number - 1], row))


def _hand_text(log: GameLog, row: GameEvent) -> str:
    place = log.places[str(row.hand)]
    line = log.state.lines[place]
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
            yield _("Taken back: %(what)s") % {"what": entry_text(log.until(number), number, log.rows[number])}
    yield {
        "cut_short": _("The game was cut short."),
        "abandon": _("The game was abandoned."),
        "withdraw": _("The game was withdrawn."),
    }.get(row.kind, row.kind)
