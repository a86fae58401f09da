"""The packs of rule R1."""

from __future__ import annotations

from engine.cards import JOKER, PACKS, Suit, suit_of


def test_r1_the_packs() -> None:
    assert {size: len(pack) for size, pack in PACKS.items()} == {24: 24, 25: 25, 32: 32}
    assert PACKS[25] - PACKS[24] == {JOKER}
    assert PACKS[32] - PACKS[24] == {rank + suit for rank in "78" for suit in "cdhs"}
    assert {card[0] for card in PACKS[24]} == set("9TJQKA")


def test_every_card_but_the_joker_has_a_suit() -> None:
    for pack in PACKS.values():
        for card in pack - {JOKER}:
            assert suit_of(card) == Suit(card[1])
    assert suit_of(JOKER) is None
