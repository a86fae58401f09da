"""Who may found clubs on this site: a choice of its operator, beside what members may do in a club (policy.py)."""

from django.conf import settings
from django.http import Http404
from django.shortcuts import get_object_or_404

from league.models import FounderInvitation


def may_found_clubs() -> bool:
    """Whether whoever has an account may found a club here."""
    return settings.CLUBS_BY == "anyone"


def get_founder_invitation(token: str) -> FounderInvitation:
    """The link by which somebody may found a club; 404 for one that is unknown, used or over."""
    if settings.CLUBS_BY == "nobody":
        raise Http404
    return get_object_or_404(FounderInvitation.objects.open(), token=token)
