"""What can be said next of a hand that is entered act by act; whatever else is sent is no touch of ours."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.acts import NOT_SEEN, Word, reads
from engine.auction import joker_up, lawful_calls, printed_suit
from engine.cards import PACKS, Card, Suit
from engine.entry import ENDINGS, Asks, Entry
from engine.exchange import HOLDING, NOTHING_KNOWN, Layout
from engine.records import TRICKS, CardRecord, HandKind
from engine.seating import Seat
from engine.turns import Act


def accepts(entry: Entry, word: Word, value: str) -> bool:
    """Whether this can be said next."""
    return reads(word, value) and _ACCEPTS[word](entry, value)


def calls_offered(entry: Entry) -> tuple[str, ...]:
    """What the next speaker may call; the eldest too, while of the calls only the outcome is known."""
    if entry.asks == Asks.CALL:
        return entry.turn.calls
    if entry.asks == Asks.ROUND:
        return lawful_calls((), entry.dealer, entry.last(Word.UPCARD), entry.rules)
    return ()


def makers_offered(entry: Entry) -> tuple[Seat, ...]:
    """Who may have made trump, where nobody noted the calls; of a joker turned up that is no question (R4)."""
    first = entry.asks == Asks.CALL and Word.CALL not in entry.said
    asked = first and not joker_up(entry.last(Word.UPCARD), entry.rules)
    return tuple(range(entry.rules.game.seats)) if asked else ()


def rounds_offered(entry: Entry) -> tuple[int, ...]:
    """R9, R12: the rounds in which trump can have been made, where nobody noted the calls."""
    if entry.asks != Asks.ROUND:
        return ()
    trump, up = entry.growing.trump, printed_suit(entry.last(Word.UPCARD), entry.rules)
    if trump is None or up is None:
        return (1, 2)
    if trump != up:
        return (2,)
    return (1, 2) if entry.rules.may_name_turned_down else (1,)


def suits_offered(entry: Entry) -> tuple[Suit, ...]:
    """R9, R12: the suits that can be trump, where neither calls nor the card turned up say it."""
    if entry.asks != Asks.TRUMP:
        return ()
    named = entry.growing.round == 2 and not entry.rules.may_name_turned_down
    down = printed_suit(entry.last(Word.UPCARD), entry.rules) if named else None
    return tuple(suit for suit in Suit if suit != down)


def cards_offered(entry: Entry, word: Word) -> frozenset[Card]:
    """The cards that it can be, as far as anything is known; those that show a revoke too."""
    return _CARDS[word](entry)


def tricks_offered(entry: Entry) -> tuple[int, ...]:
    """How many tricks the maker's side can have taken, where the rest is not known."""
    untold = bool(entry.revokes) or None in entry.winners  # nobody can say whose turn it is
    open_ = entry.asks in (Asks.CARD, Asks.DISCARD) or (untold and not ENDINGS & entry.said.keys())
    if not open_ or entry.maker is None:
        return ()
    side = entry.rules.game.side_of(entry.maker)
    taken = sum(winner in side for winner in entry.winners)
    lost = len(entry.winners) - taken - entry.winners.count(None)
    return tuple(range(taken, TRICKS - lost + 1))


def claims_offered(entry: Entry) -> tuple[Seat, ...]:
    """R21: who may have claimed the rest."""
    if entry.asks != Asks.CARD or entry.reader is None or None in entry.winners:
        return ()
    return tuple(sorted(entry.reader.playing))


def offenders_offered(entry: Entry) -> tuple[Seat, ...]:
    """R30: whose revoke can be claimed; of two offenders the earlier counts."""
    if entry.revokes:
        return (entry.revokes[0].seat,)
    if entry.asks != Asks.CARD or entry.reader is None or not entry.played:
        return ()
    return tuple(sorted(entry.reader.playing))


def may(entry: Entry, act: Act) -> tuple[Seat, ...]:
    """Who may do that beside what is asked, before the first lead. The dummy is used behind the discard (R14)."""
    if entry.asks not in (Asks.CARD, Asks.DISCARD) or entry.played or (entry.asks, act) == (Asks.DISCARD, Act.EXCHANGE):
        return ()
    return tuple(seat for what, seat in entry.turn.may if what == act)


def mended(entry: Entry, place: int) -> frozenset[Card]:
    """Which cards another than the one of this act could be: those that lie nowhere else."""
    word = entry.acts[place].partition(":")[0]
    others = {act.partition(":")[2] for at, act in enumerate(entry.acts) if at != place}
    known = {entry.last(Word.UPCARD)} if word == Word.CARD and entry.growing.kind == HandKind.PLAYED else set()
    return frozenset(PACKS[entry.rules.pack] - others | {card for card in known if card and _is_in_play(entry)})


