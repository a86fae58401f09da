"""What it takes to start a game, from a form to the services; and the variants to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from engine.house_rules import HouseRules
from engine.variants import Variant, get_variant, variants
from league.bridge.words import join_names, variant_name

type Seating = int | str
"""A player's id, or the first name of a guest."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """What to start. `seated` clockwise from seat 0; `first_dealer` a seat, or None for chance (R5).

    `on`: the day of a sheet that comes late; None for tonight. `rules` and `scores` before the first hand, by seat: of
    a game that comes from elsewhere and brings its own; otherwise the season's, and zeros.
    """

    variant: str
    seated: Sequence[Seating]
    first_dealer: int | None = None
    on: date | None = None
    rules: HouseRules | None = None
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class VariantOption:
    """A game to choose: its key, its name, how many it seats, and who is with whom if anybody is."""

    key: str
    name: str
    seats: int
    partners: str


def variant_options() -> list[VariantOption]:
    """Every game, the main one first."""
    return [
        VariantOption(variant.key, variant_name(variant), variant.seats, partners_text(variant))
        for variant in variants()
    ]


def partners_text(variant: Variant) -> str:
    """ "Partners: 1 and 3, 2 and 4"; empty where everybody plays alone."""
    sides = [join_names([str(seat + 1) for seat in side]) for side in variant.sides if len(side) > 1]
    return _("Partners: %(sides)s.") % {"sides": ", ".join(sides)} if sides else ""


def seats_of(variant: str) -> int:
    """How many sit down to a game."""
    return get_variant(variant).seats
