"""Credits: what counts in a night without a game having been recorded. Facts, so one is taken back by another."""

from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from engine.counts import TWELFTHS
from league.bridge.credits import MOST_GAMES, MOST_POINTS, NewCredit
from league.models import Credit, CreditKind, Night, Player, Recorder, Remark
from league.services.audit import note
from league.services.locks import lock_night
from league.services.seasons import check_open
from league.services.tallies import change_sums, contribution_of_credit

CREDITED = "credit_added"
TAKEN_BACK = "credit_taken_back"


def check_credit(new: NewCredit, reason: str) -> None:
    """Raises ValidationError, by field, for what can't be credited."""
    if new.kind == CreditKind.ADJUSTMENT:
        if not reason:
            raise ValidationError({"reason": _("Say why: everybody reads it beside the standings.")})
        if not (new.games or new.won12 or new.points):
            raise ValidationError({"points": _("Say what changes: games, games won or points.")})
    elif not new.games:
        raise ValidationError({"games": _("Say how many games it stands for.")})
    elif not 0 <= new.won12 <= new.games * TWELFTHS:
        raise ValidationError({"won": _("Nobody wins more games than are credited, or fewer than none.")})
    if not 0 <= new.games <= MOST_GAMES:
        raise ValidationError({"games": _("Between 0 and %(most)s games.") % {"most": MOST_GAMES}})
    if abs(new.won12) > MOST_GAMES * TWELFTHS:
        raise ValidationError({"won": _("At most %(most)s games.") % {"most": MOST_GAMES}})
    if abs(new.points) > MOST_POINTS:
        raise ValidationError({"points": _("At most %(most)s points.") % {"most": MOST_POINTS}})


def would_be_credit(night: Night, new: NewCredit) -> Credit:
    """The credit, not stored: of who the player is now. Raises ValidationError for somebody who can't get one."""
    found = Player.objects.filter(pk=new.player, club=night.club_id, anonymised_at=None).first()
    if found is None:
        raise ValidationError({"player": _("Choose a player of this club.")})
    said = {name: value for name, value in asdict(new).items() if name != "player"}
    return Credit(night=night, player_id=found.merged_into_id or found.pk, **said)


def add_credit(
    night_id: UUID,
    client_id: UUID,
    recorder: Recorder,
    new: NewCredit,
    reason: str = "",
    *,
    at: datetime | None = None,
) -> Credit:
    """Credit somebody, now or `at` another moment; sent again, it is stored once.

    Raises Night.DoesNotExist, and ValidationError, by field, for what can't be: also where the season is closed, and if
    the id was used for another credit. On a night that is closed it can be done: closing one ends its games.
    """
    check_credit(new, reason)
    with transaction.atomic():
        night = lock_night(night_id, recorder.club_id)
        credit = would_be_credit(night, new)
        credit.client_id, credit.recorder = client_id, recorder
        credit.stored_at = at or credit.stored_at
        if stored := Credit.objects.filter(night=night, client_id=client_id).first():
            if _said(stored) != _said(credit) or _words_differ(stored, reason):
                raise ValidationError(_("This form was sent before with another credit. Begin anew."), code="reused")
            return stored
        check_open(night.season)
        return _store(credit, night, CREDITED, reason)


def take_back_credit(credit_id: int, recorder: Recorder, reason: str = "") -> Credit:
    """A credit of the opposite, which takes it back; asked twice, it is taken back once.

    Raises Credit.DoesNotExist, and ValidationError where the season is closed.
    """
    with transaction.atomic():
        old = Credit.objects.get(pk=credit_id, night__club=recorder.club_id, cancels=None)
        night = lock_night(old.night_id, recorder.club_id)
        if stored := Credit.objects.filter(cancels=old).first():
            return stored
        check_open(night.season)
        opposite = {name: -getattr(old, name) for name in ("games", "won12", "points")}
        same = {name: getattr(old, name) for name in ("player_id", "variant", "kind")}
        client_id = uuid5(old.client_id, "taken back")
        credit = Credit(night=night, client_id=client_id, recorder=recorder, cancels=old, **same, **opposite)
        return _store(credit, night, TAKEN_BACK, reason)


def _store(credit: Credit, night: Night, act: str, reason: str) -> Credit:
    credit.save(force_insert=True)
    if reason:
        Remark.objects.create(credit=credit, recorder=credit.recorder, text=reason, at=credit.stored_at)
    note(credit.recorder, act, credit, None, _noted(credit), credit.stored_at)
    whose = credit.player.merged_into_id or credit.player_id
    change_sums({(night.pk, whose, credit.variant): contribution_of_credit(credit)}, [night])
    return credit


def _said(credit: Credit) -> tuple[Any, ...]:
    """A credit, of who the player is now: a merge between two sendings makes no other credit of it."""
    whose = credit.player.merged_into_id or credit.player_id
    return (whose, credit.variant, credit.kind, credit.games, credit.won12, credit.points)


def _words_differ(stored: Credit, reason: str) -> bool:
    """Whether it was stored with another reason, which nobody would learn if this one were taken for it."""
    words = Remark.objects.filter(credit=stored).first()
    return words.text not in ("", reason) if words else bool(reason)  # none: they were erased


def _noted(credit: Credit) -> dict[str, Any]:
    """A credit for the log: ids and figures."""
    figures = {"games": credit.games, "won12": credit.won12, "points": credit.points}
    return {"players": [credit.player_id], "credit": str(credit.kind), **figures}
