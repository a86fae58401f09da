"""How far a long command is, for somebody who watches it on a terminal; nothing in a log."""

import time
from dataclasses import dataclass, field

from django.core.management.base import OutputWrapper

WIDTH = 30
EVERY = 0.2
"""Seconds between two pictures: drawing takes time as well."""


@dataclass(slots=True)
class Progress:
    """A bar of `total` things."""

    out: OutputWrapper
    total: int
    things: str
    done: int = 0
    began: float = field(default_factory=time.monotonic)
    drawn: float = 0.0

    def add(self, number: int) -> None:
        """So many more are done."""
        self.done += number
        now = time.monotonic()
        if self.out.isatty() and (now - self.drawn >= EVERY or self.done >= self.total):
            self.drawn = now
            self.out.write(f"\r{self._picture(now - self.began)}\033[K", str, "")

    def clear(self) -> None:
        """Room for a line of something else."""
        if self.out.isatty():
            self.out.write("\r\033[K", str, "")

    def _picture(self, seconds: float) -> str:
        part = min(self.done / self.total, 1.0) if self.total else 1.0
        bar = ("#" * round(part * WIDTH)).ljust(WIDTH, ".")
        left = seconds * (1 - part) / part if part else 0.0
        return f"[{bar}] {part:4.0%}  {self.done:,} of {self.total:,} {self.things}, {_clock(left)} left"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
