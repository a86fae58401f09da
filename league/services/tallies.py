"""Tallies of nights and seasons, changed by what one game's contribution differs by.

Summing anew inside the transaction of a hand gave deadlocks and wrong sums between two tables that finish at once;
so does touching the rows in another order than that of the players.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from engine.counts import won_places
from engine.variants import get_variant
from league.models import Credit, Game, GamePlayer, Night, NightTally, Season, Tally
from league.services.pairs import NightRow, change_pairs, move_night_pairs, move_pairs, night_rows
from league.services.tally_rows import SUMS, TallyRows, add_rows, lock_rows, write_rows


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one game, or a difference of two, adds to a player's sums."""

    games: int = 0
    won12: int = 0
    points: int = 0
    hands: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    credits: int = 0

    def __add__(self, other: "Contribution") -> "Contribution":
        return self._combine(other, 1)

    def __sub__(self, other: "Contribution") -> "Contribution":
        return self._combine(other, -1)

    def __bool__(self) -> bool:
        return any((self.games, self.won12, self.points, self.hands, self.counts, self.credits))

    def _combine(self, other: "Contribution", sign: int) -> "Contribution":
        keys = {**self.counts, **other.counts}
        counts = {key: self.counts.get(key, 0) + sign * other.counts.get(key, 0) for key in sorted(keys)}
        return Contribution(
            games=self.games + sign * other.games,
            won12=self.won12 + sign * other.won12,
            points=self.points + sign * other.points,
            hands=self.hands + sign * other.hands,
            counts={key: count for key, count in counts.items() if count},
            credits=self.credits + sign * other.credits,
        )


NOTHING = Contribution()
type Key = tuple[int, str]
"""Whose sums, and of which game: a player's id and a variant."""

type Scoped = tuple[Any, int, str]
"""A tally's key: the night or season, the player, the variant."""

NO_NIGHTS: Mapping[Scoped, int] = MappingProxyType({})


def contribution_of(player: GamePlayer) -> Contribution:
    """What a game adds for one player: nothing unless it counts."""
    if not player.counted:
        return NOTHING
    return Contribution(1, player.won12, player.points, player.hands, player.counts)


def contribution_of_credit(credit: Credit) -> Contribution:
    """What a credit adds: what it says, and no hand. Its wins are places (`won_places`); `credits` counts it.

    What it says stands among the counts as well, so that achievements can leave it out.
    One that takes another back holds the same below nothing, and takes back all of it.
    """
    counts = won_places(len(get_variant(credit.variant).sides), credit.won12)
    said = {"credits.games": credit.games, "credits.won12": credit.won12}
    counts |= {key: value for key, value in said.items() if value}
    sign = -1 if credit.cancels_id else 1
    return Contribution(credit.games, credit.won12, credit.points, 0, counts, sign)


def credited(credits: "QuerySet[Credit]") -> dict[Scoped, Contribution]:
    """What credits add, by night, by the player whom each is of now, and by game. One query."""
    adds: defaultdict[Scoped, Contribution] = defaultdict(lambda: NOTHING)
    for credit in credits.annotate(whose=Coalesce("player__merged_into", "player")):
        adds[credit.night_id, credit.whose, credit.variant] += contribution_of_credit(credit)
    return dict(adds)


def sums_of(row: NightTally | Tally) -> Contribution:
    """What a tally holds."""
    return Contribution(row.games, row.won12, row.points, row.hands, row.counts, row.credits)


def differences(old: Mapping[int, GamePlayer], new: Mapping[int, GamePlayer]) -> dict[int, Contribution]:
    """What a game adds for each player beyond what it added before, in order of player; those of nothing left out."""
    absent = GamePlayer(counted=False)
    changes = {
        player: contribution_of(new.get(player, absent)) - contribution_of(old.get(player, absent))
        for player in sorted({*old, *new})
    }
    return {player: change for player, change in changes.items() if change}


def change_tallies(game: Game, old: Mapping[int, GamePlayer], new: Mapping[int, GamePlayer]) -> None:
    """Bring the tallies of a game's night and season up to date. Three statements, or none if nothing changed."""
    night, changes = game.night, differences(old, new)
    if changes:
        change_sums({(night.pk, player, game.variant): change for player, change in changes.items()}, [night])
    change_pairs([(game, old, new)])


def move_game_tallies(game: Game, old: Night, new: Night, players: Mapping[int, GamePlayer]) -> None:
    """What a game adds goes from one night to another, and from season to season where these differ."""
    changes: dict[Scoped, Contribution] = {}
    for player, change in differences({}, players).items():
        changes[old.pk, player, game.variant] = NOTHING - change
        changes[new.pk, player, game.variant] = change
    if changes:
        change_sums(changes, [old, new])
    move_pairs(game, old, new, players)


def move_night_tallies(night: Night, old: int, new: int) -> None:
    """What a night adds goes from one season to another. Nobody may write in the night's games meanwhile."""
    changes: dict[Scoped, Contribution] = {}
    nights: Counter[Scoped] = Counter()
    for row in NightTally.objects.filter(night=night):
        sums, played = sums_of(row), int(row.games > 0)
        for season, gain, turned in ((old, NOTHING - sums, -played), (new, sums, played)):
            key = (season, row.player_id, row.variant)
            changes[key], nights[key] = gain, turned
    if changes:
        _add(Tally, changes, nights)
        move_night_pairs(night, old, new)


