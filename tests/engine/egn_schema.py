"""The published schema of the notation, and as much of JSON Schema as it uses.

The schema is not ours to keep here; whoever has it puts it into a folder beside this one (see test_vectors.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.repository import ROOT

TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
}
SAID_ONLY = {"$schema", "title", "description", "default", "definitions"}
"""Keywords that refuse nothing."""
FORMATS = {"date-time": re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)")}


def published_schema() -> dict[str, Any] | None:
    """None where it isn't."""
    files = [parent / "shared" / "egn" / "egn-schema-v1.json" for parent in ROOT.parents]
    found = next((file for file in files if file.is_file()), None)
    return json.loads(found.read_text(encoding="utf-8")) if found else None


def breaches(value: Any, root: dict[str, Any]) -> list[str]:
    """Where a document breaks the schema, and which of its keywords."""
    return [f"{place}: {keyword}" for place, keyword in _breaches(value, root, root, "$")]


def _breaches(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str) -> Iterator[tuple[str, str]]:
    def fits(other: dict[str, Any], what: Any = value) -> bool:
        return not any(_breaches(what, other, root, at))

    for keyword, said in schema.items():
        if keyword == "$ref":
            *_start, name = said.split("/")
            yield from _breaches(value, root["definitions"][name], root, at)
        elif keyword in INSIDE:
            yield from INSIDE[keyword](value, said, schema, root, at)
        elif keyword in HERE:
            if not HERE[keyword](value, said, fits):
                yield at, keyword
        elif keyword not in SAID_ONLY:
            raise NotImplementedError(f"{keyword} is a word that this checker does not know")


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


HERE: dict[str, Callable[[Any, Any, Callable[..., bool]], bool]] = {
    "type": lambda value, said, fits: (
        isinstance(value, TYPES[said]) and (said == "boolean" or not isinstance(value, bool))
    ),
    "const": lambda value, said, fits: value == said and type(value) is type(said),
    "enum": lambda value, said, fits: value in said,
    "pattern": lambda value, said, fits: not isinstance(value, str) or re.search(said, value) is not None,
    "format": lambda value, said, fits: FORMATS[said].fullmatch(value) is not None,
    "maxLength": lambda value, said, fits: not isinstance(value, str) or len(value) <= said,
    "maxItems": lambda value, said, fits: not isinstance(value, list) or len(value) <= said,
    "minItems": lambda value, said, fits: not isinstance(value, list) or len(value) >= said,
    "minimum": lambda value, said, fits: not _number(value) or value >= said,
    "maximum": lambda value, said, fits: not _number(value) or value <= said,
    "required": lambda value, said, fits: not isinstance(value, dict) or set(said) <= set(value),
    "oneOf": lambda value, said, fits: sum(map(fits, said)) == 1,
    "anyOf": lambda value, said, fits: any(map(fits, said)),
    "not": lambda value, said, fits: not fits(said),
    "propertyNames": lambda value, said, fits: all(fits(said, name) for name in value),
}


def _properties(value: Any, said: Any, schema: Any, root: Any, at: str) -> Iterator[tuple[str, str]]:
    for name in said if isinstance(value, dict) else ():
        if name in value:
            yield from _breaches(value[name], said[name], root, f"{at}.{name}")


def _others(value: Any, said: Any, schema: Any, root: Any, at: str) -> Iterator[tuple[str, str]]:
    others = set(value) - set(schema.get("properties", {})) if isinstance(value, dict) else set()
    for name in sorted(others):
        if said is False:
            yield f"{at}.{name}", "additionalProperties"
        else:
            yield from _breaches(value[name], said, root, f"{at}.{name}")


def _items(value: Any, said: Any, schema: Any, root: Any, at: str) -> Iterator[tuple[str, str]]:
    for number, item in enumerate(value if isinstance(value, list) else ()):
        yield from _breaches(item, said, root, f"{at}.{number}")


def _all(value: Any, said: Any, schema: Any, root: Any, at: str) -> Iterator[tuple[str, str]]:
    for part in said:
        yield from _breaches(value, part, root, at)


INSIDE: dict[str, Callable[..., Iterator[tuple[str, str]]]] = {
    "properties": _properties,
    "additionalProperties": _others,
    "items": _items,
    "allOf": _all,
}
