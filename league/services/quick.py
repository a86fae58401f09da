"""Whether games are stored as they follow from their logs, at the speed of a whole site: values instead of models.

A game agrees if all its columns are what the same fold gives that writes them, compared as the database keeps them.
Whatever is not plainly so is a suspect, be it only written another way, and gets the thorough comparison.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, NamedTuple, cast
from uuid import UUID

from django.db import connection, models
from django.db.models import QuerySet
from django.db.models.functions import Cast

from engine.errors import EngineError
from engine.events import Correct, Deal, Event
from engine.house_rules import HouseRules
from engine.records import HandRecord
from engine.stored import record_from_json
from league.bridge.rows import read_event, read_rules, read_start, starting_players, substitute_of
from league.models import Game, GameEvent, GamePlayer, Hand, Player, RuleSet
from league.services.derive import GAME_FIELDS, HAND_FIELDS, PLAYER_FIELDS, Columns, Derived
from league.services.log import GameLog

type Values = list[Any]

CONVERTED = (models.UUIDField, models.DateTimeField, models.JSONField, models.BooleanField)
"""Fields whose values Django makes into objects, one by one: here they stay texts."""

EVENT = ["seq", "id", "kind", "hand", "version", "follows", "recorder_id", "stored_at", "body"]
UNREADABLE = (EngineError, LookupError, TypeError, ValueError)


class QuickGame(NamedTuple):
    """A game, and its derived columns as they are stored."""

    pk: UUID
    key: str
    date: date
    round: int | None
    ruleset: int
    play_order: int
    stored: Values


@dataclass(slots=True)
class _Person:
    """A player, as far as a fold asks."""

    pk: int


@dataclass(slots=True)
class _Night:
    date: date


@dataclass(slots=True)
class _Game:
    night: _Night
    round: int | None


@dataclass(slots=True)
class _Row:
    """An event, as far as a fold asks; the ids of hands are the database's texts."""

    seq: int
    pk: int
    kind: str
    hand: str | None
    version: int | None
    follows: str | None
    recorder_id: int
    stored_at: datetime
    text: str

    @property
    def body(self) -> Any:
        return _parsed(self.text)


def read_games(games: QuerySet[Game]) -> list[QuickGame]:
    """Games in their order. One query."""
    names = ["pk", _text("id"), "night__date", "round", "ruleset_id", "play_order", *_raw(Game, GAME_FIELDS)]
    return [QuickGame._make((*row[:6], list(row[6:]))) for row in games.values_list(*names)]


def find_suspects(games: Sequence[QuickGame]) -> list[UUID]:
    """The games that do not plainly agree with their logs. Five queries at most."""
    if not games:
        return []
    events, lines, seats = _read_events(games), _read_rows(Hand, games), _read_rows(GamePlayer, games)
    people, rules = _people_of(events.values()), _rules_of(games)
    suspects = []
    for game in games:
        try:
            new = Derived(_log(game, events.get(game.key, []), people, rules))
            agrees = _agrees(game, new, lines.get(game.key, {}), seats.get(game.key, {}))
        except UNREADABLE:  # the thorough comparison says why
            agrees = False
        if not agrees:
            suspects.append(game.pk)
    return suspects


# Reading


def _raw(model: type[models.Model], names: Iterable[str]) -> list[str | Cast]:
    """Columns as the database has them."""
    return [_text(n) if isinstance(model._meta.get_field(n), CONVERTED) else n for n in names]


def _text(name: str) -> Cast:
    return Cast(name, models.TextField())


def _read_events(games: Sequence[QuickGame]) -> dict[str, list[_Row]]:
    rows: dict[str, list[_Row]] = {}
    names = [_text("game"), *_raw(GameEvent, EVENT)]
    found = GameEvent.objects.filter(game__in=[game.pk for game in games]).order_by("game", "seq")
    for key, *values in found.values_list(*names):
        values[-2] = _moment(values[-2])
        rows.setdefault(key, []).append(_Row(*values))
    return rows


def _read_rows(model: type[Hand] | type[GamePlayer], games: Sequence[QuickGame]) -> dict[str, dict[Any, Values]]:
    """A game's lines by hand, or its seats by player."""
    key, fields = ("hand", HAND_FIELDS) if model is Hand else ("player_id", PLAYER_FIELDS)
    found = model._default_manager.filter(game__in=[game.pk for game in games])
    read = [(place, READ[name]) for place, name in enumerate(fields) if name in READ]
    rows: dict[str, dict[Any, Values]] = {}
    for game, key_, *values in found.values_list(_text("game"), *_raw(model, [key, *fields])):
        for place, reader in read:
            values[place] = reader(values[place])
        rows.setdefault(game, {})[key_] = values
    return rows


