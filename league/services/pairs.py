"""Who met whom, season by season: changed by what one game's contribution differs by, as tallies are.

Sums of whole numbers alone: one statement adds to every row, in the order of their keys, and reads none.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import batched, permutations
from typing import Any, NamedTuple

from django.db import connection, transaction

from engine.counts import together_key
from engine.seating import steps_left
from engine.variants import get_variant
from league.models import Game, GamePlayer, Night, PairTally, Season
from league.ready import ready_cursor
from league.services.locks import in_order
from league.services.tally_rows import AT_ONCE, insert_text

KEY = ["season_id", "player_id", "other_id", "variant", "beside"]
SUMS = ["games", "won12", "points", "above", "defended", "euchres"]


class PairKey(NamedTuple):
    """Whose row: the season, the player, the other, the game, and whether they are on one side."""

    season: int
    player: int
    other: int
    variant: str
    beside: bool


class Pair(NamedTuple):
    """The sums of a row, in their order."""

    games: int = 0
    won12: int = 0
    points: int = 0
    above: int = 0
    defended: int = 0
    euchres: int = 0

    def plus(self, other: "Pair", sign: int = 1) -> "Pair":
        """Both together, or what is left without the other."""
        return Pair(*[one + sign * two for one, two in zip(self, other, strict=True)])


class Came(NamedTuple):
    """What a game came to for one player."""

    player: int
    seat: int
    place: int | None
    points: int
    won12: int
    counts: Mapping[str, int]


NOTHING = Pair()
type Pairs = dict[PairKey, Pair]


def pairs_of_game(season: int, variant: str, seated: Iterable[Came]) -> Iterator[tuple[PairKey, Pair]]:
    """What a counted game adds, for each player with each other."""
    game = get_variant(variant)
    for one, other in permutations(seated, 2):
        key = together_key(steps_left(other.seat, one.seat, game.seats))
        beside = other.seat in game.side_of(one.seat)
        above = one.place is not None and other.place is not None and one.place < other.place
        together = (one.counts.get(key, 0), one.counts.get(f"{key}.euchres", 0))
        yield (
            PairKey(season, one.player, other.player, variant, beside),
            Pair(1, one.won12, one.points, int(above), *together),
        )


type Changed = tuple[Game, Mapping[int, GamePlayer], Mapping[int, GamePlayer]]
"""A game, with who played it as it was and as it is."""


def change_pairs(games: Iterable[Changed]) -> None:
    """Bring the pairs of these games' seasons up to date. One statement, or none if nothing changed.

    Games that change in one transaction come together: one after another they would be in no order of keys.
    """
    changes: Pairs = {}
    for game, old, new in games:
        was, now = (pairs_of_players(game.night.season_id, game.variant, players) for players in (old, new))
        add_pairs(changes, _differences(was, now).items())
    write_pairs({key: change for key, change in changes.items() if any(change)})


def move_pairs(game: Game, old: Night, new: Night, players: Mapping[int, GamePlayer]) -> None:
    """What a game adds goes from one night's season to another's."""
    was, now = (pairs_of_players(night.season_id, game.variant, players) for night in (old, new))
    write_pairs(_differences(was, now))


def move_night_pairs(night: Night, old: int, new: int) -> None:
    """What a night adds goes from one season to another. Nobody may write in the night's games meanwhile."""
    write_pairs(_differences(night_pairs(old, night_rows(night)), night_pairs(new, night_rows(night))))


def pairs_of_players(season: int, variant: str, players: Mapping[int, GamePlayer]) -> Pairs:
    """What a game adds; nothing unless it counts."""
    came = [
        Came(player, row.seat, row.place, row.points, row.won12, row.counts)
        for player, row in players.items()
        if row.counted
    ]
    return dict(pairs_of_game(season, variant, came))


def _differences(old: Pairs, new: Pairs) -> Pairs:
    keys = {**old, **new}
    changes = {key: new.get(key, NOTHING).plus(old.get(key, NOTHING), -1) for key in keys}
    return {key: change for key, change in changes.items() if any(change)}


def write_pairs(changes: Pairs) -> None:
    """Rows are made or added to in the order of their keys, so that nobody waits for somebody who waits for them.

    For the same reason all of a transaction at once, and behind its tallies.
    """
    for part in batched(sorted(changes.items()), AT_ONCE):
        with ready_cursor() as cursor:
            cursor.execute(_text(len(part)), [value for key, change in part for value in (*key, *change)])


def _text(rows: int) -> str:
    table = connection.ops.quote_name(PairTally._meta.db_table)
    added = ", ".join(f"{name} = {table}.{name} + EXCLUDED.{name}" for name in SUMS)
    return f"{insert_text(PairTally, KEY, SUMS, rows)} DO UPDATE SET {added}"


# What they must be


class NightRow(NamedTuple):
    """A seat of a counted game of a night."""

    game: Any
    variant: str
    player: int
    seat: int
    place: int | None
    won12: int
    points: int
    hands: int
    counts: Mapping[str, int]


READ = ["game", "game__variant", "player", "seat", "place", "won12", "points", "hands", "counts"]


def night_rows(night: Night) -> list[NightRow]:
    """Every seat of a night's counted games, a game's together."""
    seats = GamePlayer.objects.filter(game__night=night, counted=True)
    return [NightRow(*row) for row in seats.order_by("game", "seat").values_list(*READ)]


def night_pairs(season: int, rows: Iterable[NightRow]) -> Pairs:
    """What the counted games of a night add."""
    games: defaultdict[Any, list[NightRow]] = defaultdict(list)
    for row in rows:
        games[row.game].append(row)
    found: Pairs = {}
    for seated in games.values():
        came = [Came(row.player, row.seat, row.place, row.points, row.won12, row.counts) for row in seated]
        add_pairs(found, pairs_of_game(season, seated[0].variant, came))
    return found


def add_pairs(sums: Pairs, more: Iterable[tuple[PairKey, Pair]]) -> None:
    """Add some to others."""
    for key, pair in more:
        sums[key] = sums[key].plus(pair) if key in sums else pair


def stored_pairs(season: Season) -> Pairs:
    """A season's rows as they are in the database."""
    rows = PairTally.objects.filter(season=season).values_list(*KEY, *SUMS)
    return {PairKey(*row[: len(KEY)]): Pair(*row[len(KEY) :]) for row in rows}


def differing_pairs(season: Season, computed: Mapping[PairKey, Pair]) -> Iterator[tuple[PairKey, Pair, Pair]]:
    """Rows that are stored otherwise than computed; a row of nothing is as good as none."""
    stored = stored_pairs(season)
    for key in sorted({*stored, *computed}):
        before, after = stored.get(key, NOTHING), computed.get(key, NOTHING)
        if before != after:
            yield key, before, after


def recount_pairs(season: Season, wrong: Iterable[PairKey]) -> None:
    """Rows that differ, put right from the games.

    Sums are taken behind the locks of the rows: a game that is being written adds to what it finds when it is its turn.
    Nights are locked because they are summed one by one: a game that went from one to the next would count twice.
    """
    with transaction.atomic():
        locked = list(in_order(Night.objects.filter(season=season)).select_for_update(no_key=True))
        keys = sorted(wrong)
        write_pairs(dict.fromkeys(keys, NOTHING))
        right: Pairs = {}
        for night in locked:
            add_pairs(right, night_pairs(season.pk, night_rows(night)).items())
        stored = stored_pairs(season)
        write_pairs(_differences({key: stored[key] for key in keys}, {key: right.get(key, NOTHING) for key in keys}))
