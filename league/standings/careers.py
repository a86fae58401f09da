"""Everything that a player has played, season by season, with who that is: one query."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import FilteredRelation, QuerySet

from league.ids import LARGEST_ID
from league.models import Club, Player, Season, SeasonState, Tally
from league.models.tallies import holds_something
from league.ready import Ready, Row, columns_of, made
from league.standings.metrics import Sums
from league.standings.tallies import SUMMED, SeasonName

OF_PLAYER, OF_TALLY, OF_SEASON = columns_of(Player), columns_of(Tally, "mine__"), columns_of(Season, "mine__season__")


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """A player's sums in one season and variant, and how many credits are in them.

    `until`: as the season keeps from when on its standings are shown.
    """

    season: SeasonName
    variant: str
    sums: Sums
    credits: int = 0
    until: str = ""


type Career = tuple[PlayerTally, ...]
"""The newest season first."""


def find_player(club: Club, player: int) -> tuple[Player, Career] | None:
    """Somebody of this club, also who was merged into another, with all that they played; None if there is nobody."""
    rows = _CAREER.rows(club.pk, player) if player <= LARGEST_ID else []
    if not rows:
        return None
    found = made(Player, rows[0][: len(OF_PLAYER)])
    found.club = club
    return found, tuple(_tallies(found, rows))


def read_player(player: Player) -> Career:
    """The same of somebody who was read already."""
    return tuple(_tallies(player, _CAREER.rows(player.club_id, player.pk)))


def _compose_career(club: int, player: int) -> "QuerySet[Player, Any]":
    return (
        Player.objects.filter(club=club, pk=player)
        .annotate(mine=FilteredRelation("tallies", condition=holds_something("tallies__")))
        .order_by("-mine__season__starts", "mine__pk")
        .values_list(*OF_PLAYER, *OF_TALLY, *OF_SEASON)
    )


# Composing this takes longer than answering it.
_CAREER = Ready(_compose_career, -1, -2)


def _tallies(player: Player, rows: Iterable[Row]) -> Iterable[PlayerTally]:
    split = len(OF_PLAYER) + len(OF_TALLY)
    for row in rows:
        if row[split] is not None:
            tally, season = made(Tally, row[len(OF_PLAYER) : split]), made(Season, row[split:])
            plain = {name: getattr(tally, name) for name in (*SUMMED, "hands", "counts")}
            name = SeasonName(season.pk, season.name, season.is_default, season.state == SeasonState.CLOSED)
            sums = Sums(player.pk, player.sort_key, **plain)
            yield PlayerTally(name, tally.variant, sums, tally.credits, season.choices.hidden_until)
