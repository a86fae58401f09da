"""The log of what people did besides scoring: who, when, on what, from what to what. Ids and choices, never names.

Each service notes its own act, in its own transaction: what was done and what is told of it can't differ.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import models
from django.utils import timezone

from league.models import AuditEntry, Game, Night, Recorder, Remark


def note(
    by: Recorder | None,
    act: str,
    subject: models.Model,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    at: datetime | None = None,
) -> None:
    """Keep an act of somebody in their club; nothing that changed nothing, and nothing of what nobody did."""
    if by is None or (before is not None and before == after):
        return
    AuditEntry.objects.create(
        club_id=by.club_id,
        recorder=by,
        at=at or timezone.now(),
        act=act,
        subject_kind=subject._meta.model_name or "",
        subject_id=str(subject.pk),
        before=before,
        after=after,
    )


def note_with_reason(
    act: str,
    subject: Game | Night,
    by: Recorder,
    before: dict[str, Any],
    after: dict[str, Any],
    reason: str,
    games: Sequence[Game] = (),
) -> None:
    """Who did what, when; and why, in words that can be erased, kept with the games that it is about."""
    at = timezone.now()
    note(by, act, subject, before, after, at)
    if reason:
        noted = [subject] if isinstance(subject, Game) else games
        Remark.objects.bulk_create(Remark(game=game, recorder=by, text=reason, at=at) for game in noted)
