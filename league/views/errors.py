"""Pages for what may not be."""

from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.importing.uploads import limit_text
from league.models import Club
from league.policy import ClubSuspendedError


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: one may look only; or the club is suspended, with the reason."""
    if not isinstance(exception, ClubSuspendedError):
        return render(request, "403.html", status=HTTPStatus.FORBIDDEN)
    club = Club.objects.get(pk=exception.club_id)
    return render(request, "clubs/suspended.html", {"suspended": club}, status=HTTPStatus.FORBIDDEN)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: what was sent can't be read; or 413, if only because it is too much."""
    if not isinstance(exception, RequestDataTooBig):
        return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)
    limit = limit_text(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    return render(request, "413.html", {"limit": limit}, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
