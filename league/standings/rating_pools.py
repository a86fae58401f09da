"""Which games are rated together in a club."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from league.models import Game, RatingPool


@dataclass(frozen=True, slots=True)
class Pool:
    """Variants that are rated together; `head` is the row of the one that they are called after."""

    head: RatingPool
    rows: tuple[RatingPool, ...]

    @property
    def stale_from(self) -> int | None:
        """From where on its games are to be replayed."""
        return min((row.stale_from for row in self.rows if row.stale_from is not None), default=None)

    @property
    def games(self) -> QuerySet[Game]:
        """Those that count in it, in the order of play."""
        variants = [row.variant for row in self.rows]
        games = Game.objects.filter(club=self.head.club_id, counted=True, variant__in=variants)
        return games.order_by("play_order", "pk")


def pools_of(rows: Iterable[RatingPool]) -> list[Pool]:
    """The pools that these rows of a club make."""
    together: dict[str, list[RatingPool]] = {}
    for row in rows:
        if row.within:
            together.setdefault(row.within, []).append(row)
    heads = {row.variant: row for row in rows}
    return [Pool(heads[key], tuple(members)) for key, members in sorted(together.items()) if key in heads]
