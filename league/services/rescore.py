"""Derived rows against the logs that they follow from: compared, and put right where they differ.

Comparing reads snapshots and locks nothing. A game that differs is read again under its lock before it is written,
and tallies are summed behind the locks of their rows, so all of this may run beside people who record hands.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from engine.errors import EngineError
from league.models import Game, GameEvent, GamePlayer, Hand, Night, NightTally, Player, Season, Tally
from league.services.derive import GAME_FIELDS, HAND_FIELDS, PLAYER_FIELDS, Columns, Derived, store
from league.services.locks import lock_game
from league.services.log import log_of, players_of, read_rows
from league.services.pairs import (
    SUMS,
    Pair,
    PairKey,
    add_pairs,
    differing_pairs,
    night_pairs,
    night_rows,
    recount_pairs,
)
from league.services.quick import find_suspects, read_page
from league.services.rating_check import compare_ratings, rescore_ratings
from league.services.snapshot import snapshot
from league.services.tallies import Key, add_nights, columns_of, recount_night, recount_season, sum_night

PAGE = 100
"""Games that are compared in one snapshot; so many are in memory, however many there are."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is stored otherwise than it follows. `lasting`: it can't be put right from the log."""

    subject: str
    what: str
    stored: object
    computed: object
    lasting: bool = False

    def __str__(self) -> str:
        return f"{self.subject}, {self.what}: stored {self.stored}, computed {self.computed}"


@dataclass(frozen=True)
class Stored:
    """A game's derived rows as they are in the database."""

    game: Mapping[str, Any]
    lines: Mapping[str, Columns]
    seats: Mapping[int, Columns]


@dataclass(frozen=True, slots=True)
class Scope:
    """What to rescore: everything, or the games of a club, or one game; and the tallies that these are part of.

    `after`: only games behind this one in the order of play, for going on where something stopped.
    """

    club: int | None = None
    game: UUID | None = None
    after: UUID | None = None

    @property
    def games(self) -> QuerySet[Game]:
        """In no order."""
        wanted = {"club": self.club, "pk": self.game}
        games = Game.objects.filter(**{name: value for name, value in wanted.items() if value is not None})
        if self.after is None:
            return games
        place = Game.objects.filter(pk=self.after).values_list("play_order", "pk").first()
        return games.filter(_behind(*place)) if place else games.none()

    @property
    def seasons(self) -> QuerySet[Season]:
        """Those whose tallies hold the games; of a club or everywhere also those without any."""
        if self.game is not None:
            return Season.objects.filter(nights__games=self.game)
        return Season.objects.filter(**({} if self.club is None else {"club": self.club})).order_by("club", "pk")


def _behind(play_order: int, pk: UUID) -> Q:
    """Later in the order of play."""
    return Q(play_order__gte=play_order) & (Q(play_order__gt=play_order) | Q(pk__gt=pk))


type Told = Callable[[int, UUID], object]
"""Hears how many games more are done, and which was the last of them."""


def _nobody(games: int, last: UUID) -> None:
    """Whom the commands tell, others need not hear."""


def compare(scope: Scope, told: Told = _nobody) -> Iterator[Difference]:
    """Every difference, game by game in the order of play, then season by season, then rating by rating."""
    for page in _pages(scope):
        yield from (difference for found in page.values() for difference in found)
        told(len(page), list(page)[-1])
    for season in list(scope.seasons):
        yield from _compare_season(season).differences
    if scope.game is None:
        yield from (Difference(*found) for found in compare_ratings(scope.club))


def rescore(scope: Scope, told: Told = _nobody) -> Iterator[Difference]:
    """The same, and each is put right that can be. What a scorekeeper put right in the meantime is not told.

    A game, a night's tallies and a season's are a transaction each: whenever this stops, what it wrote is right.
    """
    for page in _pages(scope):
        for game in [game for game, found in page.items() if found]:
            yield from rescore_game(game)
        told(len(page), list(page)[-1])
    for season in list(scope.seasons):
        found = _compare_season(season)
        for night in found.nights:
            recount_night(night)
        if found.differences:
            recount_season(season)
        if found.pairs:
            recount_pairs(season, found.pairs)
        yield from found.differences
    if scope.game is None:
        yield from (Difference(*found) for found in rescore_ratings(scope.club))


def rescore_game(game_id: UUID) -> list[Difference]:
    """Write a game's derived rows anew if they differ from its log. Its tallies are another matter."""
    with transaction.atomic():
        [(game, stored, new)] = _read([lock_game(game_id)])
        if isinstance(new, Difference):
            return [new]
        found = list(_compare(game, stored, new))
        if found:
            store(game, stored, new)
        return found


# Games


def _pages(scope: Scope) -> Iterator[dict[UUID, list[Difference]]]:
    """Every game with its differences, in the order of play."""
    after = Q()
    while True:
        with snapshot():
            page = read_page(scope.games.filter(after), PAGE)
            found: dict[UUID, list[Difference]] = {game.pk: [] for game in page}
            found |= _compare_games(_load(find_suspects(page)))
        if not page:
            return
        yield found
        last = page[-1]
        after = _behind(last.play_order, last.pk)


def _load(games: Sequence[UUID]) -> list[Game]:
    """Those games to compare column by column, which names what differs; mostly none."""
    return list(Game.objects.filter(pk__in=games).select_related("night", "ruleset")) if games else []


def _compare_games(games: Sequence[Game]) -> dict[UUID, list[Difference]]:
    return {
        game.pk: [new] if isinstance(new, Difference) else list(_compare(game, stored, new))
        for game, stored, new in _read(games)
    }


