"""The games: stable keys, sides, what each knows."""

from __future__ import annotations

import pytest

from engine.errors import MisuseError
from engine.house_rules import CHOICES
from engine.variants import MAIN_GAME, NOTATION_GAME, Step, get_variant, variant_for, variants
from tests.engine.builders import FOUR, THREE, TWO


def test_keys_are_for_storage_and_never_change() -> None:
    assert [variant.key for variant in variants()] == ["cutthroat", "two_handed", "partnership"]
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
    assert {step for step in Step if not get_variant(THREE).has_step(step)} == {Step.PARTNERS}


def test_r17_four_handed_has_partners_and_lone_hands_and_no_dummy() -> None:
    game = get_variant(FOUR)
    assert {step for step in Step if game.has_step(step)} == {Step.LONE_MAKER, Step.LONE_DEFENCE, Step.PARTNERS}
    assert (game.sides, game.seats, NOTATION_GAME) == (((0, 2), (1, 3)), 4, game)


def test_a_game_is_found_by_how_many_play() -> None:
    assert [variant_for(players) for players in range(6)] == [
        None,
        None,
        *(get_variant(key) for key in (TWO, THREE, FOUR)),
        None,
    ]


def test_a_games_defaults_are_choices() -> None:
    for variant in variants():
        assert {*variant.defaults, *variant.options, *variant.notation_defaults} <= set(CHOICES)


def test_every_seat_is_on_one_side() -> None:
    for variant in variants():
        assert sorted(seat for side in variant.sides for seat in side) == list(range(variant.seats))
