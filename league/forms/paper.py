"""A paper sheet by keyboard."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.hands import WriteForm

MOST_LETTERS = 1000
"""More than the longest sheet: a hundred hands with everything said."""


class PaperForm(WriteForm):
    """Hands as codes, behind the hand that the writer saw last."""

    follows = forms.UUIDField(required=False)
    codes = forms.CharField(
        label=_("Hands"),
        max_length=MOST_LETTERS,
        strip=False,  # who sends it takes what was read out of the field, by the number of letters
        error_messages={"required": _("Type a player's letter and the tricks that the maker took, such as B2.")},
    )
    confirm = forms.CharField(required=False)
