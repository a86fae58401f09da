"""The form of a set of house rules, made from what the engine says that a club may choose."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, override

from django import forms
from django.forms import BoundField

from engine.house_rules import CHOICES, Choice, HouseRules, Value, applies, game_options
from engine.variants import Variant
from league.bridge.rule_words import GROUPS, WORDS
from league.bridge.rulebook import problem_text
from league.forms.clubs import PICK


class RulesForm(forms.Form):
    """One field for each choice that the game has. A valid form's `rules` hold together."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, rules: HouseRules) -> None:
        self.rules = rules
        shown = [name for name, choice in CHOICES.items() if applies(choice, rules.game)]
        super().__init__(data, initial={name: str(getattr(rules, name)) for name in shown})
        self.fields |= {name: _field(name, CHOICES[name], rules.game) for name in shown}

    @override
    def clean(self) -> None:
        if self.errors:
            return
        self.rules = self.rules.change(**self.cleaned_data)
        for problem in self.rules.problems():
            self.add_error(problem.field if problem.field in self.fields else None, problem_text(problem))

    def groups(self) -> Iterator[tuple[str, list[BoundField]]]:
        """The fields under their headings, without headings that would be empty."""
        for title, names in GROUPS:
            fields = [self[name] for name in names if name in self.fields]
            if fields:
                yield str(title), fields


def _field(name: str, choice: Choice, game: Variant) -> forms.Field:
    made = _options(name, game_options(name, game)) if choice.options else _number(choice)
    made.label, made.help_text = str(WORDS[name].label), f"{WORDS[name].help} ({choice.rule})"
    return made


def _options(name: str, options: Sequence[Value]) -> forms.Field:
    values = {str(option): option for option in options}
    return forms.TypedChoiceField(
        choices=[(key, WORDS[name].options[key]) for key in values],
        coerce=values.__getitem__,
        widget=forms.RadioSelect,
        error_messages=PICK,
    )


def _number(choice: Choice) -> forms.Field:
    return forms.IntegerField(min_value=choice.least, max_value=choice.most)
