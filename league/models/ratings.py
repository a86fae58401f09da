"""Ratings: derived from the counted games of a club by replaying them in the order of play."""

from django.db import models

from league.models.clubs import Club
from league.models.games import Game
from league.models.players import Player
from league.models.variants import VariantField


class RatingPool(models.Model):
    """Where the games of one variant count, and how far they have been replayed.

    Made by the first replay; without it a variant has a rating of its own. The row of the variant that a pool is called
    after stands for the whole pool. Written behind the club's lock alone.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rating_pools", db_index=False)
    variant = VariantField()
    # The variant whose rating these games count in: mostly its own; empty where they count in none.
    within = VariantField(blank=True)
    # Games from here on in the order of play are to be replayed; empty where none is.
    stale_from = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            # A game counts in one rating; finds a club's pools.
            models.UniqueConstraint(fields=["club", "variant"], name="one_pool_a_variant"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.variant}"


class Rating(models.Model):
    """Where a player stands in a pool now: what the last of their changes says."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    mu = models.FloatField()
    sigma = models.FloatField()
    # What it was before the last game.
    mu_before = models.FloatField()
    games = models.PositiveIntegerField()
    play_order = models.BigIntegerField()

    class Meta:
        constraints = [
            # A player has one rating in a pool; finds a pool's ratings.
            models.UniqueConstraint(fields=["pool", "player"], name="one_rating_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id} {self.player_id}"


class RatingChange(models.Model):
    """What one game did to one player's rating."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="changes", db_index=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rating_changes", db_index=False)
    # Copied from the game: the order in which games are replayed.
    play_order = models.BigIntegerField()
    # The player's games in this pool, this one included.
    number = models.PositiveIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    # Of winning, for the player's side, as the ratings before the game saw it.
    chance = models.FloatField()

    class Meta:
        constraints = [
            # A game changes a rating once; finds a game's changes.
            models.UniqueConstraint(fields=["game", "player"], name="one_change_a_game"),
        ]
        indexes = [
            # A player's changes, newest first, and the last one before any game; also stands in for the key of player.
            models.Index(fields=["player", "pool", "-play_order", "-number"], name="changes_of_player"),
            # What a replay from some game on throws away.
            models.Index(fields=["pool", "play_order"], name="changes_of_pool"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.player_id}"
