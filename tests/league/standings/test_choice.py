"""What a season chooses: kept, read back, and never a reason to fail."""

from __future__ import annotations

from typing import Any

import pytest

from league.standings.choice import DEFAULT, OWN, PRESETS, StandingsChoice, choice_from_json
from league.standings.metrics import (
    FEWEST_GAMES,
    HEAD_TO_HEAD,
    METRICS,
    PRECEDENCE,
    TIE_BREAKERS,
    NightSums,
    Sums,
    best_nights,
    with_nights,
)
from league.standings.words import PRESET_HELP, PRESET_NAMES, tie_breaks


@pytest.mark.parametrize("preset", PRESETS)
def test_a_choice_reads_back_as_it_was(preset: str) -> None:
    choice = StandingsChoice(preset, PRESETS[preset], (HEAD_TO_HEAD, FEWEST_GAMES), (), 5, 3, together=True)
    assert choice_from_json(choice.to_json()) == choice


@pytest.mark.parametrize("data", [None, {}, {"precedence": ["gone"]}, {"precedence": [], "ties": ["gone"]}])
def test_what_is_unknown_is_as_it_always_was(data: dict[str, Any] | None) -> None:
    choice = choice_from_json(data)
    assert (choice.precedence, choice.ties, choice.minimum) == (PRECEDENCE, (), 0)


def test_every_preset_has_words_and_names_what_may_decide() -> None:
    assert set(PRESET_NAMES) == set(PRESET_HELP) == {*PRESETS, OWN}
    assert all(metric.decides for precedence in PRESETS.values() for metric in precedence)
    assert PRESETS[DEFAULT.preset] == DEFAULT.precedence == PRECEDENCE
    assert not set(TIE_BREAKERS) & set(METRICS)


@pytest.mark.parametrize("key", METRICS)
def test_the_statement_that_reads_tallies_is_told_what_the_choice_reads(key: str) -> None:
    """Without it a column of counts would show nothing but noughts."""
    with_column = StandingsChoice(shown=(METRICS[key],))
    assert with_column.to_json()["counts"] == with_column.reads_counts == (METRICS[key].reads == "counts")


def test_the_rule_in_sentences() -> None:
    choice = StandingsChoice(
        "best_nights", PRESETS["best_nights"], (HEAD_TO_HEAD, FEWEST_GAMES), minimum=5, best=4, together=True
    )
    assert tie_breaks(choice) == (
        "Places: games won on the best nights, then points on the best nights; equal players: head to head, then "
        "fewest games; who is equal still shares a place. Each player’s best 4 nights count. Ranked from 5 games "
        "on. The games of two, three and four players count in one table."
    )


def test_best_nights_are_those_of_most_wins_then_of_most_points() -> None:
    nights = {"a": NightSums(3, 12, 20), "b": NightSums(3, 12, 21), "c": NightSums(3, 18, 5), "d": NightSums(3, 0, 30)}
    assert best_nights(nights, 3) == ["c", "b", "a"]
    sums = with_nights(Sums(1, "ann", 12), nights, 2)
    assert (sums.nights, sums.best) == (4, NightSums(6, 30, 26))
    assert with_nights(Sums(1, "ann"), {}, 2).best == NightSums()
