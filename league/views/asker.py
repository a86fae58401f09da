"""Who asks, as facts and the club's log name them."""

from league.http import HttpRequest
from league.models import Club, Game, Recorder
from league.policy import user_of
from league.recorders import device_of
from league.services.recorders import get_recorder, recorder_at


def asker(request: HttpRequest, club: Club) -> Recorder:
    """The recorder of whoever is signed in, on their device."""
    return get_recorder(club, user_of(request), device(request))


def asker_at(request: HttpRequest, game: Game) -> Recorder:
    """The same, without a query for a game that `policy.get_game_for` fetched."""
    return recorder_at(game, user_of(request), device(request))


def device(request: HttpRequest) -> str:
    """What the request came from, in two words."""
    return device_of(request.headers.get("User-Agent", ""))
