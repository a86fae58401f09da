"""Where every card can be when the first one is led: the deal, the dealer's pick-up and discard, the dummy (R6 to R15).

Everything here reasons from what is known: an unknown holding refuses no card that does not lie elsewhere.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.cards import Card, candidates, is_partly_unknown
from engine.contract import is_seat
from engine.errors import Problem
from engine.house_rules import HouseRules
from engine.records import CardRecord, Exchange, HandKind, HandRecord
from engine.seating import Seat

HOLDING = 5
"""R6."""

NOTHING_KNOWN: Card = "Xx"


@dataclass(slots=True)
class Pool:
    """What one player can hold: `cards`, and `wild` ones of which not everything is known, less the `drawn` ones.

    `closed`: nothing else. `spare`: how many of the `cards` may lie elsewhere: of more than `spare` cards, one is held.
    """

    cards: set[Card] = field(default_factory=set)
    wild: list[Card] = field(default_factory=list)
    drawn: list[Card] = field(default_factory=list)
    closed: bool = False
    spare: int = 0

    def settle(self) -> None:
        """Five cards are held: what goes beyond is spare. In an open pool only what was added for sure is."""
        if self.closed:
            self.spare = max(0, len(self.cards) + len(self.wild) - len(self.drawn) - HOLDING)

    def can_hold(self, card: Card, pack: int) -> bool:
        """Whether a card that lies nowhere else can be here; `card` may itself be partly unknown."""
        if not self.closed or card in self.cards:
            return True
        if is_partly_unknown(card) and self.cards & candidates(card, pack):
            return True
        return bool(self.wild) and _all_fit([*self.drawn, card], self.wild, pack)

    def take(self, card: Card, pack: int) -> None:
        """Take out a card that can be here."""
        if card in self.cards:
            self.cards.remove(card)
        elif is_partly_unknown(card) and self.cards & candidates(card, pack):
            self.spare += 1  # it may be one of them, and nobody knows which
        elif self.closed:
            self.drawn.append(card)


def _all_fit(cards: list[Card], wild: list[Card], pack: int) -> bool:
    """Whether each card can be another one of the wild ones: a matching, found by making room."""
    held_by: dict[int, int] = {}

    def place(number: int, tried: set[int]) -> bool:
        for slot, other in enumerate(wild):
            if slot not in tried and candidates(cards[number], pack) & candidates(other, pack):
                tried.add(slot)
                if slot not in held_by or place(held_by[slot], tried):
                    held_by[slot] = number
                    return True
        return False

    return all(place(number, set()) for number in range(len(cards)))


class Layout:
    """The cards of one deal. `aside` are known to be out of play, `undealt` never came into it."""

    def __init__(self, cards: CardRecord, upcard: Card | None, rules: HouseRules) -> None:
        self.cards, self.rules = cards, rules
        self.pools = [Pool() for _ in range(rules.game.seats)]
        self.dummy = Pool()
        self.aside: set[Card] = set()
        self.undealt: set[Card] = set()
        self.problems: list[Problem] = []
        self._dealt: set[Card] = set()
        self.upcard = None if upcard is None else self.known(upcard, "upcard")
        self._dealt.update(self._told(upcard))
        self._deal()

    # Cards as they are written

    def known(self, card: Card, place: str, seat: Seat | None = None) -> Card:
        """The card, or an unknown one where there is no such card in the pack; that is reported."""
        if candidates(card, self.rules.pack):
            return card
        self.problems.append(Problem("bad_card", place, seat, {"card": card}))
        return NOTHING_KNOWN

    @staticmethod
    def _told(card: Card | None) -> Iterator[Card]:
        if card is not None and not is_partly_unknown(card):
            yield card

    def lies_elsewhere(self, card: Card, pool: Pool) -> bool:
        """Whether a card is known to be somewhere else than in this pool."""
        if card in self.aside or card in self.undealt:
            return True
        return any(card in other.cards for other in (*self.pools, self.dummy) if other is not pool)

    def can_be_in(self, card: Card, pool: Pool) -> bool:
        """Whether a card can be in a pool, as far as anything is known."""
        return card in pool.cards or (not self.lies_elsewhere(card, pool) and pool.can_hold(card, self.rules.pack))

    def take(self, card: Card, pool: Pool) -> bool:
        """Take a card out of a pool, if it can be there."""
        if not self.can_be_in(card, pool):
            return False
        pool.take(card, self.rules.pack)
        return True

    # The deal

    def _deal(self) -> None:
        seats, holdings = self.rules.game.seats, self.cards.holdings
        pools = [*self.pools, self.dummy] if self.rules.dummy else self.pools
        if holdings and not seats <= len(holdings) <= len(pools):
            self.problems.append(Problem("wrong_player_count", "holdings"))
        for number, holding in enumerate(holdings):
            if len(holdings) >= seats and number < len(pools):
                self._deal_holding(number, holding, pools[number], number if number < seats else None)
            else:
                self._deal_holding(number, holding, Pool(), None)  # whose it is, nobody can tell
        for place, card in enumerate(self.cards.kitty):
            self.undealt.update(self._told(self._deal_card(card, f"kitty.{place}", None)))

    def _deal_holding(self, number: int, holding: tuple[Card, ...], pool: Pool, seat: Seat | None) -> None:
        if not holding:
            return
        if len(holding) != HOLDING:
            self.problems.append(Problem("wrong_holding_size", f"holdings.{number}", seat, {"cards": len(holding)}))
        pool.closed = True
        for place, written in enumerate(holding):
            card = self._deal_card(written, f"holdings.{number}.{place}", seat)
            if is_partly_unknown(card):
                pool.wild.append(card)
            else:
                pool.cards.add(card)
        pool.wild += [NOTHING_KNOWN] * (HOLDING - len(holding))
        pool.settle()

    def _deal_card(self, written: Card, place: str, seat: Seat | None) -> Card:
        card = self.known(written, place, seat)
        if card in self._dealt:
            self.problems.append(Problem("duplicate_card", place, seat, {"card": card}))
        self._dealt.update(self._told(card))
        return card

    # What the dealer does

    def pick_up(self, record: HandRecord, dealer: Seat) -> None:
        """R10, R11, R4: the dealer may have taken the card turned up; what was discarded is out of play."""
        upcard, discard, pool = self.upcard, self.cards.discard, self.pools[dealer]
        if record.kind == HandKind.PASSED_OUT or record.round not in (None, 1):
            if discard is not None:
                self.problems.append(Problem("discard_without_pick_up", "discard", dealer))
            self.aside.update(self._told(upcard))  # turned down
            return
        discard = None if discard is None else self.known(discard, "discard", dealer)
        if discard is not None and discard == upcard and not is_partly_unknown(discard):
            self.aside.add(discard)
            return
        gone = frozenset() if discard is None else candidates(discard, self.rules.pack)
        self._take_upcard(pool, sure=bool(gone) and upcard not in gone)
        if discard is not None and not is_partly_unknown(discard):
            self._put_aside(discard, pool, Problem("discard_not_held", "discard", dealer, {"card": discard}))
        pool.settle()

    def _take_upcard(self, pool: Pool, *, sure: bool) -> None:
        if self.upcard is None:
            pool.closed = False
        elif is_partly_unknown(self.upcard):
            pool.wild.append(self.upcard)
        else:
            pool.cards.add(self.upcard)
            pool.spare += 0 if sure else 1

    def _put_aside(self, card: Card, pool: Pool, fault: Problem) -> None:
        if self.take(card, pool):
            self.aside.add(card)
        else:
            self.problems.append(fault)

    # What the maker does

    def exchange(self, record: HandRecord) -> None:
        """R15: a maker who is not alone keeps any five of ten; what else is known of the dummy is out of play."""
        moves = [it for it in enumerate(self.cards.exchanges) if self._may_move(*it, record)]
        maker = record.maker
        if maker is None or not is_seat(maker, self.rules):
            return
        pool = self.pools[maker]
        if any(move.cards for _, move in moves):
            if record.alone:
                self.problems.append(Problem("dummy_used_alone", f"exchanges.{moves[0][0]}", maker))
            self._swap(pool, maker, moves)
        elif not record.alone and self.rules.dummy:
            self._join_dummy(pool)
        self.aside |= self.dummy.cards - pool.cards
        self.dummy = Pool()

    def _may_move(self, place: int, move: Exchange, record: HandRecord) -> bool:
        dummy = self.rules.game.seats
        ends = (move.sender, move.receiver)
        fault = None
        if not self.rules.dummy or record.kind == HandKind.PASSED_OUT:
            fault = Problem("exchange_not_offered", f"exchanges.{place}")
        elif any(seat not in range(dummy + 1) for seat in ends):
            fault = Problem("bad_seat", f"exchanges.{place}")
        elif record.maker is not None and set(ends) != {dummy, record.maker}:
            others = [seat for seat in ends if seat not in (dummy, record.maker)]
            fault = Problem("exchange_not_offered", f"exchanges.{place}", others[0] if others else record.maker)
        self.problems += [] if fault is None else [fault]
        return fault is None

    def _swap(self, pool: Pool, maker: Seat, moves: list[tuple[int, Exchange]]) -> None:
        taken = [(place, move) for place, move in moves if move.receiver == maker]
        laid = [(place, move) for place, move in moves if move.sender == maker]
        if sum(len(move.cards) for _, move in taken) != sum(len(move.cards) for _, move in laid):
            self.problems.append(Problem("exchange_uneven", "exchanges", maker))
        for place, card in self._moved(taken, maker):
            if not self.take(card, self.dummy):
                self.problems.append(Problem("exchange_not_held", place, maker, {"card": card}))
            elif is_partly_unknown(card):
                pool.wild.append(card)
                # Whichever of them it was, nobody else has the others.
                others = (self.dummy.cards & candidates(card, self.rules.pack)) - pool.cards
                pool.cards |= others
                pool.spare += len(others)
            else:
                pool.cards.add(card)
        for place, card in self._moved(laid, maker):
            if not is_partly_unknown(card):
                self._put_aside(card, pool, Problem("exchange_not_held", place, maker, {"card": card}))
        pool.settle()

    def _moved(self, moves: Iterable[tuple[int, Exchange]], maker: Seat) -> Iterator[tuple[str, Card]]:
        for number, move in moves:
            for place, card in enumerate(move.cards):
                where = f"exchanges.{number}.{place}"
                yield where, self.known(card, where, maker)

    def _join_dummy(self, pool: Pool) -> None:
        """Nobody wrote down an exchange: any five of the ten may have been kept."""
        pool.cards |= self.dummy.cards
        pool.wild += self.dummy.wild
        if pool.closed and not self.dummy.closed:
            pool.closed = False
            pool.spare = len(pool.cards)
        elif not pool.closed:
            pool.spare = len(pool.cards)
        pool.settle()
        self.dummy = Pool()


def lay_out(record: HandRecord, cards: CardRecord, dealer: Seat, rules: HouseRules) -> Layout:
    """The cards of a hand whose maker, round and trump are filled in."""
    layout = Layout(cards, record.upcard, rules)
    layout.pick_up(record, dealer)
    layout.exchange(record)
    return layout
