"""Double dummy: the most tricks that the makers' side can take, if everybody plays their best with all cards seen.

Cards are bits, each suit a run of them from the weakest up, a gap between suits, trumps on top. Who holds a card never
changes, so the cards that are left and the leader say everything about a position between two tricks.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache

from engine.cards import PACKS, Card, Suit
from engine.errors import MisuseError
from engine.seating import Seat
from engine.trump import may_play, trick_winner, trump_table


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of play. `holdings`: the cards that each player still holds; who sits out is not in it.

    `leader` leads, or has led, to the current trick, of which `trick` has fallen. `taken`: what the makers have so far.
    """

    trump: Suit
    holdings: Mapping[Seat, Collection[Card]]
    makers: Collection[Seat]
    leader: Seat
    trick: tuple[Card, ...] = ()
    taken: int = 0

    @property
    def round(self) -> list[Seat]:
        """Who plays to the current trick, in order."""
        seats = sorted(self.holdings)
        first = seats.index(self.leader)
        return [*seats[first:], *seats[:first]]

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.round[len(self.trick)]

    def lawful(self) -> tuple[Card, ...]:
        """R19: the cards that may be played."""
        led = trump_table(self.trump).suits[self.trick[0]] if self.trick else None
        return may_play(self.holdings[self.seat], led, self.trump)

    def after(self, card: Card) -> "Position":
        """The moment after this card."""
        seat, trick = self.seat, (*self.trick, card)
        rest = tuple(other for other in self.holdings[seat] if other != card)
        holdings = {**self.holdings, seat: rest}
        if len(trick) < len(holdings):
            return replace(self, holdings=holdings, trick=trick)
        leader = self.round[trick_winner(trick, self.trump)]
        return Position(self.trump, holdings, self.makers, leader, taken=self.taken + (leader in self.makers))


def best_tricks(position: Position) -> int:
    """The tricks of the makers' side in the end, with best play by everybody; those that they have are counted."""
    return solver_for(position).most(position)


def tricks_after_each(position: Position) -> Mapping[Card, int]:
    """The same after each card that may be played now; nothing where no card is left."""
    solver = solver_for(position)
    return {card: solver.most(position.after(card)) for card in position.lawful()}


def solver_for(position: Position) -> "Solver":
    """A solver of the cards that are held or lie on the table."""
    holdings = {seat: [*holding] for seat, holding in position.holdings.items()}
    for seat, card in zip(position.round, position.trick, strict=False):
        holdings[seat].append(card)
    return Solver(position.trump, holdings, position.makers)


# Cards as bits


@dataclass(frozen=True, slots=True)
class _Layout:
    """The bit of each card of a pack; by bit, the bits of its suit; those of all trumps, and of all cards."""

    bits: Mapping[Card, int]
    suits: Mapping[int, int]
    trumps: int
    every: int


@cache
def _layout(trump: Suit, pack: int) -> _Layout:
    table, at = trump_table(trump), 0
    bits: dict[Card, int] = {}
    suits: dict[int, int] = {}
    for suit in sorted(Suit, key=lambda suit: suit == trump):
        cards = [card for card in PACKS[pack] if table.suits[card] == suit]
        cards.sort(key=table.strengths[suit].__getitem__)
        run = {card: 1 << at + place for place, card in enumerate(cards)}
        bits |= run
        suits |= dict.fromkeys(run.values(), sum(run.values()))
        at += len(run) + 1
    return _Layout(bits, suits, suits[bits[max(bits, key=bits.__getitem__)]], sum(bits.values()))


@cache  # of two sets of at most ten trumps
def _sure(own: int, others: int) -> int:
    """How many of a player's trumps take a trick whatever happens: each of the others' beats one weaker at most."""
    over = beaten = 0
    for place in reversed(range((own | others).bit_length())):
        if others >> place & 1:
            over += 1
        elif own >> place & 1 and over:
            over -= 1
            beaten += 1
    return own.bit_count() - beaten


# Best play