def change_sums(changes: Mapping[Scoped, Contribution], nights: Iterable[Night]) -> None:
    """Change the tallies of these nights, and of their seasons. Two statements."""
    turned = _add(NightTally, changes)
    season_of = {night.pk: night.season_id for night in nights}
    seasons: defaultdict[Scoped, Contribution] = defaultdict(lambda: NOTHING)
    came: Counter[Scoped] = Counter()
    for (night, player, variant), gain in changes.items():
        key = (season_of[night], player, variant)
        seasons[key] += gain
        came[key] += turned[night, player, variant]
    if gains := {key: gain for key, gain in seasons.items() if gain or came[key]}:
        _add(Tally, gains, came)


def _add(
    model: type[NightTally | Tally], changes: Mapping[Scoped, Contribution], nights: Mapping[Scoped, int] = NO_NIGHTS
) -> dict[Scoped, int]:
    """Make rows or add to them, in the order of their keys: one statement, so that nobody adds in between.

    Tells of each whether it began (1) or ceased (-1) to hold games.
    """
    rows = [_row(model, key, changes[key], nights.get(key, 0)) for key in sorted(changes)]
    scope = "night_id" if model is NightTally else "season_id"
    turned: dict[Scoped, int] = {}
    for row in add_rows(rows):
        key = (getattr(row, scope), row.player_id, row.variant)
        turned[key] = bool(row.games) - bool(row.games - changes[key].games)
    return turned


def _row(model: type[NightTally | Tally], key: Scoped, gain: Contribution, nights: int) -> NightTally | Tally:
    scope, player, variant = key
    sums: dict[str, Any] = {name: getattr(gain, name) for name in SUMS} | {"counts": dict(gain.counts)}
    if model is Tally:
        return Tally(season_id=scope, player_id=player, variant=variant, nights=nights, **sums)
    return NightTally(night_id=scope, player_id=player, variant=variant, **sums)


@dataclass(slots=True)
class _Total:
    """Sums that grow."""

    games: int = 0
    won12: int = 0
    points: int = 0
    hands: int = 0
    credits: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    nights: int = 0

    def add(self, games: int, won12: int, points: int, hands: int, counts: Mapping[str, int], credits: int = 0) -> None:
        self.games += games
        self.won12 += won12
        self.points += points
        self.hands += hands
        self.credits += credits
        self.counts.update(counts)
        self.nights += bool(games)


def night_sums(night: Night) -> dict[Key, dict[str, Any]]:
    """What a night's counted games and its credits come to: what its tallies must hold, by their columns."""
    return sum_night(night, night_rows(night))


def sum_night(night: Night, rows: Iterable[NightRow]) -> dict[Key, dict[str, Any]]:
    """The same of games that were read already. One query."""
    totals: defaultdict[Key, _Total] = defaultdict(_Total)
    for row in rows:
        totals[row.player, row.variant].add(1, row.won12, row.points, row.hands, row.counts)
    for (_night, player, variant), adds in credited(Credit.objects.filter(night=night)).items():
        totals[player, variant].add(adds.games, adds.won12, adds.points, adds.hands, adds.counts, adds.credits)
    return {key: columns_of(total) for key, total in totals.items()}


def season_sums(season: Season) -> dict[Key, dict[str, Any]]:
    """What a season's nights come to, and how many there were for each player: what its tallies must hold."""
    return add_nights(
        {(row.player_id, row.variant): columns_of(row)} for row in NightTally.objects.filter(night__season=season)
    )


def add_nights(nights: Iterable[Mapping[Key, Mapping[str, Any]]]) -> dict[Key, dict[str, Any]]:
    """The sums of some nights as those of a season."""
    totals: defaultdict[Key, _Total] = defaultdict(_Total)
    for night in nights:
        for key, sums in night.items():
            totals[key].add(**sums)
    return {key: columns_of(total) | {"nights": total.nights} for key, total in totals.items()}


def columns_of(row: NightTally | Tally | _Total) -> dict[str, Any]:
    """The sums of a row, by their columns."""
    sums: dict[str, Any] = {name: getattr(row, name) for name in SUMS}
    sums["counts"] = {key: row.counts[key] for key in sorted(row.counts) if row.counts[key]}
    return sums | ({"nights": row.nights} if isinstance(row, Tally) else {})


def recount_night(night: Night) -> None:
    """A night's tallies, written anew from its games and credits."""
    with transaction.atomic():
        players = {*night_sums(night), *NightTally.objects.filter(night=night).values_list("player", "variant")}
        blank = [NightTally(night=night, player_id=player, variant=variant) for player, variant in sorted(players)]
        _rewrite(blank, lambda: night_sums(night))


def recount_season(season: Season) -> None:
    """A season's tallies, written anew from those of its nights."""
    with transaction.atomic():
        players = {*season_sums(season), *Tally.objects.filter(season=season).values_list("player", "variant")}
        blank = [Tally(season=season, player_id=player, variant=variant) for player, variant in sorted(players)]
        _rewrite(blank, lambda: season_sums(season))


def _rewrite(blank: TallyRows, sum_up: Callable[[], dict[Key, dict[str, Any]]]) -> None:
    """Sums are taken behind the lock: a game that is being written adds to what it finds here when it is its turn."""
    if not blank:
        return
    rows = lock_rows(blank)
    right, nothing = sum_up(), columns_of(type(blank[0])())
    for row in rows:
        for name, value in right.get((row.player_id, row.variant), nothing).items():
            setattr(row, name, value)
    write_rows(rows)
