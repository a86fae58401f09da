"""What hands are searched by, in words to choose from."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cards import JOKER, RANKS, Card, Suit, suit_of
from engine.scoring import Outcome
from league.bridge.card_words import card_short, card_sign
from league.bridge.words import SUITS

OUTCOMES: Mapping[str, Promise] = {
    Outcome.MADE: gettext_lazy("made"),
    Outcome.MARCH: gettext_lazy("march"),
    Outcome.EUCHRED: gettext_lazy("euchred"),
    Outcome.LONE_DEFENCE_MARCH: gettext_lazy("march of a lone defender"),
    Outcome.PASSED_OUT: gettext_lazy("all passed"),
    Outcome.PENALTY: gettext_lazy("reneged"),
    Outcome.MISDEAL: gettext_lazy("misdeal"),
}
"""What a hand can come to; one that is not finished is no hand of a game."""

ALONE: Mapping[str, Promise] = {"maker": gettext_lazy("The maker"), "defender": gettext_lazy("A defender")}
"""Who can play alone."""

type Choices = list[tuple[str, str]]


def card_text(card: Card) -> tuple[str, str]:
    """A card's rank as it is printed, and the letter of its suit; the joker has none."""
    return (_("Joker"), "") if card == JOKER else (card_sign(card), str(suit_of(card) or ""))


def card_choices() -> Sequence[tuple[str, str | Choices]]:
    """Every card of any pack, by suit from the lowest up."""
    by_suit: list[tuple[str, str | Choices]] = [
        (capfirst(str(SUITS[suit])), [(rank + suit, card_short(rank + suit)) for rank in RANKS]) for suit in Suit
    ]
    return [*by_suit, (JOKER, card_short(JOKER))]
