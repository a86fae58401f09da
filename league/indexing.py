"""What search engines and other people's caches keep of the site: pages of public clubs, nobody's own."""

from django.conf import settings
from django.http import HttpRequest

from league.models import Club, Visibility

OWN_PATHS = ("/accounts/", "/found/", "/join/", "/start/", "/t/")
"""Pages about oneself, and those with a token in their address."""


def keeps_out(request: HttpRequest) -> bool:
    """Whether no search engine may list this page: all but what a stranger sees of a public club and of the site."""
    club = looked_at(request)
    return (
        (club is not None and club.visibility != Visibility.PUBLIC)
        or getattr(request, "hides_a_name", False)
        or request.path_info.startswith(OWN_PATHS)
        or settings.SESSION_COOKIE_NAME in request.COOKIES
    )


def looked_at(request: HttpRequest) -> Club | None:
    """The club whose page this is, of one that may be looked at: policy notes it."""
    return getattr(request, "looked_at", None)
