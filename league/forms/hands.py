"""What a scorer sends of a hand, as an engine event. No rule of euchre stands here: the engine judges."""

from typing import Any, override
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.bridge.records import KINDS, ROUNDS, SUIT_CHOICES, make_deal, make_record, with_call
from league.forms.fields import CallField, CellField, WholeField, WholeListField
from league.text import CleanCharField


class WriteForm(forms.Form):
    """Every write has an id that its client made, so that it can be sent again."""

    client_id = forms.UUIDField(
        error_messages={
            "required": _("This form has lost its number. Reload the page and try again."),
            "invalid": _("This form has lost its number. Reload the page and try again."),
        }
    )
    entered_at = forms.DateTimeField(required=False)

    @property
    def write_id(self) -> UUID:
        """The id of the write, of a valid form."""
        return self.cleaned_data["client_id"]  # type: ignore[no-any-return]  # a UUIDField cleans to one


class HandForm(WriteForm):
    """A new hand. `alone` names everybody who plays alone: the maker or a defender; the row touched decides which."""

    follows = forms.UUIDField(required=False)
    kind = forms.ChoiceField(choices=KINDS, required=False)
    cell = CellField(required=False)
    maker = WholeField(required=False)
    tricks = WholeField(required=False)
    tally = WholeListField(required=False)
    alone = WholeListField(required=False)
    claimed = WholeField(required=False)
    offender = WholeField(required=False)
    trump = forms.ChoiceField(choices=SUIT_CHOICES, required=False)
    round = forms.ChoiceField(choices=ROUNDS, required=False)
    upcard = CleanCharField(max_length=4, required=False)
    confirm = forms.BooleanField(required=False)

    @override
    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("cell"):
            data["maker"], data["tricks"] = data["cell"]
        if len(set(data.get("alone") or ()) - {data.get("maker")}) > 1:
            self.add_error("alone", ValidationError(_("Only one defender may be alone."), code="two_lone_defenders"))
        return data

    def event(self) -> Any:
        """The engine's event, of a valid form."""
        data = self.cleaned_data
        return make_deal(data["client_id"], data["follows"], make_record(data))


class CallForm(WriteForm):
    """Suit or round, said after the hand was recorded: one touch, "version:suit" or "version:round"."""

    call = CallField()

    @property
    def version(self) -> int:
        """The version of the hand that the scorer saw."""
        return int(self.cleaned_data["call"][0])

    def event(self, hand: UUID, record: Any) -> Any:
        """The correction that adds what is said to a record."""
        return with_call(hand, record, self.cleaned_data["call"][1])
