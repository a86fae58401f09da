"""A player's ratings as a line with its doubt around it. The numbers stand in a table beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

WIDTH, HEIGHT = 320, 180
LEFT, TOP, BOTTOM, RIGHT = 42, 10, 16, 8
MOST_LINES = 5
STEPS = (50, 100, 200, 500, 1000, 5000)
"""How far apart the lines across may be."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line across at a round value."""

    value: int
    y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Points of a drawing, as SVG writes them."""

    width: int
    height: int
    left: int
    right: int
    across: tuple[Line, ...]
    line: str
    band: str
    last_x: float
    last_y: float


def draw(levels: Sequence[tuple[float, float]]) -> Chart | None:
    """Values with their doubts, the oldest first; nothing of fewer than two."""
    if len(levels) < 2:
        return None
    low, high = min(mu - sigma for mu, sigma in levels), max(mu + sigma for mu, sigma in levels)
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    low, high = floor(low / step) * step, ceil(high / step) * step

    def x(index: int) -> float:
        return round(LEFT + index * (WIDTH - LEFT - RIGHT) / (len(levels) - 1), 1)

    def y(value: float) -> float:
        return round(TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)

    values = [(x(index), y(mu)) for index, (mu, _sigma) in enumerate(levels)]
    above = [(x(index), y(mu + sigma)) for index, (mu, sigma) in enumerate(levels)]
    below = [(x(index), y(mu - sigma)) for index, (mu, sigma) in enumerate(levels)]
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        across=tuple(Line(value, y(value)) for value in range(int(low), int(high) + 1, step)),
        line=_points(values),
        band=_points([*above, *reversed(below)]),
        last_x=values[-1][0],
        last_y=values[-1][1],
    )


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
