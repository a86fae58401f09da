"""What counts without a game having been recorded: byes, walkovers, totals from paper."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.base import FactModel
from league.models.nights import Night
from league.models.players import Player
from league.models.recorders import Recorder
from league.models.variants import VariantField


class CreditKind(models.TextChoices):
    BYE = "bye", _("Bye")
    WALKOVER = "walkover", _("Walkover")
    TOTALS = "totals", _("Totals")
    ADJUSTMENT = "adjustment", _("Adjustment")


class Credit(FactModel):
    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="credits", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="credits")
    variant = VariantField()
    kind = models.CharField(max_length=10, choices=CreditKind)
    games = models.SmallIntegerField(default=0)
    won12 = models.SmallIntegerField(default=0)
    points = models.SmallIntegerField(default=0)
    recorder = models.ForeignKey(Recorder, on_delete=models.PROTECT, related_name="+", db_index=False)
    client_id = models.UUIDField()
    # Unique: a credit is taken back once.
    cancels = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="cancelled_by")
    stored_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            # Sent again, stored once; finds a night's credits.
            models.UniqueConstraint(fields=["night", "client_id"], name="one_credit_a_client_id"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.player_id}"
