"""What a player has achieved, and the game or night in which it was first. Nothing is kept: a correction takes it back.

Each is sought in the player's own games, the oldest first; what a career never counted is not sought.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import F, IntegerField, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from engine.counts import TWELFTHS
from league.models import GamePlayer, NightTally, Player
from league.standings.achievement_words import Told, told
from league.standings.achievements import ACHIEVEMENTS, LEAST_GAMES, Achievement, Career, Found
from league.standings.careers import read_player
from league.standings.profile import career_of


@dataclass(frozen=True, slots=True)
class Milestone:
    """An achievement: how often, and when first; `game` or `night` leads there."""

    told: Told
    times: int
    day: date | None = None
    game: UUID | None = None
    night: UUID | None = None


def milestones_of(player: Player) -> list[Milestone]:
    """Everything that there is to achieve, in the order of the registry; what is not yet has been reached 0 times."""
    whole = _whole_nights(player)
    career = career_of(read_player(player), whole.count())
    return [_milestone(player, career, achievement, whole) for achievement in ACHIEVEMENTS]


def _milestone(player: Player, career: Career, achievement: Achievement, whole: "QuerySet[NightTally]") -> Milestone:
    times = achievement.times(career)
    if not times:
        return Milestone(told(achievement), 0)
    if achievement.found == Found.NIGHT:
        night, day = whole.values_list("night", "night__date")[0]
        return Milestone(told(achievement), times, day, night=night)
    first = next(_first(player, achievement), None)
    if first is None:
        return Milestone(told(achievement), times)
    return Milestone(told(achievement), times, day=first[1], game=first[0])


def _whole_nights(player: Player) -> "QuerySet[NightTally]":
    """Nights of which every game was won by this player alone, in one of the club's games; credits are no games."""
    played, won = (F(name) - _credited(name) for name in ("games", "won12"))
    nights = NightTally.objects.filter(player=player).annotate(played=played, won=won)
    return nights.filter(played__gte=LEAST_GAMES, won=F("played") * TWELFTHS).order_by("night__date", "night")


def _credited(name: str) -> Coalesce:
    return Coalesce(Cast(KeyTextTransform(f"credits.{name}", "counts"), IntegerField()), 0)


def _first(player: Player, achievement: Achievement) -> Iterator[tuple[UUID, date]]:
    rows: QuerySet[GamePlayer, Any] = GamePlayer.objects.filter(player=player, counted=True)
    if achievement.found == Found.COUNT:
        rows = rows.filter(counts__has_key=achievement.of)
    elif achievement.found == Found.WIN:
        rows = rows.filter(won12__gt=0)
    start = max(achievement.number - 1, 0)
    found = rows.order_by("play_order", "pk").values_list("game", "game__night__date")
    yield from found[start : start + 1]
