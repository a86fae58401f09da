"""Seasons: which one a night goes to by itself, and by which rules it is played."""

import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from engine.house_rules import HouseRules, default_rules
from engine.variants import variants
from league.bridge.rows import read_rules
from league.days import club_date
from league.models import Club, Recorder, Season, SeasonRules, SeasonState
from league.services.audit import note
from league.services.locks import lock_club
from league.services.rules import get_ruleset
from league.standings.choice import StandingsChoice

MEANWHILE = "meanwhile"
"""The code of a change that saw an older version."""


@transaction.atomic
def create_first_season(club: Club) -> Season:
    """The season that every club has: named by its year, each game by its default rules."""
    today = club_date(club)
    name = _("Season %(year)s") % {"year": today.year}
    season = Season.objects.create(club=club, name=name, starts=today, is_default=True)
    for variant in variants():
        ruleset = get_ruleset(default_rules(variant.key))
        SeasonRules.objects.create(season=season, variant=variant.key, ruleset=ruleset)
    return season


def check_open(season: Season) -> None:
    """Raises ValidationError for a season that is closed."""
    if season.state == SeasonState.CLOSED:
        message = _("The season %(season)s is closed. An organiser can open it again.")
        raise ValidationError(message % {"season": season.name}, code="season_closed")


@transaction.atomic
def create_season(
    club: Club,
    name: str,
    starts: datetime.date,
    ends: datetime.date | None = None,
    *,
    default: bool = False,
    like: Season | None = None,
    by: Recorder | None = None,
    **choices: Any,
) -> Season:
    """A season that begins with the rules of another, the club's default one if none is named, and ranks as that does.

    What it is not told of, it takes over as well; but for a day until which standings are hidden.
    """
    lock_club(club.pk)  # two organisers at once must not leave a club with two default seasons, or with none
    like = like or Season.objects.filter(club=club, is_default=True).first()
    settings = {name: value for name, value in (like.settings if like else {}).items() if name != "hidden_until"}
    season = Season.objects.create(club=club, name=name, starts=starts, ends=ends, settings=settings | choices)
    copied = SeasonRules.objects.filter(season=like)
    SeasonRules.objects.bulk_create(
        SeasonRules(season=season, variant=rules.variant, ruleset_id=rules.ruleset_id) for rules in copied
    )
    note(by, "season_made", season, None, _said(season))
    return make_default(season, by) if default else season


@transaction.atomic
def update_season(
    season: Season,
    name: str,
    starts: datetime.date,
    ends: datetime.date | None,
    *,
    by: Recorder | None = None,
    seen: int | None = None,
    **choices: Any,
) -> Season:
    """Other words, dates or choices (see `SeasonChoices`); nights stay in the season that they were opened in.

    `seen`: the version that the writer saw; a ValidationError where there is another one by now.
    """
    _read_anew(season, seen)
    before, settings = _said(season), season.settings | choices
    Season.objects.filter(pk=season.pk).update(
        name=name, starts=starts, ends=ends, settings=settings, version=F("version") + 1
    )
    season.refresh_from_db()
    note(by, "season_changed", season, before, _said(season))
    return season


@transaction.atomic
def set_standings(
    season: Season, choice: StandingsChoice, by: Recorder | None = None, *, seen: int | None = None
) -> Season:
    """How the season ranks from now on: also what was played before. A ValidationError where it is closed.

    `seen`: as for `update_season`.
    """
    _read_anew(season, seen)
    check_open(season)
    before = season.settings.get("standings", {})
    settings = season.settings | {"standings": choice.to_json()}
    Season.objects.filter(pk=season.pk).update(settings=settings, version=F("version") + 1)
    season.refresh_from_db()
    note(by, "standings_set", season, {"standings": before}, {"standings": season.settings["standings"]})
    return season


def _read_anew(season: Season, seen: int | None = None) -> None:
    """The season as it is now, and ours until the transaction ends: who changed it meanwhile did not do so in vain."""
    lock_club(season.club_id)
    season.refresh_from_db()
    if seen not in (None, season.version):
        message = _("Somebody changed this season meanwhile, so nothing is saved yet. Save again if it is to be so.")
        raise ValidationError(message, code=MEANWHILE)


def _said(season: Season) -> dict[str, Any]:
    """A season for the log."""
    ends = season.ends and season.ends.isoformat()
    return {"name": season.name, "starts": season.starts.isoformat(), "ends": ends, **season.settings}


@transaction.atomic
def make_default(season: Season, by: Recorder | None = None) -> Season:
    """From now on nights go to this season by themselves. A ValidationError where it is closed."""
    _read_anew(season)
    check_open(season)
    Season.objects.filter(club_id=season.club_id, is_default=True).exclude(pk=season.pk).update(
        is_default=False, version=F("version") + 1
    )
    Season.objects.filter(pk=season.pk, is_default=False).update(is_default=True, version=F("version") + 1)
    season.refresh_from_db()
    note(by, "season_made_default", season)
    return season


@transaction.atomic
def set_rules(season: Season, rules: HouseRules, by: Recorder | None = None) -> SeasonRules:
    """Games that start from now on are played by these rules; those begun keep theirs (R34)."""
    if problems := rules.problems():
        raise ValidationError([str(problem) for problem in problems], code="inconsistent_rules")
    _read_anew(season)
    check_open(season)
    old = SeasonRules.objects.filter(season=season, variant=rules.variant).first()
    stored, _made = SeasonRules.objects.update_or_create(
        season=season, variant=rules.variant, defaults={"ruleset": get_ruleset(rules)}
    )
    before = {"variant": rules.variant, "ruleset": old.ruleset_id if old else None}
    note(by, "rules_set", season, before, {"variant": rules.variant, "ruleset": stored.ruleset_id})
    Season.objects.filter(pk=season.pk).update(version=F("version") + 1)
    return stored


def rules_of(season: Season) -> dict[str, HouseRules]:
    """A season's rules for every game, in the order in which games are offered; the defaults where none are stored."""
    stored = {row.variant: read_rules(row.ruleset) for row in season.rules.select_related("ruleset")}
    return {variant.key: stored.get(variant.key, default_rules(variant.key)) for variant in variants()}
