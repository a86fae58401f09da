"""Seats around a table, numbered clockwise from 0. "Left" is the next seat clockwise (R8)."""

from collections.abc import Iterator, Sequence

type Seat = int


def left_of(seat: Seat, seats: int) -> Seat:
    """The next seat clockwise; the next dealer after a hand (R5), and the eldest of a dealer."""
    return (seat + 1) % seats


def clockwise_from(first: Seat, seats: int) -> Iterator[Seat]:
    """Every seat once, clockwise, beginning with `first`."""
    return (seat % seats for seat in range(first, first + seats))


def steps_left(seat: Seat, dealer: Seat, seats: int) -> int:
    """How far left of the dealer a seat speaks: 1 is the eldest, `seats` the dealer, who speaks last (R8)."""
    return (seat - dealer - 1) % seats + 1


def chairs_of(order: Sequence[Seat]) -> tuple[Seat, ...]:
    """Starting seat -> chair, of an order that has the starting seat of each chair."""
    return tuple(order.index(seat) for seat in range(len(order)))
