"""What a member disputes, and an organiser's answer."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.clubs import PICK
from league.models import DisputeState
from league.models.events import REMARK_LENGTH
from league.text import CleanCharField

ANSWERS = (DisputeState.CHANGED, DisputeState.STANDS, DisputeState.WITHDRAWN)


class DisputeForm(forms.Form):
    """What is wrong, in words; with a hand, or about the whole game."""

    hand = forms.UUIDField(required=False, widget=forms.HiddenInput)
    words = CleanCharField(
        label=_("What is wrong"),
        max_length=REMARK_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Members of the club can read this. An organiser will look at it."),
    )


class SettleForm(forms.Form):
    """How it ended, and why."""

    state = forms.ChoiceField(
        choices=[(state.value, state.label) for state in ANSWERS],
        error_messages=PICK | {"required": PICK["invalid_choice"]},
    )
    words = CleanCharField(label=_("Your answer"), max_length=REMARK_LENGTH, required=False)
