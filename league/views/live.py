"""Parts of pages that keep themselves up to date: asked for again and again, answered only if something changed."""

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseNotModified
from django.utils.translation import get_language

from league.bridge.rows import digest_of
from league.http import HttpRequest
from league.policy import Access
from league.views.answers import fragment


def live_part(request: HttpRequest, tag: str, template: str, context: Callable[[], dict[str, Any]]) -> HttpResponse:
    """A polled fragment with its tag, made only if the asker has another one."""
    if request.headers.get("HX-PTag") == tag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = fragment(request, template, context())
    response["HX-PTag"] = tag
    response["Cache-Control"] = "no-store"
    return response


def live_tag(access: Access, *state: object) -> str:
    """A tag that changes with what is shown, be it a name only, and never tells one audience about another's page."""
    club = access.club
    audience = club.visibility
    return digest_of([audience, get_language(), settings.VERSION, club.slug, club.names, *map(str, state)])[:20]


def version_now() -> int:
    """A version for what has none of its own: read later is newer. The same tag needs no newer version."""
    return time.time_ns() // 1_000_000
