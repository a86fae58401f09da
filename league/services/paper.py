"""A paper sheet that comes late: its hands go through the one door, one after the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from engine.records import HandRecord
from league.bridge.records import SomeEvent, make_deal, make_void
from league.models import Recorder
from league.services.answers import STORED, Answer, Aside, Guard, Written
from league.services.play import write_event

MOST_HANDS = 60
"""In one request: every hand reads the whole log, and others wait. More than a long game has."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What became of a sheet: how many codes are done with, and what the door said last; None if it was not asked."""

    stored: int
    last: Written | None


TAKEN = STORED | {Answer.HELD}
"""The answers after which the next hand is asked: what is held is kept, and so is what follows it."""


def record_sheet(
    game_id: UUID,
    client_id: UUID,
    recorder: Recorder,
    follows: UUID | None,
    records: Sequence[HandRecord | None],
    *,
    confirmed: bool = False,
    entered_at: datetime | None = None,
    as_scorer: bool = False,
) -> Typed:
    """Record hands behind the one that the writer saw last, until the door doesn't take one; at most MOST_HANDS.

    Each hand has an id made of the sheet's and its number, so that a sheet sent again stores nothing twice.
    No record undoes the newest hand. `confirmed`: the writer knows that the first hand ends the game; a later one
    that would is asked about. `as_scorer`: as for the door.
    """
    written: Written | None = None
    behind = [follows]
    for number, record in enumerate(records[:MOST_HANDS]):
        write_id = uuid5(client_id, str(number))
        event = _event(write_id, behind[-1], record)
        if event is None:
            return Typed(number, None)
        guard = Guard(confirmed=record is None or (confirmed and number == 0))
        written = write_event(game_id, write_id, recorder, event, guard, aside=Aside(entered_at), as_scorer=as_scorer)
        if written.answer not in TAKEN:
            return Typed(number, written)
        if record is not None:
            behind.append(UUID(written.line.id) if written.line else write_id)
        elif len(behind) > 1:
            behind.pop()
        else:
            behind = [UUID(last) if (last := written.log.state.last_hand) else None]
    return Typed(len(records[:MOST_HANDS]), written)


def _event(write_id: UUID, behind: UUID | None, record: HandRecord | None) -> SomeEvent | None:
    """A hand, or the undoing of the newest; None where there is nothing to undo."""
    if record is not None:
        return make_deal(write_id, behind, record)
    return make_void(behind) if behind else None
