"""What waits for an organiser, ready to show: who sent what, when, on which device, and why it was not stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.paginator import Page, Paginator
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.events import Correct, Deal, Event
from engine.records import HandKind, HandRecord
from league.bridge.held import Waiting
from league.bridge.rows import event_row
from league.bridge.words import attempt_text, join_names
from league.history import entry_text
from league.models import Club, Game, HeldWrite, WhyHeld
from league.paging import page_with
from league.recorders import device_text
from league.services.closing import waiting_writes
from league.services.log import GameLog, read_logs
from league.services.settling import read_waiting
from league.services.substitutes import with_substitute
from league.sheets import short_names

PAGE_SIZE = 50

WHY: Mapping[str, Promise] = {
    WhyHeld.NIGHT_CLOSED: gettext_lazy("The night was closed."),
    WhyHeld.SEASON_CLOSED: gettext_lazy("The season was closed."),
    WhyHeld.CLUB_CLOSED: gettext_lazy("The club was closed."),
    WhyHeld.CLUB_SUSPENDED: gettext_lazy("The club was suspended."),
    WhyHeld.GAME_CONFIRMED: gettext_lazy("Another player had confirmed the game."),
    WhyHeld.NIGHT_OVER: gettext_lazy("The night of the game was over."),
    WhyHeld.LINK_EXPIRED: gettext_lazy("The table’s card was withdrawn, or its time was over."),
    WhyHeld.LINK_OVER: gettext_lazy("It came by the table’s card, for a night that was over."),
}
"""Why a write was not stored at once."""

KINDS: Mapping[str, Promise] = {
    "hand": gettext_lazy("A hand"),
    "void": gettext_lazy("A hand undone"),
    "restore": gettext_lazy("A hand that counts again"),
    "seats": gettext_lazy("Other seats"),
    "dealer": gettext_lazy("Another dealer"),
    "substitute": gettext_lazy("A substitute"),
    "concede": gettext_lazy("The game conceded"),
    "cut_short": gettext_lazy("The game cut short"),
    "abandon": gettext_lazy("The game abandoned"),
    "withdraw": gettext_lazy("The game withdrawn"),
    "result": gettext_lazy("The result of the game"),
    "undo": gettext_lazy("Something taken back"),
}
"""What a write is about, where the game as it is now gives no sentence."""


@dataclass(frozen=True, slots=True)
class HeldView:
    """One write that waits. `game` is None where there is no such game here."""

    pk: int
    game: Game | None
    players: str
    by: str
    device: str
    at: datetime
    entered_at: datetime | None
    text: str
    reason: str
    why: str
    readable: bool


def held_page(club: Club, number: str) -> "Page[HeldView]":
    """A page of what waits in a club, the newest first. Five queries; one more for each substitute."""
    page = Paginator(waiting_writes(club).select_related("recorder"), PAGE_SIZE).get_page(number)
    rows: list[HeldWrite] = list(page.object_list)
    games = Game.objects.filter(club=club, pk__in={row.game for row in rows})
    logs = read_logs(list(games.select_related("club", "night", "table", "ruleset")))
    return page_with(page, [_view(row, logs) for row in rows])


def _view(held: HeldWrite, logs: Mapping[UUID, GameLog]) -> HeldView:
    log, write = logs.get(held.game), read_waiting(held)
    readable = log is not None and write is not None
    return HeldView(
        pk=held.pk,
        game=log.game if log else None,
        players=join_names([player.called for player in log.seated()]) if log else "",
        by=held.recorder.label if held.recorder else "",
        device=device_text(held.recorder.device) if held.recorder else "",
        at=held.held_at,
        entered_at=write.entered_at if write else None,
        text=_sentence(log, write) if log and write else _("This can’t be read here, so it can only be left out."),
        reason=write.reason if write else "",
        why=str(WHY.get(held.why, "")),
        readable=readable,
    )


def _sentence(log: GameLog, write: Waiting) -> str:
    """What it says, by the game as it would be; by itself where it doesn't fit there."""
    try:
        log = with_substitute(log, write.said)
    except ValidationError:
        return _alone(log, write.event)
    row = event_row(write.event, write.said)
    new = log.with_row(row, write.event)
    return _alone(log, write.event) if log.problems_of(new) else entry_text(new, len(new.events), row)


def _alone(log: GameLog, event: Event) -> str:
    if isinstance(event, Deal | Correct):
        return _record_text(event.record, short_names(log))
    return str(KINDS[event_row(event).kind])


def _record_text(record: HandRecord, names: list[str]) -> str:
    match record.kind:
        case HandKind.PASSED_OUT:
            return _("All passed")
        case HandKind.MISDEAL:
            return _("A misdeal")
    maker, tricks = record.maker, record.maker_tricks
    if maker is None or tricks is None or not (0 <= maker < len(names)):
        return str(KINDS["hand"])
    return attempt_text(names[maker], tricks, alone=record.alone)
