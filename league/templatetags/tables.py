"""Rows of figures, put into words of HTML at once: a variable of Django's costs more than the query behind it."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from league.standings.build import Cell

register = template.Library()


@register.simple_tag
def figures(cells: Iterable[Cell]) -> SafeString:
    """A cell for each figure."""
    return format_html_join("", '<td class="{}">{}</td>', ((cell.look, cell.text) for cell in cells))
