"""A player's page: facts and figures from the tallies, each with the number of hands that it stands on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.bridge.rulebook import variant_keys, variant_name
from league.bridge.words import SUITS
from league.models import Club, Player
from league.standings.build import rank_section
from league.standings.figures import decimal, percent, shares, signed
from league.standings.metrics import POINTS_PER_GAME, WON, Sums
from league.standings.ranking import Ranked
from league.standings.tallies import PlayerTally, SeasonName, add_up, read_player, read_season

ALL_TIME = "all"

HOW: Mapping[str, Promise] = {
    "ordered_up": gettext_lazy("Ordered up"),
    "assisted": gettext_lazy("Assisted"),
    "accepted": gettext_lazy("Accepted, dealing"),
    "named": gettext_lazy("Named, second round"),
}
"""How trump was made, as the engine counts it; a test compares the two."""


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
    alone: int
    alone_euchred: int
    bar: tuple[Part, ...]
    how: tuple[MakerRow, ...]
    suits: tuple[MakerRow, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player has done in one scope and one game."""

    season: SeasonName | None
    variant: str
    variant_name: str
    variants: tuple[tuple[str, str], ...]
    place: Ranked | None
    sums: Sums
    won: str
    points_per_game: str
    shared_win: bool
    maker: Maker
    defended: int
    euchres: int


def profile_of(club: Club, player: Player, *, season: int | None, all_time: bool, variant: str) -> Profile | None:
    """A player's figures; None if the club has no such season. At most two queries."""
    table = None if all_time else read_season(club, season)
    if table is None and not all_time:
        return None
    tallies = [row for row in read_player(player) if table is None or row.season.pk == table.season.pk]
    played = _variants(tallies)
    variant = variant or (played or variant_keys())[0]
    sums = add_up((row.sums for row in tallies if row.variant == variant), player.pk, player.sort_key)
    section = table.section(variant) if table else None
    return _profile(
        table.season if table else None,
        variant,
        played,
        next((row for row in rank_section(section) if row.sums.player == player.pk), None) if section else None,
        sums,
    )


def _variants(tallies: Sequence[PlayerTally]) -> tuple[str, ...]:
    """The games played, the one played most first."""
    games = {key: sum(row.sums.games for row in tallies if row.variant == key) for key in variant_keys()}
    return tuple(sorted((key for key in games if games[key]), key=lambda key: -games[key]))


def _profile(
    season: SeasonName | None, variant: str, played: Sequence[str], place: Ranked | None, sums: Sums
) -> Profile:
    won = Fraction(WON.compute(sums) or 0)
    average = POINTS_PER_GAME.compute(sums)
    return Profile(
        season=season,
        variant=variant,
        variant_name=variant_name(variant),
        variants=tuple((key, variant_name(key)) for key in played),
        place=place,
        sums=sums,
        won=shares(won),
        points_per_game="" if average is None else decimal(Fraction(average)),
        shared_win=won.denominator > 1,
        maker=_maker(sums.counts),
        defended=sums.counts.get("defender", 0),
        euchres=sums.counts.get("defender.euchres", 0),
    )


def _maker(counts: Mapping[str, int]) -> Maker:
    made, marches, euchred = (counts.get(f"maker.{end}", 0) for end in ("made", "march", "euchred"))
    return Maker(
        hands=counts.get("maker", 0),
        made=made,
        marches=marches,
        euchred=euchred,
        alone=counts.get("maker.alone", 0),
        alone_euchred=counts.get("maker.alone.euchred", 0),
        bar=tuple(_bar(counts)),
        how=tuple(_rows(counts, "maker.how", HOW)),
        suits=tuple(_rows(counts, "maker.suit", SUITS)),
    )


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
