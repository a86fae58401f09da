"""Requests as the middleware leaves them, for the type checker."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest as DjangoHttpRequest
from django_htmx.middleware import HtmxDetails

from league.models import Club, User


class HttpRequest(DjangoHttpRequest):
    """Any request: somebody signed in or not, by htmx or not."""

    htmx: HtmxDetails
    user: User | AnonymousUser
    # Set by policy: the club whose page this is. What search engines and caches may keep depends on it.
    looked_at: Club
    # Set by a view: the page is about somebody whose name is hidden.
    hides_a_name: bool


class SignedInRequest(HttpRequest):
    """A request behind `login_required`."""

    user: User
