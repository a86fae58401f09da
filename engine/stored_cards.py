"""The cards of a record as plain JSON values, and back; a part of what engine/stored.py writes."""

from collections.abc import Mapping
from typing import Any

from engine.errors import UnreadableError
from engine.records import CardRecord, Exchange

type Json = dict[str, Any]


def cards_to_json(cards: CardRecord) -> Json:
    """Cards as plain values; what is unknown is left out."""
    data: Json = {}
    if cards.calls is not None:
        data["calls"] = list(cards.calls)
    for name in ("holdings", "tricks"):
        if lists := getattr(cards, name):
            data[name] = [list(held) for held in lists]
    if cards.exchanges:
        data["exchanges"] = [
            {"sender": it.sender, "receiver": it.receiver, "cards": list(it.cards)} for it in cards.exchanges
        ]
    if cards.kitty:
        data["kitty"] = list(cards.kitty)
    for name in ("discard", "leader"):
        if (value := getattr(cards, name)) is not None:
            data[name] = value
    return data


def cards_from_json(data: object, place: str) -> CardRecord | None:
    """Read what `cards_to_json` wrote; null is not said."""
    if data is None:
        return None
    if not isinstance(data, dict):
        raise UnreadableError(place, "an object")
    said: Json = {}
    for key, value in data.items():
        if key not in _FIELDS:
            raise UnreadableError(f"{place}.{key}", "a known field")
        if value is not None:
            said[key] = _FIELDS[key](value, f"{place}.{key}")
    return CardRecord(**said)


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise UnreadableError(place, "text")
    return value


def _seat(value: object, place: str) -> int:
    if type(value) is not int:
        raise UnreadableError(place, "a whole number")
    return value


def _list(value: object, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise UnreadableError(place, "a list")
    return value


def _texts(value: object, place: str) -> tuple[str, ...]:
    return tuple(_text(item, f"{place}.{number}") for number, item in enumerate(_list(value, place)))


def _lists(value: object, place: str) -> tuple[tuple[str, ...], ...]:
    return tuple(_texts(item, f"{place}.{number}") for number, item in enumerate(_list(value, place)))


def _exchanges(value: object, place: str) -> tuple[Exchange, ...]:
    return tuple(_exchange(item, f"{place}.{number}") for number, item in enumerate(_list(value, place)))


def _exchange(value: object, place: str) -> Exchange:
    if not isinstance(value, dict) or value.keys() != {"sender", "receiver", "cards"}:
        raise UnreadableError(place, "a sender, a receiver and cards")
    return Exchange(
        _seat(value["sender"], f"{place}.sender"),
        _seat(value["receiver"], f"{place}.receiver"),
        _texts(value["cards"], f"{place}.cards"),
    )


_FIELDS: Mapping[str, Any] = {
    "calls": _texts,
    "holdings": _lists,
    "discard": _text,
    "exchanges": _exchanges,
    "tricks": _lists,
    "kitty": _texts,
    "leader": _seat,
}
"""How each field of the cards is read."""
