"""JSON as text in pieces, so that what is long never stands in memory."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


def written(value: Any) -> Iterator[str]:
    """A value as JSON text; iterators become lists, an element at a time."""
    if isinstance(value, Mapping) and any(isinstance(part, Iterator) for part in value.values()):
        for number, (key, part) in enumerate(value.items()):
            yield f"{'{' if number == 0 else ','}\n{json.dumps(key)}: "
            yield from written(part)
        yield "}\n"
    elif isinstance(value, Iterator):
        yield "["
        for number, part in enumerate(value):
            yield "," if number else ""
            yield from written(part)
        yield "]"
    else:
        yield json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