@lru_cache(maxsize=4096)
def _record(text: str) -> HandRecord:
    """Most hands say what others said."""
    return record_from_json(_parsed(text))


def _read_event(row: _Row) -> Event:
    """As `read_event`, which would read what a hand says anew each time."""
    if row.kind != "hand" or row.hand is None:
        return read_event(_event(row))
    record = _record(row.text)
    return Deal(row.hand, record, row.follows) if (row.version or 1) == 1 else Correct(row.hand, record)


def _moment(text: str) -> datetime:
    """SQLite keeps moments without a zone, in UTC; PostgreSQL shows them with that of the connection, which is UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def _people_of(logs: Iterable[Sequence[_Row]]) -> dict[int, _Person]:
    """Who sat there, followed to the player they were merged into."""
    wanted: set[int] = set()
    for row in (row for rows in logs for row in rows):
        if row.kind == "start":
            wanted.update(starting_players(_event(row)))
        elif row.kind == "substitute":
            wanted.add(substitute_of(_event(row)))
    found = Player.objects.filter(pk__in=wanted).values_list("pk", "merged_into")
    return {pk: _Person(merged or pk) for pk, merged in found}


def _parsed(text: str) -> Any:
    """A JSON column's value; `json.loads` takes twice as long, to find blanks that no database keeps there."""
    return DECODER.raw_decode(text)[0]


DECODER = json.JSONDecoder()
READ: Mapping[str, Callable[[str], Any]] = {"stored_at": _moment, "counts": _parsed}
"""Texts that are the same in more than one form."""


def _rules_of(games: Sequence[QuickGame]) -> dict[int, HouseRules]:
    """By their keys; those that can't be read are left out."""
    rules: dict[int, HouseRules] = {}
    for row in RuleSet.objects.filter(pk__in={game.ruleset for game in games}):
        with suppress(EngineError):
            rules[row.pk] = read_rules(row)
    return rules


def _event(row: _Row) -> GameEvent:
    return cast(GameEvent, row)


# Comparing


def _log(
    game: QuickGame, rows: Sequence[_Row], people: Mapping[int, _Person], rules: Mapping[int, HouseRules]
) -> GameLog:
    """The log, as far as it takes to derive from it."""
    events = [_event(row) for row in rows]
    players = [people[pk] for pk in starting_players(events[0])]
    return GameLog(
        game=cast(Game, _Game(_Night(game.date), game.round)),
        start=read_start(events[0], rules[game.ruleset]),
        rows=tuple(events),
        events=tuple(map(_read_event, rows[1:])),
        players=cast(tuple[Player, ...], tuple(players)),
        people=cast(Mapping[int, Player], people),
    )


def _agrees(game: QuickGame, new: Derived, lines: Mapping[str, Values], seats: Mapping[int, Values]) -> bool:
    flags = FLAGS[connection.vendor]
    if (
        _kept(new.game, GAME_TEXTS, flags) != game.stored
        or len(lines) != len(new.lines)
        or len(seats) != len(new.seats)
    ):
        return False
    return all(lines.get(hand) == _kept(row, HAND_TEXTS, flags) for hand, row in new.lines.items()) and all(
        seats.get(pk) == _kept(row, SEAT_TEXTS, flags) for pk, row in new.seats.items()
    )


type Places = tuple[list[int], list[int]]


def _places(model: type[models.Model], names: Sequence[str]) -> Places:
    """Where lists and flags stand among these columns."""
    found = [
        [place for place, name in enumerate(names) if isinstance(model._meta.get_field(name), kind)]
        for kind in (models.JSONField, models.BooleanField)
    ]
    return [place for place in found[0] if names[place] not in READ], found[1]


GAME_TEXTS = _places(Game, GAME_FIELDS)
HAND_TEXTS = _places(Hand, HAND_FIELDS)
SEAT_TEXTS = _places(GamePlayer, PLAYER_FIELDS)
FLAGS = {"sqlite": ("0", "1"), "postgresql": ("false", "true")}


def _kept(row: Columns, places: Places, flags: Sequence[str]) -> Values:
    """A row's values as the database keeps them. Its columns stand in the order of the fields."""
    values, (lists, bools) = list(row.values()), places
    for place in lists:
        values[place] = f"[{', '.join(map(str, values[place]))}]"
    for place in bools:
        values[place] = flags[values[place]]
    return values
