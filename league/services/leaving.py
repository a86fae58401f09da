"""Leaving the site: the account goes, and what it entered stays, entered by nobody in particular."""

from collections.abc import Collection, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Club, ClubState, Membership, Player, Recorder, Role, User
from league.services.audit import note
from league.services.forgetting import forget_player
from league.services.recorders import get_recorder, names_changed
from league.services.sessions import end_sessions


class LastOwnerError(ValidationError):
    """Clubs that would be left without an owner."""

    def __init__(self, clubs: Sequence[Club]) -> None:
        self.clubs = clubs
        super().__init__(_("Some clubs have no other owner."), code="last_owner")


def clubs_of(user: User) -> list[Club]:
    """Every club that knows an account: by membership, as a player, or as who recorded."""
    known = Q(memberships__user=user) | Q(players__account=user) | Q(recorders__account=user)
    return list(Club.objects.filter(pk__in=Club.objects.filter(known).values("pk")).order_by("name", "pk"))


def clubs_that_need(user: User) -> list[Club]:
    """Open clubs that have no other owner."""
    owned = Club.objects.filter(state=ClubState.OPEN, memberships__user=user, memberships__role=Role.OWNER)
    others = Membership.objects.filter(role=Role.OWNER).exclude(user=user).values("club")
    return list(owned.exclude(pk__in=others).order_by("name", "pk"))


def delete_account(user: User, forget_in: Collection[int] = (), device: str = "") -> None:
    """The account, its roles, claims and sessions are gone. No fact changes; players keep their names.

    `forget_in`: the clubs in which the name is to be forgotten as well. LastOwnerError if a club would be left alone.
    """
    with transaction.atomic():
        clubs = clubs_of(user)
        list(Club.objects.select_for_update(no_key=True).filter(pk__in=[club.pk for club in clubs]).order_by("pk"))
        if needed := clubs_that_need(user):
            raise LastOwnerError(needed)
        for club in clubs:
            _leave(club, user, get_recorder(club, user, device), forget=club.pk in forget_in)
        end_sessions(user)
        user.delete()


def _leave(club: Club, user: User, by: Recorder, *, forget: bool) -> None:
    """Told in the club's log by a number; whoever recorded is a former member from now on."""
    member = Membership.objects.filter(club=club, user=user).first()
    if member:
        note(by, "account_deleted", member, {"account": user.pk, "role": member.role}, {})
    # Before the name is forgotten, which would make them "a member" still.
    mine = Recorder.objects.filter(club=club, account=user)
    mine.update(account=None, label=_("Former member"))
    names_changed(club)
    for player in Player.objects.filter(club=club, account=user, merged_into=None) if forget else ():
        forget_player(player, by)
