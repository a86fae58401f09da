"""Closing a night, and opening it again: from then on nothing is stored in its games, and what comes is held."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from league.models import (
    Club,
    ClubState,
    Game,
    GameStatus,
    HeldWrite,
    Night,
    NightState,
    Recorder,
    SeasonState,
    WhyHeld,
)
from league.services.audit import note_with_reason
from league.services.locks import lock_games_of, lock_night

NIGHT_CLOSED = "night_closed"
NIGHT_OPENED = "night_opened"


def why_held(game: Game, season: str) -> str:
    """Why nothing is stored in a game now, as a code; empty if it is. Club and night were read with the game.

    `season`: the state of the night's season.
    """
    if game.club.state != ClubState.OPEN:
        return WhyHeld(f"club_{game.club.state}")
    if season == SeasonState.CLOSED:
        return WhyHeld.SEASON_CLOSED
    return "" if game.night.state == NightState.OPEN else WhyHeld.NIGHT_CLOSED


class StillPlaying(Exception):  # noqa: N818  # what is so, not a fault
    """Games of the night are not over; the organiser is asked first."""


def close_night(night_id: UUID, recorder: Recorder, reason: str = "", *, anyway: bool = False) -> Night:
    """Close a night. Asked twice, it is closed once. Raises StillPlaying, unless it is meant `anyway`.

    Whoever records a hand has its game locked, and asks for the night behind that lock: a hand is stored before this
    commits, or held after it.
    """
    with transaction.atomic():
        night, games = _lock(night_id, recorder)
        playing = [str(game.pk) for game in games if game.status == GameStatus.OPEN]
        if night.state == NightState.OPEN and playing and not anyway:
            raise StillPlaying
        return _put(night, NightState.CLOSED, recorder, reason, games, {"playing": playing})


def reopen_night(night_id: UUID, recorder: Recorder, reason: str = "") -> Night:
    """Open a night again. Asked twice, it is opened once. What is held waits on: an organiser decides."""
    with transaction.atomic():
        night, games = _lock(night_id, recorder)
        return _put(night, NightState.OPEN, recorder, reason, games, {})


def open_games(night: Night) -> "QuerySet[Game]":
    """The games of a night that are not over, in order of tables."""
    games = Game.objects.filter(night=night, status=GameStatus.OPEN)
    return games.select_related("club", "night", "table", "ruleset").order_by("table__number", "play_order", "pk")


def waiting_writes(club: Club, night: Night | None = None) -> "QuerySet[HeldWrite]":
    """What waits for an organiser, the newest first; all of a club, or of a night's games."""
    waiting = HeldWrite.objects.filter(club=club, settled_at=None)
    if night is not None:
        waiting = waiting.filter(game__in=Game.objects.filter(night=night).values("pk"))
    return waiting.order_by("-held_at", "-pk")


def _lock(night_id: UUID, recorder: Recorder) -> tuple[Night, list[Game]]:
    night = lock_night(night_id, recorder.club_id)
    return night, lock_games_of(night)


def _put(
    night: Night, state: NightState, recorder: Recorder, reason: str, games: list[Game], beside: dict[str, Any]
) -> Night:
    if night.state == state:
        return night
    before, after = {"state": night.state}, {"state": str(state), **beside}
    Night.objects.filter(pk=night.pk).update(state=state)
    night.state = state
    act = NIGHT_CLOSED if state == NightState.CLOSED else NIGHT_OPENED
    note_with_reason(act, night, recorder, before, after, reason, games)
    return night
