"""What scorekeepers entered: a game's log, and what could not be stored in it."""

from enum import StrEnum

from django.db import models
from django.utils import timezone

from league.models.base import FactModel
from league.models.clubs import Club
from league.models.games import Game
from league.models.recorders import Recorder

REMARK_LENGTH = 1000


class GameEvent(FactModel):
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    # start hand void restore seats dealer substitute concede cut_short abandon withdraw result undo
    kind = models.CharField(max_length=12)
    # A hand's identity is the client id of its first version.
    hand = models.UUIDField(null=True, blank=True)
    version = models.PositiveSmallIntegerField(null=True, blank=True)
    follows = models.UUIDField(null=True, blank=True)
    client_id = models.UUIDField()
    # SHA-256 of what was said, without ids and times: shows the same facts sent twice.
    digest = models.CharField(max_length=64)
    # Of the body's form.
    v = models.PositiveSmallIntegerField(default=1)
    body = models.JSONField()
    recorder = models.ForeignKey(Recorder, on_delete=models.PROTECT, related_name="events", db_index=False)
    # The device's clock, for information: clocks are wrong.
    entered_at = models.DateTimeField(null=True, blank=True)
    stored_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            # The log has one order, and two writers can't both be next; finds a game's log.
            models.UniqueConstraint(fields=["game", "seq"], name="one_event_a_seq"),
            # Two corrections of one version conflict, here at the latest.
            models.UniqueConstraint(fields=["game", "hand", "version"], name="one_event_a_version"),
            # Sent again, stored once.
            models.UniqueConstraint(fields=["game", "client_id"], name="one_event_a_client_id"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seq} {self.kind}"


class EventAlias(FactModel):
    """The id under which a second phone sent facts that were there already."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    client_id = models.UUIDField()
    event = models.ForeignKey(GameEvent, on_delete=models.PROTECT, related_name="aliases")

    class Meta:
        constraints = [
            # Sent again, answered the same.
            models.UniqueConstraint(fields=["game", "client_id"], name="one_alias_a_client_id"),
        ]

    def __str__(self) -> str:
        return f"{self.client_id} is {self.event_id}"


class WhyHeld(StrEnum):
    """Why a write is not stored: what stands with it while it waits."""

    NIGHT_CLOSED = "night_closed"
    SEASON_CLOSED = "season_closed"
    CLUB_CLOSED = "club_closed"
    CLUB_SUSPENDED = "club_suspended"
    GAME_CONFIRMED = "game_confirmed"
    NIGHT_OVER = "night_over"
    LINK_EXPIRED = "link_expired"
    LINK_OVER = "link_over"


class HeldWrite(models.Model):
    """A write that may not be stored now, kept as it came until an organiser settles it."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="held_writes")
    # Not a reference: the game itself may have been refused.
    game = models.UUIDField()
    client_id = models.UUIDField()
    recorder = models.ForeignKey(
        Recorder, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    body = models.JSONField()
    # A WhyHeld.
    why = models.CharField(max_length=30)
    held_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)
    # Settled without an event: an organiser decided against storing it.
    settled_as = models.ForeignKey(GameEvent, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            # A phone asks again until it is told that its write is held.
            models.UniqueConstraint(fields=["game", "client_id"], name="held_once"),
        ]

    def __str__(self) -> str:
        return f"{self.client_id}: {self.why}"


class Remark(models.Model):
    """Reasons and disputes in people's own words; erasable, because words name people."""

    event = models.ForeignKey(GameEvent, null=True, blank=True, on_delete=models.CASCADE, related_name="remarks")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="remarks")
    credit = models.ForeignKey("Credit", null=True, blank=True, on_delete=models.CASCADE, related_name="remarks")
    recorder = models.ForeignKey(Recorder, on_delete=models.PROTECT, related_name="remarks", db_index=False)
    text = models.CharField(max_length=REMARK_LENGTH)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                # Nobody would ever see a remark about nothing.
                condition=models.Q(event__isnull=False) | models.Q(game__isnull=False) | models.Q(credit__isnull=False),
                name="remark_on_something",
            ),
        ]

    def __str__(self) -> str:
        return self.text
