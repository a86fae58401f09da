"""The form of the house rules: made from the engine's choices, judged by the engine."""

from __future__ import annotations

import pytest

from engine.house_rules import CHOICES, HouseRules, applies, default_rules
from engine.presets import PRESETS
from engine.variants import MAIN_GAME, variants
from league.forms.rules import RulesForm

RULES = default_rules(MAIN_GAME.key)
VARIANTS = [variant.key for variant in variants()]


def sent(rules: HouseRules, **changes: object) -> dict[str, str]:
    """What a browser sends for these rules."""
    fields = RulesForm(rules=rules).fields
    return {name: str(getattr(rules, name)) for name in fields} | {name: str(v) for name, v in changes.items()}


def errors(**changes: object) -> dict[str, list[str]]:
    form = RulesForm(sent(RULES, **changes), rules=RULES)
    return {field: list(found) for field, found in form.errors.items()}


@pytest.mark.parametrize("variant", VARIANTS)
def test_asks_for_what_the_game_has_and_nothing_else(variant: str) -> None:
    rules = default_rules(variant)
    form = RulesForm(rules=rules)
    assert set(form.fields) == {name for name, choice in CHOICES.items() if applies(choice, rules.game)}
    assert {field.name for _title, fields in form.groups() for field in fields} == set(form.fields)


@pytest.mark.parametrize("name", list(CHOICES))
def test_every_field_is_labelled_and_names_its_rule(name: str) -> None:
    games = (variant for variant in variants() if applies(CHOICES[name], variant))
    field = RulesForm(rules=default_rules(next(games).key)).fields[name]
    assert field.label
    assert f"({CHOICES[name].rule})" in str(field.help_text)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_sent_back_untouched_changes_nothing(variant: str, preset: object) -> None:
    rules = preset.rules(variant)  # type: ignore[attr-defined]  # a Preset
    form = RulesForm(sent(rules), rules=rules)
    assert form.is_valid(), form.errors
    assert form.rules == rules


def test_what_was_chosen_arrives_as_the_engine_has_it() -> None:
    form = RulesForm(sent(RULES, target=7, stick_the_dealer=True, finish="all_who_pass", pack=32), rules=RULES)
    assert form.is_valid(), form.errors
    assert form.rules == RULES.change(target=7, stick_the_dealer=True, finish="all_who_pass", pack=32)


def test_contradiction_stands_beside_its_field() -> None:
    assert list(errors(lone_defence="against_lone_maker", dummy=False)) == ["dummy"]
    assert list(errors(lone_defence="against_lone_maker", going_alone=False)) == ["going_alone"]


@pytest.mark.parametrize("target", ["", "0", "51", "-1", "3.5", "ten", "NaN", "1e3", "9" * 400, "\x00", "\ud800"])
def test_target_out_of_range(target: str) -> None:
    assert list(errors(target=target)) == ["target"]


@pytest.mark.parametrize("value", ["", "maybe", "1", "TRUE", "<b>", "\ud800"])
def test_switch_that_is_neither(value: str) -> None:
    found = errors(stick_the_dealer=value)
    assert list(found) == ["stick_the_dealer"]
    assert not value or value not in found["stick_the_dealer"][0]


def test_everything_missing_is_said_at_once() -> None:
    form = RulesForm({}, rules=RULES)
    assert set(form.errors) == set(form.fields)


def test_fields_that_the_game_lacks_are_not_read() -> None:
    other = next(default_rules(key) for key in VARIANTS if "dummy" not in RulesForm(rules=default_rules(key)).fields)
    form = RulesForm(sent(other) | {"dummy": "True", "variant": "nonsense"}, rules=other)
    assert form.is_valid()
    assert form.rules == other
