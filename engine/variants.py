"""The games that differ by who is with whom. Everything a variant decides stands here, as data.

No other module asks which variant it is or how many sit at the table: it asks for sides, steps and defaults.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType

from engine.errors import MisuseError
from engine.seating import Seat


class Step(StrEnum):
    """A part that not every game has. House rules name the step that they need."""

    DUMMY = "dummy"  # a fourth holding at the open side, for the maker (R6, R15)
    LONE_MAKER = "lone_maker"  # the maker may say alone (R14, R17)
    LONE_DEFENCE = "lone_defence"  # a defender may say alone (R16, R17)
    SHARED_FINISH = "shared_finish"  # two sides defend, and can pass the target in one hand (R28, R32)
    PARTNERS = "partners"  # some seats score together (R14)


class Bidding(StrEnum):
    """How trump is made. One way so far; games that bid for tricks would be another (engine/auction.py)."""

    UPCARD = "upcard"  # two rounds about the card turned up (R8 to R13)


@dataclass(frozen=True)
class Variant:
    """A game: `key` is for storage and never changes; `name` is English, for people.

    `sides` groups the seats that score together. By field name of the house rules: `defaults` are those that differ
    from three-handed play, `options` what a choice is narrowed to, `notation_defaults` what Euchre Game Notation
    takes for granted and this game does not.
    """

    key: str
    name: str
    sides: tuple[tuple[Seat, ...], ...]
    steps: frozenset[Step] = frozenset()
    defaults: Mapping[str, int | bool | str] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    notation_defaults: Mapping[str, int | bool | str] = field(default_factory=lambda: MappingProxyType({}))
    bidding: Bidding = Bidding.UPCARD

    @cached_property
    def seats(self) -> int:
        """How many sit at the table."""
        return sum(len(side) for side in self.sides)

    def side_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that score together with this one, itself included."""
        return self._side_of[seat]

    def defenders_of(self, maker: Seat) -> tuple[Seat, ...]:
        """Every seat that is not on the maker's side (R14)."""
        return self._defenders_of[maker]

    @cached_property
    def _side_of(self) -> Mapping[Seat, tuple[Seat, ...]]:
        return {seat: side for side in self.sides for seat in side}

    @cached_property
    def _defenders_of(self) -> Mapping[Seat, tuple[Seat, ...]]:
        return {seat: tuple(sorted({*self._side_of} - {*side})) for seat, side in self._side_of.items()}

    def has_step(self, step: Step) -> bool:
        """Whether this game knows that part at all, whatever the house rules say."""
        return step in self.steps


CUTTHROAT = Variant(
    key="cutthroat",
    name="Cutthroat",
    sides=((0,), (1,), (2,)),
    steps=frozenset(Step) - {Step.PARTNERS},
)

MAIN_GAME = CUTTHROAT
"""The game that is offered first, and whose house rules are the defaults of `HouseRules`."""

TWO_HANDED = Variant(
    key="two_handed",
    name="Two-handed",
    sides=((0,), (1,)),
    # R17: no dummy and no going alone. R23: a march pays 2.
    defaults=MappingProxyType({"dummy": False, "going_alone": False, "lone_defence": "never", "march": 2}),
)

PARTNERSHIP = Variant(
    key="partnership",
    name="Four-handed",
    sides=((0, 2), (1, 3)),
    steps=frozenset({Step.LONE_MAKER, Step.LONE_DEFENCE, Step.PARTNERS}),
    defaults=MappingProxyType(
        {
            "dummy": False,  # R17
            "lone_defence": "never",
            "loner_lead": "eldest",  # R18
            "march": 2,  # R23
            "march_alone": 4,  # R24
            "lone_defence_euchre": 4,  # R26
        }
    ),
    options=MappingProxyType({"lone_defence": ("against_lone_maker", "never")}),  # R17
    notation_defaults=MappingProxyType({"stick_the_dealer": True}),
)

NOTATION_GAME = PARTNERSHIP
"""The game that Euchre Game Notation means where it does not say how many play."""

_VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {variant.key: variant for variant in (CUTTHROAT, TWO_HANDED, PARTNERSHIP)}
)


def variants() -> tuple[Variant, ...]:
    """Every game, in the order in which they are offered."""
    return tuple(_VARIANTS.values())


def get_variant(key: str) -> Variant:
    """The variant stored under `key`; `MisuseError` if there is none."""
    try:
        return _VARIANTS[key]
    except KeyError:
        raise MisuseError(f"no variant has the key {key!r}") from None


def variant_for(players: int) -> Variant | None:
    """The game that so many play."""
    return next((variant for variant in variants() if variant.seats == players), None)
