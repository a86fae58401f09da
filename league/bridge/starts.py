"""What it takes to start a game, from a form to the services; and the variants to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.variants import get_variant, variants
from league.bridge.words import variant_name

type Seating = int | str
"""A player's id, or the first name of a guest."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """What to start. `seated` clockwise from seat 0; `first_dealer` a seat, or None for chance (R5)."""

    variant: str
    seated: Sequence[Seating]
    first_dealer: int | None = None


@dataclass(frozen=True, slots=True)
class VariantOption:
    """A game to choose: its key, its name, how many it seats."""

    key: str
    name: str
    seats: int


def variant_options() -> list[VariantOption]:
    """Every game, the main one first."""
    return [VariantOption(variant.key, variant_name(variant), variant.seats) for variant in variants()]


def seats_of(variant: str) -> int:
    """How many sit down to a game."""
    return get_variant(variant).seats
