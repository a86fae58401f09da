"""Different games, played once by the demo's players and then given to other people on other days.

A thousand games that differ are as good as a hundred thousand: what is measured reads rows, and no two tables of
a night play the same one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random

from engine.events import Abandon, Concede, Correct, Deal, Event, GameStart, Void
from engine.games import GameState, fold_game
from engine.house_rules import HouseRules, default_rules
from engine.records import HandKind, HandRecord
from engine.variants import variants
from engine.winning import Status
from league.big.sheets import Entry, Sheet, hand_id, make_sheet
from league.demo.play import Habit, Table, Temper
from league.demo.tables import MISTYPED, SAFE, SAID_LATER, mistyped
from league.services.rules import get_ruleset

MOST = 1_000
HANDS_FOR_ONE = 10
MAIN_SHARE = 0.85
"""So many games are of the main variant."""

UNFINISHED = 0.02
"""So many games are conceded or abandoned."""


@dataclass(slots=True)
class _Book:
    """A game as its scorekeeper writes it down: the events, and how many seconds after the start."""

    rng: Random
    start: GameStart
    table: Table
    entries: list[Entry] = field(default_factory=list)
    hands: int = 0
    clock: int = 0

    @property
    def state(self) -> GameState:
        return fold_game(self.start, [entry.event for entry in self.entries])

    def play(self) -> None:
        """To the end, whatever that is."""
        stop = self.rng.randrange(2, 7) if self.rng.random() < UNFINISHED else None
        while (state := self.state).status == Status.OPEN:
            self.clock += self.rng.randrange(100, 200)
            if stop is not None and self.hands >= stop:
                self._write(self._ending(state))
            else:
                self._record(state)

    def _ending(self, state: GameState) -> Event:
        """Somebody is ahead and the others give up, or everybody goes home."""
        best = state.scores.index(max(state.scores))
        return Concede(frozenset([best])) if self.rng.random() < 0.5 else Abandon()

    def _record(self, state: GameState) -> None:
        """A hand; now and then with a slip that is undone, or without the suit until somebody asks."""
        record = self.table.play_hand(state.dealer)
        if self.rng.random() < MISTYPED and max(state.scores) <= SAFE and record.kind == HandKind.PLAYED:
            self._write(Void(self._deal(mistyped(record, self.table.rules.game), state)))
        if record.trump is not None and self.rng.random() < SAID_LATER:
            hand = self._deal(replace(record, trump=None, round=None), state)
            self._write(Correct(hand, record))
        else:
            self._deal(record, state)

    def _deal(self, record: HandRecord, state: GameState) -> str:
        hand = hand_id(self.hands)
        self.hands += 1
        self._write(Deal(hand, record, state.last_hand))
        return hand

    def _write(self, event: Event) -> None:
        self.clock += self.rng.randrange(3, 9)
        self.entries.append(Entry(event, self.clock))


def make_pool(rng: Random, hands: int) -> dict[str, list[Sheet]]:
    """Games of every variant, enough for so many hands to look at."""
    number = min(MOST, hands // HANDS_FOR_ONE + 10)
    main, *others = variants()
    shares = {main.key: MAIN_SHARE} | {other.key: (1 - MAIN_SHARE) / len(others) for other in others}
    return {key: list(islice(_sheets(rng, key), round(number * share) + 1)) for key, share in shares.items()}


def _sheets(rng: Random, variant: str) -> Iterator[Sheet]:
    rules = default_rules(variant)
    ruleset = get_ruleset(rules)
    while True:
        yield make_sheet(ruleset, *_play(rng, rules))


def _play(rng: Random, rules: HouseRules) -> tuple[GameStart, list[Entry]]:
    seats = rules.game.seats
    tempers = [Temper(rng.uniform(-0.4, 0.4), rng.uniform(0.7, 0.97)) for _seat in range(seats)]
    habit = Habit(suit=rng.choice((0.2, 0.8, 0.95)), call=rng.choice((0.5, 0.9)), tally=rng.choice((0.0, 0.1, 0.6)))
    start = GameStart(rules, rng.randrange(seats))
    book = _Book(rng, start, Table(rng, rules, tempers, habit))
    book.play()
    return start, book.entries
