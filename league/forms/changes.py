"""Changes of a game that stands: each form makes one event. It is shown what the event would do before it is sent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, override

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.bridge import records
from league.forms.fields import WholeField, WholeListField
from league.forms.hands import HandForm, WriteForm
from league.models.events import REMARK_LENGTH
from league.text import CleanCharField

type Choices = Sequence[tuple[str, str]]

START = ("", _("from the start"))


@dataclass(frozen=True, slots=True)
class Table:
    """What there is to choose from: seats and hands of the game, people of the club; and what the season says."""

    seats: Choices
    hands: Choices
    people: Choices
    cut_short_stands: bool = True
    substitute_gets_result: bool = False


class ChangeForm(WriteForm):
    """One change. `title` and `asks` are what the page says; `said` goes beside the event."""

    title: ClassVar[Promise]
    asks: ClassVar[Promise | str] = ""
    reason = CleanCharField(
        max_length=REMARK_LENGTH, required=False, label=_("Reason"), help_text=_("Kept beside the change; optional.")
    )

    def __init__(self, data: QueryDict | None, table: Table, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.table = table
        for name, choices in (("follows", [START, *table.hands]), ("seat", table.seats), ("player", table.people)):
            if isinstance(self.fields.get(name), forms.ChoiceField):
                self.fields[name].choices = choices  # type: ignore[attr-defined]  # a ChoiceField has them

    def event(self) -> records.SomeEvent:
        """The engine's event, of a valid form."""
        raise NotImplementedError  # each kind of change makes its own

    @property
    def said(self) -> dict[str, Any]:
        """What the league knows beside the engine."""
        return {}

    @property
    def replaces(self) -> int | None:
        """The version that the writer saw, where the change replaces one."""
        return self.cleaned_data.get("version")


def _hand(**kwargs: Any) -> forms.UUIDField:
    lost = _("Choose the hand from the list.")
    return forms.UUIDField(
        widget=forms.HiddenInput, error_messages={"required": lost, "invalid": lost}, label=_("Hand"), **kwargs
    )


def _behind() -> forms.ChoiceField:
    return forms.ChoiceField(required=False, label=_("From which hand on"), choices=[START])


class CorrectForm(ChangeForm, HandForm):
    """Another version of a hand."""

    title = _("Correct a hand")
    hand = _hand()
    version = WholeField(widget=forms.HiddenInput)

    @override
    def event(self) -> records.SomeEvent:
        return records.make_correction(self.cleaned_data["hand"], records.make_record(self.cleaned_data))


class InsertForm(ChangeForm, HandForm):
    """A forgotten hand, behind another one or at the start."""

    title = _("Put in a forgotten hand")

    @override
    def event(self) -> records.SomeEvent:
        return HandForm.event(self)  # type: ignore[no-any-return]  # a hand form makes events of anything


class VoidForm(ChangeForm):
    """A hand that was never played."""

    title = _("Undo a hand")
    asks = _("The hand stays in the list, crossed out; everything after it is counted anew.")
    hand = _hand()
    version = WholeField(required=False, widget=forms.HiddenInput)

    @override
    def event(self) -> records.SomeEvent:
        return records.make_void(self.cleaned_data["hand"])


class RestoreForm(ChangeForm):
    """An undone hand that was played after all."""

    title = _("Restore a hand")
    hand = _hand()
    version = WholeField(required=False, widget=forms.HiddenInput)

    @override
    def event(self) -> records.SomeEvent:
        return records.make_restore(self.cleaned_data["hand"])


class SeatsForm(ChangeForm):
    """Other seats, from a hand on."""

    title = _("Change seats")
    asks = _("Name the players clockwise, as they sit. Hands keep their makers; dealers and leads follow the seats.")
    order = WholeListField(label=_("Seats"), required=True)
    follows = _behind()

    @override
    def event(self) -> records.SomeEvent:
        return records.make_reseat(self.cleaned_data["order"], _uuid(self.cleaned_data["follows"]))


class DealerForm(ChangeForm):
    """Another dealer, from a hand on."""

    title = _("Set the dealer")
    seat = forms.ChoiceField(label=_("Who deals"), widget=forms.RadioSelect)
    follows = _behind()

    @override
    def event(self) -> records.SomeEvent:
        return records.make_dealer(int(self.cleaned_data["seat"]), _uuid(self.cleaned_data["follows"]))


class SubstituteForm(ChangeForm):
    """Somebody takes over a seat."""

    title = _("Substitute a player")
    seat = forms.ChoiceField(label=_("Who leaves"), widget=forms.RadioSelect)
    player = forms.ChoiceField(label=_("Who takes over"))
    follows = _behind()

    @override
    def event(self) -> records.SomeEvent:
        return records.make_substitute(int(self.cleaned_data["seat"]), _uuid(self.cleaned_data["follows"]))

    @property
    @override
    def said(self) -> dict[str, Any]:
        return {"player": int(self.cleaned_data["player"]), "gets_result": self.table.substitute_gets_result}


class ConcedeForm(ChangeForm):
    """Some give up."""

    title = _("Concede")
    asks = _("Choose who wins; everybody else gives up. The score stands as it is.")
    winners = WholeListField(label=_("Who wins"), required=True)

    @override
    def event(self) -> records.SomeEvent:
        return records.make_concession(self.cleaned_data["winners"])


class CutShortForm(ChangeForm):
    """Time was called; whether the score stands is the season's choice."""

    title = _("Cut short")

    @override
    def event(self) -> records.SomeEvent:
        return records.make_cut_short(stands=self.table.cut_short_stands)


class AbandonForm(ChangeForm):
    """A game that is not played out."""

    title = _("Abandon the game")
    asks = _("It will count nowhere. Its hands are kept, and it can be reopened.")

    @override
    def event(self) -> records.SomeEvent:
        return records.make_abandon()


class WithdrawForm(ChangeForm):
    """A game that should not count, over or not."""

    title = _("Withdraw the game")
    asks = _("It will count nowhere, whatever its score: it was a trial, or entered twice. This can be undone.")

    @override
    def event(self) -> records.SomeEvent:
        return records.make_withdrawal()


class ResultForm(ChangeForm):
    """Final scores without hands."""

    title = _("Enter the result")
    asks = _("Only the final scores, for a game whose hands nobody kept.")
    score = WholeListField(label=_("Final scores"), required=True)

    @override
    def event(self) -> records.SomeEvent:
        return records.make_result(self.cleaned_data["score"])


class UndoForm(ChangeForm):
    """Take back a change that is no hand."""

    title = _("Take it back")
    number = WholeField(widget=forms.HiddenInput)

    @override
    def event(self) -> records.SomeEvent:
        return records.make_undo(self.cleaned_data["number"])


CHANGES: Mapping[str, type[ChangeForm]] = {
    "correct": CorrectForm,
    "insert": InsertForm,
    "void": VoidForm,
    "restore": RestoreForm,
    "seats": SeatsForm,
    "dealer": DealerForm,
    "substitute": SubstituteForm,
    "concede": ConcedeForm,
    "cut-short": CutShortForm,
    "abandon": AbandonForm,
    "withdraw": WithdrawForm,
    "result": ResultForm,
    "undo": UndoForm,
}
"""By the word in the address."""


def _uuid(text: str) -> Any:
    field = forms.UUIDField(required=False)
    return field.clean(text)
