"""Reading the case files: one worked hand a line, in the words that cases/cutthroat.txt explains."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.errors import UnreadableError
from engine.events import Concede, Deal, Event, GameStart
from engine.games import GameState, fold_game
from engine.house_rules import default_rules
from engine.stored import record_from_json

FOLDER = Path(__file__).parent / "cases"
SEATS = "ABCD"


@dataclass(frozen=True)
class Case:
    variant: str
    line: int
    source: str
    happened: tuple[str, ...]
    comes_to: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.source}-{self.variant}-line-{self.line}"


@dataclass
class Situation:
    """What a line says, gathered clause by clause; `body` is the record as it would be sent."""

    seats: int
    dealer: int = 0
    scores: tuple[int, ...] = ()
    changes: dict[str, Any] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)
    loners: list[int] = field(default_factory=list)
    conceded: set[int] = field(default_factory=set)


def read_cases() -> list[Case]:
    return [case for path in sorted(FOLDER.glob("*.txt")) for case in _read_file(path)]


def _read_file(path: Path) -> list[Case]:
    cases = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            source, happened, comes_to = (part.strip() for part in line.split("|"))
            cases.append(Case(path.stem, number, source, _clauses(happened), _clauses(comes_to)))
    return cases


def _clauses(text: str) -> tuple[str, ...]:
    return tuple(clause.strip() for clause in text.split(","))


def seat(letter: str) -> int:
    return SEATS.index(letter)


def numbers(text: str) -> tuple[int | None, ...]:
    """ "3-1-1"; a second minus belongs to its number, "?" is unknown."""
    found = re.findall(r"(?:^|-)(-?\d+|\?)", text)
    return tuple(None if number == "?" else int(number) for number in found)


HAPPENED: list[tuple[str, Callable[[Situation, str], None]]] = [
    (r"([A-D]) deals", lambda it, who: setattr(it, "dealer", seat(who))),
    (r"scores ([\d-]+)", lambda it, text: setattr(it, "scores", numbers(text))),
    (r"with (\w+=\w+)", lambda it, text: it.changes.update([_setting(text)])),
    (r"([A-D]) maker", lambda it, who: it.body.update(maker=seat(who))),
    (r"([A-D]) maker alone", lambda it, who: it.body.update(maker=seat(who), alone=True)),
    (r"([A-D]) alone", lambda it, who: it.loners.append(seat(who))),
    (r"(\d[\d-]+)", lambda it, text: it.body.update(tricks=list(numbers(text)))),
    (r"maker takes (\d)", lambda it, text: it.body.update(maker_tricks=int(text))),
    (r"rest claimed for ([A-D])", lambda it, who: it.body.update(claimed=seat(who))),
    (r"([A-D]) revokes", lambda it, who: it.body.update(kind="penalty", offender=seat(who))),
    (r"all (pass)", lambda it, _: it.body.update(kind="passed_out")),
    (r"(misdeal)", lambda it, _: it.body.update(kind="misdeal")),
    (r"round (\d)", lambda it, text: it.body.update(round=int(text))),
    (r"upcard (\w+)", lambda it, text: it.body.update(upcard=text)),
    (r"trump (\w)", lambda it, text: it.body.update(trump=text)),
    (r"([A-D]) concedes", lambda it, who: it.conceded.add(seat(who))),
]


def _setting(text: str) -> tuple[str, Any]:
    name, value = text.split("=")
    return name, json.loads(value) if re.fullmatch(r"\d+|true|false", value) else value


def situation_of(case: Case) -> Situation:
    situation = Situation(default_rules(case.variant).game.seats, body={"kind": "played"})
    for clause in case.happened:
        readings = [(found, take) for pattern, take in HAPPENED if (found := re.fullmatch(pattern, clause))]
        assert len(readings) == 1, f"{case}: what does {clause!r} mean?"
        found, take = readings[0]
        take(situation, found[1])
    return situation


def _events(situation: Situation) -> list[Event]:
    if situation.conceded:
        return [Concede(frozenset(range(situation.seats)) - situation.conceded)]
    lone_defenders = [loner for loner in situation.loners if loner != situation.body.get("maker")]
    if lone_defenders:
        situation.body["lone_defender"] = lone_defenders[0] if len(lone_defenders) == 1 else lone_defenders
    if len(lone_defenders) < len(situation.loners):
        situation.body["alone"] = True
    return [Deal("the hand", record_from_json(situation.body))]


def play_case(case: Case) -> GameState | UnreadableError:
    situation = situation_of(case)
    rules = default_rules(case.variant).change(**situation.changes)
    assert rules.problems() == ()
    try:
        events = _events(situation)
    except UnreadableError as error:
        return error
    return fold_game(GameStart(rules, situation.dealer, situation.scores), events)
