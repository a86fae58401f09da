"""One thing said of a hand that is entered act by act: a short text, such as `call:Order` or `card:Ah`."""

from enum import StrEnum

from engine.auction import ORDER_UP, PASS
from engine.cards import TOKENS, Suit
from engine.house_rules import HouseRules
from engine.records import CardRecord, HandRecord

NOT_SEEN = "?"
"""The value of an act that says: nobody saw it."""


class Word(StrEnum):
    """What an act is about."""

    UPCARD = "upcard"
    CALL = "call"
    MAKER = "maker"  # who made trump, where nobody noted the calls
    ROUND = "round"
    TRUMP = "trump"
    DISCARD = "discard"
    ALONE = "alone"
    DEFENDER = "defender"
    TAKE = "take"  # from the dummy
    LAY = "lay"  # away, for what was taken
    CARD = "card"
    CLAIM = "claim"
    TRICKS = "tricks"  # of the maker, where the rest is not known
    RENEGE = "renege"


WORDS = frozenset(Word)
_CALLS = frozenset((PASS, ORDER_UP, *Suit))


def reads(word: Word, value: str) -> bool:
    """Whether an act of this kind can have this value at all."""
    match word:
        case Word.CALL:
            return value in _CALLS
        case Word.ALONE:
            return value == ""
        case Word.TRUMP:
            return value in (*Suit, NOT_SEEN)
        case Word.ROUND:
            return value in ("1", "2", NOT_SEEN)
        case Word.UPCARD | Word.DISCARD:
            return value in TOKENS or value == NOT_SEEN
        case Word.TAKE | Word.LAY | Word.CARD:
            return value in TOKENS
    # Seats, and numbers of tricks.
    return len(value) == 1 and value.isascii() and value.isdigit()


def acts_of(record: HandRecord, cards: CardRecord, rules: HouseRules) -> list[str]:
    """A record as acts, in the order in which they happen; what no act can say is left out."""
    acts: list[tuple[Word, object]] = []
    if record.upcard is not None or record.cards is not None:
        acts.append((Word.UPCARD, record.upcard or NOT_SEEN))
    acts += _contract_acts(record, cards)
    dummy = rules.game.seats
    for move in cards.exchanges:
        acts += [(Word.TAKE if move.sender == dummy else Word.LAY, card) for card in move.cards]
    acts += [(Word.CARD, card) for trick in cards.tricks for card in trick]
    if record.offender is not None:
        acts.append((Word.RENEGE, record.offender))
    elif cards.tricks and record.claimed is not None:
        acts.append((Word.CLAIM, record.claimed))
    elif cards.tricks and record.maker_tricks is not None:
        acts.append((Word.TRICKS, record.maker_tricks))
    return [f"{word}:{value}" for word, value in acts]


def _contract_acts(record: HandRecord, cards: CardRecord) -> list[tuple[Word, object]]:
    acts: list[tuple[Word, object]] = [(Word.CALL, call) for call in cards.calls or ()]
    if cards.calls is None and record.maker is not None:
        acts.append((Word.MAKER, record.maker))
        acts += [(Word.ROUND, record.round)] if record.round is not None else []
    acts += [(Word.TRUMP, record.trump)] if record.trump is not None else []
    acts += [(Word.DISCARD, cards.discard)] if cards.discard is not None else []
    acts += [(Word.ALONE, "")] if record.alone else []
    acts += [(Word.DEFENDER, record.lone_defender)] if record.lone_defender is not None else []
    return acts
