"""Nights: the day of a club, and tonight's, which opens by itself when the first game starts."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
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
    nights = _nights_to_play(club, day) or _opened(club, day, default_season(club))
    for night in nights:
        if night.state == NightState.OPEN:
            return night
    raise ValidationError(_("Tonight is closed. Ask an organiser to open it again."), code="night_closed")


def open_night(club: Club, day: date, *, locked: bool = True) -> Night:
    """The night of a day that may be long past, opened if there was none, and locked for the running transaction.

    Not `locked` by who has more nights to lock, in an order of their own.

    Raises ValidationError, for the field `date`, for a day to come, one of no season, and one whose nights are closed.
    """
    if day == club_date(club) and locked:
        return open_tonight(club)
    season = default_season(club) if day == club_date(club) else _check_day(club, day)
    nights = _nights_to_play(club, day, locked) or _opened(club, day, season, locked)
    for night in nights:
        if night.state == NightState.OPEN:
            return night
    message = _("The night of %(day)s is closed. Ask an organiser to open it again.")
    raise ValidationError({"date": ValidationError(message % {"day": _say(day)}, code="night_closed")})


def check_day(club: Club, day: date) -> None:
    """Raises ValidationError where nothing can have been played: on a day to come, or one of no season."""
    if day != club_date(club):
        _check_day(club, day)


def _check_day(club: Club, day: date) -> Season:
    if day > club_date(club):
        message = _("%(day)s is still to come. Give the day on which the game was played.")
        raise ValidationError({"date": ValidationError(message % {"day": _say(day)}, code="future")})
    season = season_on(club, day)
    if season is None:
        message = _("No season of this club holds %(day)s. An organiser can change the first day of a season.")
        raise ValidationError({"date": ValidationError(message % {"day": _say(day)}, code="no_season")})
    return season


def season_on(club: Club, day: date) -> Season | None:
    """The season that a day falls into, the default one if it is among several; None before the club's first."""
    held = Season.objects.filter(Q(ends=None) | Q(ends__gte=day), club=club, starts__lte=day)
    return held.order_by("-is_default", "-starts", "pk").first()


def _nights_to_play(club: Club, day: date, locked: bool = True) -> list[Night]:
    nights = nights_on(club, day)
    return list(nights.select_for_update(no_key=True, of=("self",)) if locked else nights)


def _opened(club: Club, day: date, season: Season, locked: bool = True) -> list[Night]:
    """A casual night of this day, and locked. Two phones may get here at once: one inserts, both read the same row."""
    blank = Night(club=club, season=season, date=day, kind=NightKind.CASUAL)
    Night.objects.bulk_create([blank], ignore_conflicts=True)
    return _nights_to_play(club, day, locked)


def _say(day: date) -> str:
    return date_format(day, "j F Y")


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
