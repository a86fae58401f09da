"""How a site begins: the code for its first owner, and links by which others may found a club."""

import secrets
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from league.models.tokens import TOKEN_LENGTH, make_token

# Without what is taken for something else: 0 O, 1 I L, 2 Z, 5 S, 8 B.
CODE_LETTERS = "34679ACDEFGHJKMNPQRTUVWXY"
CODE_LENGTH = 12
"""Fifty-five bits: at ten tries a minute nobody gets anywhere."""


def make_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class SetupCode(models.Model):
    """What the first owner must type, while a site has no account. One row, gone once it was used."""

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    code = models.CharField(max_length=CODE_LENGTH, default=make_code)

    class Meta:
        constraints = [
            # All of the site's processes must agree on one.
            models.CheckConstraint(condition=Q(id=1), name="one_setup_code"),
        ]

    def __str__(self) -> str:
        return "setup code"  # never the code: this may stand in a log


class FounderInvitationQuerySet(models.QuerySet["FounderInvitation"]):
    def open(self, at: datetime | None = None) -> "FounderInvitationQuerySet":
        """Those by which a club can still be founded."""
        return self.filter(used_at=None, expires_at__gt=at or timezone.now())


class FounderInvitation(models.Model):
    """A link that lets one person found one club, where a site lets nobody else."""

    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=make_token, editable=False)
    expires_at = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    objects = FounderInvitationQuerySet.as_manager()

    def __str__(self) -> str:
        return f"founder invitation {self.pk}"
