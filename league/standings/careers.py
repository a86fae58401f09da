"""Everything that a player has played, season by season, with who that is: one query."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import FilteredRelation, IntegerField, QuerySet, TextField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from league.ids import LARGEST_ID
from league.models import Club, Player, SeasonState
from league.models.tallies import holds_something
from league.ready import Ready, Row, columns_of, made
from league.standings.achievements import COUNTED
from league.standings.metrics import Sums
from league.standings.tallies import SUMMED, SeasonName

OF_PLAYER = columns_of(Player)
OF_TALLY = ("mine__variant", "mine__credits", "counts", *(f"mine__{name}" for name in (*SUMMED, "hands")))
OF_SEASON = ("mine__season", "mine__season__name", "mine__season__is_default", "mine__season__state", "until")

CREDITED_GAMES, CREDITED_WON12 = "credits.games", "credits.won12"
OF_CAREER = (CREDITED_GAMES, CREDITED_WON12, *COUNTED)
"""The few counts that are wanted of every season."""


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """A player's sums in one season and variant, and how many credits are in them.

    `plain`: perhaps without the counts, for they are a long text that is read only where they are wanted; `counted`:
    the few that are wanted always. `until`: as the season keeps from when on its standings are shown.
    """

    season: SeasonName
    variant: str
    plain: Sums
    credits: int = 0
    until: str = ""
    counts: str = ""
    counted: Mapping[str, int] = field(default_factory=dict)

    @property
    def sums(self) -> Sums:
        """With every count."""
        return replace(self.plain, counts=json.loads(self.counts)) if self.counts else self.plain


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
        .annotate(
            mine=FilteredRelation("tallies", condition=holds_something("tallies__")),
            until=KeyTextTransform("hidden_until", "mine__season__settings"),
            counts=Cast("mine__counts", TextField()),
            **{_alias(key): Cast(KeyTextTransform(key, "mine__counts"), IntegerField()) for key in OF_CAREER},
        )
        .order_by("-mine__season__starts", "mine__pk")
        .values_list(*OF_PLAYER, *OF_TALLY, *OF_SEASON, *map(_alias, OF_CAREER))
    )


def _alias(key: str) -> str:
    return key.replace(".", "_")


# Composing this takes longer than answering it.
_CAREER = Ready(_compose_career, -1, -2)


def _tallies(player: Player, rows: Iterable[Row]) -> Iterable[PlayerTally]:
    """No models of tallies and seasons: a career has many, and a page shows few of their columns."""
    start, middle, end = len(OF_PLAYER), len(OF_PLAYER) + len(OF_TALLY), -len(OF_CAREER)
    for row in rows:
        variant, credits, counts, *sums = row[start:middle]
        if variant is None:
            continue
        season, name, is_default, state, until = row[middle:end]
        counted = {key: count for key, count in zip(OF_CAREER, row[end:], strict=True) if count}
        yield PlayerTally(
            season=SeasonName(season, name, is_default, state == SeasonState.CLOSED),
            variant=variant,
            plain=Sums(player.pk, player.sort_key, *sums),
            credits=credits,
            until=until or "",
            counts=counts,
            counted=counted,
        )