def _read(games: Sequence[Game]) -> Iterator[tuple[Game, Stored, Derived | Difference]]:
    """Each with what is stored and what follows from its log. Four queries, however many games; none for no games."""
    if not games:
        return
    logs, stored = read_rows(games), _read_stored(games)
    players = players_of(row for rows in logs.values() for row in rows)
    for game in games:
        yield game, stored[game.pk], _derive(game, logs[game.pk], players)


def _read_stored(games: Sequence[Game]) -> dict[UUID, Stored]:
    stored = {game.pk: Stored({name: getattr(game, name) for name in GAME_FIELDS}, {}, {}) for game in games}
    lines: dict[UUID, dict[str, Columns]] = {game.pk: {} for game in games}
    for line in Hand.objects.filter(game__in=games).values("game_id", "hand", *HAND_FIELDS):
        lines[line.pop("game_id")][str(line.pop("hand"))] = line
    seats: dict[UUID, dict[int, Columns]] = {game.pk: {} for game in games}
    for seat in GamePlayer.objects.filter(game__in=games).values("game_id", "player_id", *PLAYER_FIELDS):
        seats[seat.pop("game_id")][seat.pop("player_id")] = seat
    return {pk: Stored(rows.game, lines[pk], seats[pk]) for pk, rows in stored.items()}


def _derive(game: Game, rows: Sequence[GameEvent], players: Mapping[int, Player]) -> Derived | Difference:
    """What follows from a log; what is wrong with it if it can't be read."""
    try:
        if not rows:
            raise EngineError("there is no start")
        new = Derived(log_of(game, rows, players))
        new.game, new.lines, new.seats  # noqa: B018  # what can't be folded shows here
    except EngineError as error:
        return Difference(f"game {game.pk}", "log", "unreadable", error, lasting=True)
    return new


def _compare(game: Game, stored: Stored, new: Derived) -> Iterator[Difference]:
    subject = f"game {game.pk}"
    for name in GAME_FIELDS:
        if stored.game[name] != new.game[name]:
            yield Difference(subject, name, stored.game[name], new.game[name])
    yield from _compare_rows(f"{subject}, hand", stored.lines, new.lines)
    yield from _compare_rows(f"{subject}, player", stored.seats, new.seats)


def _compare_rows[K: (str, int)](
    subject: str, stored: Mapping[K, Columns], new: Mapping[K, Columns]
) -> Iterator[Difference]:
    for key, row in new.items():
        if key not in stored:
            yield Difference(f"{subject} {key}", "row", None, "one")
        elif stored[key] != row:
            for name, after in row.items():
                if (before := stored[key][name]) != after:
                    yield Difference(f"{subject} {key}", name, before, after)
    for key in stored:
        if key not in new:
            yield Difference(f"{subject} {key}", "row", "one", None)


# Tallies


@dataclass(frozen=True, slots=True)
class _SeasonFound:
    differences: list[Difference] = field(default_factory=list)
    nights: list[Night] = field(default_factory=list)
    pairs: list[PairKey] = field(default_factory=list)


def _compare_season(season: Season) -> _SeasonFound:
    """A season's tallies and its nights' with the sums over the games, all of one moment."""
    found, pairs = _SeasonFound(), dict[PairKey, Pair]()
    with snapshot():
        season_is = _stored_sums(Tally.objects.filter(season=season))
        season_should_be = add_nights(_compare_nights(season, found, pairs))
        found.differences.extend(_compare_sums(f"season {season.pk}", season_is, season_should_be))
        _compare_pairs(season, found, pairs)
    return found


def _compare_nights(
    season: Season, found: _SeasonFound, pairs: dict[PairKey, Pair]
) -> Iterator[dict[Key, dict[str, Any]]]:
    """What the nights of a season come to, one after another; those whose tallies differ are noted. Sums up `pairs`."""
    for night in Night.objects.filter(season=season).order_by("date", "pk"):
        rows = night_rows(night)
        sums = sum_night(night, rows)
        add_pairs(pairs, night_pairs(season.pk, rows).items())
        stored = _stored_sums(NightTally.objects.filter(night=night))
        differences = list(_compare_sums(f"night {night} {night.pk}", stored, sums))
        if differences:
            found.differences.extend(differences)
            found.nights.append(night)
        yield sums


def _compare_pairs(season: Season, found: _SeasonFound, computed: Mapping[PairKey, Pair]) -> None:
    """Who met whom."""
    for key, before, after in differing_pairs(season, computed):
        found.pairs.append(key)
        subject = f"season {season.pk}, player {key.player} with {key.other}, {key.variant}"
        for name, is_, should_be in zip(SUMS, before, after, strict=True):
            if is_ != should_be:
                found.differences.append(Difference(subject, name, is_, should_be))


def _stored_sums(rows: QuerySet[Any]) -> dict[Key, dict[str, Any]]:
    return {(row.player_id, row.variant): columns_of(row) for row in rows}


def _compare_sums(
    subject: str, stored: Mapping[Key, Mapping[str, Any]], computed: Mapping[Key, Mapping[str, Any]]
) -> Iterator[Difference]:
    """A row of nothing is as good as none: it is what undoing the only game leaves."""
    for key in sorted({*stored, *computed}):
        before, after = stored.get(key, {}), computed.get(key, {})
        for name in {**before, **after}:
            if (before.get(name) or 0) != (after.get(name) or 0):
                player, variant = key
                yield Difference(f"{subject}, player {player}, {variant}", name, before.get(name), after.get(name))
