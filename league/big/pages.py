"""A season's rows as they fill: facts and what is derived from them, told apart by tables and written in batches."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from league.big.rows import Row, insert, moment, new_ids
from league.big.schedule import Sitting
from league.big.sheets import EventSketch, LineSketch, to_json
from league.bridge.rows import BODY_VERSION, digest_of
from league.models import (
    Club,
    Game,
    GameEvent,
    GamePlayer,
    Hand,
    Night,
    NightKind,
    NightState,
    NightTally,
    PairTally,
    Season,
    Table,
    Tally,
)
from league.services import pairs
from league.services.derive import GAME_FIELDS, HAND_FIELDS, order_of
from league.services.pairs import Pair, PairKey
from league.services.tallies import NOTHING, Contribution
from league.services.tally_rows import SUMS

BATCH = 20_000
"""Events that wait to be written."""

SOUGHT = ["game_id", "player_id", "seat", "place", "points", "won12", "hands", "counts", "play_order", "counted"]
COLUMNS: dict[Any, list[str]] = {
    Night: ["id", "club_id", "season_id", "date", "kind", "state", "opened_at"],
    Table: ["id", "night_id", "number"],
    Game: ["id", "club_id", "night_id", "table_id", "round", "variant", "ruleset_id", *GAME_FIELDS],
    GameEvent: [
        *("id", "game_id", "seq", "kind", "hand", "version", "follows", "client_id", "digest", "v", "body"),
        *("recorder_id", "entered_at", "stored_at"),
    ],
    Hand: ["game_id", "hand", *HAND_FIELDS],
    GamePlayer: SOUGHT,
    NightTally: ["night_id", "player_id", "variant", *SUMS, "counts"],
    Tally: ["season_id", "player_id", "variant", *SUMS, "counts", "nights"],
    PairTally: [*pairs.KEY, *pairs.SUMS],
}
"""In the order in which they are written."""

type Sums = dict[tuple[int, str], Contribution]


@dataclass(frozen=True, slots=True)
class _Game:
    """A game that is being written: its id, its hands' ids, its events' keys, its scorekeeper, its beginning (UTC)."""

    id: str
    hands: list[str]
    events: list[int]
    recorder: int
    begins: datetime


@dataclass(slots=True)
class Pages:
    """A season of a club."""

    ids: Random
    club: Club
    season: Season
    rows: dict[Any, list[Row]] = field(default_factory=lambda: {model: [] for model in COLUMNS})
    sums: Sums = field(default_factory=dict)
    nights: dict[tuple[int, str], int] = field(default_factory=dict)
    pairs: dict[PairKey, Pair] = field(default_factory=dict)
    night: str = ""
    day: date = date.min
    night_sums: Sums = field(default_factory=dict)
    tables: dict[int, int] = field(default_factory=dict)
    event_ids: Iterator[int] = field(default_factory=lambda: new_ids(GameEvent))
    table_ids: Iterator[int] = field(default_factory=lambda: new_ids(Table))

    def open_night(self, day: date) -> None:
        """A night without games."""
        self.night, self.day, self.night_sums, self.tables = self._uuid(), day, {}, {}
        opened = f"{day} 22:00:00"
        self._add(Night, self.night, self.club.pk, self.season.pk, str(day), *_PLAYED, opened)

    def add_game(self, sitting: Sitting, recorder: int) -> None:
        """A game with its events, hands and players; what it adds to tallies waits."""
        sheet = sitting.sheet
        hands = [self._uuid() for _hand in range(sheet.hands)]
        keys = [next(self.event_ids) for _event in range(len(sheet.events) + 1)]
        game = _Game(self._uuid(), hands, keys, recorder, sitting.begins)
        self._add_start(game, sitting)
        for number, event in enumerate(sheet.events, 1):
            self._add_event(game, number, event)
        for line in sheet.lines:
            self._add_line(game, sitting, line)
        self._add_result(game, sitting)

    def close_night(self) -> None:
        """The night's tallies, and what they add to the season's."""
        for key, sums in sorted(self.night_sums.items()):
            self._add(NightTally, self.night, *key, *_columns(sums))
            self.sums[key] = self.sums.get(key, NOTHING) + sums
            self.nights[key] = self.nights.get(key, 0) + 1
        if len(self.rows[GameEvent]) >= BATCH:
            self._write()

    def close_season(self) -> None:
        """The season's tallies, who met whom, and whatever is not written yet."""
        for key, sums in sorted(self.sums.items()):
            self._add(Tally, self.season.pk, *key, *_columns(sums), self.nights[key])
        for pair_key, pair in sorted(self.pairs.items()):
            self._add(PairTally, *pair_key, *pair)
        self._write()

    def _add(self, model: Any, *values: Any) -> None:
        self.rows[model].append(values)

    def _write(self) -> None:
        for model, rows in self.rows.items():
            insert(model, COLUMNS[model], rows)
            rows.clear()

    def _add_start(self, game: _Game, sitting: Sitting) -> None:
        sheet = sitting.sheet
        seated = list(sitting.players)
        body = {"first_dealer": sheet.first_dealer, "players": seated}
        digest = digest_of(["start", sheet.ruleset.variant, seated, sheet.first_dealer])
        values = (digest, BODY_VERSION, to_json(body), game.recorder, None, moment(game.begins))
        self._add(GameEvent, game.events[0], game.id, 0, "start", None, None, None, game.id, *values)

    def _add_event(self, game: _Game, number: int, event: EventSketch) -> None:
        hand, follows = _pick(game.hands, event.hand), _pick(game.hands, event.follows)
        client = hand if event.is_deal else self._uuid()
        said = [event.kind, event.body, None if event.is_deal else _dashed(hand), _dashed(follows)]
        names = (event.kind, hand, event.version, follows, client, digest_of(said))
        written = (BODY_VERSION, event.text, game.recorder, None, moment(game.begins + event.after))
        self._add(GameEvent, game.events[number], game.id, number, *names, *written)

    def _add_line(self, game: _Game, sitting: Sitting, line: LineSketch) -> None:
        stored = moment(game.begins + sitting.sheet.events[line.first - 1].after)
        maker = None if line.maker is None else sitting.players[line.maker]
        last = (maker, game.events[line.newest], game.recorder, stored)
        self._add(Hand, game.id, game.hands[line.hand], *line.columns, *last)

    def _add_result(self, game: _Game, sitting: Sitting) -> None:
        sheet = sitting.sheet
        order = order_of(self.day, None, game.begins + self._first(sitting))
        derived = {**sheet.game, "play_order": order}
        columns = [to_json(value) if isinstance(value, list) else value for value in map(derived.get, GAME_FIELDS)]
        place = (self.club.pk, self.night, self._table(sitting.table), None, sheet.ruleset.variant, sheet.ruleset.pk)
        self._add(Game, game.id, *place, *columns)
        for seat, (player, came) in enumerate(zip(sitting.players, sheet.seats, strict=True)):
            sums = (came.place, came.points, came.won12, derived["hands"], came.counts, order, derived["counted"])
            self._add(GamePlayer, game.id, player, seat, *sums)
            if came.adds:
                key = player, sheet.ruleset.variant
                self.night_sums[key] = self.night_sums.get(key, NOTHING) + came.adds
        seats = sitting.players
        met = [
            (key._replace(season=self.season.pk, player=seats[key.player], other=seats[key.other]), pair)
            for key, pair in sheet.pairs
        ]
        pairs.add_pairs(self.pairs, met)

    def _first(self, sitting: Sitting) -> timedelta:
        return next(event.after for event in sitting.sheet.events if event.kind == "hand")

    def _table(self, number: int) -> int:
        if number not in self.tables:
            self.tables[number] = next(self.table_ids)
            self._add(Table, self.tables[number], self.night, number)
        return self.tables[number]

    def _uuid(self) -> str:
        return UUID(int=self.ids.getrandbits(128), version=4).hex


_PLAYED = (str(NightKind.LEAGUE), str(NightState.OPEN))


def _pick(hands: list[str], number: int | None) -> str | None:
    return None if number is None else hands[number]


def _dashed(hand: str | None) -> str | None:
    return None if hand is None else str(UUID(hand))


def _columns(sums: Contribution) -> tuple[Any, ...]:
    return (*(getattr(sums, name) for name in SUMS), to_json(sums.counts))
