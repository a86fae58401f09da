"""Sums over the counted games of a player: what standings are made of, one query a table."""

from django.db import models
from django.db.models import Q

from league.models.nights import Night
from league.models.players import Player
from league.models.seasons import Season
from league.models.variants import VariantField


def holds_something(path: str = "") -> Q:
    """Tallies that say anything: of games, or of an adjustment alone."""
    games, won, lost = (Q(**{f"{path}{name}": 0}) for name in ("games__gt", "won12__gt", "won12__lt"))
    points, given = (Q(**{f"{path}{name}": 0}) for name in ("points__gt", "points__lt"))
    return games | won | lost | points | given


class Sums(models.Model):
    variant = VariantField()
    games = models.IntegerField(default=0)
    # Wins in twelfths: halves, thirds and quarters stay whole.
    won12 = models.IntegerField(default=0)
    points = models.IntegerField(default=0)
    hands = models.IntegerField(default=0)
    # How many credits are in them: a column, for every line of the standings asks.
    credits = models.IntegerField(default=0)
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


class PairTally(models.Model):
    """What a player's counted games with somebody else came to, from the player's side; every pair has two rows."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="pairs", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="pairs", db_index=False)
    # Its own index: when a club is purged, the database asks for each player whether a row still points there.
    other = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    variant = VariantField()
    # On one side, in games that have sides of several.
    beside = models.BooleanField(default=False)

    games = models.IntegerField(default=0)
    won12 = models.IntegerField(default=0)
    points = models.IntegerField(default=0)
    # Games in which the player's place was better than the other's.
    above = models.IntegerField(default=0)
    # Hands in which both defended, and euchred the maker.
    defended = models.IntegerField(default=0)
    euchres = models.IntegerField(default=0)

    class Meta:
        constraints = [
            # Sums change by differences, which needs exactly one row; finds everybody whom a player met in a season.
            models.UniqueConstraint(fields=["season", "player", "other", "variant", "beside"], name="one_pair_tally"),
        ]
        indexes = [
            # Everybody whom a player ever met: answered from the index alone. Also stands in for the key of player.
            models.Index(
                fields=[
                    "player",
                    "variant",
                    "other",
                    "beside",
                    "games",
                    "won12",
                    "points",
                    "above",
                    "defended",
                    "euchres",
                ],
                name="pairs_of_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} {self.player_id} {self.other_id} {self.variant}"
