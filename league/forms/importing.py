"""Games that come in files: what is sent, and what is chosen on the page that shows what they would be."""

import datetime
import re
from collections.abc import Callable
from typing import Any, override

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from league.forms.seasons import DateInput
from league.importing.uploads import ARCHIVE, READ, read_uploads

_LEFT = re.compile(r"([0-9]{1,3})\.([0-9]{1,3}|final)")
MOST_FILES = 50


class FilesInput(forms.FileInput):
    """As many files as somebody chooses."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Files as they were sent; empty ones and those of odd names are told apart by who reads them."""

    widget = FilesInput({"accept": ",".join((*READ, ARCHIVE))})

    @override
    def clean(self, data: Any, initial: Any = None) -> "list[UploadedFile[Any]]":
        files = list(data or [])
        if len(files) > MOST_FILES:
            raise ValidationError(
                _("At most %(count)s files at once. Send them in parts."),
                code="too_many",
                params={"count": MOST_FILES},
            )
        return files


class UploadForm(forms.Form):
    """Files, or a game pasted; the day is that of games which don't say theirs."""

    file = FilesField(
        label=_("Files"),
        required=False,
        help_text=_("One or several: .egn with a game, .jsonl with a game on each line, or .zip with such files."),
    )
    text = forms.CharField(
        label=_("Or paste a game"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "autocomplete": "off"}),
    )
    date = forms.DateField(
        label=_("Played on"), required=False, widget=DateInput(), help_text=_("Only for games that don’t say it.")
    )

    @override
    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not data.get("file") and not data.get("text", "").strip():
            self.add_error("file", ValidationError(_("Choose a file, or paste a game."), code="required"))
        elif not self.errors:
            data["uploads"] = read_uploads(data["file"], data["text"])
        return data


class ChoicesForm(forms.Form):
    """Who everybody is, the day of each game, and what is left out: a whole game, or deals of it."""

    def __init__(
        self,
        data: QueryDict | None,
        *,
        games: int,
        people: int,
        is_allowed: Callable[[int, str], bool],
        days: dict[int, datetime.date | None],
    ) -> None:
        super().__init__(data)
        self.games, self.people, self.is_allowed = games, people, is_allowed
        for number in range(games):
            self.fields[f"date-{number}"] = forms.DateField(
                label=_("Played on"), required=False, widget=DateInput(), initial=days.get(number)
            )

    @override
    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        data["who"] = {number: self._who(number) for number in range(self.people)}
        data["days"] = {number: data.get(f"date-{number}") for number in range(self.games)}
        data["skip"] = frozenset(number for number in range(self.games) if str(number) in self._sent("skip"))
        found = (_LEFT.fullmatch(value) for value in self._sent("leave"))
        data["leave"] = frozenset((int(left[1]), left[2]) for left in found if left)
        return data

    def _who(self, number: int) -> str:
        value = str(self.data.get(f"who-{number}", ""))
        if self.is_allowed(number, value):
            return value
        self.add_error(None, ValidationError(_("Choose players from the list."), code="not_a_player"))
        return ""

    def _sent(self, name: str) -> list[str]:
        return self.data.getlist(name) if isinstance(self.data, QueryDict) else []
