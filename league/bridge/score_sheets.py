"""An empty score sheet of a game: the same boxes as on the screen, to be filled in with a pencil."""

from dataclasses import dataclass
from string import ascii_uppercase

from engine.house_rules import HouseRules
from engine.records import TRICKS
from league.bridge.rulebook import Payment, payments, variant_name


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What is printed. `letters`: one for each seat, clockwise; `sides`: whose points have a column of their own."""

    key: str
    name: str
    target: int
    letters: str
    sides: tuple[str, ...]
    tricks: tuple[int, ...]
    alone: bool
    payments: tuple[Payment, ...]


def score_sheet(rules: HouseRules) -> ScoreSheet:
    """The empty sheet of games that are played by these rules."""
    letters = ascii_uppercase[: rules.game.seats]
    return ScoreSheet(
        key=rules.variant,
        name=variant_name(rules.variant),
        target=rules.target,
        letters=letters,
        sides=tuple("".join(letters[seat] for seat in side) for side in rules.game.sides),
        tricks=tuple(range(TRICKS + 1)),
        alone=rules.maker_may_be_alone,
        payments=payments(rules),
    )
