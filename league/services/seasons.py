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
from league.models import Club, Recorder, Season, SeasonRules
from league.services.audit import note
from league.services.locks import lock_club
from league.services.rules import get_ruleset
from league.standings.choice import StandingsChoice


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


@transaction.atomic
def create_season(
    club: Club,
    name: str,
    starts: datetime.date,
    ends: datetime.date | None = None,
    *,
    default: bool = False,
    by: Recorder | None = None,
    **choices: bool,
) -> Season:
    """A season that begins with the rules of the club's default one, and ranks as that does."""
    lock_club(club.pk)  # two organisers at once must not leave a club with two default seasons, or with none
    season = Season.objects.create(club=club, name=name, starts=starts, ends=ends, settings=_ranked_as(club) | choices)
    copied = SeasonRules.objects.filter(season__club=club, season__is_default=True)
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
    **choices: bool,
) -> Season:
    """Other words, dates or choices (see `SeasonChoices`); nights stay in the season that they were opened in."""
    before, settings = _said(season), season.settings | choices
    Season.objects.filter(pk=season.pk).update(
        name=name, starts=starts, ends=ends, settings=settings, version=F("version") + 1
    )
    season.refresh_from_db()
    note(by, "season_changed", season, before, _said(season))
    return season


@transaction.atomic
def set_standings(season: Season, choice: StandingsChoice, by: Recorder | None = None) -> Season:
    """How the season ranks from now on: also what was played before."""
    lock_club(season.club_id)
    season.refresh_from_db()
    before = season.settings.get("standings", {})
    settings = season.settings | {"standings": choice.to_json()}
    Season.objects.filter(pk=season.pk).update(settings=settings, version=F("version") + 1)
    season.refresh_from_db()
    note(by, "standings_set", season, {"standings": before}, {"standings": season.settings["standings"]})
    return season


def _ranked_as(club: Club) -> dict[str, Any]:
    """The choice of the default season."""
    default = Season.objects.filter(club=club, is_default=True).first()
    return {name: value for name, value in (default.settings if default else {}).items() if name == "standings"}


def _said(season: Season) -> dict[str, Any]:
    """A season for the log."""
    ends = season.ends and season.ends.isoformat()
    return {"name": season.name, "starts": season.starts.isoformat(), "ends": ends, **season.settings}


@transaction.atomic
def make_default(season: Season, by: Recorder | None = None) -> Season:
    """From now on nights go to this season by themselves."""
    lock_club(season.club_id)
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
