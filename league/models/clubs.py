"""A club and who may do what in it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

CLUB_NAME_LENGTH = 80
SLUG_LENGTH = 60
WHY_LENGTH = 300


class Visibility(models.TextChoices):
    PUBLIC = "public", _("Everybody; listed")
    UNLISTED = "unlisted", _("Whoever has the address")
    MEMBERS = "members", _("Members only")


class ClubState(models.TextChoices):
    OPEN = "open", _("Open")
    CLOSED = "closed", _("Closed")  # by its owner, to be deleted
    SUSPENDED = "suspended", _("Suspended")  # by who runs the site


class Corrections(models.TextChoices):
    """How long scorers may put right a game that is over; organisers may at any time."""

    TONIGHT = "tonight", _("Until the night is over")
    CONFIRMED = "confirmed", _("Until another player at the table has confirmed the game")
    ALWAYS = "always", _("At any time")


class Role(models.TextChoices):
    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    SCORER = "scorer", _("Scorer")
    PLAYER = "player", _("Player")

    @property
    def rank(self) -> int:
        """Who has more may do more."""
        return -list(Role).index(self)


class Showing(models.TextChoices):
    """By which name a player is shown to everybody who does not manage the club's players."""

    FULL = "full", _("Full name")
    INITIAL = "initial", _("First name and initial")
    NICKNAME = "nickname", _("Nickname")


class ClubQuerySet(models.QuerySet["Club"]):
    def listed(self) -> "ClubQuerySet":
        """Those that a stranger finds on the front page."""
        return self.filter(visibility=Visibility.PUBLIC, state=ClubState.OPEN)


class Club(models.Model):
    slug = models.SlugField(max_length=SLUG_LENGTH, unique=True)
    name = models.CharField(max_length=CLUB_NAME_LENGTH)
    # An IANA name: a night's date is the club's own.
    zone = models.CharField(max_length=64, default="UTC")
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.UNLISTED)
    state = models.CharField(max_length=10, choices=ClubState, default=ClubState.OPEN)
    corrections = models.CharField(max_length=10, choices=Corrections, default=Corrections.TONIGHT)
    # How a new player is shown; each may choose otherwise.
    showing = models.CharField(max_length=10, choices=Showing, default=Showing.FULL)
    # Whether ratings are shown; the games count for them all the same, for whoever switches them on again.
    rated = models.BooleanField(default=True)
    # Grows whenever somebody is shown by another name: what is polled must notice.
    names = models.PositiveIntegerField(default=0)
    # Why it is suspended, for its members.
    why = models.CharField(max_length=WHY_LENGTH, blank=True)
    # When a closed club is deleted for good.
    purge_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        constraints = [
            # Nothing but a club that its owner closed is ever deleted.
            models.CheckConstraint(
                condition=Q(purge_at=None) | Q(state__in=[ClubState.CLOSED, ClubState.SUSPENDED]),
                name="only_a_closed_club_goes",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    # The unique key begins with club, and finds a club's members as well.
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.PLAYER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            # One role in a club: rights are read from one row.
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_a_user"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} of {self.club_id}"
