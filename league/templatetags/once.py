"""A part of a page that is put into HTML once for the values that it shows, and kept by the process."""

from collections.abc import Mapping
from typing import override

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MOST = 1000
"""Of each part so many are kept, a few kilobytes each; then it begins anew."""


@register.tag
def once(parser: Parser, token: Token) -> "Once":
    """`{% once line=line slug=access.club.slug %}…{% endonce %}`: what stands there sees these values and no other.

    So nothing of the request or of one viewer can be kept by mistake. Values must be hashable and never change.
    """
    name, *bits = token.split_contents()
    values = token_kwargs(bits, parser)
    if bits:
        raise template.TemplateSyntaxError(f"{name} takes values with their names alone: {bits[0]}")
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return Once(nodelist, values)


class Once(template.Node):
    """A screen of five hundred nodes took 10 ms, a third of the time of a hand; most of it was the same as before."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList, values: Mapping[str, FilterExpression]) -> None:
        self.nodelist, self.values = nodelist, values
        self.kept: dict[tuple[object, ...], SafeString] = {}

    @override
    def render(self, context: Context) -> SafeString:
        values = {name: value.resolve(context) for name, value in self.values.items()}
        # With their types: text and HTML that say the same are equal, and so are 1 and True.
        key = (get_language(), *values.values(), *map(type, values.values()))
        html = self.kept.get(key)
        if html is None:
            if len(self.kept) >= MOST:
                self.kept.clear()
            html = self.kept[key] = self.nodelist.render(context.new(values))
        return html
