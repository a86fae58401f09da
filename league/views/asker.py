"""Who asks, as facts and the club's log name them."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError

from league.http import HttpRequest
from league.models import Club, Game, Recorder
from league.policy import Access, user_of
from league.recorders import device_of
from league.services.recorders import get_card_recorder, get_recorder, recorder_at


def asker(request: HttpRequest, club: Club) -> Recorder:
    """The recorder of whoever is signed in, on their device."""
    with _while_there():
        return get_recorder(club, user_of(request), device(request))


def asker_at(request: HttpRequest, game: Game) -> Recorder:
    """The same, without a query for a game that `policy.get_game_for` fetched."""
    with _while_there():
        return recorder_at(game, user_of(request), device(request))


def scorer(request: HttpRequest, access: Access) -> Recorder:
    """Who scores at a table: whoever is signed in; or the phone that holds the table's card, if that is its right."""
    if not access.by_card or access.card is None:
        return asker(request, access.club)
    card = access.card
    return card.recorder or get_card_recorder(access.club, card.pk, card.mark, device(request))


def scorer_at(request: HttpRequest, access: Access, game: Game) -> Recorder:
    """The same, without a query for a game that `policy.get_game_for` fetched, once they have recorded."""
    return scorer(request, access) if access.by_card else asker_at(request, game)


@contextmanager
def _while_there() -> Iterator[None]:
    """An account that was deleted since the request came has no rights any more: 403, no error."""
    try:
        yield
    except IntegrityError as error:
        raise PermissionDenied from error


def device(request: HttpRequest) -> str:
    """What the request came from, in two words."""
    return device_of(request.headers.get("User-Agent", ""))
