"""Letting people into a club by a link."""

from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Club, ClubState, Invitation, Membership, Recorder, Role, User
from league.models.invitations import MOST_USES
from league.services.audit import note
from league.services.locks import lock_club
from league.services.recorders import get_recorder

MOST_OPEN = 50
"""So many invitations of a club may be open: all of them stand on one page."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody at the door: who they are in the club already, if the invitation would give them no more."""

    invitation: Invitation
    member: Membership | None


@transaction.atomic
def make_invitation(
    club: Club, user: User, role: str, expires_at: datetime, most_uses: int = 1, by: Recorder | None = None
) -> Invitation:
    """A link that makes members of this role. A ValidationError says what can't be."""
    lock_club(club.pk)
    if role not in set(Role) - {Role.OWNER}:
        raise ValidationError({"role": ValidationError(_("Nobody is invited to that role."), code="role")})
    if expires_at <= timezone.now():
        raise ValidationError({"until": ValidationError(_("That day is past."), code="past")})
    if not 1 <= most_uses <= MOST_USES:
        message = _("Between 1 and %(most)s people.") % {"most": MOST_USES}
        raise ValidationError({"most_uses": ValidationError(message, code="uses")})
    if club.invitations.open().count() >= MOST_OPEN:
        raise ValidationError(_("Many invitations are open already. Withdraw some of them first."), code="many")
    invitation = Invitation.objects.create(
        club=club, made_by=user, role=role, expires_at=expires_at, most_uses=most_uses
    )
    note(by, "invitation_made", invitation, {}, {"role": role})
    return invitation


@transaction.atomic
def revoke_invitation(invitation: Invitation, by: Recorder | None = None) -> None:
    """The link leads nowhere from now on. Who joined by it stays."""
    if Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now()):
        note(by, "invitation_withdrawn", invitation, {"role": invitation.role}, {})


def find_entry(token: str, user: User | None) -> Entry:
    """What a link offers to somebody. Writes nothing; a ValidationError says why it offers nothing.

    Its code is "unknown", "expired" or "used_up". Unknown and withdrawn are one: who guesses learns nothing.
    """
    return _entry(Invitation.objects.select_related("club").filter(token=token), user)


@transaction.atomic
def accept_invitation(token: str, user: User, device: str = "") -> Entry:
    """Make somebody a member, or raise their role, for one use. Whoever has such a role already keeps it for none."""
    invitations = Invitation.objects.select_related("club").filter(token=token)
    entry = _entry(invitations.select_for_update(no_key=True, of=("self",)), user)
    if entry.member is not None:
        return entry
    invitation = entry.invitation
    _raise_role(invitation, user, device)
    invitation.uses += 1
    invitation.save(update_fields=["uses"])
    return entry


def _entry(invitations: QuerySet[Invitation], user: User | None) -> Entry:
    invitation = invitations.filter(revoked_at=None, club__state=ClubState.OPEN).first()
    if invitation is None:
        message = _("This invitation does not work. Ask whoever sent it for a new one.")
        raise ValidationError(message, code="unknown")
    member = Membership.objects.filter(club=invitation.club, user=user).first() if user else None
    if member and Role(member.role).rank >= Role(invitation.role).rank:
        return Entry(invitation, member)
    if invitation.expires_at <= timezone.now():
        message = _("This invitation was for a time that is over. Ask whoever sent it for a new one.")
        raise ValidationError(message, code="expired")
    if invitation.uses_left <= 0:
        message = _("This invitation has been used as often as it can be. Ask whoever sent it for a new one.")
        raise ValidationError(message, code="used_up")
    return Entry(invitation, None)


def _raise_role(invitation: Invitation, user: User, device: str) -> None:
    """Behind the club's lock, as every change of a role: it may have changed since it was read."""
    club, role = lock_club(invitation.club_id), Role(invitation.role)
    had = Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first()
    if had and Role(had).rank >= role.rank:
        return
    member, _made = Membership.objects.update_or_create(club=club, user=user, defaults={"role": role})
    by = get_recorder(club, user, device)
    note(by, "member_joined", member, {"account": user.pk, "role": had}, {"account": user.pk, "role": role})
