"""The yardstick of the solver: plain minimax over every lawful card, with nothing remembered and nothing left out.

The engine never imports it; the benchmark does, and the tests that compare the two.
"""

from collections.abc import Collection, Mapping

from engine.bench_checker import BLACK, RED

RANKS = "789TJQKA"

type Holdings = Mapping[int, tuple[str, ...]]


def belongs_to(card: str, trump: str) -> str:
    """The suit that a card belongs to; `B` is the joker."""
    colour = RED if trump in RED else BLACK
    return trump if card == "B" or (card[0] == "J" and card[1] in colour) else card[1]


def strength(card: str, led: str, trump: str) -> int:
    """How strong a card is in a trick."""
    if card == "B":
        return 400
    if belongs_to(card, trump) != trump:
        return 1 + RANKS.index(card[0]) if card[1] == led else 0
    if card[0] == "J":
        return 300 if card[1] == trump else 200
    return 100 + RANKS.index(card[0])


def minimax(holdings: Holdings, trump: str, makers: Collection[int], leader: int, trick: tuple[str, ...] = ()) -> int:
    """How many of the tricks that are left the makers take."""
    seats = sorted(holdings)
    seat = seats[(seats.index(leader) + len(trick)) % len(seats)]
    if not holdings[seat]:
        return 0
    led = belongs_to(trick[0], trump) if trick else ""
    following = [card for card in holdings[seat] if belongs_to(card, trump) == led]
    found = []
    for card in following or holdings[seat]:
        rest = {**holdings, seat: tuple(other for other in holdings[seat] if other != card)}
        played = (*trick, card)
        if len(played) < len(seats):
            found.append(minimax(rest, trump, makers, leader, played))
            continue
        suit = belongs_to(played[0], trump)
        best = max(range(len(played)), key=lambda place: strength(played[place], suit, trump))
        winner = seats[(seats.index(leader) + best) % len(seats)]
        found.append((winner in makers) + minimax(rest, trump, makers, winner))
    return max(found) if seat in makers else min(found)
