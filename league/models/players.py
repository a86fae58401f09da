"""Who plays. The name lives here alone, so that a person can be forgotten."""

from typing import Any, override

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from league.models.base import KeyField, MadeField
from league.models.clubs import Club, Showing
from league.short_names import Named, initial_of
from league.text import name_key, search_key, sort_key

PLAYER_NAME_LENGTH = 80


def plain_shown(name: str, nickname: str, showing: str) -> str:
    """The name that everybody may see, where nobody else of the club has the same."""
    match showing:
        case Showing.INITIAL:
            initial = initial_of(name)
            return f"{name.split(' ')[0]} {initial}." if initial else name
        case Showing.NICKNAME:
            return nickname or plain_shown(name, "", Showing.INITIAL)
    return name


class ShownField(MadeField):
    """The name that everybody may see. `name_players` writes it; a new row has one from the start."""

    @override
    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        if not model_instance.shown:  # type: ignore[attr-defined]  # a field of players alone
            names = [getattr(model_instance, field) for field in ("name", "nickname", "showing")]
            model_instance.shown = plain_shown(*names)  # type: ignore[attr-defined]  # on players alone
        return str(model_instance.shown)  # type: ignore[attr-defined]  # on players alone


class PlayerQuerySet(models.QuerySet["Player"]):
    def canonical(self) -> "PlayerQuerySet":
        """Without those merged into another."""
        return self.filter(merged_into=None)


class Player(models.Model):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players", db_index=False)
    name = models.CharField(max_length=PLAYER_NAME_LENGTH)
    name_key = KeyField("name", name_key)
    # For those alone who manage players, and see the whole name.
    full_search_key = KeyField("name", search_key)
    full_sort_key = KeyField("name", sort_key)
    nickname = models.CharField(max_length=PLAYER_NAME_LENGTH, blank=True)
    showing = models.CharField(max_length=10, choices=Showing, default=Showing.FULL)
    # What everybody sees, finds and sorts by: the name, or as much of it as the choice lets through.
    shown = ShownField(max_length=PLAYER_NAME_LENGTH, editable=False)
    search_key = KeyField("shown", search_key)
    sort_key = KeyField("shown", sort_key)
    # What tables print: as much of the shown name as tells namesakes apart ("Ann K.").
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
            kwargs["update_fields"] = {*fields, "name_key", "full_search_key", "full_sort_key"}
        super().save(*args, **kwargs)

    @property
    def called(self) -> str:
        """What tables and lists print."""
        return self.shown_as or self.shown

    @property
    def named(self) -> Named:
        """What a short name is made of: nothing that the choice hides."""
        if self.anonymised_at or (self.showing == Showing.NICKNAME and self.nickname):
            return Named(self.shown, self.shown)
        if self.showing == Showing.FULL:
            return Named(self.name, self.nickname)
        return Named(self.shown, initial=initial_of(self.name))

    @property
    def is_shown_fully(self) -> bool:
        """Whether everybody sees the name as it is."""
        return self.showing == Showing.FULL and self.anonymised_at is None
