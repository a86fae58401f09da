"""A night of play and its tables."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.clubs import Club
from league.models.seasons import Season


class NightKind(models.TextChoices):
    CASUAL = "casual", _("Casual")
    LEAGUE = "league", _("League")


class NightState(models.TextChoices):
    OPEN = "open", _("Open")
    CLOSED = "closed", _("Closed")


class Night(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="nights", db_index=False)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="nights")
    # In the club's zone, fixed at opening; the day changes at 06:00.
    date = models.DateField()
    kind = models.CharField(max_length=10, choices=NightKind, default=NightKind.CASUAL)
    state = models.CharField(max_length=10, choices=NightState, default=NightState.OPEN)
    opened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            # Two phones that open tonight's at once get one night.
            models.UniqueConstraint(fields=["club", "date"], condition=Q(kind="casual"), name="one_casual_night_a_day"),
        ]
        indexes = [
            # A club's nights, newest first; also stands in for the key of club.
            models.Index(fields=["club", "-date"], name="night_list"),
        ]

    def __str__(self) -> str:
        return self.date.isoformat()


class Table(models.Model):
    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            # A QR code names a table by its number.
            models.UniqueConstraint(fields=["night", "number"], name="one_table_a_number"),
        ]

    def __str__(self) -> str:
        return str(self.number)
