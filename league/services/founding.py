"""How a site and its clubs begin: the first owner by a code, other founders as the site allows."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from league.models import Club, FounderInvitation, SetupCode, User
from league.models.founding import CODE_LENGTH
from league.services.clubs import create_club

PART = 4
"""So many letters of a code between two hyphens."""


class AlreadyBegunError(Exception):
    """Somebody was quicker: the site has an account."""


def is_new() -> bool:
    """Whether nobody has an account on this site yet."""
    return not User.objects.exists()


def first_code() -> str | None:
    """What the first owner must type, in parts that can be read out; None once there is an account."""
    if not is_new():
        return None
    code = SetupCode.objects.get_or_create(pk=SetupCode.ONLY)[0].code
    return "-".join(code[at : at + PART] for at in range(0, CODE_LENGTH, PART))


@transaction.atomic
def begin_site(code: str, name: str, email: str, password: str, club: str, zone: str) -> tuple[User, Club]:
    """The first owner and their club. Of two who race, the second waits for the row that the first deletes.

    Raises AlreadyBegunError, and a ValidationError for another code than the one that was printed.
    """
    setup = SetupCode.objects.select_for_update().filter(pk=SetupCode.ONLY).first()
    if not is_new():
        raise AlreadyBegunError
    if setup is None or not constant_time_compare(_plain(code), setup.code):
        message = _("That is not the code that the server printed.")
        raise ValidationError({"code": ValidationError(message, code="wrong")})
    user = User.objects.create_user(email, name, password)
    EmailAddress.objects.create(user=user, email=user.email, primary=True)
    setup.delete()
    return user, create_club(user, club, zone)


def _plain(code: str) -> str:
    return "".join(letter for letter in code.upper() if letter.isalnum())


def invite_founder(days: int) -> FounderInvitation:
    """A link by which one person may found one club, on a site where others may not."""
    return FounderInvitation.objects.create(expires_at=timezone.now() + timedelta(days=days))


@transaction.atomic
def found_by_link(token: str, user: User, name: str, zone: str) -> Club | None:
    """A club, for the link; None if it was used or ended meanwhile. Two who race for it get one club."""
    used = FounderInvitation.objects.open().filter(token=token).update(used_at=timezone.now(), used_by=user)
    return create_club(user, name, zone) if used else None
