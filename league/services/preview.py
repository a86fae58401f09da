"""What an event would do to a game and its season, before anybody says yes. Reads, and writes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils import timezone

from engine.changes import Change, compare_games
from engine.errors import Problem
from engine.events import Event
from engine.games import Line
from league.bridge.rows import event_row
from league.models import GamePlayer, Recorder
from league.services.derive import Derived
from league.services.log import GameLog
from league.services.substitutes import with_substitute
from league.services.tallies import Contribution, differences


@dataclass(frozen=True)
class Preview:
    """A game as it is (`log`) and as it would be; the same twice if the engine finds `problems`."""

    log: GameLog
    would_be: GameLog
    problems: tuple[Problem, ...] = ()

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Every line, total, dealer and winner that would differ."""
        return compare_games(self.log.state, self.would_be.state)

    @property
    def falls_outside(self) -> list[Line]:
        """Hands that count now and would stand behind the end of the game."""
        outside = {line.id for line in self.would_be.state.lines if line.outside}
        return [line for line in self.log.state.lines if line.counts and line.id in outside]

    @property
    def changes_score(self) -> bool:
        """Whether a total, an end or a winner would be another; what is only known better changes none."""
        old, new = self.log.state, self.would_be.state
        then, now = ([(line.scores, line.void, line.outside) for line in state.lines] for state in (old, new))
        return then != now or (old.status, old.winners) != (new.status, new.winners)

    @cached_property
    def differences(self) -> Mapping[int, Contribution]:
        """What each player's tallies would gain or lose."""
        return differences(Derived(self.log).players, self.players)

    @cached_property
    def players(self) -> Mapping[int, GamePlayer]:
        """The game's players as they would be."""
        return Derived(self.would_be).players


def preview_event(log: GameLog, event: Event, recorder: Recorder, said: Mapping[str, Any] | None = None) -> Preview:
    """The game with one event more. It need not be stored afterwards, and the log may have grown until it is.

    Raises ValidationError for a substitute who can't be.
    """
    log = with_substitute(log, said)
    row = event_row(event, said)
    row.recorder, row.stored_at = recorder, timezone.now()
    would_be = log.with_row(row, event)
    problems = log.problems_of(would_be)
    return Preview(log, log if problems else would_be, problems)
