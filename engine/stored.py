"""Records and events as plain JSON values, and back. What is written here is read for ever.

A key that holds nothing is left out; a missing key means "not said". Readers are strict: a value of another kind
raises UnreadableError with its place, and nothing is guessed.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any

from engine.cards import Suit
from engine.errors import UnreadableError
from engine.events import (
    Abandon,
    Concede,
    Correct,
    CutShort,
    Deal,
    Event,
    Final,
    GameStart,
    HandId,
    Reseat,
    Restore,
    SetDealer,
    Substitute,
    Undo,
    Void,
    Withdraw,
)
from engine.house_rules import HouseRules
from engine.records import HandKind, HandRecord
from engine.stored_cards import cards_from_json, cards_to_json

type Json = dict[str, Any]

_NUMBERS = ("maker", "lone_defender", "maker_tricks", "claimed", "offender", "round")


def record_to_json(record: HandRecord) -> Json:
    """A record as plain values."""
    data: Json = {"kind": str(record.kind)}
    if record.alone:
        data["alone"] = True
    for name in (*_NUMBERS, "upcard"):
        if (value := getattr(record, name)) is not None:
            data[name] = value
    if record.tricks is not None:
        data["tricks"] = list(record.tricks)
    if record.trump is not None:
        data["trump"] = str(record.trump)
    if record.cards is not None:
        data["cards"] = cards_to_json(record.cards)
    return data


def record_from_json(data: object) -> HandRecord:
    """Read what `record_to_json` wrote."""
    said: Json = {}
    for key, value in _mapping(data, "record").items():
        read = _FIELDS.get(key)
        if read is None:
            raise UnreadableError(str(key), "a known field")
        said[key] = read(value, key)
    if "kind" not in said:
        raise UnreadableError("kind", "the kind of a hand")
    return _plain_record(**said) if _VARIED.isdisjoint(said) else HandRecord(**said)


# A season has few hands that differ: the same values give the same record again, but for fields of any size.
_VARIED = frozenset(("tricks", "upcard", "cards"))
_plain_record = lru_cache(maxsize=4096)(HandRecord)


def start_to_json(start: GameStart) -> Json:
    """The start of a game without its rules, which are stored once and shared."""
    data: Json = {"first_dealer": start.first_dealer}
    return data | ({"scores": list(start.scores)} if start.scores else {})


def start_from_json(data: object, rules: HouseRules) -> GameStart:
    """Read what `start_to_json` wrote."""
    fields = _mapping(data, "start")
    return GameStart(rules, _int(fields.get("first_dealer"), "first_dealer"), _ints(fields.get("scores", []), "scores"))


def event_kind(event: Event) -> str:
    """The stored name of an event's kind."""
    return _KINDS[type(event)]


def event_to_json(event: Event) -> Json:
    """An event without what is stored beside it: its kind, its hand and the hand that it follows."""
    match event:
        case Deal(record=record) | Correct(record=record):
            return record_to_json(record)
        case Reseat(order=order):
            return {"order": list(order)}
        case SetDealer(seat=seat) | Substitute(seat=seat):
            return {"seat": seat}
        case Concede(winners):
            return {"winners": sorted(winners)}
        case CutShort(stands):
            return {"stands": stands}
        case Final(scores):
            return {"scores": list(scores)}
        case Undo(number):
            return {"event": number}
        case _:
            return {}


def event_from_json(
    kind: str, body: object, hand: HandId | None = None, follows: HandId | None = None, version: int = 1
) -> Event:
    """Read an event. A hand's first version is its deal, a later one a correction."""
    data = _mapping(body, kind)
    if kind == "hand":
        record = record_from_json(data)
        return Deal(_hand(hand), record, follows) if version == 1 else Correct(_hand(hand), record)
    if kind not in _READERS:
        raise UnreadableError("kind", "a kind of event")
    return _READERS[kind](data, hand, follows)


def _hand(hand: HandId | None) -> HandId:
    if hand is None:
        raise UnreadableError("hand", "the identity of a hand")
    return hand


_KINDS: Mapping[type, str] = {
    Deal: "hand",
    Correct: "hand",
    Void: "void",
    Restore: "restore",
    Reseat: "seats",
    SetDealer: "dealer",
    Substitute: "substitute",
    Concede: "concede",
    CutShort: "cut_short",
    Abandon: "abandon",
    Withdraw: "withdraw",
    Final: "result",
    Undo: "undo",
}
_READERS: Mapping[str, Callable[[Mapping[str, Any], HandId | None, HandId | None], Event]] = {
    "void": lambda data, hand, follows: Void(_hand(hand)),
    "restore": lambda data, hand, follows: Restore(_hand(hand)),
    "seats": lambda data, hand, follows: Reseat(_ints(data.get("order"), "order"), follows),
    "dealer": lambda data, hand, follows: SetDealer(_int(data.get("seat"), "seat"), follows),
    "substitute": lambda data, hand, follows: Substitute(_int(data.get("seat"), "seat"), follows),
    "concede": lambda data, hand, follows: Concede(frozenset(_ints(data.get("winners"), "winners"))),
    "cut_short": lambda data, hand, follows: CutShort(_flag(data.get("stands"), "stands")),
    "withdraw": lambda data, hand, follows: Withdraw(),
    "abandon": lambda data, hand, follows: Abandon(),
    "result": lambda data, hand, follows: Final(_ints(data.get("scores"), "scores")),
    "undo": lambda data, hand, follows: Undo(_int(data.get("event"), "event")),
}


def _mapping(data: object, place: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise UnreadableError(place, "an object")
    return data


def _int(value: object, place: str) -> int:
    if type(value) is not int:  # True is an int to Python, and 3.0 is not one here
        raise UnreadableError(place, "a whole number")
    return value


def _optional_int(value: object, place: str) -> int | None:
    if value is None or type(value) is int:
        return value
    raise UnreadableError(place, "a whole number")


def _ints(value: object, place: str) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise UnreadableError(place, "a list of whole numbers")
    return tuple(_int(item, f"{place}.{index}") for index, item in enumerate(value))


def _flag(value: object, place: str) -> bool:
    if not isinstance(value, bool):
        raise UnreadableError(place, "true or false")
    return value


def _optional_ints(value: object, place: str) -> tuple[int, ...] | None:
    return None if value is None else _ints(value, place)


def _optional_text(value: object, place: str) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise UnreadableError(place, "text")


def _kind(value: object, place: str) -> HandKind:
    return _member(_KIND_OF_HAND, value, place)


def _optional_suit(value: object, place: str) -> Suit | None:
    return None if value is None else _member(_SUIT, value, place)


def _member[E: StrEnum](members: Mapping[str, E], value: object, place: str) -> E:
    if isinstance(value, str) and value in members:
        return members[value]
    raise UnreadableError(place, f"one of {', '.join(members)}")


_KIND_OF_HAND: Mapping[str, HandKind] = {str(kind): kind for kind in HandKind}
_SUIT: Mapping[str, Suit] = {str(suit): suit for suit in Suit}
_FIELDS: Mapping[str, Callable[[object, str], object]] = {
    "kind": _kind,
    "alone": _flag,
    "tricks": _optional_ints,
    "trump": _optional_suit,
    "upcard": _optional_text,
    "cards": cards_from_json,
    **dict.fromkeys(_NUMBERS, _optional_int),
}
"""How each field of a record is read."""
