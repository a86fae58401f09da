"""A game as the fold of its events: lines, running scores, dealer, status, winners, shares. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import add

from engine.errors import MisuseError, Problem
from engine.events import (
    Abandon,
    Concede,
    Correct,
    CutShort,
    Deal,
    Event,
    Final,
    GameStart,
    HandId,
    Mark,
    Reseat,
    SetDealer,
    Substitute,
)
from engine.finals import check_final
from engine.hands import HandResult, Judgement
from engine.house_rules import HouseRules
from engine.records import HandRecord
from engine.reseating import judge_by_chairs
from engine.scoring import Outcome
from engine.seating import Seat, left_of
from engine.timeline import Slot, Stop, Timeline, build_timeline
from engine.winning import Status, end_game, sides_among, winners_of


@dataclass(frozen=True, slots=True)
class Line:
    """One hand of a game, in the order of play.

    `number`: its place among the hands that are not voided, from 1, None if voided. `scores`: by player, after the
    hand. `outside`: it stands behind the end of the game and counts nowhere. Seats are starting seats.
    """

    id: HandId
    number: int | None
    version: int
    dealer: Seat
    record: HandRecord
    judgement: Judgement
    scores: tuple[int, ...]
    void: bool = False
    outside: bool = False

    @property
    def counts(self) -> bool:
        """Whether the hand is part of the game."""
        return not self.void and not self.outside


@dataclass(frozen=True, slots=True)
class GameState:
    """A game after its events. `scores`, `shares`: by starting seat; `order`: chair -> starting seat now.

    `sides` are chairs. `dealer` deals the next hand. `winners` is a set: two can win at once (R32). `shares` of a win
    add up to 1 for each seat of a side. `problems` are what the events said that could not be.
    """

    lines: tuple[Line, ...]
    scores: tuple[int, ...]
    dealer: Seat
    status: Status
    winners: frozenset[Seat]
    shares: tuple[Fraction, ...]
    order: tuple[Seat, ...]
    sides: tuple[tuple[Seat, ...], ...]
    problems: tuple[tuple[int, Problem], ...] = ()

    @property
    def last_hand(self) -> HandId | None:
        """The newest hand that is not voided: what the next one follows."""
        return next((line.id for line in reversed(self.lines) if not line.void), None)


def fold_game(start: GameStart, events: Sequence[Event]) -> GameState:
    """The state of a game. Never raises for what events say; raises MisuseError for an impossible start."""
    seats = start.rules.game.seats
    scores = start.scores or (0,) * seats
    if len(scores) != seats or not 0 <= start.first_dealer < seats:
        raise MisuseError("a game starts with a dealer at the table and one score a seat")
    timeline = build_timeline(events, seats)
    play = _Play(start.rules, scores, start.first_dealer)
    lines = [line for item in timeline.items if (line := play.take(item))]
    return _close(play, lines, timeline)


def check_event(start: GameStart, events: Sequence[Event], event: Event) -> tuple[Problem, ...]:
    """Everything against adding one more event to a game."""
    return check_states(start, fold_game(start, events), fold_game(start, [*events, event]), len(events) + 1, event)


def check_states(
    start: GameStart, before: GameState, state: GameState, number: int, event: Event
) -> tuple[Problem, ...]:
    """The same for who has folded the game already, without and with the event, which has this number."""
    problems = [problem for of, problem in state.problems if of == number]
    if isinstance(event, Deal | Correct):
        for line in state.lines:
            if line.id == event.hand:
                problems.extend(line.judgement.problems)
    problems.extend(_too_late(before, state, event))
    problems.extend(_spoilt(before, state, event))
    if isinstance(event, Final) and not problems:
        problems.extend(check_final(start.rules, start.scores, event.scores))
    return tuple(problems)


def _spoilt(before: GameState, after: GameState, event: Event) -> Iterator[Problem]:
    """Other hands that were lawful and no longer are, as another player would have dealt them."""
    lawful = {line.id for line in before.lines if line.counts and line.judgement.result is not None}
    lawful.discard(getattr(event, "hand", ""))
    for line in after.lines:
        if line.counts and line.id in lawful and line.judgement.result is None:
            yield Problem("later_hand_unlawful", "hand", params={"number": line.number or 0})


def _too_late(before: GameState, after: GameState, event: Event) -> Iterator[Problem]:
    """The end of a game against what comes behind it. A forgotten hand may still go between two others."""
    match event:
        case Deal(hand):
            withdrawn = after.status == Status.WITHDRAWN
            if withdrawn or any(line.id == hand and line.outside for line in after.lines):
                yield Problem("game_over", "game")
        case Concede() | CutShort() | Abandon() | Final() if before.status != Status.OPEN:
            yield Problem("game_over", "game")


def places(state: GameState) -> tuple[int | None, ...]:
    """The place of each seat at the end, shared places as 1 1 3; None while nobody has won."""
    if not state.winners:
        return (None,) * len(state.scores)
    keys = [(False, 0) if seat in state.winners else (True, -score) for seat, score in enumerate(state.scores)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


@lru_cache(maxsize=1024)
def _shares(winners: frozenset[Seat], seats: int, sides: int) -> tuple[Fraction, ...]:
    """A fraction takes longer to make than a hand to play."""
    return tuple(Fraction(seat in winners, sides) for seat in range(seats))


class _Play:
    """The hands of a game, one after another. Chairs are where people sit now; all else is by starting seat."""

    def __init__(self, rules: HouseRules, scores: tuple[int, ...], first_dealer: Seat) -> None:
        self.rules = rules
        self.scores = scores
        self.order: tuple[Seat, ...] = tuple(range(len(scores)))
        self.status = Status.OPEN
        self.winners: frozenset[Seat] = frozenset()
        self.problems: list[tuple[int, Problem]] = []
        self.number = 0
        self._deals: Seat | None = first_dealer  # who deals whatever the seats, or
        self._dealt: Seat = first_dealer  # whose left neighbour deals

    @property
    def dealer(self) -> Seat:
        """R5: the player left of the last dealer, by the seats of now."""
        if self._deals is not None:
            return self._deals
        return self.order[left_of(self.order.index(self._dealt), len(self.order))]

    def take(self, item: Slot | Mark | Stop) -> Line | None:
        """Play one item; a hand gives a line."""
        match item:
            case Slot():
                return self._voided(item) if item.void else self._hand(item)
            case Stop():
                self._stop(item)
            case Reseat(order):
                self.order = order
            case SetDealer(seat):
                self._deals = seat
            case Substitute():
                pass  # the engine knows seats only
        return None

    def _voided(self, slot: Slot) -> Line:
        judgement = self._judge(slot.record)
        return Line(slot.hand, None, slot.version, self.dealer, slot.record, judgement, self.scores, void=True)

    def _hand(self, slot: Slot) -> Line:
        dealer, outside = self.dealer, self.status != Status.OPEN
        judgement = self._judge(slot.record)
        self.number += 1
        if not outside:
            self._score(judgement.result)
            redeal = judgement.result is not None and judgement.result.redeal
            self._deals, self._dealt = (dealer if redeal else None), dealer
        return Line(slot.hand, self.number, slot.version, dealer, slot.record, judgement, self.scores, outside=outside)

    def _judge(self, record: HandRecord) -> Judgement:
        judgement = judge_by_chairs(record, self.dealer, self.rules, self.order)
        if judgement.result is not None and judgement.result.outcome == Outcome.UNFINISHED:
            return Judgement(None, (Problem("hand_unfinished", "cards"),))
        return judgement

    def _score(self, result: HandResult | None) -> None:
        if result is None:
            return
        self.scores = tuple(map(add, self.scores, result.points))
        # R33: a game is won only when a hand is scored.
        if result.maker is not None and max(result.points) > 0:
            self.winners = winners_of(self.rules, self.scores, result.maker, self.order)
            self.status = Status.WON if self.winners else Status.OPEN

    def _stop(self, stop: Stop) -> None:
        """End the game, unless it is over or can't end so (R33)."""
        if self.status != Status.OPEN:
            return
        ended = end_game(self.rules, stop.ending, self.scores, self.order, has_hands=self.number > 0)
        if isinstance(ended, Problem):
            self.problems.append((stop.number, ended))
        else:
            self.scores, self.winners, self.status = ended


def _close(play: _Play, lines: list[Line], timeline: Timeline) -> GameState:
    """The state after everything was played."""
    if timeline.withdrawn:
        play.status, play.winners = Status.WITHDRAWN, frozenset()
    sides = sides_among(play.rules, play.winners, play.order) or 1
    return GameState(
        lines=tuple(lines),
        scores=play.scores,
        dealer=play.dealer,
        status=play.status,
        winners=play.winners,
        shares=_shares(play.winners, len(play.scores), sides),
        order=play.order,
        sides=play.rules.game.sides,
        problems=tuple(sorted([*timeline.problems, *play.problems], key=lambda problem: problem[0])),
    )
