"""Forms about players."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.forms.clubs import PICK
from league.models import Showing
from league.models.players import PLAYER_NAME_LENGTH
from league.text import CleanCharField, clean_text

LIST_LENGTH = 10_000
NICKNAME_LENGTH = 30
SHOWN = 30
# Every script's comma, and line breaks.
SEPARATORS = re.compile("[\n,;，、،؛]")  # they are what people type
BULLET = re.compile(r"^\s*(?:[-*•–]|[0-9]{1,3}[.)])\s+")  # what a pasted list has before a name


class PlayersForm(forms.Form):
    """Names pasted in a list, or typed one by one."""

    names = CleanCharField(
        label=_("Names"),
        max_length=LIST_LENGTH,
        lines=True,
        widget=forms.Textarea(attrs={"rows": 8, "autocapitalize": "words", "spellcheck": "false"}),
        help_text=_("One a line, or with commas between them. Who is there already is left out."),
    )

    def clean_names(self) -> list[str]:
        """The names one by one; every one that can't be used is named in its own error."""
        names: list[str] = []
        errors: list[ValidationError] = []
        for part in SEPARATORS.split(self.cleaned_data["names"]):
            try:
                names += filter(None, [clean_text(BULLET.sub("", part), PLAYER_NAME_LENGTH)])
            except ValidationError as error:
                errors += _naming(part, error)
        if errors:
            raise ValidationError(errors)
        if not names:
            raise ValidationError(_("Type at least one name."), code="required")
        return names


def _naming(name: str, error: ValidationError) -> Iterator[ValidationError]:
    """The same errors, saying which of many names they are about."""
    start = name.strip()[:SHOWN]
    for message in error.messages:
        yield ValidationError("%(name)s…: %(message)s", params={"name": start, "message": message})


class OwnPlayerForm(forms.Form):
    """What players may say about themselves: what they are called, and what of their name others see."""

    nickname = CleanCharField(
        label=_("Nickname"),
        max_length=NICKNAME_LENGTH,
        required=False,
        help_text=_("At the table, if not by the first name."),
    )
    showing = forms.ChoiceField(
        label=_("Shown as"),
        choices=Showing,
        required=False,  # an answer without it leaves it as it is
        widget=forms.RadioSelect,
        help_text=_("On every page, list and sheet. Whoever manages the players still sees the full name."),
        error_messages=PICK,
    )

    @override
    def clean(self) -> None:
        """To be shown by a nickname takes one."""
        if self.cleaned_data.get("showing") == Showing.NICKNAME and self.cleaned_data.get("nickname") == "":
            message = _("Type the nickname that is to be shown.")
            self.add_error("nickname", ValidationError(message, code="no_nickname"))


class PlayerForm(OwnPlayerForm):
    """One player."""

    name = CleanCharField(label=_("Name"), max_length=PLAYER_NAME_LENGTH)
    guest = forms.BooleanField(label=_("A guest"), required=False)

    field_order = ("name", "nickname", "showing", "guest")

    @override
    def clean(self) -> None:
        """A name of nothing visible is no name."""
        super().clean()
        if self.cleaned_data.get("name") == "":
            self.add_error("name", ValidationError(_("Type a name."), code="required"))


class MergeForm(forms.Form):
    """Who a player is, of the club's others."""

    into = forms.TypedChoiceField(
        label=_("Is the same person as"),
        coerce=int,
        choices=[],
        error_messages={"invalid_choice": _("Choose another player of this club."), "required": _("Choose who it is.")},
    )

    def __init__(self, data: Mapping[str, Any] | None, others: Iterable[tuple[int, str]]) -> None:
        super().__init__(data)
        self.fields["into"].choices = [("", _("Choose")), *others]  # type: ignore[attr-defined]  # a ChoiceField
