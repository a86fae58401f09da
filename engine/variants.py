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
    SHARED_FINISH = "shared_finish"  # two sides can pass the target in one hand (R32)


@dataclass(frozen=True)
class Variant:
    """A game: `key` is for storage and never changes; `name` is English, for people.

    `sides` groups the seats that score together. `defaults` are the house rules whose default differs from
    three-handed play, by field name.
    """

    key: str
    name: str
    sides: tuple[tuple[Seat, ...], ...]
    steps: frozenset[Step] = frozenset()
    defaults: Mapping[str, int | bool | str] = field(default_factory=lambda: MappingProxyType({}))

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
    steps=frozenset(Step),
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

_VARIANTS: Mapping[str, Variant] = MappingProxyType({variant.key: variant for variant in (CUTTHROAT, TWO_HANDED)})


def variants() -> tuple[Variant, ...]:
    """Every game, in the order in which they are offered."""
    return tuple(_VARIANTS.values())


def get_variant(key: str) -> Variant:
    """The variant stored under `key`; `MisuseError` if there is none."""
    try:
        return _VARIANTS[key]
    except KeyError:
        raise MisuseError(f"no variant has the key {key!r}") from None
