"""Standings that are hidden until a day: before it organisers alone see them."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Q, QuerySet, TextField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.days import club_date
from league.models import Club, Season


def still_hidden(club: Club, until: str | None) -> date | None:
    """The day from which everybody sees standings, if that is still to come. `until`: as a season keeps it."""
    shown = date.fromisoformat(until) if until else date.min
    return shown if club_date(club) < shown else None


def not_hidden(club: Club, seasons: "QuerySet[Season]") -> "QuerySet[Season]":
    """Those of a club's seasons whose standings everybody sees."""
    dated = seasons.annotate(shown_on=Cast(KeyTextTransform("hidden_until", "settings"), TextField()))
    return dated.filter(Q(shown_on=None) | Q(shown_on__lte=club_date(club).isoformat()))


def hidden_seasons(club: Club, until: Iterable[tuple[int, str]]) -> dict[int, date]:
    """Those of these seasons whose standings are hidden, and until when. `until`: their ids, and what they keep."""
    return {season: day for season, text in until if text and (day := still_hidden(club, text))}


def shown_from(season: str, day: date) -> str:
    """What is said in their place."""
    said = {"season": season, "day": date_format(day, "DATE_FORMAT")}
    return _("The standings of %(season)s are shown from %(day)s.") % said
