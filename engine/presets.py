"""Sets of house rules that clubs are known to play, as a place to begin. `key` is for storage, `name` is English."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.house_rules import CHOICES, HouseRules, Value, applies, default_rules
from engine.variants import get_variant


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of changes to a game's defaults."""

    key: str
    name: str
    changes: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))

    def rules(self, variant: str) -> HouseRules:
        """This preset for a game; choices that the game lacks are left out."""
        game = get_variant(variant)
        return default_rules(variant).change(
            **{name: value for name, value in self.changes.items() if applies(CHOICES[name], game)}
        )


PRESETS: tuple[Preset, ...] = (
    Preset("standard", "Standard"),
    Preset("stick", "Stick the dealer", {"stick_the_dealer": True}),
    Preset("nobody_alone", "Nobody goes alone", {"going_alone": False, "lone_defence": "never"}),
    Preset("no_dummy", "No dummy", {"dummy": False}),
    Preset("lone_four", "A lone march pays four", {"march_alone": 4}),
    Preset("gentle", "Gentle: a euchre pays one", {"going_alone": False, "lone_defence": "never", "euchred": 1}),
    Preset("short", "Short game, to five", {"target": 5}),
    Preset("long", "Long game, to fifteen", {"target": 15}),
)


def presets_for(variant: str) -> tuple[Preset, ...]:
    """The presets that differ from one another in this game, the standard first."""
    seen: dict[HouseRules, Preset] = {}
    for preset in PRESETS:
        seen.setdefault(preset.rules(variant), preset)
    return tuple(seen.values())
