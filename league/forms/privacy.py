"""Forms of those who want to be forgotten."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.clubs import PICK

UNSURE = {"required": _("Tick this if you want it: it can’t be undone.")}


class ForgetForm(forms.Form):
    """A yes that is meant."""

    sure = forms.BooleanField(label=_("I know that this can’t be undone."), error_messages=UNSURE)


class DeleteAccountForm(forms.Form):
    """Also which clubs are to forget the name."""

    forget = forms.TypedMultipleChoiceField(
        label=_("Also forget my name in these clubs"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Otherwise the club goes on showing your results by your name."),
        error_messages=PICK,
    )
    sure = forms.BooleanField(label=_("I know that this can’t be undone."), error_messages=UNSURE)

    def __init__(self, data: Any, clubs: Iterable[tuple[int, str]]) -> None:
        super().__init__(data)
        choices = list(clubs)
        if choices:
            self.fields["forget"].choices = choices  # type: ignore[attr-defined]  # a field of choices
        else:
            del self.fields["forget"]
