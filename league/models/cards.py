"""Cards that lie on tables: whoever scans one scores at that table, without an account."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone

from league.models.clubs import Club
from league.models.tokens import TOKEN_LENGTH, make_token

MOST_TABLES = 99
"""More than any hall has; a number of three digits is a slip."""


class TableCardQuerySet(models.QuerySet["TableCard"]):
    def live(self) -> "TableCardQuerySet":
        """Those that open something."""
        return self.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()), withdrawn_at=None)


class TableCard(models.Model):
    # The unique key and the list of cards begin with club.
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="cards", db_index=False)
    number = models.PositiveSmallIntegerField()
    # Readable, because the card is shown and printed again for as long as it works.
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=make_token, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    # The newest opening, to the minute.
    opened_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TableCardQuerySet.as_manager()

    class Meta:
        constraints = [
            # Two organisers who make a table's card at once make one: nobody wonders which of two is glued on.
            models.UniqueConstraint(
                fields=["club", "number"], condition=Q(withdrawn_at__isnull=True), name="one_card_a_table"
            ),
        ]
        indexes = [
            # All of a club's cards, also those that were withdrawn; also stands in for the key of club.
            models.Index(fields=["club", "number"], name="card_list"),
        ]

    def __str__(self) -> str:
        return f"table {self.number} of {self.club_id}"  # never the token: this may stand in a log

    @property
    def is_live(self) -> bool:
        return self.withdrawn_at is None and (self.expires_at is None or self.expires_at > timezone.now())

    @property
    def last_moment(self) -> datetime | None:
        """Of the last day on which it works: it ends with the midnight behind that."""
        return self.expires_at and self.expires_at - timedelta(microseconds=1)
