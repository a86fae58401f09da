"""Every house rule has its words, and a set of rules is told truly."""

from __future__ import annotations

from itertools import product

import pytest

from engine.house_rules import CHOICES, HouseRules, applies, default_rules, game_options
from engine.presets import PRESETS
from engine.scoring import ROWS
from engine.variants import MAIN_GAME, get_variant, variants
from league.bridge.rule_words import GROUPS, PRESET_NAMES, WORDS
from league.bridge.rulebook import (
    chapters,
    is_changed,
    payments,
    preset_choices,
    preset_rules,
    problem_text,
    sentences,
    variant_keys,
    variant_name,
)

RULES = default_rules(MAIN_GAME.key)
VARIANTS = [variant.key for variant in variants()]


def told(rules: HouseRules) -> str:
    return " ".join(sentence.text for sentence in sentences(rules))


def changed(rules: HouseRules) -> list[str]:
    return [sentence.text for sentence in sentences(rules) if sentence.changed]


# Words


def test_every_field_has_words_and_stands_in_a_group() -> None:
    assert set(WORDS) == set(CHOICES)
    assert sorted(name for _title, names in GROUPS for name in names) == sorted(CHOICES)
    assert all(str(words.label) and str(words.help) for words in WORDS.values())


@pytest.mark.parametrize("name", list(CHOICES))
def test_every_option_has_words_of_its_own(name: str) -> None:
    options = [str(option) for option in CHOICES[name].options]
    assert sorted(WORDS[name].options) == sorted(options)
    assert len({str(text) for text in WORDS[name].options.values()}) == len(options)


def test_every_preset_has_its_name() -> None:
    assert {preset.key: preset.name for preset in PRESETS} == {key: str(name) for key, name in PRESET_NAMES.items()}


def test_variants_in_the_engines_order() -> None:
    assert list(variant_keys()) == VARIANTS
    assert len({variant_name(key) for key in VARIANTS}) == len(VARIANTS)


# Sentences


@pytest.mark.parametrize("variant", VARIANTS)
def test_standard_rules_are_told_without_a_mark(variant: str) -> None:
    rules = default_rules(variant)
    assert changed(rules) == []
    assert not is_changed(rules)
    assert len(chapters(rules)) >= 4


@pytest.mark.parametrize(("variant", "name"), list(product(VARIANTS, CHOICES)))
def test_every_choice_that_matters_is_told_and_marked(variant: str, name: str) -> None:
    choice, rules = CHOICES[name], default_rules(variant)
    if not applies(choice, get_variant(variant)):
        return
    default = getattr(rules, name)
    # What makes this choice matter at all.
    rules = rules.change(pack=25) if name == "joker_turned_up" else rules
    rules = rules.change(revoke="offender_loses") if name.startswith("revoke_") else rules
    widest = game_options("lone_defence", rules.game)[0]
    rules = rules.change(lone_defence=widest) if name.startswith("lone_defence_") else rules
    values = choice.options or (default + 1,)
    for value in values:
        other = rules.change(**{name: value})
        if value != default and not other.problems():
            assert told(other) != told(rules)
            assert set(changed(other)) - set(changed(rules))
            assert is_changed(other)


@pytest.mark.parametrize("preset", [preset.key for preset in PRESETS])
def test_presets_are_told(preset: str) -> None:
    rules = preset_rules(MAIN_GAME.key, preset)
    assert rules
    assert bool(changed(rules)) == (preset != "standard")


def test_nothing_is_said_of_the_joker_without_one() -> None:
    assert "joker" not in told(RULES)
    assert "joker" in told(RULES.change(pack=25))


def test_nothing_is_said_of_loners_where_nobody_may_be_alone() -> None:
    rules = RULES.change(going_alone=False, lone_defence="never")
    assert "Nobody may go alone." in told(rules)
    assert "loner" not in told(rules)
    assert "sat out" not in told(rules)


def test_one_point_is_one_point() -> None:
    assert "Made: 3 or 4 tricks: 1 point to the maker." in told(RULES)
    assert "Made: 3 or 4 tricks: 2 points to the maker." in told(RULES.change(made=2))


# What is paid


def test_table_has_a_line_for_every_row_that_can_come_up() -> None:
    assert [pay.points for pay in payments(RULES)] == [getattr(RULES, row.points) for row in ROWS]


def test_table_of_a_game_without_loners_is_short() -> None:
    rules = RULES.change(going_alone=False, lone_defence="never")
    assert [(pay.points, pay.to) for pay in payments(rules)] == [
        (1, "the maker"),
        (3, "the maker"),
        (2, "each defender"),
    ]


def test_lone_defender_alone_is_paid_where_the_other_scores_nothing() -> None:
    last = payments(RULES.change(resting_defender_scores=False))[-1]
    assert last.to == "the lone defender"


def test_changed_pay_is_marked() -> None:
    assert [pay.result for pay in payments(RULES.change(march=2)) if pay.changed] == ["March: all 5 tricks"]


# Presets and problems


def test_preset_in_force_is_marked() -> None:
    current = [choice.key for choice in preset_choices(RULES.change(stick_the_dealer=True)) if choice.current]
    assert current == ["stick"]


def test_unknown_preset_is_none() -> None:
    assert preset_rules(MAIN_GAME.key, "nonsense") is None


def test_contradiction_names_both_choices_in_words() -> None:
    (problem,) = RULES.change(lone_defence="against_lone_maker", dummy=False).problems()
    assert problem_text(problem) == "These two contradict each other: A defender alone / The dummy."


def test_other_problems_name_the_field_in_words() -> None:
    (problem,) = RULES.change(target=51).problems()
    assert problem_text(problem) == "Points to win must be a whole number from 1 to 50."
