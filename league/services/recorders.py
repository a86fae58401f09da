"""Who enters something, as the facts point to it: a person on a device, known by a label."""

import re

from league.models import Club, Recorder, User

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


def get_recorder(club: Club, user: User, device: str = "") -> Recorder:
    """The recorder of somebody on a device, made when first needed; two first writes at once get one."""
    label = user.name or user.email.partition("@")[0]
    return Recorder.objects.get_or_create(club=club, account=user, device=device, defaults={"label": label})[0]
