"""Where a game stands, and in which season a night does."""

import datetime
import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.forms.seasons import DateInput
from league.models.events import REMARK_LENGTH
from league.text import CleanCharField

_PLACE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}) ([0-9]{1,3}|-) ([0-9]{1,2}|-)")
MOST_TABLES = 999
MOST_ROUNDS = 99

type Stand = tuple[datetime.date, int | None, int | None]
"""Day, table, round."""


class SeenField(forms.Field):
    """Where the page said that the game stands: "2026-11-03 2 -"."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Stand:
        found = _PLACE.fullmatch(str(value))
        try:
            if found:
                day = datetime.date.fromisoformat(found[1])
                return day, *(None if text == "-" else int(text) for text in found.groups()[1:])  # type: ignore[return-value]  # two of them
        except ValueError:
            pass
        raise ValidationError(_("This form has lost its number. Load the page anew and try again."), code="lost")


def seen_text(day: datetime.date, table: int | None, round: int | None) -> str:
    """What `SeenField` reads."""
    return f"{day.isoformat()} {table or '-'} {round or '-'}"


class MoveForm(forms.Form):
    """Another table, round or night. Who may move it to another night is asked by the view."""

    seen = SeenField()
    date = forms.DateField(label=_("Played on"), widget=DateInput())
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=MOST_TABLES, required=False)
    round = forms.IntegerField(
        label=_("Round"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_("Only if the evening had rounds: games stand in the order of rounds, then of their first hands."),
    )
    reason = CleanCharField(
        max_length=REMARK_LENGTH, required=False, label=_("Reason"), help_text=_("Kept beside the change; optional.")
    )

    @property
    def stand(self) -> Stand:
        """Where the game is to stand, of a valid form."""
        data = self.cleaned_data
        return data["date"], data["table"], data["round"]


class ReasonForm(forms.Form):
    """Why something is done, for what needs no other word."""

    reason = CleanCharField(
        max_length=REMARK_LENGTH, required=False, label=_("Reason"), help_text=_("Kept beside the change; optional.")
    )


class NightForm(forms.Form):
    """Another season for a night with all its games."""

    seen = forms.IntegerField(
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(
            ("invalid", "required"), _("This form has lost its number. Load the page anew and try again.")
        ),
    )
    season = forms.TypedChoiceField(
        label=_("Season"), coerce=int, choices=[], error_messages={"invalid_choice": _("Choose one of the seasons.")}
    )
    reason = CleanCharField(
        max_length=REMARK_LENGTH, required=False, label=_("Reason"), help_text=_("Kept beside the change; optional.")
    )

    def __init__(self, data: Any, seasons: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["season"].choices = list(seasons)  # type: ignore[attr-defined]  # a ChoiceField
