"""Letting people in: the links of a club, and the page that a link leads to."""

from http import HTTPStatus
from typing import Any

from allauth.core.ratelimit import consume
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.days import club_date, end_of
from league.forms.invitations import InvitationForm
from league.http import HttpRequest
from league.models import Club, Invitation, Player, User
from league.policy import Access, Action, get_club_for, user_of
from league.qr import qr_svg
from league.services.claims import waiting_claims
from league.services.invitations import accept_invitation, find_entry, make_invitation, revoke_invitation
from league.services.mail import mail_invitation
from league.views.answers import again, chosen_id, posted, see
from league.views.asker import asker, device
from league.views.discreet import discreet

GONE = {"expired", "used_up"}


@require_http_methods(["GET", "HEAD", "POST"])
@discreet
def invitation_list(request: HttpRequest, club: str) -> HttpResponse:
    """The open invitations with their links and codes, and a form for another one."""
    access = get_club_for(request, club, Action.INVITE)
    form = _form(access, posted(request))
    if request.method != "POST":
        return render(request, "invitations/list.html", invitations_page(request, access, form))
    if form.is_valid():
        try:
            _spend_a_mail(request, form)
            invitation = _make(request, access, form)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return see(f"{reverse('invitation-list', args=[club])}?made={invitation.pk}")
    return again(request, "invitations/list.html", invitations_page(request, access, form))


@require_POST
def invitation_revoke(request: HttpRequest, club: str, invitation: int) -> HttpResponse:
    """The link leads nowhere from now on."""
    access = get_club_for(request, club, Action.INVITE)
    invitations = Invitation.objects.filter(club=access.club, role__in=access.invites)
    revoke_invitation(get_object_or_404(invitations, pk=invitation), by=asker(request, access.club))
    messages.success(request, _("Withdrawn. Its link leads nowhere any more."))
    return see("invitation-list", club)


@require_http_methods(["GET", "HEAD", "POST"])
@discreet
def invitation_join(request: HttpRequest, token: str) -> HttpResponse:
    """What the link offers, and a button to take it. Opening it takes nothing."""
    user = request.user if request.user.is_authenticated else None
    try:
        if request.method != "POST":
            return render(request, "invitations/join.html", {"entry": find_entry(token, user), "path": request.path})
        if user is None:
            find_entry(token, None)
            return redirect_to_login(request.path)
        entry = accept_invitation(token, user, device(request))
    except ValidationError as error:
        status = HTTPStatus.GONE if error.code in GONE else HTTPStatus.NOT_FOUND
        return render(request, "invitations/unusable.html", {"error": error.messages[0]}, status=status)
    club = entry.invitation.club
    if entry.member is None:
        messages.success(request, _("Welcome to %(club)s.") % {"club": club})
    return see("player-claim" if _may_be_a_player(club, user_of(request)) else "club-tonight", club.slug)


def invitations_page(request: HttpRequest, access: Access, form: InvitationForm | None = None, **more: Any) -> Any:
    """What the page of invitations shows. An organiser sees no link that makes organisers."""
    invitations = access.club.invitations.open().filter(role__in=access.invites)
    return {
        "access": access,
        "form": form or _form(access),
        "claims": waiting_claims(access.club),
        "made": chosen_id(request, "made"),
        "invitations": [_shown(request, one) for one in invitations.order_by("-created_at", "-pk")],
        "zone": access.club.zone,
        **more,
    }


def _form(access: Access, data: Any = None) -> InvitationForm:
    today = club_date(access.club)
    return InvitationForm(data, roles=access.invites, today=today, mail=settings.MAIL_CONFIGURED)


def _make(request: HttpRequest, access: Access, form: InvitationForm) -> Invitation:
    """Made, mailed if somebody's address was typed, and told."""
    said, user = form.cleaned_data, user_of(request)
    ends, by = end_of(access.club, said["until"]), asker(request, access.club)
    invitation = make_invitation(access.club, user, said["role"], ends, said["most_uses"], by=by)
    email = said.get("email")
    if not email:
        messages.success(request, _("The invitation is ready. Hand on its link or its QR code."))
    elif mail_invitation(invitation, _link(request, invitation), email, by.label):
        messages.success(request, _("The invitation is on its way to %(email)s.") % {"email": email})
    else:
        messages.warning(request, _("The mail could not be sent. The invitation is ready: hand on its link instead."))
    return invitation


def _spend_a_mail(request: HttpRequest, form: InvitationForm) -> None:
    """Nobody sends letters to strangers by the hundred from here."""
    if form.cleaned_data.get("email") and not consume(request, action="invitation_mail"):
        message = _("Many invitations were mailed in the last hour. Hand on the link instead, or wait a while.")
        raise ValidationError({"email": ValidationError(message, code="rate")})


def _link(request: HttpRequest, invitation: Invitation) -> str:
    return request.build_absolute_uri(reverse("invitation-join", args=[invitation.token]))


def _shown(request: HttpRequest, invitation: Invitation) -> dict[str, Any]:
    link = _link(request, invitation)
    title = _("QR code of the link to join as %(role)s") % {"role": invitation.get_role_display()}
    return {"it": invitation, "link": link, "qr": qr_svg(link, title)}


def _may_be_a_player(club: Club, user: User) -> bool:
    """Whether it makes sense to ask which player somebody is."""
    players = Player.objects.filter(club=club, merged_into=None)
    return not players.filter(account=user).exists() and players.filter(account=None).exists()
