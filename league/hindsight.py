"""A hand looked at with all cards seen: what could be made of it, and what each choice gave away."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cards import Suit
from engine.holdings import sort_cards
from engine.house_rules import HouseRules
from engine.moments import Kind, Moment
from engine.records import HandKind, HandRecord
from engine.review import Review, review_hand
from engine.seating import Seat
from league.bridge.card_words import any_of, card_name, join_cards, trump_text
from league.bridge.words import tricks_text
from league.replaying import Chairs, Note
from league.services.log import GameLog

REMEMBERED = 256
"""Reviews that a process keeps: each takes a tenth of a second at worst (docs/speed.md), and a record never changes."""


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What is said above the moments, and beside each, by its number."""

    summary: str
    notes: Mapping[int, Note]


def may_look_back(log: GameLog, chairs: Chairs | None) -> bool:
    """Never while the game is played: whoever sits there would learn from it."""
    if chairs is None or log.is_open or chairs.record.kind != HandKind.PLAYED:
        return False
    return chairs.every_card_is_known


def look_back(log: GameLog, chairs: Chairs | None) -> Hindsight | None:
    """The hand with all cards seen; None where that may not be told, or can't."""
    if chairs is None or not may_look_back(log, chairs):
        return None
    review = _reviewed(chairs.record, chairs.dealer, chairs.rules)
    if review is None:
        return None
    values = {"best": tricks_text(review.best), "taken": tricks_text(review.taken)}
    same = _("With all cards seen, the makers could take %(best)s from the first lead, and did.")
    other = _("With all cards seen, the makers could take %(best)s from the first lead. They took %(taken)s.")
    summary = (same if review.best == review.taken else other) % values
    moments = enumerate(chairs.story.moments)
    return Hindsight(summary, {number: note for number, moment in moments for note in _notes(moment, review)})


@lru_cache(maxsize=REMEMBERED)
def _reviewed(record: HandRecord, dealer: Seat, rules: HouseRules) -> Review | None:
    return review_hand(record, dealer, rules)


def _notes(moment: Moment, review: Review) -> Iterator[Note]:
    """What is said of a moment: one note, or none."""
    trump = moment.scene.trump
    match moment.kind:
        case Kind.CALL | Kind.MADE if review.call is not None and moment.scene.maker is not None:
            yield _note(review.call.after, review.call.cost, _better(any_of(_suits(review.call.better))))
        case Kind.PICK_UP | Kind.LEAVE if review.discard is not None:
            found = [join_cards(cards, trump) for cards in review.discard.better]
            yield _note(review.discard.after, review.discard.cost, _better(any_of(found)))
        case Kind.EXCHANGE if review.exchange is not None:
            found = [join_cards(sort_cards(cards, trump), trump) for cards in review.exchange.better]
            yield _note(review.exchange.after, review.exchange.cost, _keep(any_of(found)))
        case Kind.PLAY:
            yield from _of_play(moment, review, trump)


def _of_play(moment: Moment, review: Review, trump: Suit | None) -> Iterator[Note]:
    for play in review.plays:
        if (play.trick, play.place) == (moment.trick, moment.place):
            free = [card_name(card, trump) for card in sort_cards(play.free, trump)]
            yield _note(play.after, play.cost, _free(any_of(free)))


def _note(makers: int, cost: int, better: str) -> Note:
    told = _("makers: %(tricks)s") % {"tricks": tricks_text(makers)}
    if not cost:
        return Note(told)
    return Note(told, ngettext("cost %(count)d", "cost %(count)d", cost) % {"count": cost}, better)


def _suits(suits: tuple[Suit, ...]) -> list[str]:
    return [trump_text(suit) for suit in suits]


def _free(cards: str) -> str:
    return _("Free, with all cards seen: %(cards)s") % {"cards": cards} if cards else ""


def _better(what: str) -> str:
    return _("Better, with all cards seen: %(what)s") % {"what": what} if what else ""


def _keep(cards: str) -> str:
    return _("Better to keep, with all cards seen: %(cards)s") % {"cards": cards} if cards else ""
