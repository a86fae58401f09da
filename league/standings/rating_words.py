"""How ratings are written: whole points, so that before, change and after add up on every page."""

from math import floor

from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from league.bridge.rulebook import variant_keys, variant_name
from league.standings.rating_pools import Pool

HUNDRED = 100


def points_of(value: float) -> int:
    """To the nearest whole point, halves up."""
    return floor(value + 0.5)


def points(value: float) -> str:
    """A rating, or its doubt."""
    return number_format(points_of(value), use_l10n=True, force_grouping=True)


def gain(before: float, after: float) -> str:
    """What was won or lost, with its sign."""
    change = points_of(after) - points_of(before)
    if not change:
        return "±0"
    return f"{'+' if change > 0 else '−'}{number_format(abs(change), use_l10n=True, force_grouping=True)}"


def chance(value: float) -> str:
    """A chance in percent; nothing that may happen has none, and nothing is sure."""
    percent = points_of(value * HUNDRED)
    if percent < 1:
        return _("under %(percent)s") % {"percent": _percent(1)}
    if percent >= HUNDRED:
        return _("over %(percent)s") % {"percent": _percent(HUNDRED - 1)}
    return _percent(percent)


def _percent(whole: int) -> str:
    return f"{whole}\u202f%"


def pool_name(pool: Pool) -> str:
    """The games that are rated together."""
    keys = {row.variant for row in pool.rows}
    return get_text_list([variant_name(key) for key in variant_keys() if key in keys], _("and"))
