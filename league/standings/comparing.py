"""Two or three players beside each other: all that they played, and the games in which they met."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from django.db.models import Count, IntegerField, Q, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.counts import TWELFTHS
from league.bridge.rulebook import variant_keys
from league.models import GamePlayer, Player, Tally
from league.models.tallies import holds_something
from league.standings.figures import NOTHING, decimal, percent, shares
from league.standings.head_to_head import Opponent
from league.standings.history import PlayedGame
from league.standings.metrics import Sums
from league.standings.opponents import read_meetings
from league.standings.recent import games_of_all
from league.standings.tallies import add_up


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of one player, and what it stands on; `of` is empty for a plain number."""

    text: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A figure of everybody."""

    label: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players in the games in which both sat, against each other."""

    one: Player
    other: Player
    games: int
    above: int
    below: int
    defended: int
    euchres: int

    @property
    def level(self) -> int:
        """Games in which both had one place."""
        return self.games - self.above - self.below


AS_MAKER = ("hands", "maker", "maker.euchred")
"""Counts that are added up in the games that all of them sat in."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What one of them came to in the games that all of them sat in; `euchred`: as maker, against the others."""

    player: Player
    won: str
    points_per_game: str
    made: Figure
    euchred: Figure


@dataclass(frozen=True, slots=True)
class Comparison:
    """Players beside each other. `together` is how many games all of them sat in."""

    variant: str
    variants: tuple[str, ...]
    players: tuple[Player, ...]
    rows: tuple[FigureRow, ...]
    meetings: tuple[Meeting, ...]
    together: int
    shared: tuple[Shared, ...]
    games: tuple[PlayedGame, ...]


def compare_players(
    players: Sequence[Player], variant: str = "", season: int | None = None, without: Collection[int] = ()
) -> Comparison:
    """Five queries for two or three players, however much they played; but in the seasons `without`."""
    sums = _read_sums(players, season, without)
    games = {key: sum(of.games for (_player, of_key), of in sums.items() if of_key == key) for key in variant_keys()}
    played = tuple(sorted((key for key in games if games[key]), key=lambda key: -games[key]))
    variant = variant or (played or variant_keys())[0]
    wanted = Q(counted=True, game__variant=variant) & (Q() if season is None else Q(game__night__season=season))
    if without:
        wanted &= ~Q(game__night__season__in=without)
    mine = [sums.get((player.pk, variant), Sums(player.pk, player.sort_key)) for player in players]
    ids = [player.pk for player in players]
    together, shared = _together(players, wanted)
    return Comparison(
        variant=variant,
        variants=played,
        players=tuple(players),
        rows=tuple(FigureRow(str(label), tuple(map(figure, mine))) for label, figure in FIGURES),
        meetings=tuple(_meetings(players, read_meetings(players, variant, season, without))),
        together=together,
        shared=shared,
        games=tuple(game.played for game in games_of_all(ids, wanted) if game.played),
    )


def _read_sums(players: Sequence[Player], season: int | None, without: Collection[int]) -> dict[tuple[int, str], Sums]:
    tallies = Tally.objects.filter(holds_something(), player__in=players).exclude(season__in=without)
    found: dict[tuple[int, str], list[Sums]] = {}
    for row in tallies if season is None else tallies.filter(season=season):
        plain = {name: getattr(row, name) for name in ("games", "won12", "points", "nights", "hands", "counts")}
        found.setdefault((row.player_id, row.variant), []).append(Sums(row.player_id, "", **plain))
    return {key: add_up(rows, key[0]) for key, rows in found.items()}


def _meetings(players: Sequence[Player], met: Mapping[tuple[int, int], Opponent]) -> Iterator[Meeting]:
    for one, other in combinations(players, 2):
        mine, theirs = met.get((one.pk, other.pk)), met.get((other.pk, one.pk))
        if mine and theirs:
            yield Meeting(one, other, mine.games, mine.above, theirs.above, mine.defended, mine.euchres)


def _together(players: Sequence[Player], wanted: Q) -> tuple[int, tuple[Shared, ...]]:
    """The games that all of them sat in, added up by the database: as long as the shortest way through them."""
    first, *others = players
    games = GamePlayer.objects.filter(wanted, player=first)
    for other in others:
        games = games.filter(game__players__player=other)
    rows = GamePlayer.objects.filter(game__in=games.values("game"), player__in=players).order_by().values("player")
    added = {f"count_{number}": _summed(key) for number, key in enumerate(AS_MAKER)}
    found = {
        player: Sums(player, "", games, won12, points, counts=dict(zip(AS_MAKER, counts, strict=True)))
        for player, games, won12, points, *counts in rows.annotate(
            count=Count("pk"), twelfths=Sum("won12"), total=Sum("points"), **added
        ).values_list("player", "count", "twelfths", "total", *added)
    }
    together = max((sums.games for sums in found.values()), default=0)
    return together, tuple(_shared(player, found[player.pk]) for player in players if player.pk in found)


def _summed(key: str) -> Coalesce:
    return Coalesce(Sum(Cast(KeyTextTransform(key, "counts"), IntegerField())), 0)


def _shared(player: Player, sums: Sums) -> Shared:
    return Shared(
        player,
        shares(Fraction(sums.won12, TWELFTHS)),
        decimal(Fraction(sums.points, sums.games)),
        _share("maker", "hands")(sums),
        _share("maker.euchred", "maker")(sums),
    )


# Figures


def _count(key: str) -> Callable[[Sums], Figure]:
    return lambda sums: Figure(str(sums.counts.get(key, 0)))


def _share(key: str, of: str) -> Callable[[Sums], Figure]:
    def figure(sums: Sums) -> Figure:
        part, whole = sums.counts.get(key, 0), sums.counts.get(of, 0)
        return Figure(percent(part, whole), f"{part}/{whole}" if whole else "")

    return figure


def _won(sums: Sums) -> Figure:
    won = shares(Fraction(sums.won12, TWELFTHS))
    return Figure(percent(sums.won12, sums.games * TWELFTHS), f"{won}/{sums.games}" if sums.games else "")


def _points(sums: Sums) -> Figure:
    points, games = sums.points, sums.games
    return Figure(decimal(Fraction(points, games)) if games else NOTHING, f"{points}/{games}" if games else "")


def _given(sums: Sums) -> Figure:
    given, hands = sums.counts.get("maker.given", 0), sums.counts.get("maker", 0)
    return Figure(decimal(Fraction(given, hands)) if hands else NOTHING, f"{given}/{hands}" if hands else "")


FIGURES: Sequence[tuple[Promise, Callable[[Sums], Figure]]] = (
    (gettext_lazy("Games"), lambda sums: Figure(str(sums.games))),
    (gettext_lazy("Won"), _won),
    (gettext_lazy("Points a game"), _points),
    (gettext_lazy("Hands made"), _share("maker", "hands")),
    (gettext_lazy("Euchred as maker"), _share("maker.euchred", "maker")),
    (gettext_lazy("All five as maker"), _share("maker.march", "maker")),
    (gettext_lazy("Points given away a hand made"), _given),
    (gettext_lazy("Went alone"), _share("maker.alone", "maker")),
    (gettext_lazy("All five alone"), _share("maker.alone.march", "maker.alone")),
    (gettext_lazy("Euchres as defender"), _share("defender.euchres", "defender")),
    (gettext_lazy("Lone defences"), _count("defender.alone")),
    (gettext_lazy("Turned down as dealer"), _share("dealer.turned_down", "dealer.asked")),
)
"""What stands in the rows: a label, and how it follows from the sums."""
