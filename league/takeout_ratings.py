"""What is kept about somebody's ratings, as a part of the document that they may ask for."""

from collections.abc import Iterator, Mapping
from typing import Any

from league.models import Player, RatingChange

FIELDS = ("mu_before", "sigma_before", "mu", "sigma", "chance")


def ratings_data(player: Player) -> Iterator[Mapping[str, Any]]:
    """What each game changed, in the order of play."""
    changes = RatingChange.objects.filter(player=player).order_by("pool", "play_order", "number")
    for change in changes.values("game", "pool__variant", "number", *FIELDS).iterator(chunk_size=500):
        named = {"game": change["game"], "rating": change["pool__variant"], "number": change["number"]}
        yield named | {field: change[field] for field in FIELDS}
