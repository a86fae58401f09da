"""Who met whom in a season: what head to head is made of. Read only for those who are equal."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from engine.variants import get_variant
from league.models import GamePlayer
from league.standings.metrics import Sums
from league.standings.ranking import Meet, Meeting, Seat, nobody_met, tied
from league.standings.tallies import Section

COLUMNS = ("game", "game__night", "game__variant", "player", "seat", "place")


def read_meetings(section: Section, players: Iterable[int]) -> list[Meeting]:
    """The counted games of one table in which at least two of these sat. One query over the season."""
    rows = GamePlayer.objects.filter(
        player__in=sorted(players),
        counted=True,
        game__night__season=section.season,
        game__variant__in=section.variants,
    )
    return _meetings(rows.order_by("play_order", "game", "seat").values_list(*COLUMNS))


def meetings_in(games: Iterable[UUID]) -> list[Meeting]:
    """These games, those of them that count. One query."""
    rows = GamePlayer.objects.filter(game__in=list(games), counted=True)
    return _meetings(rows.order_by("play_order", "game", "seat").values_list(*COLUMNS))


def meeting_of(game: UUID, night: UUID, variant: str, rows: Iterable[GamePlayer]) -> list[Meeting]:
    """A game as it is derived; nothing unless it counts."""
    return _meetings((game, night, variant, row.player_id, row.seat, row.place) for row in rows if row.counted)


def meet_in(section: Section, *tables: Sequence[Sums], also: frozenset[int] = frozenset()) -> Meet:
    """Answers whoever ranks these tables: for all of them one query, and none if nobody in them asks.

    `also`: whose games are wanted beside those of who is equal.
    """
    choice = section.choice
    players = frozenset[int]().union(*(tied(rows, choice.steps, choice.least) for rows in tables))
    if not players:
        return nobody_met
    found = read_meetings(section, players | also)
    return lambda _players: found


def _meetings(rows: Iterable[tuple[Any, ...]]) -> list[Meeting]:
    games: dict[tuple[UUID, UUID], dict[int, Seat]] = {}
    for game, night, variant, player, seat, place in rows:
        games.setdefault((game, night), {})[player] = Seat(get_variant(variant).side_of(seat), place)
    return [Meeting(game, night, seats) for (game, night), seats in games.items() if len(seats) > 1]
