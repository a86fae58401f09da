"""A game's derived rows: written whole by the fold, rebuilt by `rescore`."""

from django.db import models

from league.models.events import GameEvent
from league.models.games import Game
from league.models.players import Player
from league.models.recorders import Recorder


class Hand(models.Model):
    """One line of a game's sheet, as its newest version says it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="lines", db_index=False)
    hand = models.UUIDField()
    # In the order of the sheet, voided hands too; only live hands have a number.
    position = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    version = models.PositiveSmallIntegerField(default=1)

    dealer = models.PositiveSmallIntegerField()
    # played passed_out misdeal penalty
    kind = models.CharField(max_length=12)
    maker = models.PositiveSmallIntegerField(null=True, blank=True)
    trump = models.CharField(max_length=1, blank=True)
    made_how = models.CharField(max_length=12, blank=True)
    alone = models.BooleanField(default=False)
    lone_defender = models.PositiveSmallIntegerField(null=True, blank=True)
    maker_tricks = models.PositiveSmallIntegerField(null=True, blank=True)
    # made march euchred lone_defence_march passed_out misdeal penalty
    outcome = models.CharField(max_length=20, blank=True)
    points = models.JSONField(default=list)
    # After this hand.
    scores = models.JSONField(default=list)
    # Recorded card by card.
    full = models.BooleanField(default=False)
    # Played after the game had ended: kept, and not scored.
    outside = models.BooleanField(default=False)
    # The card turned up, where it was written down.
    upcard = models.CharField(max_length=2, blank=True)
    # Who sat there and made it, a substitute too. No key of the database's: each hand would ask for the player's row,
    # and a player who goes for every hand there is. An index would be the largest of all; a season's games are few.
    maker_player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )

    # Its own index: when a club is purged, the database asks for each event whether a hand still points at it.
    entered = models.ForeignKey(GameEvent, on_delete=models.PROTECT, related_name="+")
    # Who entered its first version, and when: the newest version's are its event's.
    recorder = models.ForeignKey(Recorder, on_delete=models.PROTECT, related_name="+", db_index=False)
    stored_at = models.DateTimeField()

    class Meta:
        constraints = [
            # Folding twice at once must not double a game's lines; finds a game's lines.
            models.UniqueConstraint(fields=["game", "hand"], name="one_line_a_hand"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number or 'void'}"


class GamePlayer(models.Model):
    """What one game came to for one player."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="games", db_index=False)
    seat = models.PositiveSmallIntegerField()
    # Shared places are equal; none while the game goes on.
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.SmallIntegerField(default=0)
    won12 = models.PositiveSmallIntegerField(default=0)
    hands = models.PositiveSmallIntegerField(default=0)
    counts = models.JSONField(default=dict)
    # Copied from the game, so that a player's history is one index read.
    play_order = models.BigIntegerField(default=0)
    counted = models.BooleanField(default=False)

    class Meta:
        constraints = [
            # A game counts once for a player; finds a game's players.
            models.UniqueConstraint(fields=["game", "player"], name="once_in_a_game"),
        ]
        indexes = [
            # A player's games, newest first; also stands in for the key of player.
            models.Index(fields=["player", "-play_order"], name="games_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.player_id}"
