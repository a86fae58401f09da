"""Exact values in a template."""

from fractions import Fraction

from django import template

from league.standings.figures import decimal

register = template.Library()


@register.filter
def exact(value: Fraction) -> str:
    """A fraction as the site writes it."""
    return decimal(value)
