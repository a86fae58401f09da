"""Sums over the counted games of a player: what standings are made of, one query a table."""

from django.db import models

from league.models.nights import Night
from league.models.players import Player
from league.models.seasons import Season
from league.models.variants import VariantField


class Sums(models.Model):
    variant = VariantField()
    games = models.IntegerField(default=0)
    # Wins in twelfths: halves, thirds and quarters stay whole.
    won12 = models.IntegerField(default=0)
    points = models.IntegerField(default=0)
    hands = models.IntegerField(default=0)
    counts = models.JSONField(default=dict)

    class Meta:
        abstract = True


class NightTally(Sums):
    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="night_tallies")

    class Meta:
        constraints = [
            # Sums change by differences, which needs exactly one row; finds a night's table.
            models.UniqueConstraint(fields=["night", "player", "variant"], name="one_night_tally"),
        ]

    def __str__(self) -> str:
        return f"{self.night_id} {self.player_id} {self.variant}"


class Tally(Sums):
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    # Its own index: a player's page sums over seasons.
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tallies")
    nights = models.IntegerField(default=0)

    class Meta:
        constraints = [
            # Sums change by differences, which needs exactly one row; finds a season's table.
            models.UniqueConstraint(fields=["season", "player", "variant"], name="one_tally"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} {self.player_id} {self.variant}"
