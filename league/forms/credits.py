"""The form of what counts without a game."""

from collections.abc import Iterable, Mapping
from typing import Any, override
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.counts import TWELFTHS
from league.bridge.credits import MOST_GAMES, MOST_POINTS, NewCredit
from league.forms.clubs import PICK
from league.forms.fields import DigitsField
from league.forms.names import NamesSelect
from league.models import CreditKind
from league.models.events import REMARK_LENGTH
from league.standings.figures import parse_shares
from league.text import CleanCharField

KINDS: Mapping[str, Promise] = {
    CreditKind.BYE: _("Bye: there was no place at a table"),
    CreditKind.WALKOVER: _("Walkover: the others did not come"),
    CreditKind.TOTALS: _("Totals: games of which nobody kept the hands"),
    CreditKind.ADJUSTMENT: _("Adjustment: anything else, also to take something away"),
}

LONGEST = 20
"""Letters of a number; longer ones are none."""


class SharesField(forms.Field):
    """Games won, with halves, thirds and quarters as people write them; in twelfths."""

    widget = forms.TextInput

    @override
    def to_python(self, value: Any) -> int:
        if value in self.empty_values:
            return 0
        text = str(value)
        shares = parse_shares(text) if len(text) <= LONGEST else None  # cut off, it would say something else
        if shares is None or (shares * TWELFTHS).denominator != 1:
            raise ValidationError(_("Type games won as 1, ½, 1/3 or 1½."), code="no_share")
        return int(shares * TWELFTHS)


class CreditForm(forms.Form):
    """Who gets what, of which kind, and why."""

    client_id = forms.UUIDField(
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(
            ("invalid", "required"), _("This form has lost its number. Load the page anew and try again.")
        ),
    )
    player = forms.TypedChoiceField(
        label=_("Player"),
        coerce=int,
        choices=[],
        error_messages={"invalid_choice": _("Choose a player of this club."), "required": _("Choose a player.")},
        widget=NamesSelect,
    )
    variant = forms.ChoiceField(label=_("Game"), choices=[], widget=forms.RadioSelect, error_messages=PICK)
    kind = forms.ChoiceField(
        label=_("What it is"), choices=list(KINDS.items()), widget=forms.RadioSelect, error_messages=PICK
    )
    games = DigitsField(
        label=_("Games"), min_value=0, max_value=MOST_GAMES, required=False, help_text=_("So many games are added.")
    )
    won = SharesField(
        label=_("Games won"),
        required=False,
        help_text=_("Shares as you write them: 1, ½, 1/3. Where place points decide, a win is a first place."),
    )
    points = DigitsField(
        label=_("Points"),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        required=False,
        help_text=_("In all. An adjustment takes points away with a minus: −3."),
    )
    reason = CleanCharField(
        label=_("Reason"),
        max_length=REMARK_LENGTH,
        required=False,
        help_text=_("Everybody who may look reads it, with who gave it. An adjustment needs one."),
    )

    def __init__(
        self, data: Any, players: Iterable[tuple[int, str]], variants: Iterable[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.fields["player"].choices = [("", _("Choose")), *players]  # type: ignore[attr-defined]  # ChoiceFields
        self.fields["variant"].choices = list(variants)  # type: ignore[attr-defined]  # likewise

    @property
    def new(self) -> NewCredit:
        """What a valid form says."""
        data = self.cleaned_data
        return NewCredit(
            data["player"], data["variant"], data["kind"], data["games"] or 0, data["won"] or 0, data["points"] or 0
        )

    @property
    def id(self) -> UUID:
        """The credit's, of a valid form: sent again, it is stored once."""
        return UUID(str(self.cleaned_data["client_id"]))
