"""Whether this browser shows cards in two colours or in four: clubs green and diamonds blue. The shape always tells."""

from django.conf import settings
from django.http import HttpResponse

from league.http import HttpRequest

COOKIE = "suit_colours"
FOUR = "four"


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
