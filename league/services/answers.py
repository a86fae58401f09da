"""What the door is told beside the event, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from engine.errors import Problem
from engine.games import Line
from league.services.log import GameLog


class Answer(StrEnum):
    """What became of a write. The views give each its status and its words."""

    STORED = "stored"
    REPEATED = "repeated"  # the same write again: stored once
    ALIASED = "aliased"  # another write said the same of the same place: stored once, and shown
    UNCHANGED = "unchanged"  # it is so already
    CONFIRM = "confirm"  # it would end the game: asked once
    CONFLICT = "conflict"  # something else is in that place
    REUSED = "reused"  # the id of an earlier write with other content
    REFUSED = "refused"  # the engine finds problems
    HELD = "held"  # may not be stored now, and is kept for an organiser
    FULL = "full"  # may not be stored now, and so much waits already that no more is kept


STORED = frozenset((Answer.STORED, Answer.REPEATED, Answer.ALIASED, Answer.UNCHANGED))
"""The answers after which a client may forget its write."""


@dataclass(frozen=True, slots=True)
class Guard:
    """What the writer saw, and what was agreed to.

    `version`: the version that a correction replaces. `insert`: the hand is meant to go between two others.
    `confirmed`: the writer knows that this ends the game.
    """

    version: int | None = None
    insert: bool = False
    confirmed: bool = False


FREELY = Guard(confirmed=True)


@dataclass(frozen=True, slots=True)
class Aside:
    """What stands beside an event: what the device's clock said, who substitutes (`player`), a reason in words."""

    entered_at: datetime | None = None
    said: Mapping[str, Any] = MappingProxyType({})
    reason: str = ""


NOTHING_ASIDE = Aside()


@dataclass(frozen=True, slots=True)
class Written:
    """The answer, and the game as it is now. `line` is the hand in question, `would_be` the log that would be.

    `why`: the code of what it is held for.
    """

    answer: Answer
    log: GameLog
    line: Line | None = None
    problems: tuple[Problem, ...] = ()
    would_be: GameLog | None = None
    why: str = ""
