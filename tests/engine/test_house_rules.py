"""A set of house rules: defaults, what each may hold, contradictions, the stored form."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from engine.errors import MisuseError, UnreadableError
from engine.house_rules import CHOICES, Finish, HouseRules, LoneDefence, applies, default_rules, game_options
from engine.variants import get_variant, variants
from tests.engine.builders import FOUR, THREE, TWO, faults, make_rules

VARIANTS = [variant.key for variant in variants()]

CUTTHROAT_DEFAULTS = {
    "schema": 1,
    "variant": "cutthroat",
    "pack": 24,  # R1
    "target": 10,  # R31
    "joker_turned_up": "dealer_names",  # R4
    "must_take_upcard": False,  # R11
    "may_name_turned_down": False,  # R12
    "stick_the_dealer": False,  # R13
    "dummy": True,  # R16
    "going_alone": True,
    "lone_defence": "any",
    "canadian_loner": False,
    "loner_lead": "left_of_loner",  # R18
    "made": 1,  # R22
    "march": 3,  # R23
    "march_alone": 3,  # R24
    "euchred": 2,  # R25
    "euchred_alone": 2,  # R25a
    "lone_defence_euchre": 2,  # R26
    "lone_defence_march": 4,  # R27
    "resting_defender_scores": True,  # R28
    "revoke": "pays_opponents",  # R30
    "revoke_loss": 2,
    "revoke_loss_alone": 4,
    "finish": "highest_share",  # R32
}
TWO_HANDED_DEFAULTS = CUTTHROAT_DEFAULTS | {
    "variant": "two_handed",
    "dummy": False,  # R17
    "going_alone": False,
    "lone_defence": "never",
    "march": 2,  # R23
}
PARTNERSHIP_DEFAULTS = CUTTHROAT_DEFAULTS | {
    "variant": "partnership",
    "dummy": False,  # R17
    "lone_defence": "never",
    "loner_lead": "eldest",  # R18
    "march": 2,  # R23
    "march_alone": 4,  # R24
    "lone_defence_euchre": 4,  # R26
}


def other_values(name: str) -> list[Any]:
    """Every other value of a choice, or the ends of its range."""
    choice, default = CHOICES[name], getattr(HouseRules(), name)
    values = choice.options or (choice.least, choice.most)
    return [value for value in values if value != default]


def consistent_changes(variant: str) -> list[tuple[str, Any]]:
    game = get_variant(variant)
    return [
        (name, value)
        for name, choice in CHOICES.items()
        if applies(choice, game)
        for value in other_values(name)
        if not choice.options or value in game_options(name, game)
    ]


# Defaults


def test_the_defaults_are_those_of_the_rule_page() -> None:
    assert default_rules(THREE).to_json() == CUTTHROAT_DEFAULTS
    assert default_rules(TWO).to_json() == TWO_HANDED_DEFAULTS
    assert default_rules(FOUR).to_json() == PARTNERSHIP_DEFAULTS
    assert HouseRules() == default_rules(THREE)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_defaults_of_every_game_are_consistent(variant: str) -> None:
    assert default_rules(variant).problems() == ()


def test_an_unknown_game_is_misuse() -> None:
    with pytest.raises(MisuseError):
        default_rules("whist")


def test_every_field_but_the_game_is_a_choice_of_a_rule() -> None:
    assert set(CHOICES) == {item.name for item in fields(HouseRules)} - {"variant"}
    assert all(choice.rule.startswith("R") for choice in CHOICES.values())


def test_r31_the_target_is_one_to_fifty() -> None:
    assert (CHOICES["target"].least, CHOICES["target"].most) == (1, 50)


def test_r34_rules_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError):
        HouseRules().target = 5  # type: ignore[misc]  # that it can't is the point


def test_equal_rules_are_equal_keys() -> None:
    assert hash(make_rules(target=5)) == hash(make_rules(target=5))
    assert len({make_rules(target=5), make_rules(target=5), make_rules(target=7)}) == 2


# What a choice may hold


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_choice_may_be_changed_by_itself(variant: str) -> None:
    for name, value in consistent_changes(variant):
        assert make_rules(variant, **{name: value}).problems() == (), (name, value)


@pytest.mark.parametrize("name", [name for name, choice in CHOICES.items() if not choice.options])
def test_a_number_outside_its_range_or_of_another_kind_is_refused(name: str) -> None:
    choice = CHOICES[name]
    for wrong in (choice.least - 1, choice.most + 1, 10**40, True, 2.0, "2", None, [2]):
        assert faults(make_rules(**{name: wrong}).problems()) == {("out_of_range", name)}, wrong


@pytest.mark.parametrize("name", [name for name, choice in CHOICES.items() if choice.options])
def test_a_choice_that_is_not_offered_is_refused(name: str) -> None:
    for wrong in ("sometimes", "", 0, 1, 24.0, None, (), []):
        assert faults(make_rules(**{name: wrong}).problems()) == {("bad_choice", name)}, wrong


def test_r1_the_pack_has_24_25_or_32_cards() -> None:
    assert [make_rules(pack=pack).problems() for pack in (24, 25, 32)] == [(), (), ()]
    assert faults(make_rules(pack=33).problems()) == {("bad_choice", "pack")}


# Contradictions


@pytest.mark.parametrize("name", ["dummy", "going_alone"])
def test_r16_only_against_a_lone_maker_contradicts_rules_without_one(name: str) -> None:
    (problem,) = make_rules(lone_defence="against_lone_maker", **{name: False}).problems()
    assert (problem.code, problem.field) == ("inconsistent_rules", name)
    assert problem.params["fields"] == f"lone_defence, {name}"
    assert str(problem) == f"These rules contradict each other: lone defence, {name.replace('_', ' ')}."


def test_r16_both_contradictions_are_reported_at_once() -> None:
    rules = make_rules(lone_defence="against_lone_maker", dummy=False, going_alone=False)
    assert faults(rules.problems()) == {("inconsistent_rules", "dummy"), ("inconsistent_rules", "going_alone")}


@pytest.mark.parametrize("lone_defence", ["any", "never"])
@pytest.mark.parametrize("name", ["dummy", "going_alone"])
def test_r16_other_lone_defences_agree_with_no_dummy_and_with_nobody_alone(lone_defence: str, name: str) -> None:
    assert make_rules(lone_defence=lone_defence, **{name: False}).problems() == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dummy", True),
        ("going_alone", True),
        ("lone_defence", "any"),
        ("lone_defence", "against_lone_maker"),
        ("loner_lead", "eldest"),
        ("march_alone", 4),
        ("euchred_alone", 1),
        ("lone_defence_euchre", 3),
        ("lone_defence_march", 5),
        ("resting_defender_scores", False),
        ("revoke_loss_alone", 3),
        ("finish", "all_who_pass"),
    ],
)
def test_r17_what_two_handed_lacks_may_not_be_chosen(name: str, value: Any) -> None:
    assert faults(make_rules(TWO, **{name: value}).problems()) == {("not_in_this_game", name)}


def test_every_problem_is_reported_at_once() -> None:
    rules = make_rules(target=0, pack=7, finish="nobody", lone_defence="against_lone_maker", dummy=False)
    assert faults(rules.problems()) == {
        ("out_of_range", "target"),
        ("bad_choice", "pack"),
        ("bad_choice", "finish"),
        ("inconsistent_rules", "dummy"),
    }


# Who may be alone


def test_r16_the_dummy_is_what_a_lone_maker_does_without() -> None:
    assert make_rules().maker_may_be_alone
    assert not make_rules(dummy=False).maker_may_be_alone
    assert not make_rules(going_alone=False).maker_may_be_alone
    assert not make_rules(TWO).maker_may_be_alone


@pytest.mark.parametrize(
    ("changes", "against_others", "against_lone_maker"),
    [
        ({}, True, True),
        ({"lone_defence": "against_lone_maker"}, False, True),
        ({"lone_defence": "never"}, False, False),
        ({"going_alone": False}, False, False),
        ({"dummy": False}, True, True),
    ],
)
def test_r16_when_a_defender_may_be_alone(
    changes: dict[str, Any], against_others: bool, against_lone_maker: bool
) -> None:
    rules = make_rules(**changes)
    assert rules.defender_may_be_alone(False) == against_others
    assert rules.defender_may_be_alone(True) == against_lone_maker
    assert not make_rules(TWO, **changes).defender_may_be_alone(True)


# The stored form


@pytest.mark.parametrize("variant", VARIANTS)
def test_stored_rules_read_back(variant: str) -> None:
    for name, value in consistent_changes(variant):
        rules = make_rules(variant, **{name: value})
        read = HouseRules.from_json(json.loads(json.dumps(rules.to_json())))
        assert read == rules
        assert hash(read) == hash(rules)
        assert type(getattr(read, name)) is type(getattr(rules, name))


def test_the_stored_form_writes_every_field_out_as_plain_values() -> None:
    data = make_rules(lone_defence="never", target=15).to_json()
    assert data == CUTTHROAT_DEFAULTS | {"lone_defence": "never", "target": 15}
    assert {type(value) for value in data.values()} == {int, bool, str}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_missing_key_means_the_default_of_that_game(variant: str) -> None:
    assert HouseRules.from_json({"schema": 1, "variant": variant}) == default_rules(variant)
    for name in CHOICES:
        data = default_rules(variant).to_json()
        del data[name]
        assert HouseRules.from_json(data) == default_rules(variant)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "rules",
        {},
        {"variant": THREE},
        {"schema": 2, "variant": THREE},
        {"schema": True, "variant": THREE},
        {"schema": 1.0, "variant": THREE},
        {"schema": "1", "variant": THREE},
    ],
)
def test_another_schema_is_unreadable(data: object) -> None:
    with pytest.raises(UnreadableError) as raised:
        HouseRules.from_json(data)
    assert raised.value.place == "schema"


@pytest.mark.parametrize("variant", ["whist", "", None, 3, ["cutthroat"], {"cutthroat": 1}, True])
def test_another_game_is_unreadable(variant: object) -> None:
    with pytest.raises(UnreadableError) as raised:
        HouseRules.from_json({"schema": 1, "variant": variant})
    assert raised.value.place == "variant"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colour", "green"),
        ("march", True),
        ("march", 3.0),
        ("march", "3"),
        ("march", None),
        ("march", 0),
        ("target", 51),
        ("dummy", 1),
        ("dummy", "true"),
        ("lone_defence", "sometimes"),
        ("lone_defence", True),
        ("lone_defence", ["any"]),
        ("finish", "HIGHEST_SHARE"),
        ("pack", "24"),
        ("pack", 24.0),
        ("pack", {}),
    ],
)
def test_an_unknown_key_or_value_is_unreadable(name: str, value: object) -> None:
    with pytest.raises(UnreadableError) as raised:
        HouseRules.from_json({"schema": 1, "variant": THREE, name: value})
    assert raised.value.place == name


def test_an_inconsistent_set_is_readable_so_that_it_can_be_shown() -> None:
    data = make_rules(lone_defence="against_lone_maker", dummy=False).to_json()
    assert faults(HouseRules.from_json(data).problems()) == {("inconsistent_rules", "dummy")}


def test_plain_text_becomes_the_enumeration() -> None:
    rules = make_rules(lone_defence="never", finish="all_who_pass")
    assert rules.lone_defence is LoneDefence.NEVER
    assert rules.finish is Finish.ALL_WHO_PASS
