"""How a site and its clubs begin: the first run, founding a club, and doing so by an operator's link."""

from http import HTTPStatus

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume_or_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.forms.clubs import ClubForm
from league.forms.founding import FirstRunForm
from league.founders import get_founder_invitation, may_found_clubs
from league.http import HttpRequest, SignedInRequest
from league.models import Club
from league.services.clubs import create_club
from league.services.founding import AlreadyBegunError, begin_site, found_by_link, is_new
from league.views.answers import again, posted, see
from league.views.discreet import discreet


@sensitive_post_parameters("code", "password")
@require_http_methods(["GET", "HEAD", "POST"])
def first_run(request: HttpRequest) -> HttpResponse:
    """The first owner and their club, by the code that the server printed. Gone as soon as there is an account."""
    if not is_new():
        raise Http404
    form = FirstRunForm(posted(request))
    if request.method != "POST":
        return render(request, "clubs/first_run.html", {"form": form})
    stopped: HttpResponse | None = consume_or_429(request, action="first_run", key="first run")
    if stopped is not None:
        return stopped
    if form.is_valid():
        try:
            user, club = begin_site(**form.cleaned_data)
        except AlreadyBegunError:
            raise Http404 from None
        except ValidationError as error:
            form.add_error(None, error)
        else:
            login(request, user, settings.AUTHENTICATION_BACKENDS[0])
            send_verification_email_to_address(request, EmailAddress.objects.get(user=user))
            return _ready(request, club)
    return again(request, "clubs/first_run.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_create(request: SignedInRequest) -> HttpResponse:
    """Found a club, where the site lets everybody; its players come next."""
    if not may_found_clubs():
        return render(request, "clubs/may_not_found.html", status=HTTPStatus.FORBIDDEN)
    form = ClubForm(posted(request))
    if request.method != "POST":
        return render(request, "clubs/create.html", {"form": form})
    if not form.is_valid():
        return again(request, "clubs/create.html", {"form": form})
    return _ready(request, create_club(request.user, **form.cleaned_data))


@require_http_methods(["GET", "HEAD", "POST"])
@discreet
def club_found(request: HttpRequest, token: str) -> HttpResponse:
    """Found one club, by a link that an operator handed out."""
    get_founder_invitation(token)
    if not request.user.is_authenticated:
        return render(request, "clubs/invited_to_found.html", {"path": request.path})
    form = ClubForm(posted(request))
    if request.method != "POST":
        return render(request, "clubs/create.html", {"form": form})
    if not form.is_valid():
        return again(request, "clubs/create.html", {"form": form})
    club = found_by_link(token, request.user, **form.cleaned_data)
    if club is None:
        raise Http404
    return _ready(request, club)


def _ready(request: HttpRequest, club: Club) -> HttpResponse:
    messages.success(request, _("%(club)s is ready. Add the players, then start a game.") % {"club": club})
    return see("player-add", club.slug)
