"""Pages of a list whose rows are put into words."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page


def page_with[Row](page: "Page[Any]", rows: Sequence[Row]) -> "Page[Row]":
    """The same page with other rows: those that are shown for what it found."""
    return Page(rows, page.number, page.paginator)