class Solver:
    """Best play of the cards of one deal. It remembers the positions between tricks that it has looked at.

    `holdings`: the cards that each player holds, or may come to hold: which are held, each position says. So many fives
    of the same ten are looked at with one memory.
    """

    def __init__(self, trump: Suit, holdings: Mapping[Seat, Collection[Card]], makers: Collection[Seat]) -> None:
        cards = {card for holding in holdings.values() for card in holding}
        pack = next((pack for pack in PACKS if cards <= PACKS[pack]), None)
        if pack is None or len(cards) != sum(map(len, holdings.values())):
            raise MisuseError("no pack has these cards, each of them once")
        layout = _layout(trump, pack)
        self._bits, self._suits, self._trumps, self._every = layout.bits, layout.suits, layout.trumps, layout.every
        self._shift = (layout.trumps & -layout.trumps).bit_length() - 1
        self._seats = sorted(holdings)
        self._size = len(self._seats)
        self._next = [*range(1, self._size), 0]
        self._mine = [seat in makers for seat in self._seats]
        self._hands = [self._mask(holdings[seat]) for seat in self._seats]
        hands = [*zip(self._hands, self._mine, strict=True)]
        self._makers = sum([hand for hand, mine in hands if mine])
        self._defenders = sum([hand for hand, mine in hands if not mine])
        self._makers_trumps = [hand >> self._shift for hand, mine in hands if mine]
        self._defenders_trumps = [hand >> self._shift for hand, mine in hands if not mine]
        self._known: list[dict[int, tuple[int, int]]] = [{} for _ in self._seats]

    def _mask(self, cards: Collection[Card]) -> int:
        return sum([self._bits[card] for card in cards])

    def most(self, position: Position) -> int:
        """The tricks of the makers' side in the end, with best play by everybody."""
        least, most = position.taken, position.taken + len(position.holdings[position.seat])
        while least < most:
            middle = (least + most + 1) // 2
            if self.reaches(position, middle):
                least = middle
            else:
                most = middle - 1
        return least

    def reaches(self, position: Position, tricks: int) -> bool:
        """Whether the makers' side can have so many tricks in the end."""
        place = self._seats.index(position.leader)
        left = len(position.holdings[position.seat])
        need = tricks - position.taken
        if not 0 < need <= left:
            return need <= 0
        held = sum([self._mask(cards) for cards in position.holdings.values()])
        if not position.trick:
            return self._lead(held, place, need, left)
        led = self._suits[self._bits[position.trick[0]]]
        best, winner, turn = 0, place, place
        for card in position.trick:
            bit = self._bits[card]
            if bit > best and bit & (led | self._trumps):
                best, winner = bit, turn
            turn = self._next[turn]
        return self._follow(held, turn, self._size - len(position.trick), led, best, winner, need, left)

    def _lead(self, held: int, leader: int, need: int, left: int) -> bool:
        """Whether the makers can take `need` of the `left` tricks; `leader` leads."""
        if left == 1:
            strong = held & self._trumps or held & self._suits[held & self._hands[leader]]
            return strong & self._makers > strong & self._defenders
        known = self._known[leader]
        bounds = known.get(held)
        if bounds is None:
            bounds = known[held] = self._bounds(held, left)
        least, most = bounds
        if not least < need <= most:
            return need <= least
        mine, suits = self._mine[leader], self._suits
        cards = self._different(held & self._hands[leader], held)
        while cards:
            card = 1 << cards.bit_length() - 1  # the strongest first
            cards ^= card
            turn = self._next[leader]
            if self._follow(held ^ card, turn, self._size - 1, suits[card], card, leader, need, left) == mine:
                break
        else:
            mine = not mine
        known[held] = (need, most) if mine else (least, need - 1)
        return mine

    def _follow(
        self, held: int, turn: int, missing: int, led: int, best: int, winner: int, need: int, left: int
    ) -> bool:
        """The same within a trick: `winner` would take it with the card `best`, and `missing` cards are to come."""
        mine, missing = self._mine[turn], missing - 1
        hand = held & self._hands[turn]
        cards = self._different(hand & led or hand, held | best)
        while cards:
            card = cards & -cards  # the weakest first
            cards ^= card
            takes = card > best and card & (led | self._trumps)
            top, taker = (card, turn) if takes else (best, winner)
            if missing:
                found = self._follow(held ^ card, self._next[turn], missing, led, top, taker, need, left)
            else:
                rest = need - self._mine[taker]
                found = self._lead(held ^ card, taker, rest, left - 1) if 0 < rest < left else rest <= 0
            if found == mine:
                return mine
        return not mine

    def _different(self, own: int, there: int) -> int:
        """The weakest of each run of cards between which nobody else has one: the others of the run do the same."""
        if not own & (own - 1):
            return own
        run = self._every & (~there | own)
        # From where a run begins the carry goes through what lies in no hand to the first card of one's own.
        return ((run & ~(run << 1)) + (run & ~own)) & own

    def _bounds(self, held: int, left: int) -> tuple[int, int]:
        """What trumps alone say of the least and the most that the makers take."""
        own, others = (held & self._makers) >> self._shift, (held & self._defenders) >> self._shift
        least = max([_sure(hand & own, others) for hand in self._makers_trumps], default=0)
        return least, left - max([_sure(hand & others, own) for hand in self._defenders_trumps], default=0)
