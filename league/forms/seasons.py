"""Forms about seasons."""

from typing import Any, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.models.seasons import SEASON_NAME_LENGTH
from league.text import CleanCharField


class DateInput(forms.DateInput):
    """The device's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class SeasonForm(forms.Form):
    """A season: its name, its days, and whether nights go to it by themselves."""

    name = CleanCharField(label=_("Name"), max_length=SEASON_NAME_LENGTH)
    starts = forms.DateField(label=_("First day"), widget=DateInput())
    ends = forms.DateField(
        label=_("Last day"), widget=DateInput(), required=False, help_text=_("If you know it already.")
    )
    substitute_gets_result = forms.BooleanField(
        label=_("A substitute gets the result of the seat"),
        required=False,
        help_text=_("Otherwise it stays with whoever started there."),
    )
    cut_short_stands = forms.BooleanField(
        label=_("A game cut short counts as it stands"),
        required=False,
        initial=True,
        help_text=_("The highest total wins. Otherwise such a game counts nowhere."),
    )
    hidden_until = forms.DateField(
        label=_("Standings are shown from"),
        widget=DateInput(),
        required=False,
        help_text=_("Before this day organisers alone see them. Leave it empty, and everybody sees them at once."),
    )
    default = forms.BooleanField(
        label=_("Nights go to this season from now on"),
        required=False,
        help_text=_("Nights that were opened before stay where they are."),
    )

    def __init__(self, *args: Any, is_default: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_default:
            # A club always has one: it is changed by choosing another.
            del self.fields["default"]

    def clean_hidden_until(self) -> str:
        """As a season keeps it."""
        day = self.cleaned_data["hidden_until"]
        return day.isoformat() if day else ""

    @override
    def clean(self) -> None:
        starts, ends = self.cleaned_data.get("starts"), self.cleaned_data.get("ends")
        if starts and ends and ends < starts:
            self.add_error("ends", ValidationError(_("The last day is before the first one."), code="order"))


class NextSeasonForm(forms.Form):
    """What becomes of a season that ends: closed alone, or followed by the next at once."""

    act = forms.ChoiceField(
        choices=[("close", ""), ("next", "")],
        error_messages=dict.fromkeys(("invalid_choice", "required"), _("Say whether the next season begins at once.")),
        widget=forms.HiddenInput,
    )
    name = CleanCharField(label=_("Name of the next season"), max_length=SEASON_NAME_LENGTH, required=False)
    starts = forms.DateField(label=_("Its first day"), widget=DateInput(), required=False)

    @override
    def clean(self) -> None:
        """A season that begins has a name and a first day."""
        if self.cleaned_data.get("act") != "next":
            return
        for field in ("name", "starts"):
            if not self.cleaned_data.get(field) and field not in self.errors:
                self.add_error(field, ValidationError(_("The next season needs this."), code="required"))
