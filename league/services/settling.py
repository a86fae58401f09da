"""What waits for an organiser: stored after all, by the one door, or left out."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.errors import UnreadableError
from league.bridge.held import Waiting, waiting_from_json
from league.models import Game, GameEvent, HeldWrite, Recorder
from league.services.answers import STORED, Aside, Guard, Written
from league.services.audit import note
from league.services.locks import lock_game
from league.services.play import write_event

HELD_STORED = "held_stored"
HELD_LEFT_OUT = "held_left_out"


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of it. `written` is the door's answer, None if the door was not asked; `event` what it led to.

    `done` once nobody has to decide any more; `before` if that was so when this was asked.
    """

    done: bool
    before: bool = False
    event: GameEvent | None = None
    written: Written | None = None


def read_waiting(held: HeldWrite) -> Waiting | None:
    """What was written; None if nobody can read it here."""
    try:
        return waiting_from_json(held.body)
    except UnreadableError:
        return None


def store_held(held_id: int, organiser: Recorder, *, confirmed: bool = False) -> Settled:
    """Store what waits, as who sent it and under their id, closed night or not. Asked twice, it is stored once.

    Where the door says anything else the write waits on. Raises HeldWrite.DoesNotExist, and ValidationError for what
    can't be read, or a substitute who can't be.
    """
    with transaction.atomic():
        held = _lock(held_id, organiser)
        if held.settled_at:
            return Settled(done=True, before=True, event=held.settled_as)
        write = read_waiting(held)
        if write is None or not Game.objects.filter(pk=held.game, club=organiser.club_id).exists():
            raise ValidationError(_("This can’t be read here, so it can only be left out."), code="unreadable")
        written = write_event(
            held.game,
            held.client_id,
            held.recorder or organiser,
            write.event,
            Guard(write.version, write.insert, confirmed),
            aside=Aside(write.entered_at, write.said, write.reason),
            although_closed=True,
        )
        if written.answer not in STORED:
            return Settled(done=False, written=written)
        held.refresh_from_db()
        _note(HELD_STORED, held, organiser)
        return Settled(done=True, event=held.settled_as, written=written)


def leave_out(held_id: int, organiser: Recorder) -> Settled:
    """Decide against what waits. Asked twice, it is left out once. Raises HeldWrite.DoesNotExist."""
    with transaction.atomic():
        held = _lock(held_id, organiser)
        if held.settled_at:
            return Settled(done=True, before=True, event=held.settled_as)
        held.settled_at = timezone.now()
        held.save(update_fields=["settled_at"])
        _note(HELD_LEFT_OUT, held, organiser)
        return Settled(done=True)


def _lock(held_id: int, organiser: Recorder) -> HeldWrite:
    """The write, behind the lock of its game, as the door takes them."""
    held = HeldWrite.objects.get(pk=held_id, club=organiser.club_id)
    if Game.objects.filter(pk=held.game, club=organiser.club_id).exists():
        lock_game(held.game)
    locked = HeldWrite.objects.select_for_update(no_key=True, of=("self",))
    return locked.select_related("recorder", "settled_as").get(pk=held_id)


def _note(act: str, held: HeldWrite, organiser: Recorder) -> None:
    """Who decided, when and how."""
    note(organiser, act, held, None, {"game": str(held.game), "event": held.settled_as_id}, held.settled_at)
