"""Whom to put beside whom."""

from collections.abc import Iterable, Mapping
from typing import Any, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.forms.names import NamesSelect

MISSING = {"invalid_choice": _("Choose a player of this club."), "required": _("Choose a player.")}


def _player(label: Any, **options: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, coerce=int, empty_value=None, error_messages=MISSING, widget=NamesSelect, **options
    )


class CompareForm(forms.Form):
    """Two players of a club, or three."""

    one = _player(_("First player"))
    other = _player(_("Second player"))
    third = _player(_("Third player"), required=False, help_text=_("If you compare three."))

    def __init__(self, data: Mapping[str, Any] | None, players: Iterable[tuple[int, str]], *, first: str = "") -> None:
        super().__init__(data, initial={"one": first})
        choices = [("", _("Choose")), *players]
        for field in self.fields.values():
            field.choices = choices  # type: ignore[attr-defined]  # a ChoiceField

    @override
    def clean(self) -> None:
        """Nobody is compared with themselves."""
        chosen: list[int] = []
        for name in self.fields:
            player = self.cleaned_data.get(name)
            if player in chosen:
                self.add_error(name, ValidationError(_("This player is chosen already."), code="twice"))
            elif player:
                chosen.append(player)

    @property
    def chosen(self) -> list[int]:
        """The ids of a valid form, in their order."""
        return [player for name in self.fields if (player := self.cleaned_data.get(name))]
