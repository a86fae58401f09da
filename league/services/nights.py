"""Nights: the day of a club, and tonight's, which opens by itself when the first game starts."""

from collections.abc import Sequence
from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.days import club_date
from league.models import Club, Game, GameStatus, Night, NightKind, NightState, Season, Table
from league.services.seasons import check_open


def nights_on(club: Club, day: date) -> QuerySet[Night]:
    """A day's nights, those of the league first."""
    return Night.objects.filter(club=club, date=day).select_related("season").order_by("-kind", "opened_at")


def open_tonight(club: Club, at: datetime | None = None) -> Night:
    """Tonight's night to play in, opened if nobody did, and locked for the running transaction.

    `at`: the night of that moment. Raises ValidationError where tonight was closed.
    """
    day = club_date(club, at)
    night = _first_open(_nights_to_play(club, day) or _opened(club, day, default_season(club)))
    if night is None:
        raise ValidationError(_("Tonight is closed. Ask an organiser to open it again."), code="night_closed")
    _check_season(night)
    return night


def open_night(club: Club, day: date) -> Night:
    """The night of a day that may be long past, opened if there was none, and locked for the running transaction.

    Raises ValidationError, for the field `date`, for a day to come, one of no season, and one whose nights are closed.
    """
    if day == club_date(club):
        return open_tonight(club)
    _refuse_future(club, day)
    night = night_to_play(day, _nights_to_play(club, day) or _opened(club, day, season_for(club, day)))
    _check_season(night)
    return night


def night_on(club: Club, day: date) -> Night:
    """The same night, neither opened nor locked: where there is none yet, it is not stored."""
    _refuse_future(club, day)
    nights = list(nights_on(club, day))
    night = night_to_play(day, nights) if nights else _blank(club, day, season_for(club, day))
    _check_season(night)
    return night


def _check_season(night: Night) -> None:
    """Raises ValidationError if the night's season is closed. Asked anew: who waited for the night read it before."""
    check_open(Season.objects.get(pk=night.season_id))


def night_to_play(day: date, nights: Sequence[Night]) -> Night:
    """Of a day's nights the first open one; a ValidationError, for the field `date`, where all are closed."""
    night = _first_open(nights)
    if night is None:
        message = _("The night of %(day)s is closed. Ask an organiser to open it again.")
        raise ValidationError({"date": ValidationError(message % {"day": _say(day)}, code="night_closed")})
    return night


def season_for(club: Club, day: date) -> Season:
    """The season of a night that opens by itself; a ValidationError, for the field `date`, where there is none."""
    season = default_season(club) if day == club_date(club) else season_on(club, day)
    if season is None:
        message = _("No season of this club holds %(day)s. An organiser can change the first day of a season.")
        raise ValidationError({"date": ValidationError(message % {"day": _say(day)}, code="no_season")})
    return season


def _refuse_future(club: Club, day: date) -> None:
    if day > club_date(club):
        message = _("%(day)s is still to come. Give the day on which the game was played.")
        raise ValidationError({"date": ValidationError(message % {"day": _say(day)}, code="future")})


def season_on(club: Club, day: date) -> Season | None:
    """The season that a day falls into, the default one if it is among several; None before the club's first."""
    held = Season.objects.filter(Q(ends=None) | Q(ends__gte=day), club=club, starts__lte=day)
    return held.order_by("-is_default", "-starts", "pk").first()


def _first_open(nights: Sequence[Night]) -> Night | None:
    return next((night for night in nights if night.state == NightState.OPEN), None)


def _nights_to_play(club: Club, day: date) -> list[Night]:
    return list(nights_on(club, day).select_for_update(no_key=True, of=("self",)))


def _opened(club: Club, day: date, season: Season) -> list[Night]:
    """A casual night of this day, and locked."""
    store_night(_blank(club, day, season))
    return _nights_to_play(club, day)


def _blank(club: Club, day: date, season: Season) -> Night:
    return Night(club=club, season=season, date=day, kind=NightKind.CASUAL)


def store_night(blank: Night) -> None:
    """Two phones may get here at once: one inserts, and both read the same row afterwards."""
    Night.objects.bulk_create([blank], ignore_conflicts=True)


def _say(day: date) -> str:
    return date_format(day, "DATE_FORMAT")


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
