"""Who asks, as the club's log names them."""

from league.http import HttpRequest
from league.models import Club, Recorder
from league.policy import user_of
from league.recorders import device_of
from league.services.recorders import get_recorder


def asker(request: HttpRequest, club: Club) -> Recorder:
    """The recorder of whoever is signed in, on their device."""
    return get_recorder(club, user_of(request), device_of(request.headers.get("User-Agent", "")))
