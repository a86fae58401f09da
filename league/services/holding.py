"""What may not be stored now is held: kept as it came, until an organiser decides."""

from datetime import datetime
from uuid import UUID

from league.bridge.held import Waiting, same_write, waiting_to_json
from league.models import HeldWrite, Recorder
from league.services.answers import Answer, Written
from league.services.log import GameLog

MOST_HELD = 20
"""So much may wait that came by one card: more than a game has hands left. Nobody fills a list from outside."""


def hold(log: GameLog, client_id: UUID, recorder: Recorder, write: Waiting, why: str, at: datetime) -> Written:
    """Keep a write that comes; once, however often it is sent."""
    if recorder.link_id is not None and log.waits is None and _waits_from(recorder) >= MOST_HELD:
        return Written(Answer.FULL, log, why=why)
    body = waiting_to_json(write)
    held, _made = HeldWrite.objects.get_or_create(
        game=log.game.pk,
        client_id=client_id,
        defaults={"club": log.game.club, "recorder": recorder, "body": body, "why": why, "held_at": at},
    )
    return Written(Answer.HELD if same_write(held.body, body) else Answer.REUSED, log, why=held.why)


def _waits_from(recorder: Recorder) -> int:
    """How much waits that came by the same card, from whichever phone."""
    return HeldWrite.objects.filter(club=recorder.club_id, settled_at=None, recorder__link=recorder.link_id).count()
