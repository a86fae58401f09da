"""A hand that is being entered card by card, before it is recorded: no fact yet, and gone when it is one."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from league.models.games import Game
from league.models.recorders import Recorder


class CardDraft(models.Model):
    """What was said so far, act by act; kept at the table, so that another phone can go on."""

    # The unique key begins with game.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="drafts", db_index=False)
    # The id that the hand will have, or has.
    hand = models.UUIDField()
    # The hand that a new one was dealt behind; none at the start of a game.
    follows = models.UUIDField(null=True, blank=True)
    # The version of a recorded hand that the cards are added to; none of a new one.
    version = models.PositiveSmallIntegerField(null=True, blank=True)
    acts = models.JSONField(default=list)
    # Raised with every touch: one that came from an older screen is not taken for the next.
    rev = models.PositiveIntegerField(default=1)
    recorder = models.ForeignKey(Recorder, on_delete=models.PROTECT, related_name="+", db_index=False)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            # Two phones go on with one draft of a hand.
            models.UniqueConstraint(fields=["game", "hand"], name="one_draft_a_hand"),
            # Only one hand is played at a time.
            models.UniqueConstraint(fields=["game"], condition=Q(version=None), name="one_draft_of_a_new_hand"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.hand}: {len(self.acts)} acts"
