"""How exact values are written: nothing here rounds before the last moment."""

import re
from fractions import Fraction
from functools import lru_cache

from django.utils.formats import number_format
from django.utils.translation import get_language

from league.standings.metrics import Kind, Metric, Reads, Sums, Value

VULGAR = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}
FRACTION_SLASH = "\u2044"
HUNDRED = 100
NOTHING = "–"
MINUS = "−"


def figure(metric: Metric, value: Value | None, places: int = 2) -> str:
    """A metric's value as a table shows it; averages with so many decimal places, percents with one less."""
    if value is None:
        return NOTHING
    if metric.kind == Kind.SHARES:
        return shares(Fraction(value))
    if metric.kind == Kind.AVERAGE:
        return decimal(Fraction(value), places)
    if metric.kind == Kind.PERCENT:
        return f"{decimal(Fraction(value) * HUNDRED, places - 1)}\u202f%"
    return ("" if value >= 0 else MINUS) + _localized(str(abs(int(value))), get_language(), grouped=True)


def figure_of(metric: Metric, sums: Sums) -> str:
    """A player's figure, as a table shows it."""
    if metric.reads == Reads.SUMS:
        return _figure_of(metric, sums.games, sums.won12, sums.points, sums.nights, get_language())
    return figure(metric, metric.compute(sums))


# A table that is asked for every five seconds has the same figures again and again.
@lru_cache(maxsize=8192)
def _figure_of(metric: Metric, games: int, won12: int, points: int, nights: int, _language: str | None) -> str:
    return figure(metric, metric.compute(Sums(0, "", games, won12, points, nights)))


EXACT = 12


def figures_apart(metric: Metric, one: Value | None, other: Value | None) -> tuple[str, str]:
    """Two values with as many decimal places as it takes to tell them apart."""
    for places in range(2, EXACT + 1):
        texts = figure(metric, one, places), figure(metric, other, places)
        if one == other or texts[0] != texts[1]:
            break
    return texts


def shares(value: Fraction) -> str:
    """Shared wins as people write them: 9½, ⅓, and twelfths with a slash."""
    if value < 0:
        return MINUS + shares(-value)
    whole, part = divmod(value, 1)
    if not part:
        return str(whole)
    if part in VULGAR:
        return f"{whole or ''}{VULGAR[part]}"
    return f"{f'{whole} ' if whole else ''}{part.numerator}{FRACTION_SLASH}{part.denominator}"


def parse_shares(text: str) -> Fraction | None:
    """Wins as people write them: 1, ½, 1/3, 1½, 1 1/2, 0.5, with a minus perhaps. None for what is no such number."""
    plain = text.replace(FRACTION_SLASH, "/").replace(MINUS, "-").replace(",", ".")
    for part, sign in VULGAR.items():
        plain = plain.replace(sign, f" {part.numerator}/{part.denominator}")
    found = _SHARES.fullmatch(" ".join(plain.split()).replace("- ", "-"))
    if not found or not (found["whole"] or found["over"]):
        return None
    value = Fraction(found["whole"] or 0)
    if found["over"]:
        if not int(found["under"]) or "." in (found["whole"] or ""):
            return None
        value += Fraction(int(found["over"]), int(found["under"]))
    return -value if found["sign"] == "-" else value


_SHARES = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>[0-9]{1,3}(?:\.[0-9]{1,3})?(?![0-9/]))?(?: ?(?P<over>[0-9]{1,2})/(?P<under>[0-9]{1,2}))?"
)


def decimal(value: Fraction, places: int = 2) -> str:
    """Rounded half up, away from zero, in the reader's own notation."""
    text = plain_decimal(value, places)
    return (MINUS if text[0] == "-" else "") + _localized(text.removeprefix("-"), get_language())


def plain_decimal(value: Fraction, places: int = 2) -> str:
    """The same number as programs read it."""
    scale = 10**places
    rounded = (abs(value) * scale * 2 + 1) // 2
    sign = "-" if value < 0 and rounded else ""
    return f"{sign}{rounded // scale}.{rounded % scale:0{places}}"


@lru_cache(maxsize=4096)
def _localized(number: str, _language: str | None, *, grouped: bool = False) -> str:
    """Remembered, for tables hold the same figures again and again, and reading a language's rules takes long."""
    return number_format(number, use_l10n=True, force_grouping=grouped)


def signed(value: Fraction, places: int = 2) -> str:
    """With its sign, as gains and losses are written."""
    return f"+{decimal(value, places)}" if value > 0 else decimal(value, places)


def percent(part: int, whole: int) -> str:
    """Of so many; nothing of nothing."""
    if not whole:
        return NOTHING
    rounded = (Fraction(part * HUNDRED, whole) * 2 + 1) // 2
    return f"{rounded}\u202f%"
