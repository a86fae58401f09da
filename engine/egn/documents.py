"""What a document of Euchre Game Notation says, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.errors import Problem
from engine.house_rules import HouseRules
from engine.records import HandRecord
from engine.seating import Seat

type Json = Any
"""Whatever a document holds that means nothing to scoring, as it was read."""

FILE_TYPE = "Euchre Game Notation"
VERSION = "1.4"
BIDDING, TRICK_PLAY = "EUCHRE_BIDDING", "TRICK_PLAY"

PLACES: Mapping[str, str] = MappingProxyType(
    {
        "upcard": "upCard",
        "holdings": "playerCards",
        "exchanges": "cardExchanges",
        "alone": "isAlone",
        "lone_defender": "aloneDefender",
        "leader": "initialLead",
        "kind": "calls",
        "maker": "calls",
    }
)
"""A field of a record -> the key of a deal that it is read from, where the names differ."""


CODES: Mapping[str, str] = MappingProxyType(
    {
        "lone_defence_needs_lone_maker": "lone_defence_not_offered",
        "lone_defender_is_maker": "bad_seat",
        "lone_defender_is_partner": "bad_seat",
    }
)
"""What the engine tells apart and the profile of the notation does not; the sentence still says which it is."""


@dataclass(frozen=True, slots=True)
class NotedDeal:
    """One deal: who dealt, the record, and the notes that people made beside it."""

    dealer: Seat
    record: HandRecord
    number: int = 0
    call_notes: Json = None
    play_notes: Json = None
    other_lines: Json = None


@dataclass(frozen=True, slots=True)
class Document:
    """A game, or a part of one. Scores are by side; no score means zeros, or that none is given.

    `description` is without the line of house rules. `unplayed` and `unplayed_line` are rules that are not played
    here, as they were written; `problems` name them, and whatever else is wrong with the document as a whole.
    `target_stated`: the document says how many points win, and does not leave it to the notation's default.
    """

    rules: HouseRules
    deals: tuple[NotedDeal, ...] = ()
    players: tuple[Json, ...] = ()
    initial_score: tuple[int, ...] = ()
    final_score: tuple[int, ...] = ()
    id: str | None = None
    title: str | None = None
    description: str | None = None
    date: str | None = None
    unplayed: Mapping[str, Json] = field(default_factory=dict)
    unplayed_line: tuple[str, ...] = ()
    target_stated: bool = True
    problems: tuple[Problem, ...] = ()

    @property
    def rules_known(self) -> bool:
        """Whether the document is of a game that is played here, by rules that are."""
        return not any(problem.code == "rule_not_played" for problem in self.problems)

    def by_seat(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """Scores by side as scores by seat: partners have the same."""
        game = self.rules.game
        totals = scores or (0,) * len(game.sides)
        return tuple(totals[game.sides.index(game.side_of(seat))] for seat in range(game.seats))


def egn_place(place: str) -> str:
    """A place in a record, as a place in a deal of a document: `exchanges.0.2` is `cardExchanges.0.cards.2`."""
    name, *rest = place.split(".")
    if name == "exchanges" and len(rest) > 1:
        rest.insert(1, "cards")
    return ".".join([PLACES.get(name, name), *rest])
