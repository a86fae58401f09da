"""The hands of a player, from the counts: as maker, as defender, as dealer, each with what it stands on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.variants import get_variant
from league.bridge.words import SUITS
from league.standings.figures import decimal, percent, signed

HOW: Mapping[str, Promise] = {
    "ordered_up": gettext_lazy("Ordered up"),
    "assisted": gettext_lazy("Assisted"),
    "accepted": gettext_lazy("Accepted, dealing"),
    "named": gettext_lazy("Named, second round"),
}
"""How trump was made, as the engine counts it; a test compares the two."""

SPEAKS = (gettext_lazy("First to speak"), gettext_lazy("Second to speak"), gettext_lazy("Third to speak"))
"""Where the maker sits, counted from the dealer's left; the dealer speaks last."""


@dataclass(frozen=True, slots=True)
class MakerRow:
    """Hands made in one way: how many, how often made, what they brought on average."""

    label: str
    suit: str
    hands: int
    made: str
    balance: str


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the bar of a maker's results, in percent of its width."""

    kind: str
    label: str
    hands: int
    percent: str
    start: float
    width: float

    @property
    def middle(self) -> float:
        """Where its number stands."""
        return self.start + self.width / 2

    @property
    def is_wide(self) -> bool:
        """Whether its number has room."""
        return self.width >= WIDE


WIDE = 8


@dataclass(frozen=True, slots=True)
class Maker:
    """The hands in which the player made trump."""

    hands: int
    made: int
    marches: int
    euchred: int
    points: int
    given: int
    given_a_hand: str
    alone: int
    alone_marches: int
    alone_euchred: int
    bar: tuple[Part, ...]
    how: tuple[MakerRow, ...]
    suits: tuple[MakerRow, ...]
    seats: tuple[MakerRow, ...]


@dataclass(frozen=True, slots=True)
class Defender:
    """The hands in which somebody else made trump."""

    hands: int
    euchres: int
    share: str
    points: int
    alone: int
    alone_euchres: int
    alone_marches: int


@dataclass(frozen=True, slots=True)
class Dealer:
    """The hands that the player dealt, and what is known of the card turned up when it came to the dealer."""

    hands: int
    passed_out: int
    asked: int
    turned_down: int
    share: str


def maker_of(counts: Mapping[str, int], variant: str) -> Maker:
    """What the counts say of the hands that were made."""
    hands, given = counts.get("maker", 0), counts.get("maker.given", 0)
    made, marches, euchred = (counts.get(f"maker.{end}", 0) for end in ("made", "march", "euchred"))
    return Maker(
        hands=hands,
        made=made,
        marches=marches,
        euchred=euchred,
        points=counts.get("maker.points", 0),
        given=given,
        given_a_hand=decimal(Fraction(given, hands)) if hands else "",
        alone=counts.get("maker.alone", 0),
        alone_marches=counts.get("maker.alone.march", 0),
        alone_euchred=counts.get("maker.alone.euchred", 0),
        bar=tuple(_bar(counts)),
        how=tuple(_rows(counts, "maker.how", HOW)),
        suits=tuple(_rows(counts, "maker.suit", SUITS)),
        seats=tuple(_rows(counts, "maker.speaks", _speakers(variant))),
    )


def defender_of(counts: Mapping[str, int]) -> Defender:
    """What the counts say of the hands that were defended."""
    hands, euchres = counts.get("defender", 0), counts.get("defender.euchres", 0)
    return Defender(
        hands=hands,
        euchres=euchres,
        share=percent(euchres, hands),
        points=counts.get("defender.points", 0),
        alone=counts.get("defender.alone", 0),
        alone_euchres=counts.get("defender.alone.euchres", 0),
        alone_marches=counts.get("defender.alone.marches", 0),
    )


def dealer_of(counts: Mapping[str, int]) -> Dealer:
    """What the counts say of the hands that were dealt."""
    asked, turned_down = counts.get("dealer.asked", 0), counts.get("dealer.turned_down", 0)
    return Dealer(
        hands=counts.get("dealer", 0),
        passed_out=counts.get("dealer.passed_out", 0),
        asked=asked,
        turned_down=turned_down,
        share=percent(turned_down, asked),
    )


def _speakers(variant: str) -> Mapping[str, Promise]:
    """The seats of a game, by the order in which they speak."""
    seats = get_variant(variant).seats
    labels = (*SPEAKS[: seats - 1], gettext_lazy("Dealing, last to speak"))
    return {str(place): label for place, label in enumerate(labels, 1)}


def _bar(counts: Mapping[str, int]) -> Iterator[Part]:
    hands, start = counts.get("maker", 0), 0.0
    kinds = (("euchred", "euchred", _("Euchred")), ("made", "made", _("Made")), ("all", "march", _("All five")))
    for kind, key, label in kinds:
        part = counts.get(f"maker.{key}", 0)
        width = part * 100 / hands if hands else 0.0
        yield Part(kind, label, part, percent(part, hands), start, width)
        start += width


def _rows(counts: Mapping[str, int], prefix: str, labels: Mapping[str, Promise]) -> Iterator[MakerRow]:
    for key, label in labels.items():
        name = f"{prefix}.{key}"
        if hands := counts.get(name, 0):
            made = hands - counts.get(f"{name}.euchred", 0)
            balance = Fraction(counts.get(f"{name}.points", 0) - counts.get(f"{name}.given", 0), hands)
            suit = key if labels is SUITS else ""
            yield MakerRow(str(label), suit, hands, percent(made, hands), signed(balance))
