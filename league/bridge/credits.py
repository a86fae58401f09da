"""What a form says of a credit, for the service that gives it."""

from dataclasses import dataclass

MOST_GAMES = 99
MOST_POINTS = 999


@dataclass(frozen=True, slots=True)
class NewCredit:
    """What a credit is to say. `won12`: wins, in twelfths."""

    player: int
    variant: str
    kind: str
    games: int = 0
    won12: int = 0
    points: int = 0
