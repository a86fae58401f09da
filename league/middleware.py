"""What every request passes before a view sees it."""

from collections.abc import Callable, Iterable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from league.charset import is_utf8
from league.importing.uploads import MEGABYTE, MOST_BYTES, limit_text
from league.indexing import keeps_out, looked_at
from league.models import Visibility
from league.sessions import see_again
from league.text import holds_unstorable

MOST_SENT = MOST_BYTES + MEGABYTE
"""Bytes of a request: files, and what is around them."""

type Answer = Callable[[HttpRequest], HttpResponse]


class UsableTextMiddleware:
    """Answers 400 where an address or cookie holds a character that PostgreSQL can't compare.

    A posted form gets its answer beside the field, from CleanCharField and Django's own;
    where a view let such a value through to the database, this turns the error into a 400.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_utf8(request):
            return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)
        if where := unusable_part(request):
            return refuse(request, where)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        where = unusable_field(request.POST)
        return refuse(request, where) if where else None


class SmallEnoughMiddleware:
    """Answers 413 to whoever sends more than the site ever takes, before any of it is read."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdecimal() and int(length[:20]) > MOST_SENT:
            return render(request, "413.html", {"limit": limit_text()}, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return self.get_response(request)


class KeptOutMiddleware:
    """Tells search engines what is not for them, and caches what belongs to members only."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if keeps_out(request):
            response["X-Robots-Tag"] = "noindex"
        club = looked_at(request)
        if club is not None and club.visibility == Visibility.MEMBERS:
            response["Cache-Control"] = "private, no-store"
        return response


class WordsMiddleware:
    """Words for an answer that has none, and a day's mark on the session of whoever looks at a page."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if request.method == "GET" and "HX-Request" not in request.headers:
            see_again(request)
        if answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not answer.content:
            allowed = answer.headers.get("Allow", "")
            answer = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
            answer.headers["Allow"] = allowed
        return answer


def unusable_part(request: HttpRequest) -> str:
    """Where in the request a character stands that can't be used, in words; else nothing."""
    if holds_unstorable(request.path_info):
        return _("the address")
    # A quoted cookie may spell a NUL out, as \000.
    if any(holds_unstorable(value) for value in request.COOKIES.values()):
        return _("a cookie")
    return unusable_field(request.GET)


def unusable_field(fields: "MultiValueDict[str, str]") -> str:
    for name, values in fields.lists():
        if holds_unstorable(name):
            return _("the name of a field")
        if any(holds_unstorable(value) for value in _texts(values)):
            return name
    return ""


def _texts(values: Iterable[object]) -> Iterable[str]:
    return (value for value in values if isinstance(value, str))


def refuse(request: HttpRequest, where: str) -> HttpResponse:
    return render(request, "unusable_text.html", {"where": where}, status=400)
