"""Telling devices apart for people: "Ben, on an Android phone". Nothing that would single a person out."""

import re

# The first that a browser's own description holds.
_DEVICES = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android.*Mobile", "Android phone"),
    ("Android", "Android tablet"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows computer"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux computer"),
)


def device_of(user_agent: str) -> str:
    """A device in two words, from what its browser says; nothing that would single a person out."""
    return next((name for pattern, name in _DEVICES if re.search(pattern, user_agent[:300])), "")
