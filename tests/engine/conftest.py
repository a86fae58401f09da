"""Two against two, a game that only these tests know: what the engine says of sides is proved before it is offered."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import pytest

from engine import variants
from engine.house_rules import HouseRules, default_rules

PAIRS = variants.Variant(
    key="pairs_of_the_tests",
    name="two against two",
    sides=((0, 2), (1, 3)),
    steps=frozenset({variants.Step.LONE_MAKER, variants.Step.LONE_DEFENCE}),
    defaults=MappingProxyType(
        {
            "dummy": False,
            "lone_defence": "against_lone_maker",
            "loner_lead": "eldest",
            "march": 2,
            "march_alone": 4,
            "lone_defence_euchre": 4,
        }
    ),
)


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> Iterator[HouseRules]:
    """The rules of two against two."""
    games = {variant.key: variant for variant in (*variants.variants(), PAIRS)}
    monkeypatch.setattr(variants, "_VARIANTS", MappingProxyType(games))
    yield default_rules(PAIRS.key)
    default_rules.cache_clear()