def _is_in_play(entry: Entry) -> bool:
    """Whether the card turned up can be in the dealer's hand."""
    played = entry.said.get(Word.CARD, [])
    upcard = entry.last(Word.UPCARD)
    return entry.growing.round != 2 and upcard not in (*played, *entry.laid, entry.last(Word.DISCARD))


# Each word


def _upcards(entry: Entry) -> frozenset[Card]:
    return PACKS[entry.rules.pack] if entry.asks == Asks.UPCARD else frozenset()


def _discards(entry: Entry) -> frozenset[Card]:
    if Word.DISCARD in entry.said or Word.CARD in entry.said:
        return frozenset()
    if entry.turn.act == Act.DISCARD:
        return frozenset(entry.turn.cards)
    if not may(entry, Act.DISCARD):
        return frozenset()
    return _held_at(entry, entry.dealer, own_upcard=True) - {*entry.taken, *entry.laid}


def _held_at(entry: Entry, seat: Seat, *, own_upcard: bool = False) -> frozenset[Card]:
    """What can be in a player's hand when nothing was exchanged or led."""
    layout = _layout(entry)
    held = {card for card in PACKS[entry.rules.pack] if layout.can_be_in(card, layout.pools[seat])}
    upcard = entry.last(Word.UPCARD)
    return frozenset(held | {upcard} if own_upcard and upcard else held)


def _layout(entry: Entry) -> Layout:
    cards = entry.growing.cards or CardRecord()
    layout = Layout(cards, entry.growing.upcard, entry.rules)
    layout.pick_up(entry.growing, entry.dealer)
    return layout


def _takes(entry: Entry) -> frozenset[Card]:
    if not _exchanges(entry) or entry.laid or len(entry.taken) == HOLDING:
        return frozenset()
    layout = _layout(entry)
    cards = PACKS[entry.rules.pack] - set(entry.taken)
    return frozenset(card for card in cards if layout.can_be_in(card, layout.dummy))


def _lays(entry: Entry) -> frozenset[Card]:
    if not _exchanges(entry) or len(entry.laid) >= len(entry.taken) or entry.maker is None:
        return frozenset()
    return _held_at(entry, entry.maker) - set(entry.taken) - set(entry.laid)


def _exchanges(entry: Entry) -> bool:
    return Word.CARD not in entry.said and (entry.asks == Asks.EXCHANGE or bool(may(entry, Act.EXCHANGE)))


def _fallen(entry: Entry) -> frozenset[Card]:
    return frozenset((*entry.turn.cards, *entry.turn.revoking)) if entry.asks == Asks.CARD else frozenset()


def _is_card(word: Word) -> Callable[[Entry, str], bool]:
    return lambda entry, value: value in _CARDS[word](entry)


_CARDS: Mapping[Word, Callable[[Entry], frozenset[Card]]] = MappingProxyType(
    {Word.UPCARD: _upcards, Word.DISCARD: _discards, Word.TAKE: _takes, Word.LAY: _lays, Word.CARD: _fallen}
)

_ACCEPTS: Mapping[Word, Callable[[Entry, str], bool]] = MappingProxyType(
    {
        Word.UPCARD: lambda entry, value: value in _upcards(entry) or (entry.asks == Asks.UPCARD and value == NOT_SEEN),
        Word.CALL: lambda entry, value: value in calls_offered(entry),
        Word.MAKER: lambda entry, value: int(value) in makers_offered(entry),
        Word.ROUND: lambda entry, value: (
            entry.asks == Asks.ROUND and (value == NOT_SEEN or int(value) in rounds_offered(entry))
        ),
        Word.TRUMP: lambda entry, value: (
            value in suits_offered(entry) or (entry.asks == Asks.TRUMP and value == NOT_SEEN)
        ),
        Word.DISCARD: lambda entry, value: (
            value in _discards(entry) or (entry.asks == Asks.DISCARD and value == NOT_SEEN)
        ),
        Word.ALONE: lambda entry, value: bool(may(entry, Act.GO_ALONE)),
        Word.DEFENDER: lambda entry, value: int(value) in may(entry, Act.DEFEND_ALONE),
        Word.TAKE: _is_card(Word.TAKE),
        Word.LAY: _is_card(Word.LAY),
        Word.CARD: lambda entry, value: value in _fallen(entry) or (entry.asks == Asks.CARD and value == NOTHING_KNOWN),
        Word.CLAIM: lambda entry, value: int(value) in claims_offered(entry),
        Word.TRICKS: lambda entry, value: int(value) in tricks_offered(entry),
        Word.RENEGE: lambda entry, value: int(value) in offenders_offered(entry),
    }
)
