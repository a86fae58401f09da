"""What a game with one event more (or less) would change: the preview of a correction."""

from dataclasses import dataclass

from engine.events import HandId
from engine.games import GameState, Line, places


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that differs. `hand` is None for the game as a whole; `before` or `after` is None where absent."""

    field: str
    before: object
    after: object
    hand: HandId | None = None


_GAME_FIELDS = ("status", "scores", "winners", "shares", "dealer")
_LINE_FIELDS = ("number", "dealer", "scores", "outside", "void", "record")


def compare_games(old: GameState, new: GameState) -> tuple[Change, ...]:
    """Every difference between two states of one game: the game first, then hand by hand in the new order."""
    changes = [
        Change(name, getattr(old, name), getattr(new, name))
        for name in _GAME_FIELDS
        if getattr(old, name) != getattr(new, name)
    ]
    if places(old) != places(new):
        changes.append(Change("places", places(old), places(new)))
    before = {line.id: line for line in old.lines}
    for line in new.lines:
        changes.extend(_compare_lines(before.pop(line.id, None), line))
    changes.extend(Change("hand", line, None, line.id) for line in before.values())
    return tuple(changes)


def _compare_lines(old: Line | None, new: Line) -> list[Change]:
    if old is None:
        return [Change("hand", None, new, new.id)]
    return [
        Change(name, getattr(old, name), getattr(new, name), new.id)
        for name in _LINE_FIELDS
        if getattr(old, name) != getattr(new, name)
    ]
