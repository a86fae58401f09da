"""One row for each set of rules."""

from __future__ import annotations

import pytest

from engine.house_rules import default_rules
from engine.variants import MAIN_GAME, variants
from league.bridge.rows import read_rules
from league.models import RuleSet
from league.services.rules import get_ruleset
from tests.threads import at_once

pytestmark = pytest.mark.django_db

RULES = default_rules(MAIN_GAME.key)


def test_equal_rules_are_one_row() -> None:
    assert get_ruleset(RULES) == get_ruleset(RULES.change(target=5).change(target=10))
    assert RuleSet.objects.count() == 1


def test_each_difference_is_a_row_of_its_own() -> None:
    assert len({get_ruleset(RULES.change(target=target)).pk for target in (5, 7, 10)}) == 3


@pytest.mark.parametrize("variant", [variant.key for variant in variants()])
def test_what_was_stored_reads_back(variant: str) -> None:
    rules = default_rules(variant).change(target=7)
    stored = RuleSet.objects.get(pk=get_ruleset(rules).pk)
    assert read_rules(stored) == rules
    assert stored.variant == variant


@pytest.mark.django_db(transaction=True)
def test_asked_for_at_the_same_moment_they_are_still_one_row() -> None:
    rules = RULES.change(target=11)
    found = at_once(*[lambda: get_ruleset(rules)] * 4)
    assert len({ruleset.pk for ruleset in found}) == 1
