"""A season's nights one by one. Read only where they are asked."""

from collections.abc import Iterable
from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet

from league.models import NightTally
from league.models.tallies import holds_something
from league.ready import Ready
from league.standings.metrics import NightId, NightSums

SUMS = ("games", "won12", "points")


def read_nights(season: int) -> dict[tuple[int, str], dict[NightId, NightSums]]:
    """Everybody's nights, by player and game, the oldest first. One query over one season."""
    nights: dict[tuple[int, str], dict[NightId, NightSums]] = {}
    for player, variant, night, *sums in _NIGHTS.rows(season):
        nights.setdefault((player, variant), {})[night] = NightSums(*sums)
    return nights


def _compose_nights(season: int) -> QuerySet[NightTally, Any]:
    rows = NightTally.objects.filter(night__season=season).exclude(games=0, won12=0, points=0)
    ordered = rows.order_by("night__date", "night__opened_at", "night")
    return ordered.values_list("player", "variant", "night", *SUMS)


_NIGHTS = Ready(_compose_nights, -1)


def read_counts(night: NightId, variants: Iterable[str]) -> Iterable[tuple[int, dict[str, int]]]:
    """What was counted on one night, by player. One query."""
    rows = NightTally.objects.filter(holds_something(), night=cast(UUID, night), variant__in=list(variants))
    return rows.values_list("player", "counts")
