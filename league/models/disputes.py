"""A member says that something in a game is not as it was played; an organiser settles it."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.events import Remark
from league.models.games import Game
from league.models.recorders import Recorder


class DisputeState(models.TextChoices):
    OPEN = "open", _("Waits for an organiser")
    CHANGED = "changed", _("Put right")
    STANDS = "stands", _("Stands as entered")
    WITHDRAWN = "withdrawn", _("Taken back")


class Dispute(models.Model):
    """About a hand, or about the whole game. Its words are remarks, so that they can be erased."""

    # The list of a game's disputes has an index of its own, which stands in for this key.
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="disputes", db_index=False)
    # A hand's identity, as in the game's events.
    hand = models.UUIDField(null=True, blank=True)
    recorder = models.ForeignKey(Recorder, on_delete=models.PROTECT, related_name="disputes", db_index=False)
    said = models.ForeignKey(Remark, on_delete=models.PROTECT, related_name="+", db_index=False)
    state = models.CharField(max_length=10, choices=DisputeState, default=DisputeState.OPEN)
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        Recorder, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    answer = models.ForeignKey(
        Remark, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        constraints = [
            # Two taps, or a page sent again, are one dispute.
            models.UniqueConstraint(
                fields=["game", "hand", "recorder"], condition=Q(state="open"), name="one_open_dispute_a_hand"
            ),
            models.UniqueConstraint(
                fields=["game", "recorder"], condition=Q(state="open", hand=None), name="one_open_dispute_a_game"
            ),
        ]
        indexes = [
            # What stands beside a game; also stands in for the key of game.
            models.Index(fields=["game", "at"], name="disputes_of_game"),
            # What waits for an organiser.
            models.Index(fields=["at"], condition=Q(state="open"), name="disputes_that_wait"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.hand or 'as a whole'}: {self.state}"
