"""Putting a game's events in the order of play: which hands there are, where, in which version.

Events arrive in the order of entry; a forgotten hand, a correction or an undo comes late. The timeline holds what
is true after all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.errors import Problem
from engine.events import (
    Abandon,
    Concede,
    Correct,
    CutShort,
    Deal,
    Ending,
    Event,
    Final,
    HandId,
    Mark,
    Reseat,
    Restore,
    Undo,
    Void,
    Withdraw,
)
from engine.records import HandRecord
from engine.seating import Seat


@dataclass(slots=True)
class Slot:
    """One hand: its newest record, how many versions it has, whether it is voided."""

    hand: HandId
    record: HandRecord
    version: int = 1
    void: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """An ending, by the event with this number, behind the hands of which it was said."""

    number: int
    ending: Ending


@dataclass(slots=True)
class Timeline:
    """Hands, marks and endings in the order of play, and what did not fit.

    `problems` pairs the number of an event with what is wrong with it; such an event changes nothing.
    """

    seats: int
    items: list[Slot | Mark | Stop] = field(default_factory=list)
    problems: list[tuple[int, Problem]] = field(default_factory=list)
    slots: dict[HandId, Slot] = field(default_factory=dict)
    withdrawn: bool = False

    def add(self, number: int, event: Event) -> None:
        """Take in the event with this number."""
        match event:
            case Deal():
                self._add_deal(number, event)
            case Correct(hand, record):
                if slot := self._slot(number, hand):
                    slot.record = record
                    slot.version += 1
            case Void(hand) | Restore(hand):
                if slot := self._slot(number, hand):
                    slot.void = isinstance(event, Void)
            case Concede() | CutShort() | Abandon() | Final():
                self.items.append(Stop(number, event))
            case Withdraw():
                self.withdrawn = True
            case Undo():
                pass  # resolved before the timeline is built
            case _:
                self._add_mark(number, event)

    def _add_deal(self, number: int, event: Deal) -> None:
        if event.hand in self.slots:
            self.problems.append((number, Problem("hand_exists", "hand")))
            return
        slot = Slot(event.hand, event.record)
        self.items.insert(self._place_after(number, event.follows), slot)
        self.slots[event.hand] = slot

    def _add_mark(self, number: int, mark: Mark) -> None:
        if problem := self._mark_problem(mark):
            self.problems.append((number, problem))
            return
        self.items.insert(self._place_after(number, mark.follows), mark)

    def _mark_problem(self, mark: Mark) -> Problem | None:
        if isinstance(mark, Reseat):
            whole = sorted(mark.order) == list(range(self.seats))
            return None if whole else Problem("bad_order", "order")
        return None if 0 <= mark.seat < self.seats else Problem("bad_seat", "seat")

    def _place_after(self, number: int, hand: HandId | None) -> int:
        """The place behind a hand, the marks that belong to it, and what was voided there."""
        place = 0 if hand is None else self._place_of(number, hand) + 1
        while place < len(self.items) and not self._is_live(self.items[place]):
            place += 1
        return place

    @staticmethod
    def _is_live(item: Slot | Mark | Stop) -> bool:
        return isinstance(item, Slot) and not item.void

    def _place_of(self, number: int, hand: HandId) -> int:
        last, slot = len(self.items) - 1, self._slot(number, hand)
        if slot is None or self.items[last] is slot:  # an unknown hand is reported, and nothing is lost
            return last
        return next(place for place, item in enumerate(self.items) if item is slot)

    def _slot(self, number: int, hand: HandId) -> Slot | None:
        slot = self.slots.get(hand)
        if slot is None:
            self.problems.append((number, Problem("unknown_hand", "hand")))
        return slot


def build_timeline(events: Sequence[Event], seats: int) -> Timeline:
    """The timeline of a game's events, numbered from 1, at a table of so many seats."""
    timeline = Timeline(seats)
    cancelled = _cancelled(events, timeline)
    for number, event in enumerate(events, 1):
        if number not in cancelled:
            timeline.add(number, event)
    return timeline


def _cancelled(events: Sequence[Event], timeline: Timeline) -> frozenset[int]:
    """Numbers of the events that are undone. From the newest back, so that an undo can itself be undone."""
    cancelled: set[int] = set()
    for number in range(len(events), 0, -1):
        event = events[number - 1]
        if not isinstance(event, Undo) or number in cancelled:
            continue
        if not 1 <= event.event < number or isinstance(events[event.event - 1], Deal):
            timeline.problems.append((number, Problem("cannot_undo", "event")))
        else:
            cancelled.add(event.event)
    return frozenset(cancelled)


def order_at(events: Sequence[Event], seats: int, hand: HandId) -> tuple[Seat, ...]:
    """How the players sat at a hand: chair -> starting seat."""
    order = tuple(range(seats))
    for item in build_timeline(events, seats).items:
        if isinstance(item, Slot) and item.hand == hand:
            break
        if isinstance(item, Reseat):
            order = item.order
    return order
