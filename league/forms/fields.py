"""Fields for what scorers send: strict, because a guess at the table is a wrong score."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, override
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.standings.figures import MINUS

_CALL = re.compile(r"([0-9]{1,4}):([cdhs12])")
_TOUCH = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([0-9]{1,4})(?::([cdhs12]))?")
_WHOLE = re.compile(r"-?[0-9]{1,3}")
_DIGITS = re.compile(r"-?[0-9]{1,9}")
_THINKABLE = range(2000, 2101)
"""Years that a device's clock may show."""

_MOST = 12
"""More than ever sit at a table; whoever sends more is no form of ours."""


class WholeField(forms.Field):
    """A whole number in plain digits: "3", not "3.0", "three" or "٣"."""

    @override
    def to_python(self, value: Any) -> int | None:
        if value in self.empty_values:
            return None
        if not isinstance(value, str) or not _WHOLE.fullmatch(value.strip()):
            raise ValidationError(_("Type a whole number in digits, such as 3."), code="not_whole")
        return int(value)


class DigitsField(forms.IntegerField):
    """A whole number within limits, as strictly; its minus may be the one that help texts are printed with."""

    @override
    def to_python(self, value: Any) -> int | None:
        plain = value.strip().replace(MINUS, "-") if isinstance(value, str) else value
        if plain in self.empty_values:
            return None
        if not _DIGITS.fullmatch(str(plain)):
            raise ValidationError(_("Type a whole number in digits, such as 3."), code="not_whole")
        return int(plain)


class WholeListField(forms.Field):
    """The same name sent several times, each a whole number."""

    widget = forms.MultipleHiddenInput

    @override
    def to_python(self, value: Any) -> list[int]:
        if len(value or []) > _MOST:
            raise ValidationError(_("This was sent too often. Tap it once more."), code="too_many")
        whole = WholeField()
        return [whole.clean(item) for item in value or []]


class ClockField(forms.DateTimeField):
    """What the device's clock said. Clocks are wrong: one that says nonsense stops no hand, and is not kept.

    Nonsense is also what a database or a zone could not hold: the ends of time.
    """

    @override
    def to_python(self, value: Any) -> datetime | None:
        try:
            said = super().to_python(value)
            at = said.astimezone(UTC) if said else None
        except (ValidationError, OverflowError, ValueError):
            return None
        return at if at and at.year in _THINKABLE else None


class CallField(forms.Field):
    """What was left unsaid of a hand: "version:suit" or "version:round"."""

    @override
    def to_python(self, value: Any) -> tuple[int, str] | None:
        if value in self.empty_values:
            return None
        found = _CALL.fullmatch(str(value))
        if not found:
            raise ValidationError(_("Tap a suit or a round."), code="not_a_call")
        return int(found[1]), found[2]


@dataclass(frozen=True, slots=True)
class Touch:
    """A button beside a recorded hand, in the version that the scorer saw: undo it, or say a suit or a round."""

    hand: UUID
    version: int | None = None
    call: str = ""


class TouchField(forms.Field):
    """ "hand:version" undoes a hand; "hand:version:suit" and "hand:version:round" say what was left unsaid."""

    @override
    def to_python(self, value: Any) -> Touch | None:
        if value in self.empty_values:
            return None
        found = _TOUCH.fullmatch(str(value))
        if not found:
            raise ValidationError(_("Tap a button beside the hand."), code="not_a_touch")
        return Touch(UUID(found[1]), int(found[2]), found[3] or "")


class CellField(forms.Field):
    """A touch of the grid, "maker:tricks"."""

    @override
    def to_python(self, value: Any) -> tuple[int, int] | None:
        if value in self.empty_values:
            return None
        maker, colon, tricks = str(value).partition(":")
        if not (colon and _WHOLE.fullmatch(maker) and _WHOLE.fullmatch(tricks)):
            raise ValidationError(_("Tap one number in one player's row."), code="not_a_cell")
        return int(maker), int(tricks)
