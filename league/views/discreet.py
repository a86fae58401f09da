"""Pages with secrets on them or in their address."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.views.decorators.cache import never_cache

type View = Callable[..., HttpResponse]


def discreet(view: View) -> View:
    """Tokens stand on this page or in its address: it is kept nowhere, and no address is told to the next page.

    "no-referrer" would say even less, but with it browsers send forms from nowhere, which CSRF protection refuses.
    """

    @never_cache
    @wraps(view)
    def answer(*args: Any, **kwargs: Any) -> HttpResponse:
        response = view(*args, **kwargs)
        response["Referrer-Policy"] = "strict-origin"
        return response

    return answer
