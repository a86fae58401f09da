"""Looking for players and games: by name, whatever its accents and case, and by date."""

from typing import override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.forms.seasons import DateInput
from league.models.players import PLAYER_NAME_LENGTH
from league.text import CleanCharField, search_key


class NameSearch(forms.Form):
    """Part of a name."""

    q = CleanCharField(max_length=PLAYER_NAME_LENGTH, required=False, label=_("Name"))

    @property
    def key(self) -> str:
        """What the names' search keys are to hold, of a valid form; empty for everybody."""
        return search_key(self.cleaned_data["q"])


class GameSearch(NameSearch):
    """Games of somebody, and of some days."""

    since = forms.DateField(required=False, label=_("From"), widget=DateInput())
    until = forms.DateField(required=False, label=_("To"), widget=DateInput())

    @override
    def clean(self) -> None:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", ValidationError(_("The last day is before the first one."), code="order"))
