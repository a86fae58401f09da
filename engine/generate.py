"""Random lawful hands, played partly with sense and partly without, to test any scorer against this one."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from engine.auction import ORDER_UP, PASS, joker_up, lawful_calls, read_calls
from engine.cards import JOKER, PACKS, Card, Suit
from engine.egn import Document, NotedDeal, replay_document
from engine.errors import EngineError, UnreadableError
from engine.exchange import HOLDING
from engine.full import seats_at_play
from engine.house_rules import SCHEMA, HouseRules, JokerTurnedUp
from engine.records import TRICKS, CardRecord, Exchange, HandKind, HandRecord
from engine.seating import Seat, clockwise_from
from engine.trump import Trump, may_play, trick_winner, trump_table

NAMES = ("Ann", "Ben", "Cleo", "Dora")
ENOUGH_TRUMPS = 3
"""With so many of five a sensible player makes it."""
UNFINISHED = 0.02
"""How many of the hands stop before the last trick."""


class BadRulesError(EngineError, ValueError):
    """House rules that contradict each other, or belong to another game."""


def read_rules(variant: str, file: str | None) -> HouseRules:
    """The default rules of a game with what a file changes; ValueError if they can't be, OSError without the file."""
    said = json.loads(Path(file).read_text(encoding="utf-8")) if file else {}
    if not isinstance(said, dict):
        raise UnreadableError("house rules", "an object")
    rules = HouseRules.from_json({"schema": SCHEMA, "variant": variant} | said)
    if problems := rules.problems():
        raise BadRulesError("; ".join(f"{problem.field}: {problem}" for problem in problems))
    return rules


def random_documents(rules: HouseRules, seed: int) -> Iterator[Document]:
    """Endlessly many documents of one deal each."""
    chance, sides = Random(seed), len(rules.game.sides)
    number = 0
    while True:
        number += 1
        dealer = chance.randrange(rules.game.seats)
        scores = tuple(chance.randrange(rules.target) for _ in range(sides))
        document = Document(
            rules=rules,
            deals=(NotedDeal(dealer, random_hand(chance, dealer, rules)),),
            players=NAMES[: rules.game.seats],
            initial_score=scores if any(scores) else (),
            id=f"{rules.variant}-{seed}-{number}",
        )
        (answer,) = replay_document(document)
        yield replace(document, final_score=tuple(answer["score"][side[0]] for side in rules.game.sides))


def random_hand(chance: Random, dealer: Seat, rules: HouseRules) -> HandRecord:
    """One hand, from dealing to the last trick."""
    hand = _Hand(chance, dealer, rules)
    hand.deal()
    hand.bid()
    if hand.maker is not None:
        hand.pick_up()
        hand.go_alone()
        hand.use_dummy()
        hand.play()
    return hand.record()


