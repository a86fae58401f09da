"""Which tables get cards."""

from datetime import date, timedelta
from typing import Any, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.forms.seasons import DateInput
from league.models.cards import MOST_TABLES

MOST_DAYS = 3 * 366


class CardsForm(forms.Form):
    """Tables from one number to another, and until when their cards work."""

    first = forms.IntegerField(label=_("From table"), min_value=1, max_value=MOST_TABLES)
    last = forms.IntegerField(label=_("To table"), min_value=1, max_value=MOST_TABLES)
    until = forms.DateField(
        label=_("Works until the end of"),
        required=False,
        widget=DateInput(),
        help_text=_("Leave it empty for cards that work until you withdraw them."),
    )

    def __init__(self, data: Any = None, *, today: date, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.today = today

    def clean_until(self) -> date | None:
        """The whole of that day, in the club's zone."""
        until: date | None = self.cleaned_data["until"]
        if until and until < self.today:
            raise ValidationError(_("That day is past."), code="past")
        if until and until > self.today + timedelta(days=MOST_DAYS):
            raise ValidationError(_("At most three years from today."), code="far")
        return until

    @override
    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        first, last = data.get("first"), data.get("last")
        if first and last and last < first:
            self.add_error("last", ValidationError(_("This is before the first table."), code="order"))
        return data

    @property
    def numbers(self) -> list[int]:
        """The tables, of a valid form."""
        return list(range(self.cleaned_data["first"], self.cleaned_data["last"] + 1))
