"""Who typed it, on what. Facts point here, never at an account."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.cards import TableCard
from league.models.clubs import Club

LABEL_LENGTH = 80
MARK_LENGTH = 22


class Recorder(models.Model):
    """One person on one device, as a club sees them: "Ben", "Android phone"; or a phone that holds a table's card."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="recorders")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="recorders",
    )
    # The card by which somebody without a right of their own recorded.
    link = models.ForeignKey(TableCard, null=True, blank=True, on_delete=models.SET_NULL, related_name="recorders")
    # Chosen by chance for each browser that holds a card: tells two phones apart that nobody has signed in on.
    mark = models.CharField(max_length=MARK_LENGTH, blank=True)
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
            # The same for a phone that holds a card.
            models.UniqueConstraint(
                fields=["club", "link", "mark"], condition=Q(link__isnull=False), name="one_recorder_a_card_and_phone"
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def at_table(self) -> str:
        """What others at the table call them: a person's name, or "Table 3, iPhone 2" where only a card is known."""
        return self.label if self.account_id or not (self.mark and self.device) else f"{self.label}, {self.device}"
