"""Disputes, ready to show: what was said of which hand, by whom, and how it was settled."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from league.bridge.words import hand_sentence, join_names
from league.models import Club, Dispute, DisputeState, Game
from league.paging import page_with
from league.services.disputes import open_disputes
from league.services.log import GameLog, read_logs
from league.sheets import short_names

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class DisputeView:
    """One dispute. `about` is the hand in a sentence as it stands now; `mine` if the viewer said it."""

    row: Dispute
    players: str
    about: str
    void: bool
    is_open: bool
    mine: bool


def dispute_views(rows: Iterable[Dispute], logs: Mapping[UUID, GameLog], account: int | None) -> list[DisputeView]:
    """Disputes of games whose logs are there."""
    return [_view(row, logs[row.game_id], account) for row in rows]


def disputes_page(club: Club, number: str, account: int | None) -> "Page[DisputeView]":
    """A page of what waits in a club, the oldest first. Five queries, however many wait."""
    waiting = open_disputes(club).select_related("recorder", "said", "answer", "settled_by")
    page = Paginator(waiting, PAGE_SIZE).get_page(number)
    rows: list[Dispute] = list(page.object_list)
    games = Game.objects.filter(pk__in={row.game_id for row in rows})
    logs = read_logs(list(games.select_related("club", "night", "table", "ruleset")))
    return page_with(page, dispute_views(rows, logs, account))


def hand_text(log: GameLog, hand: UUID | None) -> tuple[str, bool]:
    """A hand as it stands in a sentence, and whether it was undone; what is said of the whole game."""
    place = log.places.get(str(hand))
    if place is None:
        return _("The whole game"), False
    line = log.state.lines[place]
    sentence = hand_sentence(line, short_names(log, place))
    number = _("Hand %(number)s: %(hand)s") % {"number": line.number, "hand": sentence}
    return (number if line.number else sentence), line.void


def _view(row: Dispute, log: GameLog, account: int | None) -> DisputeView:
    about, void = hand_text(log, row.hand)
    return DisputeView(
        row=row,
        players=join_names([player.called for player in log.seated()]),
        about=about,
        void=void,
        is_open=row.state == DisputeState.OPEN,
        mine=account is not None and row.recorder.account_id == account,
    )
