"""The site as a WSGI application."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.core.wsgi import get_wsgi_application

from league.charset import readable

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

_site = get_wsgi_application()


def application(environ: dict[str, Any], start_response: "StartResponse") -> Iterable[bytes]:
    """Django reads the address by the charset of Content-Type while it makes the request, and breaks on some."""
    return _site(readable(environ), start_response)
