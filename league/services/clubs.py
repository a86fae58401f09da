"""Clubs and their members."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Club, Membership, Recorder, Role, User, Visibility
from league.services.audit import note
from league.services.claims import drop_claims
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
    """Change what an owner chooses: name, zone, visibility, corrections. The address stays: it is printed on walls."""
    before = {field: getattr(club, field) for field in choices}
    for field, value in choices.items():
        setattr(club, field, value)
    club.save(update_fields=list(choices))
    note(by, "club_changed", club, before, choices)
    return club


def find_account(email: str) -> User:
    """The account with this address; a ValidationError that says what to do if there is none."""
    user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    if user is not None and settings.MAIL_CONFIGURED and not _is_confirmed(user):
        message = _("%(email)s is not confirmed yet. Ask them to answer the mail that they got, then add them here.")
        raise ValidationError(message % {"email": email}, code="not_confirmed")
    if user is None:
        message = _("Nobody has signed up with %(email)s. Ask them to make an account first, then add them here.")
        raise ValidationError(message % {"email": email}, code="no_account")
    return user


def _is_confirmed(user: User) -> bool:
    """Whoever signs up may type somebody else's address: a role goes only to who reads its mail."""
    return bool(EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists())


@transaction.atomic
def set_role(club: Club, who: User | str, role: str, by: Recorder | None = None) -> Membership:
    """Give somebody a role, by account or by its e-mail address. The last owner stays owner."""
    user = find_account(who) if isinstance(who, str) else who
    _lock(club)
    if role != Role.OWNER:
        _refuse_last_owner(club, user)
    had = Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first()
    member, _made = Membership.objects.update_or_create(club=club, user=user, defaults={"role": role})
    note(by, "role_given", member, {"account": user.pk, "role": had}, {"account": user.pk, "role": role})
    return member


@transaction.atomic
def remove_member(club: Club, user: User, by: Recorder | None = None) -> None:
    """Somebody who is no member any more; what they recorded stays."""
    _lock(club)
    _refuse_last_owner(club, user)
    drop_claims(club, user)
    for member in Membership.objects.filter(club=club, user=user):
        note(by, "member_removed", member, {"account": user.pk, "role": member.role}, {})
        member.delete()


def _refuse_last_owner(club: Club, user: User) -> None:
    owners = Membership.objects.filter(club=club, role=Role.OWNER).values_list("user_id", flat=True)
    if list(owners) == [user.pk]:
        raise ValidationError(_("A club needs an owner: make somebody else one first."), code="last_owner")


def _lock(club: Club) -> None:
    """Two owners who step down at the same moment must not leave a club without one."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
