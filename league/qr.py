"""QR codes as inline SVG, which any screen and any printer shows sharp."""

import segno
from django.utils.safestring import SafeString, mark_safe

DARK = "#16211d"


def qr_svg(text: str, title: str) -> SafeString:
    """The code of a text, named for those who don't see it. No style attribute: our policy forbids them."""
    code = segno.make(text, error="m", micro=False)
    svg = code.svg_inline(title=title, omitsize=True, svgclass="qr", lineclass=None, dark=DARK, light="#fff")
    svg = svg.replace("<svg ", '<svg role="img" ', 1)  # not every reader takes a title for a name without it
    return mark_safe(svg)  # noqa: S308  # segno escapes the title; the rest is numbers
