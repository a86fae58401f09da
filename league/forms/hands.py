"""What a scorer sends of a hand, as an engine event. No rule of euchre stands here: the engine judges."""

from typing import Any, override
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from league.bridge.records import KINDS, ROUNDS, SUIT_CHOICES, make_deal, make_record
from league.forms.fields import CallField, CellField, ClockField, TouchField, WholeField, WholeListField
from league.text import CleanCharField

LOST = dict.fromkeys(("required", "invalid"), _("This form has lost its number. Load the page anew and try again."))
_SUIT = {"invalid_choice": _("Tap one of the four suits, or none.")}
_ROUND = {"invalid_choice": _("Tap the first or the second round, or none.")}
_YES = {"invalid_choice": _("Say yes once more: this hand ends the game.")}
_KIND = {"invalid_choice": _("Tap what happened: a maker's tricks, all passed, a misdeal or a renege.")}


def double() -> ValidationError:
    """Two answers to a question that has one: to take either would be a guess."""
    return ValidationError(_("This was sent twice. Tap it once more."), code="double")


class WriteForm(forms.Form):
    """Every write has an id that its client made, so that it can be sent again.

    A label stands before a field's messages; fields that no person sees have none.
    """

    client_id = forms.UUIDField(error_messages=LOST)
    entered_at = ClockField(required=False)

    @override
    def clean(self) -> dict[str, Any]:
        for name in self.fields:
            if self._is_double(name):
                self.add_error(name, double())
        return self.cleaned_data

    def _is_double(self, name: str) -> bool:
        if isinstance(self.fields[name].widget, forms.MultipleHiddenInput) or not isinstance(self.data, QueryDict):
            return False
        return len(self.data.getlist(name)) > 1

    @property
    def write_id(self) -> UUID:
        """The id of the write, of a valid form."""
        return self.cleaned_data["client_id"]  # type: ignore[no-any-return]  # a UUIDField cleans to one


class HandForm(WriteForm):
    """A new hand. `alone` names everybody who plays alone: the maker or a defender; the row touched decides which."""

    follows = forms.UUIDField(required=False, error_messages=LOST)
    kind = forms.ChoiceField(choices=KINDS, required=False, label=_("Kind of hand"), error_messages=_KIND)
    cell = CellField(required=False, label=_("Tricks"))
    maker = WholeField(required=False, label=_("Who made trump"))
    tricks = WholeField(required=False, label=_("Tricks"))
    tally = WholeListField(required=False, label=_("Tricks of each player"))
    alone = WholeListField(required=False, label=_("Alone"))
    claimed = WholeField(required=False, label=_("Who claimed the rest"))
    offender = WholeField(required=False, label=_("Who reneged"))
    trump = forms.ChoiceField(choices=SUIT_CHOICES, required=False, label=_("Trump"), error_messages=_SUIT)
    round = forms.ChoiceField(choices=ROUNDS, required=False, label=_("Round"), error_messages=_ROUND)
    upcard = CleanCharField(max_length=4, required=False, label=_("Card turned up"))
    confirm = forms.ChoiceField(choices=[("1", "1")], required=False, error_messages=_YES)

    @override
    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("cell"):
            if data.get("maker") is not None or data.get("tricks") is not None:
                self.add_error("cell", double())
            else:
                data["maker"], data["tricks"] = data["cell"]
        if len(set(data.get("alone") or ()) - {data.get("maker")}) > 1:
            self.add_error("alone", ValidationError(_("Only one defender may be alone."), code="two_lone_defenders"))
        return data

    def event(self) -> Any:
        """The engine's event, of a valid form."""
        data = self.cleaned_data
        return make_deal(data["client_id"], data["follows"], make_record(data))


class _Shared(dict[str, forms.Field]):
    """Fields that no request changes: Django's copies of these fifteen were a twentieth of the time of a hand."""

    def __deepcopy__(self, _memo: object) -> "_Shared":
        return self


HandForm.base_fields = _Shared(HandForm.base_fields)


class VoidForm(WriteForm):
    """The undoing of a hand, in the version that the scorer saw, if the page knew it."""

    version = WholeField(required=False, label=_("Version"))


class TouchForm(WriteForm):
    """A button beside a recorded hand."""

    touch = TouchField(label=_("Hand"), error_messages={"required": _("Tap a button beside the hand.")})


class CallForm(WriteForm):
    """Suit or round, said after the hand was recorded: one touch, "version:suit" or "version:round"."""

    call = CallField(label=_("Trump or round"), error_messages={"required": _("Tap a suit or a round.")})
