"""Who typed it, on what. Facts point here, never at an account."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.clubs import Club

LABEL_LENGTH = 80


class Recorder(models.Model):
    """One person on one device, as a club sees them: "Ben", "Android phone"."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="recorders")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="recorders",
    )
    device = models.CharField(max_length=LABEL_LENGTH, blank=True)
    label = models.CharField(max_length=LABEL_LENGTH)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            # The next save from the same phone must find the same recorder, also in a race.
            models.UniqueConstraint(
                fields=["club", "account", "device"],
                condition=Q(account__isnull=False),
                name="one_recorder_a_device",
            ),
        ]

    def __str__(self) -> str:
        return self.label
