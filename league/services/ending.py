"""A club that ends or rests: closed by its owner and deleted a month later, or suspended by who runs the site."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Club, ClubState, Recorder
from league.services.audit import note
from league.services.locks import lock_club

CLOSED = "club_closed"
REOPENED = "club_reopened"
SUSPENDED = "club_suspended"
UNSUSPENDED = "club_unsuspended"

REGRET = timedelta(days=30)
"""So long a closed club can be opened again."""


@transaction.atomic
def close_club(club: Club, by: Recorder) -> Club:
    """From now on everybody only looks; deleted for good when the time to regret it is over. Closed twice, once."""
    locked = lock_club(club.pk)
    if locked.state == ClubState.OPEN:
        locked.purge_at = timezone.now() + REGRET
        _put(locked, ClubState.CLOSED, CLOSED, by)
    return locked


@transaction.atomic
def reopen_club(club: Club, by: Recorder) -> Club:
    """Everything is as it was before it was closed."""
    locked = lock_club(club.pk)
    if locked.state == ClubState.CLOSED:
        locked.purge_at = None
        _put(locked, ClubState.OPEN, REOPENED, by)
    return locked


@transaction.atomic
def suspend_club(club: Club, why: str = "") -> Club:
    """Members see why, others nothing. What phones send is held; a closed club is not deleted meanwhile."""
    locked = lock_club(club.pk)
    locked.why = why
    _put(locked, ClubState.SUSPENDED, SUSPENDED, _operator(locked))
    return locked


@transaction.atomic
def unsuspend_club(club: Club) -> Club:
    """As it was before: open, or closed by its owner."""
    locked = lock_club(club.pk)
    if locked.state == ClubState.SUSPENDED:
        locked.why = ""
        state = ClubState.CLOSED if locked.purge_at else ClubState.OPEN
        _put(locked, state, UNSUSPENDED, _operator(locked))
    return locked


def _put(club: Club, state: ClubState, act: str, by: Recorder) -> None:
    before, club.state = {"state": str(club.state)}, state
    club.save(update_fields=["state", "why", "purge_at"])
    note(by, act, club, before, {"state": str(state)})


def _operator(club: Club) -> Recorder:
    """Who runs the site, as the club's log names them."""
    label = _("The site’s operator")
    return Recorder.objects.get_or_create(club=club, account=None, device="", label=label)[0]
