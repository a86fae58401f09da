"""Forms about invitations and claims."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.forms.clubs import PICK
from league.forms.seasons import DateInput
from league.ids import LARGEST_ID
from league.models import Role
from league.models.invitations import MOST_USES

USUAL_DAYS = 7
MOST_DAYS = 366


class InvitationForm(forms.Form):
    """What the link makes of people, until when, and of how many."""

    role = forms.ChoiceField()
    until = forms.DateField(label=_("Works until the end of"), widget=DateInput())
    most_uses = forms.IntegerField(label=_("For how many people"), min_value=1, max_value=MOST_USES, initial=1)
    email = forms.EmailField(
        label=_("Mail it to"),
        required=False,
        help_text=_("Or leave this empty and hand on the link or the QR code."),
    )

    def __init__(self, data: Any = None, *, roles: Sequence[Role], today: date, mail: bool, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"role": Role.PLAYER, "until": today + timedelta(days=USUAL_DAYS)})
        super().__init__(data, **kwargs)
        self.today = today
        # The weakest first: what is chosen without thinking does the least.
        choices = [(role.value, role.label) for role in reversed(roles)]
        self.fields["role"] = forms.ChoiceField(label=_("They join as"), choices=choices, error_messages=PICK)
        if not mail:
            del self.fields["email"]

    def clean_until(self) -> date:
        """The whole of that day, in the club's zone."""
        until: date = self.cleaned_data["until"]
        if until < self.today:
            raise ValidationError(_("That day is past."), code="past")
        if until > self.today + timedelta(days=MOST_DAYS):
            raise ValidationError(_("At most a year from today."), code="far")
        return until


class ClaimForm(forms.Form):
    """Which player somebody is."""

    player = forms.IntegerField(min_value=1, max_value=LARGEST_ID)


class SettleForm(forms.Form):
    """An organiser's answer to a claim."""

    answer = forms.ChoiceField(choices=[("confirm", _("Confirm")), ("refuse", _("Refuse"))], error_messages=PICK)
