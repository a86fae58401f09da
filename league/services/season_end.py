"""Closing a season: its standings are kept, and the next one may begin at once. It can be opened again."""

import datetime
from collections import deque
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F

from league.models import Club, Game, GameStatus, Night, Recorder, Season, SeasonState
from league.services.audit import note
from league.services.locks import lock_club, lock_nights
from league.services.seasons import create_season

SEASON_CLOSED = "season_closed"
SEASON_OPENED = "season_opened"


@dataclass(frozen=True, slots=True)
class Next:
    """The season that follows."""

    name: str
    starts: datetime.date


def close_season(season: Season, by: Recorder, following: Next | None = None) -> Season | None:
    """Close a season, and begin the next, to which nights go from then on; asked twice, it is done once.

    The next has the rules and choices of this one, and is what comes back; nothing if none was begun. Who records a
    hand has its game locked, and asks for the season behind that lock: a hand is stored before this commits, or held.
    """
    with transaction.atomic():
        lock_club(by.club_id)
        season = Season.objects.get(pk=season.pk, club=by.club_id)
        if season.state == SeasonState.CLOSED:
            return None
        _lock_play(season)
        begun = _begin(season, by, following) if following else None
        _put(season, SeasonState.CLOSED, SEASON_CLOSED, by)
        return begun


def reopen_season(season: Season, by: Recorder) -> None:
    """Its games can be played and put right again. What is held waits on; nights go where they went before."""
    with transaction.atomic():
        lock_club(by.club_id)
        season = Season.objects.get(pk=season.pk, club=by.club_id)
        if season.state == SeasonState.CLOSED:
            _put(season, SeasonState.OPEN, SEASON_OPENED, by)


def games_not_over(season: Season) -> int:
    """How many games of a season are still being played: closing it leaves them as they stand."""
    return Game.objects.filter(night__season=season, status=GameStatus.OPEN).count()


def _begin(season: Season, by: Recorder, following: Next) -> Season:
    """The next season. Its first day ends this one, if nobody said when that ends."""
    club = Club.objects.get(pk=by.club_id)
    begun = create_season(club, following.name, following.starts, default=True, like=season, by=by)
    if season.ends is None and following.starts > season.starts:
        Season.objects.filter(pk=season.pk).update(ends=following.starts - datetime.timedelta(days=1))
    return begun


def _lock_play(season: Season) -> None:
    """The nights of a season and their games, in the order in which everybody takes them."""
    lock_nights(Night.objects.filter(season=season))
    games = Game.objects.filter(night__season=season).order_by("pk")
    deque(games.select_for_update(no_key=True, of=("self",)).values_list("pk").iterator(), maxlen=0)


def _put(season: Season, state: SeasonState, act: str, by: Recorder) -> None:
    before = {"season_state": str(season.state)}
    Season.objects.filter(pk=season.pk).update(state=state, version=F("version") + 1)
    note(by, act, season, before, {"season_state": str(state)})
