"""Links that make whoever opens them a member, and members who say which player they are."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.clubs import Club, Role
from league.models.players import Player
from league.models.tokens import TOKEN_LENGTH
from league.models.tokens import make_token as make_token  # migration 0002 knows it by this name

MOST_USES = 500


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> "InvitationQuerySet":
        """Those by which somebody can still join."""
        return self.filter(revoked_at=None, expires_at__gt=timezone.now(), uses__lt=F("most_uses"))


class Invitation(models.Model):
    """A way into a club, for whoever holds its link. It never makes an owner."""

    # The list of a club's invitations has an index of its own, which stands in for this key.
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations", db_index=False)
    role = models.CharField(max_length=10, choices=Role)
    # Readable, because the link and its code are shown again for as long as they work.
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=make_token, editable=False)
    expires_at = models.DateTimeField()
    most_uses = models.PositiveSmallIntegerField()
    uses = models.PositiveSmallIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        constraints = [
            # A club is handed over by name, never by a link that wanders.
            models.CheckConstraint(condition=~Q(role=Role.OWNER), name="no_invitation_to_own"),
            # Two who race for the last place: whatever the code does, only one gets it.
            models.CheckConstraint(condition=Q(uses__lte=F("most_uses")), name="no_more_uses_than_allowed"),
        ]
        indexes = [
            # A club's invitations, newest first; also stands in for the key of club.
            models.Index(fields=["club", "-created_at"], name="invitation_list"),
        ]

    def __str__(self) -> str:
        return f"{self.role} of {self.club_id}"  # never the token: this may stand in a log

    @property
    def uses_left(self) -> int:
        return self.most_uses - self.uses

    @property
    def last_moment(self) -> datetime:
        """Of the last day on which it works: it ends with the midnight behind that."""
        return self.expires_at - timedelta(microseconds=1)


class ClaimState(models.TextChoices):
    ASKED = "asked", _("Asked")
    CONFIRMED = "confirmed", _("Confirmed")
    REFUSED = "refused", _("Refused")


class PlayerClaim(models.Model):
    """A member who says "I am Wietske H."; true when an organiser has confirmed it."""

    # The unique key and the list of open ones begin with club.
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="claims", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    state = models.CharField(max_length=10, choices=ClaimState, default=ClaimState.ASKED)
    asked_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            # Somebody is one player: a second thought replaces the first, also when two taps race.
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(state=ClaimState.ASKED), name="one_open_claim_a_member"
            ),
        ]
        indexes = [
            # What waits for an organiser, oldest first; also stands in for the key of club.
            models.Index(fields=["club", "state", "asked_at"], name="claims_that_wait"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} as {self.player_id}: {self.state}"
