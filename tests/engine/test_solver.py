"""Double dummy: the same as plain minimax on every deal, however it is turned."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bench_minimax import minimax
from engine.cards import PACKS, Suit
from engine.errors import MisuseError
from engine.solver import Position, Solver, best_tricks, tricks_after_each
from tests.engine.deals import cards

H, S = Suit.HEARTS, Suit.SPADES


def position(trump: Suit, *holdings: str, makers: tuple[int, ...] = (0,), leader: int = 0, trick: str = "") -> Position:
    """Holdings by seat; None of who sits out is written as "-"."""
    held = {seat: cards(holding) for seat, holding in enumerate(holdings) if holding != "-"}
    return Position(trump, held, makers, leader, cards(trick))


def plainly(moment: Position) -> int:
    """What minimax says."""
    holdings = {seat: tuple(holding) for seat, holding in moment.holdings.items()}
    return moment.taken + minimax(holdings, moment.trump, moment.makers, moment.leader, moment.trick)


def random_deal(chance: Random, seats: tuple[int, ...], held: int, pack: int, makers: tuple[int, ...]) -> Position:
    drawn = chance.sample(sorted(PACKS[pack]), held * len(seats))
    holdings = {seat: tuple(drawn[place * held : (place + 1) * held]) for place, seat in enumerate(seats)}
    return Position(chance.choice(list(Suit)), holdings, makers, chance.choice(seats))


def moments(deal: Position, chance: Random) -> Iterator[Position]:
    """Every moment of a deal that is played at random, to the last card."""
    while deal.holdings[deal.seat]:
        yield deal
        deal = deal.after(chance.choice(deal.lawful()))
    yield deal


# By hand


def test_the_right_bower_draws_the_ace_or_leaves_it() -> None:
    assert best_tricks(position(H, "Jh 9h", "Ah 9c", "Kh 9d")) == 2
    assert best_tricks(position(H, "Jh 9h", "Ah Qh", "Kh 9d")) == 1


def test_the_left_bower_is_a_trump() -> None:
    assert best_tricks(position(H, "Jd Ad", "Ah 9d", "Ac Kc")) == 2
    assert best_tricks(position(S, "Jd Ad", "9s 9d", "Ac Kc")) == 1


def test_who_leads_decides() -> None:
    held = ("Ah Qh", "Kh 9h", "9d Td")
    assert best_tricks(position(H, *held, leader=0)) == 1
    assert best_tricks(position(H, *held, leader=1)) == 2


def test_who_sits_out_plays_no_card() -> None:
    assert best_tricks(position(H, "9c Tc", "-", "9s Ts", leader=2)) == 0
    assert best_tricks(position(H, "9c Tc", "-", "9s Ts", leader=0)) == 2


def test_what_the_makers_have_is_counted() -> None:
    moment = position(H, "Jh", "Ah", "Kh")
    assert best_tricks(Position(H, moment.holdings, (0,), 0, taken=3)) == 4


@pytest.mark.parametrize(("makers", "after"), [((0, 3), {"9h": 1, "9d": 2}), ((0, 2), {"9h": 2, "9d": 1})])
def test_trumping_the_partners_ace_costs_one_and_an_opponents_gains_one(
    makers: tuple[int, ...], after: dict[str, int]
) -> None:
    held = ("9h 9d", "Kc Td", "Qc Kd", "Qd")
    assert tricks_after_each(position(H, *held, makers=makers, leader=3, trick="Ac")) == after


def test_the_last_card_leaves_nothing_to_say() -> None:
    over = Position(H, {0: (), 1: ()}, (0,), 0, taken=4)
    assert best_tricks(over) == 4
    assert tricks_after_each(over) == {}


@pytest.mark.parametrize("held", [("Jh 9h", "Jh 9c"), ("B 9h", "7c 9c")])
def test_cards_of_no_one_pack_are_refused(held: tuple[str, ...]) -> None:
    with pytest.raises(MisuseError):
        best_tricks(position(H, *held))


# Beside plain minimax

DEALS = [
    pytest.param((0, 1, 2), 4, 24, (0,), 40, id="three"),
    pytest.param((0, 1, 2), 5, 24, (1,), 5, id="three, five cards"),
    pytest.param((0, 1), 5, 24, (1,), 60, id="two"),
    pytest.param((0, 2), 5, 24, (2,), 20, id="a lone defender"),
    pytest.param((0, 1, 2, 3), 3, 24, (0, 2), 80, id="four"),
    pytest.param((0, 1, 2, 3), 4, 24, (1, 3), 5, id="four, four cards"),
    pytest.param((0, 1, 3), 4, 24, (1, 3), 30, id="four, a lone defender"),
    pytest.param((0, 1, 3), 4, 24, (0,), 30, id="four, a lone maker"),
    pytest.param((0, 1, 2), 4, 25, (2,), 40, id="joker"),
    pytest.param((0, 1, 2), 4, 32, (0,), 40, id="32 cards"),
    pytest.param((0, 1, 2, 3), 3, 25, (0, 2), 40, id="four, joker"),
    pytest.param((0, 1), 5, 32, (0,), 30, id="two, 32 cards"),
]


@pytest.mark.parametrize(("seats", "held", "pack", "makers", "count"), DEALS)
def test_it_is_what_minimax_says(
    seats: tuple[int, ...], held: int, pack: int, makers: tuple[int, ...], count: int
) -> None:
    chance = Random(11)
    for _ in range(count):
        deal = random_deal(chance, seats, held, pack, makers)
        assert best_tricks(deal) == plainly(deal), deal


@pytest.mark.parametrize(("seats", "held", "pack", "makers", "count"), DEALS)
def test_so_it_is_in_the_middle_of_a_trick_and_after_each_card(
    seats: tuple[int, ...], held: int, pack: int, makers: tuple[int, ...], count: int
) -> None:
    chance = Random(12)
    for _ in range(count // 5 + 1):
        start = random_deal(chance, seats, min(held, 4), pack, makers)
        for moment in [*moments(start, chance)][1:]:
            assert best_tricks(moment) == plainly(moment), moment
            assert tricks_after_each(moment) == {card: plainly(moment.after(card)) for card in moment.lawful()}


def test_one_solver_answers_for_every_five_of_ten() -> None:
    chance = Random(13)
    for _ in range(5):
        deal = random_deal(chance, (0, 1, 2), 5, 24, (0,))
        every = {0: (*deal.holdings[0], *_not_dealt(deal)[:4]), 1: deal.holdings[1][:3], 2: deal.holdings[2][:3]}
        solver = Solver(deal.trump, every, deal.makers)
        for _ in range(30):
            moment = Position(deal.trump, every | {0: tuple(chance.sample(every[0], 3))}, (0,), deal.leader)
            assert solver.most(moment) == plainly(moment)


def _not_dealt(deal: Position) -> list[str]:
    return sorted(PACKS[24] - {card for holding in deal.holdings.values() for card in holding})


# However it is turned


@st.composite
def any_deals(draw: st.DrawFn) -> Position:
    """Any cards of two to four players, one or two of them makers, at any moment of play."""
    chance = Random(draw(st.integers(0, 10**9)))
    seats = draw(st.sampled_from([(0, 1), (0, 2), (0, 1, 2), (1, 2, 3), (0, 1, 2, 3)]))
    makers = tuple(chance.sample(seats, draw(st.integers(1, min(2, len(seats) - 1)))))
    deal = random_deal(chance, seats, draw(st.integers(1, 5)), draw(st.sampled_from(sorted(PACKS))), makers)
    for _ in range(draw(st.integers(0, len(seats) * len(deal.holdings[seats[0]])))):
        deal = deal.after(chance.choice(deal.lawful()))
    return deal


@given(any_deals(), st.sampled_from([("cs", "dh"), ("sc", "hd"), ("dh", "cs"), ("hd", "sc"), ("cs", "hd")]))
def test_other_suits_change_nothing(deal: Position, colours: tuple[str, str]) -> None:
    other = dict(zip("csdhB", "".join(colours) + "B", strict=True))  # colours stay together, for the left bower's sake

    def turned(held: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card[:-1] + other[card[-1]] for card in held)

    holdings = {seat: turned(tuple(holding)) for seat, holding in deal.holdings.items()}
    moved = Position(Suit(other[deal.trump]), holdings, deal.makers, deal.leader, turned(deal.trick), deal.taken)
    assert best_tricks(moved) == best_tricks(deal)


@given(any_deals(), st.integers(1, 3))
def test_seats_moved_round_the_table_change_nothing(deal: Position, by: int) -> None:
    def move(seat: int) -> int:
        return (seat + by) % 4

    holdings = {move(seat): holding for seat, holding in deal.holdings.items()}
    makers = [move(seat) for seat in deal.makers]
    moved = Position(deal.trump, holdings, makers, move(deal.leader), deal.trick, deal.taken)
    assert best_tricks(moved) == best_tricks(deal)


@given(any_deals())
def test_the_best_card_keeps_what_there_is(deal: Position) -> None:
    after = tricks_after_each(deal)
    if after:
        choose = max if deal.seat in deal.makers else min
        assert choose(after.values()) == best_tricks(deal)


@given(any_deals())
def test_what_one_side_takes_the_other_has_not(deal: Position) -> None:
    left = len(deal.holdings[deal.seat])
    others = [seat for seat in deal.holdings if seat not in deal.makers]
    swapped = Position(deal.trump, deal.holdings, others, deal.leader, deal.trick)
    assert best_tricks(deal) - deal.taken == left - best_tricks(swapped)
