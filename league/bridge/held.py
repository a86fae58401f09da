"""A write that waits, as plain JSON values, and back: everything that is needed to store it later."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import MAXYEAR, MINYEAR, datetime
from typing import Any
from uuid import UUID

from engine.errors import UnreadableError
from engine.events import Correct, Event, Substitute
from engine.stored import event_from_json, event_kind, event_to_json
from league.bridge.rows import BODY_VERSION
from league.ids import LARGEST_ID
from league.models.events import REMARK_LENGTH

SAID = ("player", "gets_result")
"""What a substitution has beside the engine's event."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What was written: the event, what the league knows beside it, what the writer saw and said."""

    event: Event
    said: Mapping[str, Any] = field(default_factory=dict)
    version: int | None = None
    insert: bool = False
    entered_at: datetime | None = None
    reason: str = ""


ASIDE = frozenset(("entered_at", "reason"))
"""Keys that don't count when the same write comes again: a device says another time, somebody leaves the reason out."""


def waiting_to_json(write: Waiting) -> dict[str, Any]:
    """A write as it is held."""
    event = write.event
    hand, follows = getattr(event, "hand", None), getattr(event, "follows", None)
    return {
        "v": BODY_VERSION,
        "kind": event_kind(event),
        "is_correction": isinstance(event, Correct),
        "hand": hand and str(hand),
        "follows": follows and str(follows),
        "version": write.version,
        "insert": write.insert,
        "body": event_to_json(event) | dict(write.said),
        "entered_at": write.entered_at and write.entered_at.isoformat(),
        "reason": write.reason,
    }


def waiting_from_json(data: object) -> Waiting:
    """Read what `waiting_to_json` wrote; UnreadableError for anything else."""
    if not isinstance(data, dict) or data.get("v") != BODY_VERSION:
        raise UnreadableError("v", "a form that is known")
    kind, body = data.get("kind"), data.get("body")
    if not (isinstance(kind, str) and isinstance(body, dict)):
        raise UnreadableError("kind", "a kind of event")
    said = {name: body[name] for name in SAID if name in body} if kind == "substitute" else {}
    version = 2 if data.get("is_correction") else 1
    event = event_from_json(kind, body, hand=_id(data, "hand"), follows=_id(data, "follows"), version=version)
    _check_said(event, said)
    return Waiting(
        event=event,
        said=said,
        version=_version(data.get("version")),
        insert=data.get("insert") is True,
        entered_at=_time(data.get("entered_at")),
        reason=_text(data.get("reason") or ""),
    )


def same_write(one: object, other: object) -> bool:
    """Whether two bodies say the same."""
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return False
    return {key: one.get(key) for key in one.keys() - ASIDE} == {key: other.get(key) for key in other.keys() - ASIDE}


def _check_said(event: Event, said: Mapping[str, Any]) -> None:
    if not isinstance(event, Substitute):
        return
    player = said.get("player")
    if type(player) is not int or not 0 < player <= LARGEST_ID:
        raise UnreadableError("player", "the id of a player")
    if not isinstance(said.get("gets_result", False), bool):
        raise UnreadableError("gets_result", "true or false")


def _id(data: Mapping[str, Any], name: str) -> str | None:
    value = data.get(name)
    if value is None:
        return None
    try:
        return str(UUID(value))
    except (AttributeError, TypeError, ValueError):
        raise UnreadableError(name, "the id of a hand") from None


def _version(value: object) -> int | None:
    if value is not None and type(value) is not int:
        raise UnreadableError("version", "a whole number")
    return value


def _time(value: object) -> datetime | None:
    """A device's clock is for information: what no calendar holds in every zone is left out."""
    if value is None:
        return None
    try:
        found = datetime.fromisoformat(_text(value))
    except ValueError:
        raise UnreadableError("entered_at", "a time") from None
    if found.tzinfo is None:
        raise UnreadableError("entered_at", "a time with its zone")
    return found if MINYEAR < found.year < MAXYEAR else None


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > REMARK_LENGTH:
        raise UnreadableError("reason", "a short text")
    return value
