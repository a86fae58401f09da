"""Cards and what is done with them, in words: "jack of hearts, left bower", "Ben orders up"."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from engine.auction import PASS
from engine.cards import JOKER, RANKS, UNKNOWN, Card, Suit
from engine.moments import Kind, Mark, Moment
from engine.records import MadeHow
from engine.seating import Seat
from engine.trump import left_bower, right_bower
from league.bridge.words import SUITS, Names, join_names

RANK_NAMES: Mapping[str, Promise] = {
    "7": gettext_lazy("seven"),
    "8": gettext_lazy("eight"),
    "9": gettext_lazy("nine"),
    "T": gettext_lazy("ten"),
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
    "A": gettext_lazy("ace"),
}
RANK_SIGNS: Mapping[str, Promise | str] = {
    **dict.fromkeys(RANKS, ""),
    "7": "7",
    "8": "8",
    "9": "9",
    "T": "10",
    "J": pgettext_lazy("sign on a card: jack", "J"),
    "Q": pgettext_lazy("sign on a card: queen", "Q"),
    "K": pgettext_lazy("sign on a card: king", "K"),
    "A": pgettext_lazy("sign on a card: ace", "A"),
}
"""What is printed on a card."""
SUIT_SIGNS: Mapping[str, str] = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
"""Suits within a line of text; where there is room a picture stands."""


def card_name(card: Card, trump: Suit | None = None) -> str:
    """ "jack of hearts", with what trump makes of it; as much as is known."""
    if card == JOKER:
        return _("joker")
    rank, suit = RANK_NAMES.get(card[:1]), SUITS.get(card[-1:])
    if rank is None and suit is None:
        return _("unknown card")
    if rank is None:
        return _("unknown card of %(suit)s") % {"suit": suit}
    if suit is None:
        return _("%(rank)s of an unknown suit") % {"rank": rank}
    name = _("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit}
    bower = _bower(card, trump)
    return _("%(card)s, %(bower)s") % {"card": name, "bower": bower} if bower else name


def _bower(card: Card, trump: Suit | None) -> str:
    if trump is None:
        return ""
    return {left_bower(trump): _("left bower"), right_bower(trump): _("right bower")}.get(card, "")


def card_sign(card: Card) -> str:
    """The rank as it is printed on a card; a question mark where nobody knows it."""
    return "?" if card[:1] == UNKNOWN else str(RANK_SIGNS.get(card[:1], ""))


def card_short(card: Card) -> str:
    """ "J♥" where words take too much room; as much as is known."""
    if card == JOKER:
        return _("Joker")
    return f"{card_sign(card)}{SUIT_SIGNS.get(card[-1:], '')}"


def join_cards(cards: Sequence[Card], trump: Suit | None = None) -> str:
    """ "ace of hearts and ten of hearts"; of unknown ones how many."""
    named = [card_name(card, trump) for card in cards if RANK_NAMES.get(card[:1]) or card == JOKER]
    unknown = len(cards) - len(named)
    if unknown:
        named.append(ngettext("%(count)d unknown card", "%(count)d unknown cards", unknown) % {"count": unknown})
    return join_names(named)


def any_of(words: Sequence[str]) -> str:
    """ "clubs, hearts or spades"."""
    return get_text_list(list(words), _("or"))


def trump_text(trump: Suit | None) -> str:
    """ "hearts"; empty where nobody knows it."""
    return str(SUITS[trump]) if trump else ""


# Moments


def moment_text(moment: Moment, names: Names, result: str) -> str:
    """What happened in a moment; `names` by seat, the sentence of the hand for its end."""
    return str(_TELLING[moment.kind](moment, names)) if moment.kind in _TELLING else result


def name_of(seat: Seat | None, names: Names) -> str:
    """Who somebody is, also where nobody can tell."""
    return names[seat] if seat is not None and 0 <= seat < len(names) else _("Somebody")


def _deal(moment: Moment, names: Names) -> str:
    values = {"name": name_of(moment.seat, names), "card": card_name(moment.scene.upcard or "")}
    if moment.scene.upcard is None:
        return _("%(name)s deals") % values
    return _("%(name)s deals and turns up: %(card)s") % values


def _call(moment: Moment, names: Names) -> str:
    values = {"name": name_of(moment.seat, names), "suit": trump_text(_named(moment))}
    if moment.call == PASS:
        down = _("%(name)s passes: the card is turned down")
        return (down if moment.turns_down else _("%(name)s passes")) % values
    templates = {
        MadeHow.ORDERED_UP: _("%(name)s orders up"),
        MadeHow.ASSISTED: _("%(name)s assists"),
        MadeHow.ACCEPTED: _("%(name)s accepts"),
    }
    if moment.how in templates:
        return templates[moment.how] % values
    if not values["suit"]:
        return _("%(name)s makes trump") % values
    return (_("%(name)s names %(suit)s") if moment.kind == Kind.CALL else _("%(name)s makes %(suit)s trump")) % values


def _named(moment: Moment) -> Suit | None:
    return Suit(moment.call) if moment.call in tuple(Suit) else moment.scene.trump


def _pick_up(moment: Moment, names: Names) -> str:
    values = {"name": name_of(moment.seat, names)}
    upcard = moment.laid[0] if moment.laid else ""
    trump = moment.scene.trump
    values |= {"card": card_name(upcard, trump), "discard": join_cards(moment.cards, trump)}
    if moment.kind == Kind.LEAVE:
        return _("%(name)s does without: %(card)s") % values
    if not moment.cards:
        return _("%(name)s picks up: %(card)s. Nobody wrote down the discard") % values
    return _("%(name)s picks up: %(card)s. Discards: %(discard)s") % values


def _alone(moment: Moment, names: Names) -> str:
    template = _("%(name)s defends alone") if moment.kind == Kind.DEFEND_ALONE else _("%(name)s goes alone")
    return template % {"name": name_of(moment.seat, names)}


def _exchange(moment: Moment, names: Names) -> str:
    trump = moment.scene.trump
    if not moment.cards:
        return _("%(name)s takes nothing from the dummy") % {"name": name_of(moment.seat, names)}
    return _("%(name)s takes from the dummy: %(taken)s. Lays away: %(laid)s") % {
        "name": name_of(moment.seat, names),
        "taken": join_cards(moment.cards, trump),
        "laid": join_cards(moment.laid, trump),
    }


def _play(moment: Moment, names: Names) -> str:
    values = {"name": name_of(moment.seat, names), "card": card_name(moment.cards[0], moment.scene.trump)}
    text = (_("%(name)s leads: %(card)s") if moment.place == 0 else _("%(name)s: %(card)s")) % values
    if moment.mark is not None:
        text = _("%(text)s (%(mark)s)") % {"text": text, "mark": MARKS[moment.mark]}
    if moment.scene.winner is None:
        return text
    winner = {"text": text, "name": name_of(moment.scene.winner, names), "number": moment.trick + 1}
    return _("%(text)s. %(name)s wins trick %(number)d") % winner


MARKS: Mapping[Mark, Promise] = {
    Mark.REVOKE: gettext_lazy("the renege"),
    Mark.SHOWN: gettext_lazy("this shows the renege"),
}


def _claim(moment: Moment, names: Names) -> str:
    return _("The rest of the tricks is claimed for %(name)s") % {"name": name_of(moment.seat, names)}


def _renege(moment: Moment, names: Names) -> str:
    return _("%(name)s reneged: the hand ends") % {"name": name_of(moment.seat, names)}


def _untold(_moment: Moment, _names: Names) -> str:
    return _("Nobody wrote down the other cards")


_TELLING = {
    Kind.DEAL: _deal,
    Kind.CALL: _call,
    Kind.MADE: _call,
    Kind.PICK_UP: _pick_up,
    Kind.LEAVE: _pick_up,
    Kind.ALONE: _alone,
    Kind.DEFEND_ALONE: _alone,
    Kind.EXCHANGE: _exchange,
    Kind.PLAY: _play,
    Kind.CLAIM: _claim,
    Kind.RENEGE: _renege,
    Kind.UNTOLD: _untold,
}
