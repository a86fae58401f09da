"""The entrance for text and JSON: what passes here can be stored by both databases.

PostgreSQL answers a NUL or a lone surrogate with an error, SQLite stores them; neither may
decide what a scorekeeper can type.
"""

import math
import re
import unicodedata
from typing import Any, override

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# Normalising can make a text longer (one Arabic ligature becomes 18 letters).
KEY_LENGTH = 200
JSON_DEPTH = 32
MOST_MARKS = 30

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
OPENERS = {"\u202a": "\u202c", "\u202b": "\u202c"} | dict.fromkeys("\u2066\u2067\u2068", "\u2069")
CLOSERS = frozenset(OPENERS.values())
# They turn letters round that have a direction of their own: no name needs them.
OVERRIDES = re.compile("[\u202d\u202e]")
INVISIBLE = ("C", "Z", "M")
# Letters that no normalisation takes apart.
LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ə": "e"}
)


def holds_unstorable(text: str) -> bool:
    return UNSTORABLE.search(text) is not None


def clean_text(value: str, max_length: int, *, lines: bool = False) -> str:
    """The text as it may be stored: NFC, trimmed, every character storable and harmless.

    White space becomes single spaces, unless line breaks are part of the text (`lines`).
    """
    _refuse_stacks(value)
    text = _space(unicodedata.normalize("NFC", _refuse_surrogates(value)), lines=lines)
    for character in text:
        if unicodedata.category(character) == "Cc" and character != "\n":
            raise ValidationError(
                _("This holds a control character (%(code)s). Please type it again."),
                code="control_character",
                params={"code": f"U+{ord(character):04X}"},
            )
    text = _balance(OVERRIDES.sub("", text)).strip()
    if all(unicodedata.category(character)[0] in INVISIBLE for character in text):
        return ""  # nothing that anybody could see or tap
    if len(text) > max_length:
        raise ValidationError(
            _("This has %(length)s characters; please keep to %(limit)s."),
            code="max_length",
            params={"length": len(text), "limit": max_length},
        )
    return text


def _refuse_stacks(text: str) -> None:
    """Normalising takes time by the square of the marks on one letter; no language stacks so many."""
    run = 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        if run > MOST_MARKS:
            raise ValidationError(
                _("This has too many marks on one letter. Please type it again."),
                code="marks",
            )


def _refuse_surrogates(text: str) -> str:
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValidationError(
            _("This holds half a character, which no device can show. Please type it again."),
            code="lone_surrogate",
        )
    return text


def _space(text: str, *, lines: bool) -> str:
    if not lines:
        return re.sub(r"[\t\n\r\u0085\u2028\u2029 ]+", " ", text)
    text = re.sub(r"\r\n?|[\u0085\u2028\u2029]", "\n", text)
    return text.replace("\t", " ")


def _balance(text: str) -> str:
    """Without the bidi controls that open or close nothing, which would turn the rest of a page."""
    waiting: list[int] = []
    stray: set[int] = set()
    for place, character in enumerate(text):
        if character in OPENERS:
            waiting.append(place)
        elif character in CLOSERS:
            if waiting and OPENERS[text[waiting[-1]]] == character:
                waiting.pop()
            else:
                stray.add(place)
    stray.update(waiting)
    return "".join(character for place, character in enumerate(text) if place not in stray)


def name_key(text: str) -> str:
    """Equal for two spellings of one name: case, width, spacing and invisible marks don't count."""
    if text.isascii():  # nothing of what follows is in it, and whole clubs' names come by here
        return " ".join(text.lower().split())[:KEY_LENGTH]
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    visible = "".join(c for c in folded if unicodedata.category(c) != "Cf")
    return " ".join(visible.split())[:KEY_LENGTH]


def search_key(text: str) -> str:
    """As `name_key`, without accents: "jose" finds "José", "orsted" finds "Ørsted"."""
    apart = unicodedata.normalize("NFKD", name_key(text).translate(LETTERS))
    return "".join(c for c in apart if unicodedata.category(c) != "Mn")[:KEY_LENGTH]


def sort_key(text: str) -> str:
    """Sorts alike on both databases and in Python: without accents, case and punctuation."""
    key = search_key(text)
    return "".join(c for c in key if c.isalnum() or c == " ").strip() or key


def clean_json(value: Any, *, depth: int = JSON_DEPTH) -> Any:
    """The JSON value with its texts in NFC, or what makes it unstorable as a ValidationError."""
    if depth < 0:
        raise ValidationError(_("This is nested too deeply."), code="depth")
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValidationError(_("This holds a number that isn't one."), code="not_finite")
        return value
    if isinstance(value, str):
        return _clean_json_text(value)
    if isinstance(value, list | tuple):
        return [clean_json(item, depth=depth - 1) for item in value]
    if isinstance(value, dict):
        return _clean_json_object(value, depth - 1)
    raise ValidationError(_("This is not JSON."), code="not_json")


def _clean_json_text(text: str) -> str:
    if holds_unstorable(text):
        raise ValidationError(
            _("This holds a character that can't be stored. Please type it again."),
            code="unstorable",
        )
    return unicodedata.normalize("NFC", text)


def _clean_json_object(value: dict[Any, Any], depth: int) -> dict[str, Any]:
    cleaned: dict[str, Any] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise ValidationError(_("This is not JSON."), code="not_json")
        key = _clean_json_text(key)
        if key in cleaned:
            raise ValidationError(_("This names one thing twice."), code="twice")
        cleaned[key] = clean_json(item, depth=depth)
    return cleaned


class CleanCharField(forms.CharField):
    """A form's field for text that people type: `max_length` is counted after cleaning."""

    def __init__(self, *, max_length: int, lines: bool = False, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)
        self.limit = max_length
        self.lines = lines
        # clean_text says what to do, for all of these at once.
        self.validators = []

    @override
    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        return clean_text(str(text), self.limit, lines=self.lines)
