"""Closing a club, which is then deleted, and opening it again while there is time."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.forms.clubs import CloseClubForm
from league.http import HttpRequest
from league.policy import Action, get_club_for
from league.services.ending import REGRET, close_club, reopen_club
from league.views.answers import again, posted, see
from league.views.asker import asker


@require_http_methods(["GET", "HEAD", "POST"])
def club_close(request: HttpRequest, club: str) -> HttpResponse:
    """Close a club, once its name has been typed."""
    access = get_club_for(request, club, Action.CLUB)
    form = CloseClubForm(posted(request), club=access.club)
    context = {"access": access, "form": form, "days": REGRET.days}
    if request.method != "POST":
        return render(request, "clubs/close.html", context)
    if not form.is_valid():
        return again(request, "clubs/close.html", context)
    close_club(access.club, asker(request, access.club))
    return see("club-tonight", club)


@require_POST
def club_reopen(request: HttpRequest, club: str) -> HttpResponse:
    """Open it again, with everything that was in it."""
    access = get_club_for(request, club, Action.REOPEN)
    reopened = reopen_club(access.club, asker(request, access.club))
    messages.success(request, _("%(club)s is open again.") % {"club": reopened})
    return see("club-tonight", club)
