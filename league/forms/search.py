"""Looking for players, games and hands: by name, whatever its accents and case, by date, and by what was made."""

from collections.abc import Iterable, Mapping
from typing import Any, cast, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from league.bridge.records import SUIT_CHOICES
from league.bridge.search_words import ALONE, OUTCOMES, card_choices
from league.forms.seasons import DateInput
from league.models.players import PLAYER_NAME_LENGTH
from league.text import CleanCharField, search_key


class NameSearch(forms.Form):
    """Part of a name."""

    q = CleanCharField(max_length=PLAYER_NAME_LENGTH, required=False, label=_("Name"))

    @property
    def key(self) -> str:
        """What the names' search keys are to hold, of a valid form; empty for everybody."""
        return search_key(self.cleaned_data["q"])


class GameSearch(NameSearch):
    """Games of somebody, and of some days."""

    since = forms.DateField(required=False, label=_("From"), widget=DateInput())
    until = forms.DateField(required=False, label=_("To"), widget=DateInput())

    @override
    def clean(self) -> None:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", ValidationError(_("The last day is before the first one."), code="order"))


class HandSearch(NameSearch):
    """Hands of a season. Whoever chooses nothing sees the hands with cards of the season that is played."""

    season = forms.ChoiceField(label=_("Season"))
    q = CleanCharField(max_length=PLAYER_NAME_LENGTH, required=False, label=_("Made by"))
    trump = forms.ChoiceField(required=False, label=_("Trump"))
    upcard = forms.ChoiceField(required=False, label=_("Card turned up"))
    outcome = forms.ChoiceField(required=False, label=_("Outcome"))
    alone = forms.ChoiceField(
        required=False,
        label=_("Alone"),
        choices=[("", _("Any")), *ALONE.items()],
    )
    quick = forms.ChoiceField(
        required=False, label=_("Hands"), choices=[("", _("With cards")), ("too", _("With and without cards"))]
    )

    def __init__(self, data: Mapping[str, Any], *, seasons: Iterable[tuple[int, str]]) -> None:
        super().__init__(data)
        any_of = [("", _("Any"))]
        fields = cast(dict[str, forms.ChoiceField], self.fields)
        fields["season"].choices = [(str(pk), name) for pk, name in seasons]
        fields["trump"].choices = [*any_of, *((suit, capfirst(str(name))) for suit, name in SUIT_CHOICES)]
        fields["upcard"].choices = [*any_of, *card_choices()]
        fields["outcome"].choices = [*any_of, *((outcome, capfirst(str(name))) for outcome, name in OUTCOMES.items())]
        for field in fields.values():
            if isinstance(field, forms.ChoiceField):
                field.error_messages["invalid_choice"] = _("Choose one of these.")
        self.order_fields(["season", "q", "trump", "upcard", "outcome", "alone", "quick"])
