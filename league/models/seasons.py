"""A season groups nights and fixes the house rules of each variant."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.models.clubs import Club
from league.models.rules import RuleSet
from league.models.variants import VariantField

SEASON_NAME_LENGTH = 80


class SeasonState(models.TextChoices):
    OPEN = "open", _("Open")
    CLOSED = "closed", _("Closed")


@dataclass(frozen=True, slots=True)
class SeasonChoices:
    """Choices of a season beside the rules of its games. They act on what is entered from then on.

    `substitute_gets_result`: who takes over a seat takes its result too. `cut_short_stands`: a game cut short counts
    as it stands. `standings`: how places are decided, as `league/standings/choice.py` reads it; that acts at once.
    `hidden_until`: before this day, in ISO form, organisers alone see the standings; that acts at once as well.
    """

    substitute_gets_result: bool = False
    cut_short_stands: bool = True
    standings: Mapping[str, Any] = field(default_factory=dict)
    hidden_until: str = ""


class Season(models.Model):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=SEASON_NAME_LENGTH)
    starts = models.DateField()
    ends = models.DateField(null=True, blank=True)
    # Where a night goes that nobody put elsewhere.
    is_default = models.BooleanField(default=False)
    settings = models.JSONField(default=dict)
    # A closed one keeps its standings: nothing is stored in the games of its nights.
    state = models.CharField(max_length=10, choices=SeasonState, default=SeasonState.OPEN)
    # Goes up with whatever a page of the season shows; part of its entity tag.
    version = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            # Opening a night by itself must know where to put it.
            models.UniqueConstraint(fields=["club"], condition=Q(is_default=True), name="one_default_season"),
            models.CheckConstraint(
                # A season that ends before it starts would hold no night.
                condition=Q(ends=None) | Q(ends__gte=F("starts")),
                name="season_ends_after_start",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def choices(self) -> "SeasonChoices":
        """What the season chose; what it did not choose is as it always was."""
        known = {field.name for field in fields(SeasonChoices)}
        return SeasonChoices(**{name: value for name, value in self.settings.items() if name in known})


class SeasonRules(models.Model):
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="rules", db_index=False)
    variant = VariantField()
    ruleset = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            # Starting a game asks for the rules of a season and variant, and gets one answer.
            models.UniqueConstraint(fields=["season", "variant"], name="one_ruleset_a_variant"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} {self.variant}"