@dataclass(slots=True)
class _Hand:
    """A hand on its way. `sense` is how often a choice is a sensible one; the others are drawn."""

    chance: Random
    dealer: Seat
    rules: HouseRules
    sense: float = 0.0
    upcard: Card = ""
    dealt: tuple[tuple[Card, ...], ...] = ()
    holdings: list[list[Card]] = field(default_factory=list)
    calls: tuple[str, ...] = ()
    maker: Seat | None = None
    round: int | None = None
    table: Trump = field(default_factory=lambda: trump_table(Suit.CLUBS))
    discard: Card | None = None
    alone: bool = False
    lone_defender: Seat | None = None
    exchanges: tuple[Exchange, ...] = ()
    tricks: list[tuple[Card, ...]] = field(default_factory=list)

    def deal(self) -> None:
        """R6; R4: where the joker is dealt again, it is never turned up."""
        self.sense = self.chance.choice((0.0, 0.6, 0.9))
        pack = sorted(PACKS[self.rules.pack])
        self.chance.shuffle(pack)
        count = self.rules.game.seats + self.rules.dummy
        self.upcard = pack[count * HOLDING]
        if self.upcard == JOKER and self.rules.joker_turned_up == JokerTurnedUp.DEAL_AGAIN:
            self.deal()
            return
        self.dealt = tuple(tuple(pack[seat * HOLDING : (seat + 1) * HOLDING]) for seat in range(count))
        self.holdings = [list(holding) for holding in self.dealt]

    def bid(self) -> None:
        """R8 to R13."""
        while options := lawful_calls(self.calls, self.dealer, self.upcard, self.rules):
            seat = (self.dealer + len(self.calls) + 1) % self.rules.game.seats
            self.calls += (self._call(options, seat),)
        auction = read_calls(self.calls, self.dealer, self.upcard, self.rules)
        self.maker, self.round = auction.maker, auction.round
        if auction.trump is not None:
            self.table = trump_table(auction.trump)

    def _call(self, options: tuple[str, ...], seat: Seat) -> str:
        if not self._sensible():
            silent = PASS in options and self.chance.random() < 0.6
            return PASS if silent else self.chance.choice(options)
        worth = {call: self._worth(seat, call) for call in options if call != PASS}
        best = max(worth, key=lambda call: worth[call])
        return best if PASS not in options or worth[best] >= ENOUGH_TRUMPS else PASS

    def _worth(self, seat: Seat, call: str) -> int:
        suit = self.upcard[-1] if call == ORDER_UP else call
        return sum(trump_table(Suit(suit)).suits[card] == suit for card in self.holdings[seat])

    def _sensible(self) -> bool:
        return self.chance.random() < self.sense

    def pick_up(self) -> None:
        """R10, R11: the dealer who made it takes the card; another's call leaves the choice, or the house does not."""
        if self.round != 1 and not joker_up(self.upcard, self.rules):
            return
        if self.maker != self.dealer and not self._sensible() and self.chance.random() < 0.5:
            self.discard = self.upcard  # left; under the other rule taken, and laid away again
            return
        six = [*self.holdings[self.dealer], self.upcard]
        self.discard = min(six, key=self._strength) if self._sensible() else self.chance.choice(six)
        six.remove(self.discard)
        self.holdings[self.dealer] = six

    def _strength(self, card: Card) -> int:
        suit = self.table.suits[card]
        return self.table.strengths[suit][card] + (100 if suit == self.table.suit else 0)

    def go_alone(self) -> None:
        """R14, R16, R17."""
        maker, game = self.maker or 0, self.rules.game
        assists = self.round == 1 and maker != self.dealer and maker in game.side_of(self.dealer)
        if self.rules.maker_may_be_alone:
            self.alone = (self.rules.canadian_loner and assists) or self.chance.random() < 0.25
        if self.rules.defender_may_be_alone(self.alone) and self.chance.random() < 0.25:
            self.lone_defender = self.chance.choice(game.defenders_of(maker))

    def use_dummy(self) -> None:
        """R15: any five of the ten."""
        maker, dummy = self.maker or 0, self.rules.game.seats
        if self.alone or not self.rules.dummy or self.chance.random() < 0.1:
            return
        own, ten = self.holdings[maker], [*self.holdings[maker], *self.holdings[dummy]]
        kept = sorted(ten, key=self._strength)[-HOLDING:] if self._sensible() else self.chance.sample(ten, HOLDING)
        taken = tuple(card for card in kept if card not in own)
        laid = tuple(card for card in own if card not in kept)
        if taken:
            self.exchanges = (Exchange(dummy, maker, taken), Exchange(maker, dummy, laid))
        self.holdings[maker] = list(kept)

    def play(self) -> None:
        """R18 to R20."""
        leader, playing = seats_at_play(self.dealer, self.maker or 0, self.alone, self.lone_defender, self.rules)
        for _ in range(TRICKS if self.chance.random() >= UNFINISHED else self.chance.randrange(TRICKS)):
            seats = [seat for seat in clockwise_from(leader, self.rules.game.seats) if seat in playing]
            trick: list[Card] = []
            for seat in seats:
                trick.append(self._lay(seat, trick))
            self.tricks.append(tuple(trick))
            leader = seats[trick_winner(trick, self.table.suit)]

    def _lay(self, seat: Seat, trick: list[Card]) -> Card:
        led = self.table.suits[trick[0]] if trick else None
        options = may_play(self.holdings[seat], led, self.table.suit)
        card = self.chance.choice(options)
        if self._sensible():
            winning = [it for it in options if trick_winner([*trick, it], self.table.suit) == len(trick)]
            card = max(winning, key=self._strength) if winning else min(options, key=self._strength)
        self.holdings[seat].remove(card)
        return card

    def record(self) -> HandRecord:
        """What was written down: what people did, and nothing that follows."""
        cards = CardRecord(self.calls, self.dealt, self.discard, exchanges=self.exchanges, tricks=tuple(self.tricks))
        kind = HandKind.PASSED_OUT if self.maker is None else HandKind.PLAYED
        return HandRecord(kind, alone=self.alone, lone_defender=self.lone_defender, upcard=self.upcard, cards=cards)
