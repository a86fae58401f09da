"""The games: stable keys, sides, what each knows."""

from __future__ import annotations

import pytest

from engine.errors import MisuseError
from engine.house_rules import CHOICES
from engine.variants import MAIN_GAME, Step, get_variant, variants
from tests.engine.builders import THREE, TWO


def test_keys_are_for_storage_and_never_change() -> None:
    assert [variant.key for variant in variants()] == ["cutthroat", "two_handed"]
    assert MAIN_GAME.key == THREE


def test_games_are_found_by_key_and_no_other() -> None:
    assert all(get_variant(variant.key) is variant for variant in variants())
    for key in ("", "Cutthroat", "euchre"):
        with pytest.raises(MisuseError):
            get_variant(key)


def test_r14_each_player_plays_alone_and_all_others_defend() -> None:
    game = get_variant(THREE)
    assert game.seats == 3
    assert [game.side_of(seat) for seat in range(3)] == [(0,), (1,), (2,)]
    assert [game.defenders_of(seat) for seat in range(3)] == [(1, 2), (0, 2), (0, 1)]
    assert get_variant(TWO).seats == 2
    assert [get_variant(TWO).defenders_of(seat) for seat in range(2)] == [(1,), (0,)]


def test_r17_two_handed_has_none_of_the_extra_parts() -> None:
    assert not any(get_variant(TWO).has_step(step) for step in Step)
    assert all(get_variant(THREE).has_step(step) for step in Step)


def test_a_games_defaults_are_choices() -> None:
    for variant in variants():
        assert set(variant.defaults) <= set(CHOICES)


def test_every_seat_is_on_one_side() -> None:
    for variant in variants():
        assert sorted(seat for side in variant.sides for seat in side) == list(range(variant.seats))
