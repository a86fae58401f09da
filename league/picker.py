"""What can be touched while a hand is entered card by card: the pack in rows, calls, and the buttons beside them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.acts import Word
from engine.auction import PASS
from engine.cards import PACKS, Card, Suit, suit_of
from engine.contract import made_how
from engine.entry import Asks, Entry
from engine.entry_offers import calls_offered, cards_offered, may, mended, rounds_offered, suits_offered
from engine.holdings import sort_cards
from engine.records import HandRecord, MadeHow
from engine.trump import effective_suit
from engine.turns import Act
from league.bridge.card_words import card_name, card_sign
from league.bridge.words import SUITS, Names

COLOURS = "shcd"
"""Suits in the order of the picker: black and red in turn."""
BEHIND_TRUMP: Mapping[Suit, str] = MappingProxyType(
    {Suit.SPADES: "hcd", Suit.HEARTS: "sdc", Suit.CLUBS: "hsd", Suit.DIAMONDS: "shc"}
)


@dataclass(frozen=True, slots=True)
class Pick:
    """A card of the picker. `state`: empty if it can be; `revoking`, `impossible`, or `gone`."""

    card: Card
    sign: str
    suit: str
    name: str
    act: str
    state: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what it says and what is sent."""

    act: str
    text: str
    suit: str = ""


UNSEEN = {Asks.UPCARD: "upcard:?", Asks.DISCARD: "discard:?", Asks.CARD: "card:Xx", Asks.TRUMP: "trump:?"}
"""What the button sends that says: nobody saw it."""


def chosen_mode(entry: Entry, asked: str) -> str:
    """Which cards the picker enters, where it is not simply what is asked."""
    if entry.asks == Asks.EXCHANGE:
        return Word.TAKE if asked == Word.TAKE and cards_offered(entry, Word.TAKE) else Word.LAY
    if asked in (Word.TAKE, Word.DISCARD) and cards_offered(entry, Word(asked)):
        return asked
    return ""


# The picker


def rows(entry: Entry, mode: str) -> list[list[Pick]]:
    """The pack, if a card is asked for, each with whether it can be that."""
    word = Word(mode) if mode else _PICKS.get(entry.asks)
    if word is None:
        return []
    can_be = cards_offered(entry, word)
    revoking = {*entry.turn.revoking} if word == Word.CARD else set()
    gone = {act.partition(":")[2] for act in entry.acts} - can_be

    def state(card: Card) -> str:
        if card in revoking:
            return "revoking"
        return "" if card in can_be else "gone" if card in gone else "impossible"

    return _grid(entry, lambda card: (f"{word}:{card}", state(card)))


_PICKS = {Asks.UPCARD: Word.UPCARD, Asks.DISCARD: Word.DISCARD, Asks.CARD: Word.CARD}


def mending_rows(entry: Entry, place: int) -> list[list[Pick]]:
    """The pack, to put another card in the place of the one of this act."""
    can_be = mended(entry, place)
    return _grid(entry, lambda card: (card, "" if card in can_be else "impossible"))


def _grid(entry: Entry, look: Callable[[Card], tuple[str, str]]) -> list[list[Pick]]:
    """Suits in rows, trumps first once they are known, the highest in front."""
    pack, trump = PACKS[entry.rules.pack], entry.growing.trump
    order = COLOURS if trump is None else trump + BEHIND_TRUMP[trump]
    rows: list[list[Pick]] = [[] for _suit in order]
    for card in sort_cards(sorted(pack), trump):
        suit = _suit(card, trump)
        act, state = look(card)
        pick = Pick(card, card_sign(card), str(suit_of(card) or ""), card_name(card, trump), act, state)
        rows[order.index(suit) if suit else 0].append(pick)  # without trump, a joker lies in front
    return rows


def _suit(card: Card, trump: Suit | None) -> Suit | None:
    return suit_of(card) if trump is None else effective_suit(card, trump)


# Calls


def calls(entry: Entry) -> list[Choice]:
    """What the next speaker may say."""
    return [_call(call, entry) for call in calls_offered(entry)]


def _call(call: str, entry: Entry) -> Choice:
    if call in SUITS:
        return Choice(f"call:{call}", str(SUITS[call]), call)
    return Choice(f"call:{call}", _("Pass") if call == PASS else _order(entry))


def _order(entry: Entry) -> str:
    """R8: what the call of the next speaker is called."""
    seat = entry.turn.seat if entry.asks == Asks.CALL else (entry.dealer + 1) % entry.rules.game.seats
    how = made_how(HandRecord(maker=seat, round=1), entry.dealer, entry.rules)
    return str(ORDERS[how or MadeHow.ORDERED_UP])


ORDERS: Mapping[MadeHow, Promise] = MappingProxyType(
    {
        MadeHow.ORDERED_UP: gettext_lazy("Order up"),
        MadeHow.ASSISTED: gettext_lazy("Assist"),
        MadeHow.ACCEPTED: gettext_lazy("Accept"),
    }
)


def suits(entry: Entry) -> list[Choice]:
    """Trump, where the calls don't say it."""
    offered = suits_offered(entry)
    return [Choice(f"trump:{suit}", str(SUITS[suit]), suit) for suit in COLOURS if suit in offered]


# Beside them


def rounds(entry: Entry) -> list[Choice]:
    """In which round trump was made, where nobody noted the calls."""
    if entry.asks != Asks.ROUND:
        return []
    names = {1: _("1st round"), 2: _("2nd round")}
    return [*(Choice(f"round:{one}", names[one]) for one in rounds_offered(entry)), Choice("round:?", _("Not known"))]


def loners(entry: Entry, names: Names) -> list[Choice]:
    """Who may still say that they play alone."""
    found = [Choice("alone:", _("%(name)s alone") % {"name": names[seat]}) for seat in may(entry, Act.GO_ALONE)]
    return found + [
        Choice(f"defender:{seat}", _("%(name)s alone") % {"name": names[seat]}) for seat in may(entry, Act.DEFEND_ALONE)
    ]


def modes(entry: Entry, mode: str) -> list[Choice]:
    """Other cards that the picker can enter before the first lead."""
    found = []
    if may(entry, Act.DISCARD) and mode != Word.DISCARD:
        found.append(Choice("discard", _("Dealer’s discard")))
    if may(entry, Act.EXCHANGE) and mode != Word.TAKE:
        found.append(Choice("take", _("Dummy’s cards")))
    if entry.asks == Asks.EXCHANGE and mode == Word.TAKE:
        found.append(Choice("lay", _("That’s all: now what was laid away")))
    if mode in (Word.DISCARD, Word.TAKE) and entry.asks == Asks.CARD:
        found.append(Choice("", _("On to the first lead")))
    return found
