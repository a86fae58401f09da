"""The rules of the game in which two play against two, with every lone hand that it has."""

from __future__ import annotations

import pytest

from engine.house_rules import HouseRules
from tests.engine.builders import FOUR, make_rules


@pytest.fixture
def pairs() -> HouseRules:
    """R17: one opponent may defend alone against a lone maker."""
    return make_rules(FOUR, lone_defence="against_lone_maker")
