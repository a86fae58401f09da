"""Credits as lists show them: whose, what they count, by whom and why; and what takes them back."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.counts import TWELFTHS
from league.bridge.rulebook import variant_name
from league.history import Reason
from league.models import Credit, CreditKind, Night, Player
from league.recorders import device_text
from league.standings.figures import shares


@dataclass(frozen=True, slots=True)
class Said:
    """Who said it, on which device, when and why."""

    by: str
    device: str
    at: datetime
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class CreditLine:
    """One credit. `back`: how it was taken back, if it was."""

    pk: int
    night: UUID
    day: date
    player: int
    name: str
    variant: str
    kind: str
    text: str
    said: Said
    back: Said | None


def night_credits(night: Night) -> list[CreditLine]:
    """A night's credits, in the order in which they were given. One query."""
    return _lines(Credit.objects.filter(night=night))


def player_credits(
    player: Player, season: int | None, variants: Iterable[str] | None = None, *, day: date | None = None
) -> list[CreditLine]:
    """A player's credits in a season, on a day, or of all time; those of these games, if any are named. One query."""
    found = Credit.objects.filter(Q(player=player) | Q(player__merged_into=player))
    if season is not None:
        found = found.filter(night__season=season)
    if day is not None:
        found = found.filter(night__date=day)
    return _lines(found if variants is None else found.filter(variant__in=tuple(variants)))


def credit_text(games: int, won12: int, points: int, *, signed: bool = False) -> str:
    """What a credit counts, as a list of what it says; `signed`: as a change."""
    parts = []
    if games:
        words = ngettext("%(count)s game", "%(count)s games", abs(games))
        parts.append(words % {"count": _number(Fraction(games), signed=signed)})
    if won12 or (games and not signed):
        parts.append(_("%(count)s won") % {"count": _number(Fraction(won12, TWELFTHS), signed=signed)})
    if points:
        words = ngettext("%(count)s point", "%(count)s points", abs(points))
        parts.append(words % {"count": _number(Fraction(points), signed=signed)})
    return ", ".join(parts)


def _number(value: Fraction, *, signed: bool) -> str:
    return f"+{shares(value)}" if signed and value > 0 else shares(value)


def _lines(credits: "QuerySet[Credit]") -> list[CreditLine]:
    """One query: a credit has one reason at most."""
    reasons = {
        f"{name}_{part}": F(f"{path}remarks__{part}")
        for name, path in (("why", ""), ("why_back", "cancelled_by__"))
        for part in ("pk", "text")
    }
    found = credits.filter(cancels=None).annotate(**reasons)
    beside = found.select_related("night", "player__merged_into", "recorder", "cancelled_by__recorder")
    return [_line(row) for row in beside.order_by("night__date", "stored_at", "pk")]


def _line(row: Any) -> CreditLine:
    player, back = row.player.merged_into or row.player, getattr(row, "cancelled_by", None)
    return CreditLine(
        pk=row.pk,
        night=row.night_id,
        day=row.night.date,
        player=player.pk,
        name=player.shown,
        variant=variant_name(row.variant),
        kind=str(CreditKind(row.kind).label),
        text=credit_text(row.games, row.won12, row.points, signed=row.kind == CreditKind.ADJUSTMENT),
        said=_said(row, row.why_pk, row.why_text),
        back=_said(back, row.why_back_pk, row.why_back_text) if back else None,
    )


def _said(row: Credit, remark: int | None, text: str | None) -> Said:
    reasons = () if remark is None else (Reason(remark, text or ""),)
    return Said(row.recorder.label, device_text(row.recorder.device), row.stored_at, reasons)
