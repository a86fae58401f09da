"""The form of how a season ranks."""

from __future__ import annotations

from typing import Any

import pytest

from league.forms.standings import TIE_NAMES, TIES, StandingsForm
from league.standings.choice import DEFAULT, OWN, PRESETS, StandingsChoice
from league.standings.metrics import FEWEST_GAMES, GAMES, HEAD_TO_HEAD, METRICS, TIE_BREAKERS

PLAIN = {"preset": "won", "minimum": "0", "ties": ""}


def form(**said: Any) -> StandingsForm:
    return StandingsForm(PLAIN | said, choice=DEFAULT)


def errors(**said: Any) -> set[str]:
    return set(form(**said).errors)


def chosen(**said: Any) -> StandingsChoice:
    made = form(**said)
    assert made.is_valid(), made.errors
    return made.choice


def test_every_tie_break_has_a_name() -> None:
    assert set(TIES) == set(TIE_NAMES)
    assert {metric for ties in TIES.values() for metric in ties} == set(TIE_BREAKERS.values())


@pytest.mark.parametrize("preset", [preset for preset in PRESETS if preset != "best_nights"])
def test_a_preset_is_enough(preset: str) -> None:
    assert chosen(preset=preset).precedence == PRESETS[preset]


def test_everything_at_once() -> None:
    said = {"ties": "head_to_head fewest_games", "minimum": "5", "together": "on", "shown": ["games"], "best": "3"}
    assert chosen(preset="best_nights", **said) == StandingsChoice(
        "best_nights", PRESETS["best_nights"], (HEAD_TO_HEAD, FEWEST_GAMES), (GAMES,), 5, 3, together=True
    )


def test_an_order_of_its_own() -> None:
    choice = chosen(preset=OWN, first="points", second="win_share")
    assert [metric.key for metric in choice.precedence] == ["points", "win_share"]


def test_it_opens_with_what_was_chosen() -> None:
    choice = StandingsChoice(OWN, (METRICS["points"], METRICS["best_won"]), (HEAD_TO_HEAD,), (GAMES,), 5, 3, True)
    opened = StandingsForm(choice=choice)
    said = {name: opened[name].value() for name in opened.fields if opened[name].value() not in (None, False)}
    again = StandingsForm(said, choice=DEFAULT)
    assert again.is_valid(), again.errors
    assert again.choice == choice


WRONG = [
    ({"preset": "chess"}, {"preset"}),
    ({"preset": ""}, {"preset"}),
    ({"preset": OWN}, {"first"}),
    ({"preset": OWN, "second": "won"}, {"first"}),
    ({"preset": OWN, "first": "won", "third": "points"}, {"second"}),
    ({"preset": OWN, "first": "won", "second": "won"}, {"second"}),
    ({"preset": OWN, "first": "won", "second": "points", "third": "won"}, {"third"}),
    ({"preset": OWN, "first": "nights"}, {"first"}),
    ({"preset": OWN, "first": "head_to_head"}, {"first"}),
    ({"preset": OWN, "first": "best_won"}, {"best"}),
    ({"preset": "best_nights"}, {"best"}),
    ({"preset": "best_nights", "best": "0"}, {"best"}),
    ({"preset": "best_nights", "best": "100"}, {"best"}),
    ({"shown": ["best_points"]}, {"best"}),
    ({"best": "3"}, {"best"}),
    ({"minimum": ""}, {"minimum"}),
    ({"minimum": "-1"}, {"minimum"}),
    ({"minimum": "1000"}, {"minimum"}),
    ({"minimum": "9" * 5000}, {"minimum"}),
    ({"ties": "coin"}, {"ties"}),
    ({"shown": ["gone"]}, {"shown"}),
    ({"shown": ["\x00", "\ud800"]}, {"shown"}),
]


@pytest.mark.parametrize(("said", "fields"), WRONG)
def test_what_does_not_fit_is_told_at_its_field(said: dict[str, Any], fields: set[str]) -> None:
    assert errors(**said) == fields
