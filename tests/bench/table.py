"""What was measured, as lines of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

HEADINGS = ("what", "project", "yardstick", "ratio", "goal", "met")


@dataclass(frozen=True)
class Row:
    """One line. `least`: the ratio's goal. `most`: the goal of a value that has no yardstick."""

    what: str
    project: float | None = None
    yardstick: float | None = None
    least: float | None = None
    most: float | None = None
    unit: str = "/s"
    note: str = ""

    @property
    def ratio(self) -> float | None:
        return self.project / self.yardstick if self.project and self.yardstick else None

    @property
    def met(self) -> bool | None:
        """None where nothing was asked, or nothing measured."""
        if self.least is not None and self.ratio is not None:
            return self.ratio >= self.least
        if self.most is not None and self.project is not None:
            return self.project <= self.most
        return None

    def cells(self) -> tuple[str, ...]:
        goal = f">= {self.least:.2f}" if self.least is not None else "-"
        if self.most is not None:
            goal = f"<= {self.most:g}{self.unit}"
        ratio = "-" if self.ratio is None else f"{self.ratio:.2f}"
        met = {None: self.note or "-", True: "met", False: "NOT MET"}[self.met]
        return (self.what, self._value(self.project), self._value(self.yardstick), ratio, goal, met)

    def _value(self, value: float | None) -> str:
        if value is None:
            return "-"
        return f"{value:,.0f}{self.unit}" if value >= 100 else f"{value:.3g}{self.unit}"

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def skipped(what: str, why: str) -> Row:
    """A line that says what is missing on this machine."""
    return Row(what, note=f"skipped: {why}")


def table(rows: Sequence[Row]) -> str:
    return "\n".join(_lines([HEADINGS, *(row.cells() for row in rows)]))


def _lines(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others, last in rows:
        figures = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=False))
        yield "  ".join((first.ljust(widths[0]), *figures, last)).rstrip()


def middle(values: Sequence[float]) -> float:
    """A slow or a lucky minute decides nothing."""
    return float(median(values))
