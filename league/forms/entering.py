"""One touch on the screen that enters a hand card by card."""

from typing import Any, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.forms.fields import WholeField
from league.forms.hands import LOST
from league.text import CleanCharField

LONGEST_ACT = 16
LONGEST_CARD = 2


class TouchedForm(forms.Form):
    """`hand`, `follows` and `rev`: which draft the screen showed, behind which hand. Then one of: something said, taken
    back, mended, thrown away, put behind the newest hand, taken for the cards of another hand; or the hand is recorded.
    """

    hand = forms.UUIDField(error_messages=LOST)
    follows = forms.UUIDField(required=False, error_messages=LOST)
    rev = WholeField()
    mode = CleanCharField(max_length=8, required=False)
    act = CleanCharField(max_length=LONGEST_ACT, required=False, label=_("Card"))
    mend = WholeField(required=False, label=_("Card"))
    card = CleanCharField(max_length=LONGEST_CARD, required=False, label=_("Card"))
    undo = forms.BooleanField(required=False)
    drop = forms.BooleanField(required=False)
    behind = forms.BooleanField(required=False)
    of = forms.UUIDField(required=False, label=_("Hand"))
    save = forms.BooleanField(required=False)
    confirm = forms.BooleanField(required=False)

    @override
    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and len(self.touched) != 1:
            raise ValidationError(_("Nothing was chosen. Tap it once more."), code="nothing")
        return data

    @property
    def touched(self) -> list[str]:
        """What was touched: one thing, of a valid form."""
        data = self.cleaned_data
        names = [name for name in ("act", "undo", "drop", "behind", "of", "save") if data.get(name)]
        return [*names, "mend"] if data.get("mend") is not None else names
