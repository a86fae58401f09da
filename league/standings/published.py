"""Which tables may be shown to whom: whatever hands standings out, to people or to programs, asks here."""

from django.db.models import QuerySet

from league.models import Season
from league.policy import Access
from league.standings.hiding import not_hidden
from league.standings.tallies import SeasonTallies, read_season


def published_season(access: Access, season: int | None, *, last_night: bool = False) -> SeasonTallies | None:
    """The sums of a season as this person may see them, as `read_season` has them; None where there are none to see."""
    return read_season(access.club, season, last_night=last_night, sees_hidden=access.sees_hidden)


def published_seasons(access: Access) -> "QuerySet[Season]":
    """The seasons of the club whose sums this person may see."""
    seasons = Season.objects.filter(club=access.club)
    return seasons if access.sees_hidden else not_hidden(access.club, seasons)
