"""A game: where and under which rules it is played, and what its events come to."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.clubs import Club
from league.models.nights import Night, Table
from league.models.rules import RuleSet
from league.models.variants import VariantField


class GameStatus(models.TextChoices):
    OPEN = "open", _("Being played")
    WON = "won", _("Won")
    CONCEDED = "conceded", _("Conceded")
    CUT_SHORT = "cut_short", _("Cut short")
    ABANDONED = "abandoned", _("Abandoned")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Game(models.Model):
    # Made by the phone that starts it, so that sending it again starts no second game.
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="games", db_index=False)
    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="games", db_index=False)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="games")
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    variant = VariantField()
    ruleset = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="games", db_index=False)
    # The order of play as one number: night's date, round, first hand's time.
    play_order = models.BigIntegerField(default=0)

    # Another player at the table said that it is right; who, stands in the log.
    confirmed_at = models.DateTimeField(null=True, blank=True)

    # Derived from the events, written by the fold alone.
    seq = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, choices=GameStatus, default=GameStatus.OPEN)
    hands = models.PositiveSmallIntegerField(default=0)
    # Some of its hands were recorded card by card.
    has_cards = models.BooleanField(default=False)
    scores = models.JSONField(default=list)
    # A seat's share of the win, in twelfths.
    win_shares = models.JSONField(default=list)
    counted = models.BooleanField(default=False)
    # What the game could hold a record of the club with. None until it counts, so that a hand changes no index.
    comeback = models.PositiveSmallIntegerField(null=True, blank=True)
    longest = models.PositiveSmallIntegerField(null=True, blank=True)
    euchres = models.PositiveSmallIntegerField(null=True, blank=True)
    top_score = models.SmallIntegerField(null=True, blank=True)

    # It counts otherwise than when ratings were last replayed. Set with what is derived, and cleared by the replay.
    unrated = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes = [
            # The first few of each, the earliest first among equals: the records of a club.
            *[
                models.Index(
                    fields=["club", "variant", f"-{name}", "play_order"],
                    condition=Q(**{f"{name}__isnull": False}),
                    name=f"most_{name}",
                )
                for name in ("comeback", "longest", "euchres", "top_score")
            ],
            # What a club's ratings have not taken in: nothing, or the games since somebody last looked.
            models.Index(fields=["club"], condition=Q(unrated=True), name="games_to_rate"),
            # A club's games, last played first; also stands in for the key of club.
            models.Index(fields=["club", "-play_order"], name="game_by_club"),
            # A night's games in order of play; also stands in for the key of night.
            models.Index(fields=["night", "play_order"], name="game_by_night"),
            # Hands with cards are rare: whether a night has any, and in which games, without asking the others.
            models.Index(fields=["night", "play_order"], condition=Q(has_cards=True), name="game_with_cards"),
        ]

    def __str__(self) -> str:
        return str(self.pk)
