"""Entering a hand act by act: what was said so far makes a record, and the record says what is asked next.

Any list of acts whatever makes a record; what is wrong with it the engine's judges say.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from engine.acts import NOT_SEEN, WORDS, Word, acts_of, reads
from engine.auction import all_passed, joker_up, printed_suit
from engine.cards import Card, Suit
from engine.contract import is_seat, must_be_alone
from engine.exchange import NOTHING_KNOWN
from engine.full import fill_in, seats_at_play
from engine.hands import Judgement, judge_hand
from engine.house_rules import HouseRules
from engine.records import TRICKS, CardRecord, Exchange, HandKind, HandRecord
from engine.scoring import Outcome
from engine.seating import Seat
from engine.tricks import Played, TrickReader, Winners
from engine.turns import Act, Turn, read_play, turn_after


class Asks(StrEnum):
    """What is asked next."""

    UPCARD = "upcard"
    CALL = "call"
    ROUND = "round"
    TRUMP = "trump"
    DISCARD = "discard"
    EXCHANGE = "exchange"
    CARD = "card"
    NOTHING = ""


ENDINGS = frozenset((Word.CLAIM, Word.TRICKS, Word.RENEGE))
"""Behind them nothing is asked."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """R19: a card that did not follow, and the one by which that shows, where a later one does."""

    seat: Seat
    failed: Played
    shown_by: Played | None


@dataclass(frozen=True)
class Entry:
    """A hand half or wholly entered.

    `base`: what was known of it before and no act says, such as quick figures and holdings.
    """

    acts: tuple[str, ...]
    dealer: Seat
    rules: HouseRules
    base: HandRecord = field(default_factory=HandRecord)

    # What was said

    @cached_property
    def said(self) -> dict[Word, list[str]]:
        """The values of each word, in the order in which they were said; what can't be read says nothing."""
        said: dict[Word, list[str]] = {}
        for act in self.acts:
            word, _, value = act.partition(":")
            if word in WORDS and reads(Word(word), value):
                said.setdefault(Word(word), []).append(value)
        return said

    def last(self, word: Word) -> str | None:
        """What was said last of something; None if nothing was, or that nobody saw it."""
        value = self.said.get(word, [NOT_SEEN])[-1]
        return None if value == NOT_SEEN else value

    def _seat(self, word: Word) -> Seat | None:
        value = self.last(word)
        return None if value is None else int(value)

    # Records

    @cached_property
    def _contract(self) -> HandRecord:
        """Everything but the tricks; an exchange that is not even yet is left out."""
        base, calls = self.base, tuple(self.said.get(Word.CALL, ()))
        noted, upcard = bool(calls) or Word.MAKER not in self.said, self.last(Word.UPCARD)
        trump, made = self.last(Word.TRUMP), self._made
        if made.round == 1 and not noted:
            trump = trump or printed_suit(upcard, self.rules)  # R9
        known = base.cards or CardRecord()
        cards = replace(
            known, calls=calls if noted else None, discard=self._discard, exchanges=self._exchanges, tricks=()
        )
        return HandRecord(
            kind=HandKind.PASSED_OUT if all_passed(calls, upcard, self.rules) else HandKind.PLAYED,
            maker=None if noted else made.maker,
            alone=Word.ALONE in self.said or must_be_alone(made, self.dealer, self.rules),
            lone_defender=self._seat(Word.DEFENDER),
            round=None if noted else made.round,
            trump=Suit(trump) if trump and not (noted and upcard) else None,
            upcard=upcard,
            cards=cards,
        )

    @property
    def _discard(self) -> Card | None:
        discard = self.said.get(Word.DISCARD, [None])[-1]
        return NOTHING_KNOWN if discard == NOT_SEEN else discard

    @property
    def _exchanges(self) -> tuple[Exchange, ...]:
        taken, laid = self.taken, self.laid
        maker, dummy = self._made.maker, self.rules.game.seats
        if not taken or len(taken) != len(laid) or maker is None:
            return ()
        return Exchange(dummy, maker, taken), Exchange(maker, dummy, laid)

    @cached_property
    def _made(self) -> HandRecord:
        """Who made trump in which round: as the calls say, or where nobody noted them, as it was said."""
        calls, upcard = tuple(self.said.get(Word.CALL, ())), self.last(Word.UPCARD)
        if not calls and Word.MAKER in self.said:
            round_ = self.last(Word.ROUND)
            return HandRecord(maker=self._seat(Word.MAKER), round=int(round_) if round_ else None, upcard=upcard)
        return fill_in(HandRecord(upcard=upcard), CardRecord(calls), self.dealer, self.rules)[0]

    @cached_property
    def growing(self) -> HandRecord:
        """What was said so far, with what the calls say filled in; of the tricks the last may be a part of one."""
        record = self._contract
        cards = record.cards or CardRecord()
        filled = fill_in(record, cards, self.dealer, self.rules)[0]
        played, size = self.said.get(Word.CARD, []), len(self._playing(filled))
        tricks = tuple(tuple(played[at : at + size]) for at in range(0, len(played), size))
        return replace(filled, cards=replace(cards, tricks=tricks))

    def _playing(self, filled: HandRecord) -> tuple[Seat, ...]:
        if filled.maker is None or not is_seat(filled.maker, self.rules):
            return tuple(range(self.rules.game.seats))
        return seats_at_play(self.dealer, filled.maker, filled.alone, filled.lone_defender, self.rules)[1]

    @cached_property
    def record(self) -> HandRecord:
        """What would be stored: whole tricks, and no word for what nobody saw."""
        contract, growing = self._contract, self.growing
        cards = growing.cards or CardRecord()
        record = replace(
            contract, cards=replace(cards, discard=None if self._discard == NOTHING_KNOWN else self._discard)
        )
        if Word.RENEGE in self.said:
            return replace(record, kind=HandKind.PENALTY, offender=self._seat(Word.RENEGE))
        if Word.TRICKS in self.said and self.revokes:  # R30: nobody claimed it, so only the figures can stand
            cards = replace(cards, tricks=())
        whole = tuple(trick for trick in cards.tricks if len(trick) == len(self._playing(growing)))
        record = replace(record, cards=replace(record.cards or cards, tricks=whole))
        if record.kind == HandKind.PASSED_OUT or (len(whole) == TRICKS and None not in self.winners):
            return record
        if Word.CLAIM in self.said:
            return replace(record, claimed=self._seat(Word.CLAIM))
        if Word.TRICKS in self.said:
            return replace(record, maker_tricks=self._seat(Word.TRICKS))
        base = self.base
        return replace(record, maker_tricks=base.maker_tricks, tricks=base.tricks, claimed=base.claimed)

    # What it comes to

    @cached_property
    def turn(self) -> Turn:
        """Whose turn it is."""
        if any(word in self.said for word in ENDINGS):
            return Turn()
        return turn_after(self.growing, self.dealer, self.rules)

    @cached_property
    def judgement(self) -> Judgement:
        """What the hand comes to, stored as it is."""
        return judge_hand(self.record, self.dealer, self.rules)

    @property
    def is_finished(self) -> bool:
        """Whether what was said gives a result."""
        result = self.judgement.result
        return result is not None and result.outcome != Outcome.UNFINISHED

    @cached_property
    def asks(self) -> Asks:
        """What is asked next."""
        if any(word in self.said for word in ENDINGS):
            return Asks.NOTHING
        if Word.UPCARD not in self.said:
            return Asks.UPCARD
        if self.turn.act == Act.CALL:
            return Asks.CALL
        return Asks.NOTHING if self.maker is None else self._asks_behind_auction()

    def _asks_behind_auction(self) -> Asks:
        has_rounds = not joker_up(self.last(Word.UPCARD), self.rules)
        if has_rounds and not {Word.CALL, Word.ROUND, Word.CARD} & self.said.keys():
            return Asks.ROUND
        if self.growing.trump is None and not {Word.TRUMP, Word.CARD} & self.said.keys():
            return Asks.TRUMP
        if self.turn.act == Act.DISCARD:
            return Asks.DISCARD
        if len(self.taken) != len(self.laid):
            return Asks.EXCHANGE
        return Asks.CARD if self.turn.act == Act.PLAY else Asks.NOTHING

    # What was played

    @property
    def taken(self) -> tuple[Card, ...]:
        """What the maker took of the dummy."""
        return tuple(self.said.get(Word.TAKE, ()))

    @property
    def laid(self) -> tuple[Card, ...]:
        """What the maker laid away for it."""
        return tuple(self.said.get(Word.LAY, ()))

    @property
    def maker(self) -> Seat | None:
        """Who made trump, as far as that is said."""
        maker = self.growing.maker
        return maker if is_seat(maker, self.rules) else None

    @cached_property
    def reader(self) -> TrickReader | None:
        """The cards that fell, read; None while nobody has made trump."""
        if self.maker is None:
            return None
        return read_play(self.growing, self.growing.cards or CardRecord(), self.dealer, self.rules)

    @property
    def played(self) -> Sequence[Played]:
        """The cards that fell, each with who played it."""
        return self.reader.played if self.reader else ()

    @property
    def is_lead(self) -> bool:
        """Whether the next card begins a trick."""
        return self.reader is not None and len(self.played) == len(self.winners) * len(self.reader.playing)

    @property
    def winners(self) -> Winners:
        """Who won each whole trick."""
        return tuple(self.reader.winners) if self.reader else ()

    @cached_property
    def revokes(self) -> tuple[Revoke, ...]:
        """R30: every revoke that shows, the earliest first."""
        reader = self.reader
        if reader is None:
            return ()
        return tuple(
            Revoke(card.seat, card, reader.shown_by(card)) for card in reader.revokes() if card.seat is not None
        )


def entry_of(record: HandRecord, dealer: Seat, rules: HouseRules) -> Entry:
    """A recorded hand, to be gone on with: what acts can say, and the rest as its base."""
    cards = record.cards or CardRecord()
    base = HandRecord(
        maker_tricks=record.maker_tricks,
        tricks=record.tricks,
        claimed=record.claimed,
        cards=CardRecord(holdings=cards.holdings, kitty=cards.kitty),
    )
    return Entry(tuple(acts_of(record, cards, rules)), dealer, rules, base)
