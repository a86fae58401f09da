"""Cards in words: "jack of hearts, left bower"."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.cards import JOKER, RANKS, UNKNOWN, Card, Suit
from engine.trump import left_bower, right_bower
from league.bridge.words import SUITS

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
