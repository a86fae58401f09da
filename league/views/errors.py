"""Pages for what may not be."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.models import Club
from league.policy import ClubSuspendedError


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: one may look only; or the club is suspended, with the reason."""
    if not isinstance(exception, ClubSuspendedError):
        return render(request, "403.html", status=HTTPStatus.FORBIDDEN)
    club = Club.objects.get(pk=exception.club_id)
    return render(request, "clubs/suspended.html", {"suspended": club}, status=HTTPStatus.FORBIDDEN)
