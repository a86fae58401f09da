"""Who plays. The name lives here alone, so that a person can be forgotten."""

from typing import Any, override

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from league.models.base import KeyField
from league.models.clubs import Club
from league.text import name_key, search_key, sort_key

PLAYER_NAME_LENGTH = 80


class PlayerQuerySet(models.QuerySet["Player"]):
    def canonical(self) -> "PlayerQuerySet":
        """Without those merged into another."""
        return self.filter(merged_into=None)


class Player(models.Model):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players", db_index=False)
    name = models.CharField(max_length=PLAYER_NAME_LENGTH)
    name_key = KeyField("name", name_key)
    search_key = KeyField("name", search_key)
    sort_key = KeyField("name", sort_key)
    nickname = models.CharField(max_length=PLAYER_NAME_LENGTH, blank=True)
    # What tables and standings print where the name alone isn't enough ("Ann K.").
    shown_as = models.CharField(max_length=PLAYER_NAME_LENGTH, blank=True)
    guest = models.BooleanField(default=False)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="players",
    )
    # Facts keep the player they were entered with; what is derived follows this.
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged")
    anonymised_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        constraints = [
            # "My games" must mean one player; merged ones may keep their account.
            models.UniqueConstraint(
                fields=["club", "account"],
                condition=Q(account__isnull=False, merged_into=None),
                name="one_player_an_account",
            ),
            models.CheckConstraint(
                # Following it would never end.
                condition=Q(merged_into=None) | ~Q(merged_into=F("id")),
                name="not_merged_into_itself",
            ),
        ]
        indexes = [
            # The list of a club's players, in its order; also stands in for the key of club.
            models.Index(fields=["club", "sort_key"], name="player_list"),
            # "Is there an Ann already?", while names are typed or pasted.
            models.Index(fields=["club", "name_key"], name="player_by_name"),
        ]

    def __str__(self) -> str:
        return self.called

    @override
    def save(self, *args: Any, **kwargs: Any) -> None:
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key", "search_key", "sort_key"}
        super().save(*args, **kwargs)

    @property
    def called(self) -> str:
        """What tables and lists print."""
        return self.shown_as or self.name

    @property
    def canonical_id(self) -> int:
        return self.merged_into_id or self.pk
