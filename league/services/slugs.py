"""The part of a club's address that is made from its name."""

import secrets
from collections.abc import Iterator

from django.utils.text import slugify

from league.models.clubs import SLUG_LENGTH
from league.text import LETTERS

ROOM_FOR_NUMBER = 6


def slug_of(name: str) -> str:
    """From the name's Latin letters and digits; by chance where it has none."""
    slug = slugify(name.lower().translate(LETTERS))[: SLUG_LENGTH - ROOM_FOR_NUMBER].strip("-_")
    return slug or f"club-{secrets.token_hex(3)}"


def slugs_of(name: str) -> Iterator[str]:
    """What to try, in this order: harbour, harbour-2, harbour-3, …, and when all are taken one by chance."""
    slug = slug_of(name)
    yield slug
    yield from (f"{slug}-{number}" for number in range(2, 100))
    while True:
        yield f"{slug[: SLUG_LENGTH - 9]}-{secrets.token_hex(4)}"
