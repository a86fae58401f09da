"""What follows from who made trump: the name of the call, who sits out. The first lead is in test_scoring_space."""

from __future__ import annotations

import pytest

from engine.cards import Suit
from engine.contract import made_how, maker_of, offender_of, sitting_out
from engine.errors import MisuseError
from engine.records import HandRecord, MadeHow
from tests.engine.builders import THREE, TWO, A, B, C, made, make_rules, result_of


@pytest.mark.parametrize(
    ("variant", "maker", "name"),
    [
        (THREE, B, MadeHow.ORDERED_UP),
        (THREE, C, MadeHow.ASSISTED),
        (THREE, A, MadeHow.ACCEPTED),
        (TWO, B, MadeHow.ORDERED_UP),
        (TWO, A, MadeHow.ACCEPTED),
    ],
)
def test_r8_the_call_of_round_one_is_named_by_the_seat(variant: str, maker: int, name: MadeHow) -> None:
    assert made_how(HandRecord(maker=maker, round=1), A, make_rules(variant)) == name


@pytest.mark.parametrize("dealer", [A, B, C])
def test_r8_the_name_depends_on_the_seat_from_the_dealer_only(dealer: int) -> None:
    names = [made_how(HandRecord(maker=(dealer + step) % 3, round=1), dealer, make_rules()) for step in (1, 2, 3)]
    assert names == [MadeHow.ORDERED_UP, MadeHow.ASSISTED, MadeHow.ACCEPTED]


@pytest.mark.parametrize("maker", [A, B, C])
def test_r12_a_suit_is_named_in_round_two(maker: int) -> None:
    assert made_how(HandRecord(maker=maker, round=2), A, make_rules()) == MadeHow.NAMED


def test_r4_the_dealer_names_a_suit_where_the_joker_is_turned_up() -> None:
    record = made(A, 3, upcard="B")
    assert result_of(record, A, make_rules(pack=25)).made_how == MadeHow.NAMED


def test_r9_the_card_ordered_up_says_the_suit() -> None:
    assert result_of(made(B, 3, upcard="Jd", round=1), A).trump == Suit.DIAMONDS
    assert result_of(made(B, 3, upcard="Jd", round=2), A).trump is None
    assert result_of(made(B, 3, upcard="Jd"), A).trump is None


def test_how_trump_was_made_stays_unknown_where_nobody_said_the_round() -> None:
    assert made_how(HandRecord(maker=A), A, make_rules()) is None
    assert made_how(HandRecord(round=1), A, make_rules()) is None


def test_r8_how_far_left_of_the_dealer_the_maker_speaks() -> None:
    assert [result_of(made(maker), dealer=B).speaks for maker in (C, A, B)] == [1, 2, 3]
    assert [result_of(made(maker), B, make_rules(TWO)).speaks for maker in (A, B)] == [1, 2]


def test_r16_beside_a_lone_defender_the_other_sits_out() -> None:
    assert sitting_out(HandRecord(maker=A, lone_defender=B), make_rules()) == {C}
    assert sitting_out(HandRecord(maker=A, lone_defender=C, alone=True), make_rules()) == {B}


def test_nobody_sits_out_of_a_game_of_single_players_for_a_lone_maker() -> None:
    assert sitting_out(HandRecord(maker=A, alone=True), make_rules()) == frozenset()
    assert sitting_out(HandRecord(maker=A), make_rules()) == frozenset()


@pytest.mark.parametrize("lone", [-1, 3, 99, A])
def test_nobody_sits_out_for_a_lone_defender_who_cannot_be(lone: int) -> None:
    assert sitting_out(HandRecord(maker=A, lone_defender=lone), make_rules()) == frozenset()
    assert sitting_out(HandRecord(maker=99, lone_defender=lone), make_rules()) == frozenset()


def test_asking_an_unchecked_record_for_its_maker_is_misuse() -> None:
    with pytest.raises(MisuseError):
        maker_of(HandRecord())
    with pytest.raises(MisuseError):
        offender_of(HandRecord())
