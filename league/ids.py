"""Ids as they come from outside, where a number may be of any length."""

LARGEST_ID = 2**63 - 1
"""No column holds a greater one, and SQLite takes none that is."""


def read_id(text: str) -> int | None:
    """The number that a text is; None for whatever can be no id."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_ID))):
        return None
    number = int(text)
    return number if number <= LARGEST_ID else None
