"""Games against their logs: a page of them compared, and one written anew."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from engine.errors import EngineError
from league.models import Game, GameEvent, GamePlayer, Hand, Player
from league.services.derive import GAME_FIELDS, HAND_FIELDS, PLAYER_FIELDS, Columns, Derived, store
from league.services.difference import Difference
from league.services.locks import lock_game
from league.services.log import log_of, players_of, read_rows
from league.services.quick import find_suspects, read_games
from league.services.scope import Stretch
from league.services.snapshot import snapshot


@dataclass(frozen=True)
class Stored:
    """A game's derived rows as they are in the database."""

    game: Mapping[str, Any]
    lines: Mapping[str, Columns]
    seats: Mapping[int, Columns]


def compare_games(stretch: Stretch) -> dict[UUID, list[Difference]]:
    """Every game of a stretch with its differences, in the order of play, all of one moment."""
    with snapshot():
        games = read_games(stretch.games)
        return {game.pk: [] for game in games} | _compare_games(_load(find_suspects(games)))


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
        return Difference(f"game {game.pk}", "log", "unreadable", str(error), lasting=True)
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
