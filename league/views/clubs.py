"""The front page, and an owner's settings of a club."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.days import club_date
from league.forms.clubs import ClubSettingsForm, RoleForm
from league.founders import may_found_clubs
from league.http import HttpRequest
from league.models import Club, ClubState, Membership, Player, User
from league.policy import Access, Action, get_club_for
from league.services.claims import waiting_claims
from league.services.clubs import remove_member, set_role, update_club
from league.services.founding import is_new
from league.standings.history import last_of_all, open_tables
from league.views.answers import again, see
from league.views.asker import asker

LAST_AT_HOME = 5
MOST_PLAYERS = 10
LISTED = 50
"""So many clubs on the front page, and no more."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """My clubs, everybody's clubs, and how to begin."""
    mine = _at_home(request.user) if request.user.is_authenticated else {"mine": []}
    others = Club.objects.listed().exclude(pk__in=[access.club.pk for access in mine["mine"]])
    listed = list(others.order_by("name")[:LISTED])
    if not (listed or request.user.is_authenticated) and is_new():
        return redirect("first-run")
    return render(request, "clubs/home.html", mine | {"listed": listed, "may_found": may_found_clubs()})


def _at_home(user: User) -> dict[str, Any]:
    """A member's clubs, with what is being played there by them, and their last games; of suspended ones the name."""
    memberships = Membership.objects.filter(user=user).select_related("club").order_by("club__name", "pk")
    mine = [Access(membership.club, membership.role) for membership in memberships]
    clubs = [access.club for access in mine if access.club.state != ClubState.SUSPENDED]
    players = Player.objects.filter(account=user, merged_into=None, club__in=clubs).order_by("pk")[:MOST_PLAYERS]
    today = min((club_date(club) for club in clubs), default=None)
    return {
        "mine": mine,
        "tables": open_tables(clubs, user, today) if today else [],
        "recorded_in": {access.club.slug for access in mine if access.may_record},
        "played": last_of_all(players, LAST_AT_HOME),
        "is_player": bool(players),
        "claimed_in": [access.club for access in mine if access.may_claim],
    }


@require_http_methods(["GET", "HEAD", "POST"])
def club_edit(request: HttpRequest, club: str) -> HttpResponse:
    """Name, zone, who may look, and the members."""
    access = get_club_for(request, club, Action.CLUB)
    if request.method != "POST":
        return render(request, "clubs/edit.html", _settings(access))
    form = ClubSettingsForm(request.POST)
    if not form.is_valid():
        return again(request, "clubs/edit.html", _settings(access, form=form))
    update_club(access.club, **form.cleaned_data, by=asker(request, access.club))
    messages.success(request, _("Saved."))
    return see("club-edit", club)


@require_POST
def member_role(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """Give a member another role."""
    access = get_club_for(request, club, Action.CLUB)
    found = _get_member(access, member)
    form = RoleForm(request.POST)
    if form.is_valid():
        try:
            set_role(access.club, found.user, form.cleaned_data["role"], asker(request, access.club))
        except ValidationError as error:
            form.add_error("role", error)
    if not form.is_valid():
        return again(request, "clubs/edit.html", _settings(access, wrong=(found.pk, form)))
    messages.success(request, _("Saved."))
    return see("club-edit", club)


@require_POST
def member_remove(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """Take somebody's role away; what was recorded stays."""
    access = get_club_for(request, club, Action.CLUB)
    found = _get_member(access, member)
    try:
        remove_member(access.club, found.user, asker(request, access.club))
    except ValidationError as error:
        form = RoleForm({"role": found.role})
        form.add_error("role", error)
        return again(request, "clubs/edit.html", _settings(access, wrong=(found.pk, form)))
    messages.success(request, _("%(name)s is no member any more.") % {"name": found.user})
    # Whoever removed themselves may not come back here.
    return see("home") if found.user == request.user else see("club-edit", club)


def _get_member(access: Access, member: int) -> Membership:
    return get_object_or_404(Membership.objects.select_related("user"), club=access.club, pk=member)


def _settings(
    access: Access,
    form: ClubSettingsForm | None = None,
    wrong: tuple[int, RoleForm] | None = None,
) -> dict[str, Any]:
    club = access.club
    saved = {name: getattr(club, name) for name in ClubSettingsForm.base_fields}
    members = Membership.objects.filter(club=club).select_related("user").order_by("joined_at", "pk")
    pk, wrong_form = wrong or (None, None)
    return {
        "access": access,
        "form": form or ClubSettingsForm(initial=saved),
        "claims": waiting_claims(club),
        "members": [
            (
                member,
                wrong_form
                if member.pk == pk
                else RoleForm(initial={"role": member.role}, auto_id=f"id_{member.pk}_%s"),
            )
            for member in members
        ],
    }
