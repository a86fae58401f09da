"""The form of how a season ranks."""

from collections.abc import Mapping
from typing import Any, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from league.forms.clubs import PICK
from league.forms.fields import DigitsField
from league.standings.choice import LONGEST, MOST_GAMES, MOST_NIGHTS, OWN, PRESETS, StandingsChoice
from league.standings.metrics import FEWEST_GAMES, HEAD_TO_HEAD, METRICS, Metric
from league.standings.words import HEADINGS, PRESET_HELP, PRESET_NAMES

ORDER = ("first", "second", "third")
"""What decides in an order of one's own."""

TIES: Mapping[str, tuple[Metric, ...]] = {
    "": (),
    "head_to_head": (HEAD_TO_HEAD,),
    "fewest_games": (FEWEST_GAMES,),
    "head_to_head fewest_games": (HEAD_TO_HEAD, FEWEST_GAMES),
}

TIE_NAMES: Mapping[str, Promise] = {
    "": _("They share the place"),
    "head_to_head": _("Head to head decides"),
    "fewest_games": _("Fewer games decide"),
    "head_to_head fewest_games": _("Head to head, then fewer games"),
}


def _deciding() -> list[tuple[str, str | Promise]]:
    return [("", "–"), *((metric.key, HEADINGS[metric.key]) for metric in METRICS.values() if metric.decides)]


class PresetSelect(forms.RadioSelect):
    """Each preset with a sentence of what it means."""

    @override
    def create_option(self, name: str, value: Any, label: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, label, *args, **kwargs)
        return option | {"label": format_html("<span><strong>{}</strong><br>{}</span>", label, PRESET_HELP[str(value)])}


class StandingsForm(forms.Form):
    """What decides, who is equal, from how many games on, which columns. A valid form's `choice` is one."""

    preset = forms.ChoiceField(
        label=_("What decides"), choices=[*PRESET_NAMES.items()], widget=PresetSelect, error_messages=PICK
    )
    first = forms.ChoiceField(label=_("Decides first"), choices=_deciding, required=False, error_messages=PICK)
    second = forms.ChoiceField(label=_("Then"), choices=_deciding, required=False, error_messages=PICK)
    third = forms.ChoiceField(label=_("And then"), choices=_deciding, required=False, error_messages=PICK)
    best = DigitsField(
        label=_("How many nights count"),
        help_text=_("Only where the best nights decide, or have a column."),
        min_value=1,
        max_value=MOST_NIGHTS,
        required=False,
    )
    ties = forms.ChoiceField(
        label=_("Players who are equal"),
        choices=[*TIE_NAMES.items()],
        required=False,
        error_messages=PICK,
        help_text=_("Head to head: how often ahead of the others who are equal, less how often behind, in one game."),
    )
    minimum = DigitsField(
        label=_("Games it takes to be ranked"),
        help_text=_("Whoever has fewer is listed below, without a place. 0: everybody is ranked."),
        min_value=0,
        max_value=MOST_GAMES,
    )
    together = forms.BooleanField(
        label=_("Games of two, three and four players in one table"),
        required=False,
        help_text=_("Otherwise each has a table of its own."),
    )
    shown = forms.MultipleChoiceField(
        label=_("Columns"),
        choices=[(metric.key, HEADINGS[metric.key]) for metric in METRICS.values()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages=PICK,
        help_text=_("What decides has a column anyway."),
    )

    choice: StandingsChoice

    def __init__(self, data: Mapping[str, Any] | None = None, *, choice: StandingsChoice) -> None:
        super().__init__(data, initial=_initial(choice))

    @override
    def clean(self) -> None:
        said = self.cleaned_data
        if self.errors:
            return
        self.choice = StandingsChoice(
            preset=said["preset"],
            precedence=PRESETS.get(said["preset"]) or self._own_order(),
            ties=TIES[said["ties"]],
            shown=tuple(METRICS[key] for key in said["shown"]),
            minimum=said["minimum"],
            best=said["best"] or 0,
            together=said["together"],
        )
        if self.choice.counts_best_nights and not self.choice.best:
            self.add_error("best", ValidationError(_("Say how many nights count."), code="required"))
        if self.choice.best and not self.choice.counts_best_nights:
            message = _("Nothing that you chose looks at the best nights. Leave this empty, or choose them.")
            self.add_error("best", ValidationError(message, code="unused"))

    def _own_order(self) -> tuple[Metric, ...]:
        """What was named, one after the other, each once and without a gap."""
        keys = [self.cleaned_data[name] for name in ORDER]
        for index, (name, key) in enumerate(zip(ORDER, keys, strict=True)):
            if not key and (index == 0 or any(keys[index:])):
                self.add_error(name, ValidationError(_("Choose what decides here."), code="required"))
            elif key and key in keys[:index]:
                self.add_error(name, ValidationError(_("This decides already. Choose something else."), code="twice"))
        return tuple(METRICS[key] for key in keys if key)


def _initial(choice: StandingsChoice) -> dict[str, Any]:
    order = [metric.key for metric in choice.precedence[:LONGEST]] if choice.preset == OWN else []
    ties = " ".join(metric.key for metric in choice.ties)
    return {
        "preset": choice.preset,
        **dict(zip(ORDER, order, strict=False)),
        "best": choice.best or None,
        "ties": ties if ties in TIES else "",
        "minimum": choice.minimum,
        "together": choice.together,
        "shown": [metric.key for metric in choice.shown],
    }
