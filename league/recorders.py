"""Telling devices apart for people: "Ben, on an Android phone". Nothing that would single a person out."""

import re

from django.utils.translation import gettext, gettext_noop

# The first that a browser's own description holds.
_DEVICES = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android.*Mobile", gettext_noop("Android phone")),
    ("Android", gettext_noop("Android tablet")),
    ("CrOS", "Chromebook"),
    ("Windows", gettext_noop("Windows computer")),
    ("Macintosh", "Mac"),
    ("Linux", gettext_noop("Linux computer")),
)


def device_of(user_agent: str) -> str:
    """A device in two words, from what its browser says; nothing that would single a person out."""
    return next((name for pattern, name in _DEVICES if re.search(pattern, user_agent[:300])), "")


def device_text(device: str) -> str:
    """What was stored of a device, in the reader's language."""
    kind, _space, number = device.rpartition(" ")
    if number.isdigit():  # of several phones with one card
        return f"{gettext(kind)} {number}"
    return gettext(device) if device else ""
