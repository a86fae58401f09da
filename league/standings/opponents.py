"""Whom a player met, read from who met whom: one query, however many games there were."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any

from django.db.models import QuerySet, Sum

from league.models import GamePlayer, PairTally, Player
from league.ready import Ready
from league.standings.head_to_head import Opponent
from league.standings.metrics import Sums
from league.standings.tallies import add_up

SUMMED = ("games", "won12", "points", "above", "defended", "euchres")
NAMED = ("other", "other__shown", "other__sort_key", "beside")
COMMON = 1000
"""Games with somebody whose figures are added up for a page; it says so where there were more."""


def read_opponents(
    player: Player, variant: str, season: int | None = None, without: Collection[int] = ()
) -> list[Opponent]:
    """Everybody whom a player met in one game, in a season or ever, but in the seasons `without`."""
    if without:
        rows = [*_named([player.pk], variant, season, without)]
    else:
        rows = _EVER.rows(player.pk, variant) if season is None else _SEASON.rows(player.pk, variant, season)
    return [Opponent(*row) for row in rows]


def read_meetings(
    players: Sequence[Player], variant: str, season: int | None = None, without: Collection[int] = ()
) -> dict[tuple[int, int], Opponent]:
    """What each of these players came to with each other of them; those on one side apart from those against."""
    ids = [player.pk for player in players]
    rows = _pairs(ids, variant, season, without).filter(other__in=ids, beside=False)
    return {(row[0], row[1]): Opponent(*row[1:]) for row in rows}


def _compose_ever(player: int, variant: str) -> "QuerySet[PairTally, Any]":
    return _named([player], variant, None)


def _compose_season(player: int, variant: str, season: int) -> "QuerySet[PairTally, Any]":
    """One row each: there is nothing to add up."""
    pairs = PairTally.objects.filter(season=season, player=player, variant=variant, games__gt=0)
    return pairs.values_list(*NAMED, *SUMMED)


def _named(
    players: Sequence[int], variant: str, season: int | None, without: Collection[int] = ()
) -> "QuerySet[PairTally, Any]":
    return _pairs(players, variant, season, without).values_list(*NAMED, *[f"{name}__sum" for name in SUMMED])


# Composing these takes longer than answering them.
_EVER, _SEASON = Ready(_compose_ever, -1, "a game"), Ready(_compose_season, -1, "a game", -2)


def _pairs(
    players: Sequence[int], variant: str, season: int | None, without: Collection[int] = ()
) -> "QuerySet[PairTally, Any]":
    pairs = PairTally.objects.filter(player__in=players, variant=variant)
    if without:
        pairs = pairs.exclude(season__in=without)
    if season is not None:
        pairs = pairs.filter(season=season)
    named = pairs.values_list("player", *NAMED)
    return named.annotate(*[Sum(name, default=0) for name in SUMMED]).filter(games__sum__gt=0).order_by()


def sums_with(
    player: Player,
    other: Player,
    variant: str,
    season: int | None = None,
    night: date | None = None,
    without: Collection[int] = (),
) -> Sums:
    """What a player's counted games with somebody came to, of the last so many. One query."""
    rows = GamePlayer.objects.filter(player=player, counted=True, game__variant=variant, game__players__player=other)
    if season is not None:
        rows = rows.filter(game__night__season=season)
    if without:
        rows = rows.exclude(game__night__season__in=without)
    if night is not None:
        rows = rows.filter(game__night__date=night)
    last = rows.order_by("-play_order", "-pk").values_list("won12", "points", "hands", "counts", "game__night")[:COMMON]
    found = list(last)
    games = (
        Sums(player.pk, player.sort_key, games=1, won12=won12, points=points, hands=hands, counts=counts)
        for won12, points, hands, counts, _night in found
    )
    nights = len({night for *_sums, night in found})
    return add_up([*games, Sums(player.pk, player.sort_key, nights=nights)], player.pk, player.sort_key)
