"""A form about how a club rates."""

from collections.abc import Mapping
from typing import Any, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.bridge.rulebook import variant_keys, variant_name
from league.forms.clubs import PICK

NONE = "none"
FIELD = "pool_"


class RatingsForm(forms.Form):
    """Whether ratings are kept, and for each game in which of them it counts."""

    rated = forms.BooleanField(
        label=gettext_lazy("Keep ratings"),
        required=False,
        help_text=gettext_lazy("Otherwise nobody sees any. Games count all the same if you change your mind."),
    )

    def __init__(self, *args: Any, within: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key in variant_keys():
            self.fields[f"{FIELD}{key}"] = forms.ChoiceField(
                label=variant_name(key),
                choices=_choices(key),
                initial=within.get(key, key) or NONE,
                error_messages=PICK,
            )

    @property
    def within(self) -> dict[str, str]:
        """What was chosen, as it is stored."""
        chosen = {key: self.cleaned_data.get(f"{FIELD}{key}", "") for key in variant_keys()}
        return {key: "" if pool == NONE else pool for key, pool in chosen.items()}

    @override
    def clean(self) -> None:
        within = self.within
        for key, pool in within.items():
            if pool and within.get(pool) != pool:
                message = _("%(game)s has no rating of its own to count in. Choose one for it, or another here.")
                self.add_error(f"{FIELD}{key}", ValidationError(message % {"game": variant_name(pool)}, code="no_pool"))


def _choices(key: str) -> list[tuple[str, str]]:
    own = [(key, _("A rating of its own"))]
    together = [(other, _("Together with %(game)s") % {"game": variant_name(other)}) for other in variant_keys()]
    return [*own, *(choice for choice in together if choice[0] != key), (NONE, _("No rating"))]
