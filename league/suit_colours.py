"""Whether this browser shows cards in two colours or in four: clubs green and diamonds blue. The shape always tells."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect

from league.http import HttpRequest

COOKIE = "suit_colours"
FOUR = "four"
CHOICE = "colours"
"""What an address says when somebody chooses."""


def four_colours(request: HttpRequest) -> bool:
    """What was chosen here; two colours unless."""
    return request.COOKIES.get(COOKIE) == FOUR


def keep_colours(answer: HttpResponse, chosen: str) -> None:
    """Keep the choice for as long as that of a language."""
    if chosen != FOUR:
        answer.delete_cookie(COOKIE, samesite="Lax")
        return
    answer.set_cookie(
        COOKIE,
        FOUR,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
    )


def choose_colours(request: HttpRequest) -> HttpResponse:
    """Kept in this browser; then the same page again, without the choice in its address."""
    rest = request.GET.copy()
    chosen = rest.pop(CHOICE)[-1]
    address = f"{request.path}?{rest.urlencode()}" if rest else request.path
    answer = HttpResponseRedirect(address, status=HTTPStatus.SEE_OTHER)
    keep_colours(answer, str(chosen))
    return answer
