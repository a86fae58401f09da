"""English in disguise: every text that goes through gettext stands in ⟦brackets⟧, and what doesn't can be seen at once.

Made on the fly, so that no catalog of it can be out of date. It covers Django's and allauth's texts as well.
"""

import re
from typing import override

from django.utils.translation import trans_real

OPEN, CLOSE = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}", "\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"

_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçđéƒĝĥîĵķļɱñôþǫŕšţûṽŵẋýžÁƁÇĐÉƑĜĤÎĴĶĻṀÑÔÞǪŔŠŢÛṼŴẊÝŽ",
)
# What a program fills in or reads: %(name)s, %d, {name}, tags, entities.
_KEPT = re.compile(r"(%\(\w+\)[a-z]|%%|%[sdr]|\{\w*\}|<[^>]*>|&\w+;)")


def disguise(text: str) -> str:
    """The same text for a program, another for a reader. Nothing stays nothing."""
    if not text.strip():
        return text
    parts = _KEPT.split(text)
    parts[::2] = [part.translate(_LETTERS) for part in parts[::2]]
    return OPEN + "".join(parts) + CLOSE


class Pseudo(trans_real.DjangoTranslation):
    """Translates everything."""

    @override
    def gettext(self, message: str) -> str:
        return disguise(message.rpartition(trans_real.CONTEXT_SEPARATOR)[2])

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def install(language: str) -> None:
    """Have Django find it where it keeps the languages that were read."""
    trans_real._translations[language] = Pseudo(language)  # type: ignore[attr-defined]  # there is no other door
