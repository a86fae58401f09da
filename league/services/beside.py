"""Who else scores a game, as its log tells."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from league.services.log import GameLog

LATELY = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Beside:
    """Another phone that scores: a person's name and device, or only a device where a card is all that is known."""

    name: str
    device: str

    @property
    def is_phone(self) -> bool:
        """Then nobody has to read of which make."""
        return self.device.lower().endswith("phone")


def scoring_beside(log: GameLog, mine: int | None, now: datetime) -> Beside | None:
    """Who recorded last in this open game, besides the one who looks; nobody if that was a while ago. No query."""
    if not log.is_open:
        return None
    others = (row for row in reversed(log.rows) if row.recorder_id != mine)
    row = next(others, None)
    if row is None or row.stored_at < now - LATELY:
        return None
    recorder = row.recorder
    by_card = recorder.account_id is None and bool(recorder.mark)
    return Beside("" if by_card else recorder.label, recorder.device)
