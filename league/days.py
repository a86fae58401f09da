"""The day of a club: it changes in the morning, in the club's own zone."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from league.models import Club

DAY_STARTS = timedelta(hours=6)
"""Who plays on after midnight still plays the same night."""


def day_in(zone: str, at: datetime | None = None) -> date:
    """The date of a night at a moment, in this zone; the day changes at 06:00."""
    return ((at or timezone.now()).astimezone(ZoneInfo(zone)) - DAY_STARTS).date()


def club_date(club: Club, at: datetime | None = None) -> date:
    """The date of a club's night at a moment."""
    return day_in(club.zone, at)


def end_of(club: Club, day: date) -> datetime:
    """The midnight that ends a day of the calendar where the club is."""
    return datetime.combine(day + timedelta(days=1), time(), ZoneInfo(club.zone))
