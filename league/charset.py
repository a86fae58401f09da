"""Requests in another encoding than UTF-8, the one of every form here: told apart before anybody decodes them."""

from typing import Any

from django.http import HttpRequest
from django.utils.http import parse_header_parameters

UTF8 = "utf-8"
ODD = "upcard.odd_charset"


def readable(environ: dict[str, Any]) -> dict[str, Any]:
    """The same request; where it names another charset, without it and with a mark, by which it is refused."""
    try:
        kind, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
    except ValueError:  # longer than any header of that name
        return environ | {"CONTENT_TYPE": "", ODD: True}
    if parameters.get("charset", UTF8).lower() == UTF8:
        return environ
    return environ | {"CONTENT_TYPE": kind, ODD: True}


def is_utf8(request: HttpRequest) -> bool:
    """Whether what was sent is said to be in the encoding in which it is read."""
    if (request.content_params or {}).get("charset", UTF8).lower() == UTF8:
        return ODD not in request.META
    request.encoding = UTF8  # for the page that says what is wrong
    return False
