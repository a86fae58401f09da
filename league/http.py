"""Requests as the middleware leaves them, for the type checker."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest as DjangoHttpRequest
from django_htmx.middleware import HtmxDetails

from league.models import User


class HttpRequest(DjangoHttpRequest):
    """Any request: somebody signed in or not, by htmx or not."""

    htmx: HtmxDetails
    user: User | AnonymousUser


class SignedInRequest(HttpRequest):
    """A request behind `login_required`."""

    user: User
