"""Replays that are set off by whoever looks at ratings: they stand in the way of nobody who records."""

import time

from league.services.rating_replay import MOST_AT_A_LOOK, catch_up

REST = 4
"""While much is left, a process replays for one part of the time and leaves the database to others for so many."""

_resting: dict[int, float] = {}
"""Until when a club is left alone, by the clock of this process."""


def look(club: int) -> None:
    """Replay some games of a club, unless somebody is at it, or writes anything else that we would wait for.

    SQLite has one lock for all who write. Many who look, as one that reads every page for a search engine, would hold
    it for most of the time, and hands would wait for seconds.
    """
    began = time.monotonic()
    if began < _resting.get(club, 0):
        return
    if catch_up(club, MOST_AT_A_LOOK, wait=False):
        _resting.pop(club, None)
        return
    ended = time.monotonic()
    _resting[club] = ended + REST * (ended - began)
