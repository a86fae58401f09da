"""The form by which a site begins."""

from typing import Any, override

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.forms.clubs import ZoneForm
from league.models import User
from league.models.clubs import CLUB_NAME_LENGTH
from league.models.users import NAME_LENGTH
from league.text import CleanCharField

CODE_ROOM = 40
"""More than a code with its hyphens: whoever types blanks between is understood."""


class FirstRunForm(ZoneForm):
    """The code that the server printed, the first owner, and their club."""

    code = CleanCharField(
        label=_("Code"),
        max_length=CODE_ROOM,
        help_text=_("The server printed it when it started; “manage.py first_code” prints it again."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    name = CleanCharField(
        label=_("Your name"), max_length=NAME_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        help_text=_("You sign in with it."),
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("At least eight characters, not digits alone, and none that many people use."),
        strip=False,
        max_length=1000,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    club = CleanCharField(label=_("Name of the club"), max_length=CLUB_NAME_LENGTH)

    field_order = ("code", "name", "email", "password", "club", "zone")

    @override
    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if "password" in said:
            try:
                validate_password(said["password"], User(name=said.get("name", ""), email=said.get("email", "")))
            except ValidationError as error:
                self.add_error("password", error)
        return said
