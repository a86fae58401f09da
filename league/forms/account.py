"""Forms about one's own account."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models.users import NAME_LENGTH
from league.text import CleanCharField


class NameForm(forms.Form):
    """What one is called on this site."""

    name = CleanCharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        help_text=_("Members of your clubs see it. The names of players are the clubs’ own."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
