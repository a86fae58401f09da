"""Nights: the day of a club, and tonight's, which opens by itself when the first game starts."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Club, Game, GameStatus, Night, NightKind, NightState, Season, Table

DAY_STARTS = timedelta(hours=6)
"""Who plays on after midnight still plays the same night."""


def club_date(club: Club, at: datetime | None = None) -> date:
    """The date of a club's night at a moment, in the club's own zone; the day changes at 06:00."""
    return ((at or timezone.now()).astimezone(ZoneInfo(club.zone)) - DAY_STARTS).date()


def nights_on(club: Club, day: date) -> QuerySet[Night]:
    """A day's nights, those of the league first."""
    return Night.objects.filter(club=club, date=day).select_related("season").order_by("-kind", "opened_at")


def open_tonight(club: Club, at: datetime | None = None) -> Night:
    """Tonight's night to play in, opened if nobody did, and locked for the running transaction.

    `at`: the night of that moment. Raises ValidationError where tonight was closed.
    """
    day = club_date(club, at)
    nights = list(nights_on(club, day).select_for_update(no_key=True, of=("self",)))
    if not nights:
        # Two phones may get here at once: one inserts, both read the same row.
        blank = Night(club=club, season=default_season(club), date=day, kind=NightKind.CASUAL)
        Night.objects.bulk_create([blank], ignore_conflicts=True)
        nights = list(nights_on(club, day).select_for_update(no_key=True, of=("self",)))
    for night in nights:
        if night.state == NightState.OPEN:
            return night
    raise ValidationError(_("Tonight is closed. Ask an organiser to open it again."), code="night_closed")


def default_season(club: Club) -> Season:
    """Where a night goes that nobody put elsewhere."""
    return Season.objects.get(club=club, is_default=True)


def free_table(night: Night) -> Table:
    """The lowest table without an open game; the night is locked, so no other game takes it."""
    taken = set(
        Game.objects.filter(night=night, status=GameStatus.OPEN, table__isnull=False).values_list(
            "table__number", flat=True
        )
    )
    number = next(number for number in range(1, len(taken) + 2) if number not in taken)
    return Table.objects.get_or_create(night=night, number=number)[0]
