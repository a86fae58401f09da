"""From the cards as they fell to winners and leaders, with everything that is wrong on the way (R18 to R20, R30)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card, Suit, is_partly_unknown
from engine.errors import Problem
from engine.exchange import Layout, Pool
from engine.records import TRICKS
from engine.seating import Seat, clockwise_from
from engine.trump import possible_suits, sure_winner

type Trick = tuple[Card, ...]
type Winners = tuple[Seat | None, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One card on the table. `seat` None: nobody can tell whose. `led` is the suit asked for, where it is known."""

    trick: int
    place: int
    seat: Seat | None
    card: Card
    suits: frozenset[Suit]
    led: Suit | None
    sound: bool

    @property
    def field(self) -> str:
        """The place in the record."""
        return f"tricks.{self.trick}.{self.place}"

    @property
    def failed(self) -> Suit | None:
        """The suit that was asked for and surely not played."""
        return self.led if self.place and self.led is not None and self.led not in self.suits else None


class TrickReader:
    """Reads tricks with unknown cards, and those in which something is wrong.

    `playing`: the seats that play, empty if nobody can tell. After each problem it goes on with what was probably
    meant, so that one slip gives few problems. `growing`: the last trick may be a part of one.
    """

    def __init__(
        self,
        layout: Layout,
        leader: Seat | None,
        playing: tuple[Seat, ...],
        trump: Suit | None,
        *,
        growing: bool = False,
    ) -> None:
        self.layout, self.rules, self.trump = layout, layout.rules, trump
        self.leader, self.playing, self.growing = leader, playing, growing
        self.problems: list[tuple[int, int, Problem]] = []
        self.played: list[Played] = []
        self.winners: list[Seat | None] = []
        self._seen: set[Card] = set()
        self._partial = False

    def read(self, tricks: Sequence[Trick]) -> Winners:
        """The winner of each trick, None where it can't be told."""
        if len(tricks) > TRICKS:
            self._say(TRICKS, 0, Problem("trick_count", f"tricks.{TRICKS}"))
        gone = {card for trick in tricks for card in trick} | self.layout.aside
        for number, trick in enumerate(tricks[:TRICKS]):
            self._partial = self.growing and number == len(tricks) - 1 and 0 < len(trick) < len(self.playing)
            self._read_trick(number, trick, gone)
        self._find_late_revokes()
        return tuple(self.winners)

    def found(self) -> list[Problem]:
        """Everything wrong, in the order of play."""
        return [problem for *_, problem in sorted(self.problems, key=lambda item: item[:2])]

    def revokes(self) -> list[Played]:
        """R19: every card that is known not to have followed, in the order of play."""
        told = {problem.field for *_, problem in self.problems if problem.code == "revoke"}
        return [played for played in self.played if played.field in told]

    def shown_by(self, revoke: Played) -> Played | None:
        """The first later card that could have followed; None where only what was held tells of the revoke."""
        later = (it for it in self.played if it.trick > revoke.trick and it.seat == revoke.seat)
        return next((it for it in later if it.suits == {revoke.failed}), None)

    def _say(self, trick: int, place: int, problem: Problem) -> None:
        self.problems.append((trick, place, problem))

    def _read_trick(self, number: int, trick: Trick, gone: set[Card]) -> None:
        whole = len(trick) == len(self.playing) or not self.playing
        if not whole and not self._partial:
            params = {"cards": len(trick), "players": len(self.playing)}
            self._say(number, -1, Problem("trick_size", f"tricks.{number}", params=params))
        seats = self._seats(number, trick)
        led: Suit | None = None
        cards = []
        for place, (seat, written) in enumerate(zip(seats, trick, strict=True)):
            card = self._known(number, place, written, seat)
            suits = possible_suits(card, self.rules.pack, self.trump)
            if place == 0 and len(suits) == 1:
                (led,) = suits
            self._play(number, place, seat, card, suits, led)
            cards.append(card)
        for seat in {*self.playing} - {*seats} if trick and not self._partial else ():
            self.layout.pools[seat].spare += 1  # played one of these, and nobody can tell which
        winner = sure_winner(tuple(cards), self.rules.pack, self.trump, gone) if whole and cards else None
        if self._partial:
            self.leader = seats[0]
            return
        self.leader = None if winner is None else seats[winner]
        self.winners.append(self.leader)

    def _known(self, number: int, place: int, written: Card, seat: Seat | None) -> Card:
        problems = self.layout.problems
        before = len(problems)
        card = self.layout.known(written, f"tricks.{number}.{place}", seat)
        for problem in problems[before:]:
            self._say(number, place, problem)
        del problems[before:]
        return card

    # Whose card is it

    def _seats(self, number: int, trick: Trick) -> Sequence[Seat | None]:
        """Who played each card. Where the cards show that somebody else led, that is told (R18, R20)."""
        whole = len(trick) == len(self.playing) or self._partial
        rounds = [self.round(leader)[: len(trick)] for leader in self.playing] if whole else []
        fitting = [seats for seats in rounds if all(map(self._surely_holds, seats, trick))]
        if self.leader is None or not rounds:
            return fitting[0] if len(fitting) == 1 else [self._owner(card) for card in trick]
        seats = self.round(self.leader)[: len(trick)]
        if all(map(self._can_hold, seats, trick)):
            return seats
        owners = self._owners(trick)
        return self._out_of_turn(number, trick, owners) if len({*owners}) == len(trick) else seats

    def _out_of_turn(self, number: int, trick: Trick, owners: list[Seat]) -> list[Seat]:
        """Each player holds one of the cards, and they fell in another order."""
        if owners[0] != self.leader:
            self._say(number, 0, Problem("wrong_lead", f"tricks.{number}.0", owners[0]))
        for place, (seat, owner) in enumerate(zip(self.round(owners[0]), owners, strict=False)):
            if seat != owner:
                params = {"card": trick[place]}
                self._say(number, place, Problem("card_not_held", f"tricks.{number}.{place}", seat, params))
        return owners

    def round(self, leader: Seat) -> list[Seat]:
        """Who plays to a trick, in order."""
        return [seat for seat in clockwise_from(leader, self.rules.game.seats) if seat in self.playing]

    def _surely_holds(self, seat: Seat, card: Card) -> bool:
        return card in self.layout.pools[seat].cards

    def _can_hold(self, seat: Seat, card: Card) -> bool:
        return self.layout.can_be_in(card, self.layout.pools[seat])

    def _owners(self, trick: Trick) -> list[Seat]:
        """Who holds the cards of a trick; one that nobody is known to hold can be that of the player who is left."""
        owners = [self._owner(card) for card in trick]
        left = [seat for seat in self.playing if seat not in owners]
        if owners.count(None) == len(left) == 1 and self._can_hold(left[0], trick[owners.index(None)]):
            owners[owners.index(None)] = left[0]
        return [owner for owner in owners if owner is not None]

    def _owner(self, card: Card) -> Seat | None:
        owners = [seat for seat in self.playing if card in self.layout.pools[seat].cards]
        return owners[0] if len(owners) == 1 else None

    # One card

    def _play(
        self, number: int, place: int, seat: Seat | None, card: Card, suits: frozenset[Suit], led: Suit | None
    ) -> None:
        pool = None if seat is None else self.layout.pools[seat]
        fault = self._fault(card, pool)
        if fault:
            self._say(number, place, Problem(fault, f"tricks.{number}.{place}", seat, {"card": card}))
        if not is_partly_unknown(card):
            self._seen.add(card)
        played = Played(number, place, seat, card, suits, led, sound=fault is None)
        self.played.append(played)
        if pool is not None:
            failed = played.failed
            followers = sum(self._surely_follows(other, failed) for other in pool.cards) if failed else 0
            if followers > pool.spare:
                self._revoke(played)

    def _fault(self, card: Card, pool: Pool | None) -> str | None:
        """What is wrong with a card by itself; a sound one leaves its pool."""
        if card in self._seen:
            return "card_played_twice"
        aside = card in self.layout.aside
        if pool is None:
            return "card_set_aside" if aside else None
        if self.layout.take(card, pool):
            return None
        pool.spare += 1
        return "card_set_aside" if aside else "card_not_held"

    # Revokes

    def _surely_follows(self, card: Card, led: Suit | None) -> bool:
        return possible_suits(card, self.rules.pack, self.trump) == {led}

    def _find_late_revokes(self) -> None:
        """R19: a card that was played later was held before."""
        later: dict[Seat, set[Suit]] = {}
        for played in reversed(self.played):
            if played.seat is None:
                continue
            held = later.setdefault(played.seat, set())
            if played.failed in held:
                self._revoke(played)
            if played.sound and len(played.suits) == 1:
                held.update(played.suits)

    def _revoke(self, played: Played) -> None:
        problem = Problem("revoke", played.field, played.seat, {"card": played.card})
        if not any(told == problem for *_, told in self.problems):
            self._say(played.trick, played.place, problem)
