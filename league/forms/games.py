"""Who plays what: the form that starts a game, and the choice so far while names are tapped."""

import re
from collections.abc import Sequence
from typing import Any, override
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from league.bridge.starts import NewGame, Seating, seats_of, variant_options
from league.forms.fields import WholeField
from league.forms.hands import WriteForm
from league.models.players import PLAYER_NAME_LENGTH
from league.text import clean_text

GUEST = "guest:"
"""Before the first name of somebody who is no player yet."""

_PLAYER_ID = re.compile(r"[0-9]{1,18}")


class SeatsField(forms.Field):
    """Who sits where, clockwise: the same name sent once a seat, an id or a guest's first name."""

    widget = forms.MultipleHiddenInput

    @override
    def to_python(self, value: Any) -> list[Seating]:
        return [_seating(item) for item in value or []]


def _seating(value: str) -> Seating:
    if value.startswith(GUEST):
        name = clean_text(value.removeprefix(GUEST), PLAYER_NAME_LENGTH)
        if not name:
            raise ValidationError(_("Type the guest's first name."), code="required")
        return name
    if not _PLAYER_ID.fullmatch(value):
        raise ValidationError(_("Choose players from the list."), code="not_a_player")
    return int(value)


class StartForm(WriteForm):
    """Variant, seats in order, and who deals first: a seat, or nobody for chance."""

    variant = forms.ChoiceField(
        choices=[], label=_("Which game"), error_messages={"invalid_choice": _("Choose one of the games in the list.")}
    )
    seat = SeatsField(
        label=_("Players"), error_messages={"required": _("Choose who plays, in the order in which you sit.")}
    )
    dealer = WholeField(required=False, label=_("First dealer"))
    date = forms.DateField(required=False, label=_("Played on"))

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        choice = self.fields["variant"]
        choice.choices = [(variant.key, variant.name) for variant in variant_options()]  # type: ignore[attr-defined]  # a ChoiceField

    @override
    def clean(self) -> dict[str, Any]:
        data = super().clean()
        dealer, seats = data.get("dealer"), data.get("seat") or []
        if dealer is not None and not 0 <= dealer < len(seats):
            self.add_error(
                "dealer", ValidationError(_("The first dealer is one of those who play."), code="bad_dealer")
            )
        return data

    def new_game(self, *, on_its_day: bool = True) -> NewGame:
        """What to start, of a valid form; tonight, unless it may be on the day that was said."""
        data = self.cleaned_data
        return NewGame(data["variant"], data["seat"], data["dealer"], data["date"] if on_its_day else None)


def chosen_variant(sent: QueryDict) -> str:
    """The variant that is chosen so far; the first unless somebody chose."""
    keys = [variant.key for variant in variant_options()]
    return sent.get("variant", "") if sent.get("variant") in keys else keys[0]


def chosen_game_id(sent: QueryDict) -> UUID | None:
    """The number that the game will have, if the page has one already; anything else is no number."""
    try:
        return UUID(sent.get("client_id", ""))
    except ValueError:
        return None


def left_guest(sent: QueryDict, seats: Sequence[str]) -> str:
    """A guest's name that was typed and found no seat yet."""
    name = sent.get("guest", "").strip()
    return "" if f"{GUEST}{name}" in seats else name


def chosen_seats(sent: QueryDict) -> list[str]:
    """The seats chosen so far, with the name tapped last added, or taken away if it was there."""
    seats = list(dict.fromkeys(sent.getlist("seat")))
    added = sent.get("add", "")
    if added == "guest":
        added = f"{GUEST}{sent.get('guest', '').strip()}" if sent.get("guest", "").strip() else ""
    if added in seats:
        seats.remove(added)
    elif added and len(seats) < seats_of(chosen_variant(sent)):
        seats.append(added)
    return seats
