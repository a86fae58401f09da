"""Presets: ways to begin, consistent in every game."""

from __future__ import annotations

import pytest

from engine.house_rules import CHOICES, default_rules
from engine.presets import PRESETS, presets_for
from engine.variants import variants
from tests.engine.builders import THREE, TWO, made, points_of

VARIANTS = [variant.key for variant in variants()]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_preset_is_consistent_in_every_game(variant: str) -> None:
    for preset in PRESETS:
        assert preset.rules(variant).problems() == (), preset.key
        assert preset.rules(variant).variant == variant


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_standard_comes_first_and_is_the_default(variant: str) -> None:
    assert presets_for(variant)[0].key == "standard"
    assert presets_for(variant)[0].rules(variant) == default_rules(variant)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_two_presets_of_a_game_are_the_same_rules(variant: str) -> None:
    rules = [preset.rules(variant) for preset in presets_for(variant)]
    assert len(set(rules)) == len(rules)
    assert {preset.rules(variant) for preset in PRESETS} == set(rules)


def test_preset_keys_are_unique_and_change_known_choices() -> None:
    assert len({preset.key for preset in PRESETS}) == len(PRESETS)
    assert all(set(preset.changes) <= set(CHOICES) for preset in PRESETS)


def test_a_preset_leaves_out_what_a_game_lacks() -> None:
    offered = {preset.key for preset in presets_for(TWO)}
    assert offered == {"standard", "stick", "gentle", "short", "long"}
    assert {preset.key for preset in presets_for(THREE)} == {preset.key for preset in PRESETS}


def test_presets_do_what_their_names_say() -> None:
    presets = {preset.key: preset.rules(THREE) for preset in PRESETS}
    assert presets["stick"].stick_the_dealer
    assert presets["short"].target == 5
    assert presets["long"].target == 15
    assert not presets["no_dummy"].dummy
    assert not presets["nobody_alone"].maker_may_be_alone
    assert not presets["nobody_alone"].defender_may_be_alone(True)
    assert points_of(made(0, 5, alone=True), presets["lone_four"]) == (4, 0, 0)
    assert points_of(made(0, 2), presets["gentle"]) == (0, 1, 1)
