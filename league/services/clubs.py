"""Clubs and their members."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Club, Membership, Recorder, Role, User, Visibility
from league.services.audit import note
from league.services.claims import drop_claims
from league.services.locks import lock_club
from league.services.seasons import create_first_season
from league.services.slugs import slugs_of


@transaction.atomic
def create_club(user: User, name: str, zone: str, visibility: str = Visibility.UNLISTED) -> Club:
    """A club that can be played in at once: with its owner, a season, and rules for every game."""
    club = _create_at_free_address(name, zone, visibility)
    Membership.objects.create(club=club, user=user, role=Role.OWNER)
    create_first_season(club)
    return club


def _create_at_free_address(name: str, zone: str, visibility: str) -> Club:
    """Two clubs of one name, founded at the same moment, get two addresses."""
    fields = {"name": name, "zone": zone, "visibility": visibility}
    free = (slug for slug in slugs_of(name) if not Club.objects.filter(slug=slug).exists())
    for slug in free:
        club, made = Club.objects.get_or_create(slug=slug, defaults=fields)
        if made:
            return club
    raise AssertionError("slugs_of never ends")


@transaction.atomic
def update_club(club: Club, by: Recorder | None = None, **choices: str) -> Club:
    """Change what an owner chooses, by the name of the field; what is empty stays as it is.

    The address stays in any case: it is printed on walls and cards.
    """
    chosen = {field: value for field, value in choices.items() if value}
    before = {field: getattr(club, field) for field in chosen}
    for field, value in chosen.items():
        setattr(club, field, value)
    club.save(update_fields=list(chosen))
    note(by, "club_changed", club, before, chosen)
    return club


@transaction.atomic
def set_role(club: Club, user: User, role: str, by: Recorder | None = None) -> Membership:
    """Give somebody a role. The last owner stays owner."""
    lock_club(club.pk)  # two owners who step down at the same moment must not leave a club without one
    if role != Role.OWNER:
        _refuse_last_owner(club, user)
    had = Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first()
    member, _made = Membership.objects.update_or_create(club=club, user=user, defaults={"role": role})
    note(by, "role_given", member, {"account": user.pk, "role": had}, {"account": user.pk, "role": role})
    return member


@transaction.atomic
def remove_member(club: Club, user: User, by: Recorder | None = None) -> None:
    """Somebody who is no member any more; what they recorded stays."""
    lock_club(club.pk)
    _refuse_last_owner(club, user)
    drop_claims(club, user)
    for member in Membership.objects.filter(club=club, user=user):
        note(by, "member_removed", member, {"account": user.pk, "role": member.role}, {})
        member.delete()


def _refuse_last_owner(club: Club, user: User) -> None:
    owners = Membership.objects.filter(club=club, role=Role.OWNER).values_list("user_id", flat=True)
    if list(owners) == [user.pk]:
        raise ValidationError(_("A club needs an owner: make somebody else one first."), code="last_owner")
