"""Rows to engine values and back. What is stored is read here and nowhere else."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from engine.events import Deal, Event, GameStart
from engine.house_rules import SCHEMA, HouseRules
from engine.stored import event_from_json, event_kind, event_to_json, start_from_json, start_to_json
from league.models import GameEvent, RuleSet

BODY_VERSION = 1
"""Of the form of an event's body; a reader of older forms stands beside the newest."""


def read_rules(ruleset: RuleSet) -> HouseRules:
    """The house rules of a row. Rule sets never change, so each is read once a process."""
    return _read_rules(ruleset.pk, canonical_json(ruleset.data))


@lru_cache(maxsize=512)
def _read_rules(_pk: int, data: str) -> HouseRules:
    return HouseRules.from_json(json.loads(data))


def ruleset_row(rules: HouseRules) -> RuleSet:
    """An unsaved row for a set of rules; equal rules have an equal digest."""
    data = rules.to_json()
    return RuleSet(variant=rules.variant, schema=SCHEMA, data=data, digest=digest_of(data))


def read_event(row: GameEvent) -> Event:
    """The engine's event of a row that is not a start."""
    return event_from_json(
        row.kind,
        row.body,
        hand=str(row.hand) if row.hand else None,
        follows=str(row.follows) if row.follows else None,
        version=row.version or 1,
    )


def read_start(row: GameEvent, rules: HouseRules) -> GameStart:
    """The engine's start of a game's first row."""
    return start_from_json(row.body, rules)


def start_body(start: GameStart, players: Iterable[int]) -> dict[str, Any]:
    """The body of a start: who sits where, who deals first."""
    return start_to_json(start) | {"players": list(players)}


def substitute_of(row: GameEvent) -> int:
    """The id of the player who takes a seat, in the row of a substitution."""
    return int(row.body["player"])


def starting_players(row: GameEvent) -> list[int]:
    """Player ids by seat, as the game started."""
    return list(row.body["players"])


def event_row(event: Event, said: Mapping[str, Any] | None = None) -> GameEvent:
    """An unsaved row of an event: kind, hand, body, what it follows, and the digest of all that.

    `said` is what the league knows beside: who substitutes.
    """
    hand, follows = getattr(event, "hand", None), getattr(event, "follows", None)
    kind, body = event_kind(event), event_to_json(event) | dict(said or {})
    return GameEvent(
        kind=kind,
        hand=hand,
        follows=follows,
        body=body,
        v=BODY_VERSION,
        # A new hand's identity is only the id of its write; every other event is about the hand that it names.
        digest=digest_of([kind, body, None if isinstance(event, Deal) else hand, follows]),
    )


def canonical_json(data: object) -> str:
    """JSON that is equal for equal values."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest_of(data: object) -> str:
    """SHA-256 of the canonical form, in hexadecimal."""
    return hashlib.sha256(canonical_json(data).encode()).hexdigest()
