"""Which games came in a file, and what was in it: so that the same game is not stored twice."""

from django.db import models

from league.models.clubs import Club
from league.models.games import Game


class ImportedGame(models.Model):
    # The unique key begins with club.
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", db_index=False)
    # SHA-256 of rules, first score and deals as the file had them, whatever was left out of it.
    digest = models.CharField(max_length=64)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="imported")

    class Meta:
        constraints = [
            # Two organisers who take the same file over at once store its games once.
            models.UniqueConstraint(fields=["club", "digest"], name="one_game_a_digest"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.digest[:8]}"
