"""Who won each night of a season; of a season of very many, who won most in each month."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from league.bridge.rulebook import variant_keys
from league.models import NightTally, Season
from league.standings.choice import StandingsChoice
from league.standings.figures import figure
from league.standings.metrics import NightSums, Reads, Sums, with_nights
from league.standings.ranking import rank
from league.standings.tallies import TOGETHER, SeasonTallies, add_up
from league.standings.words import HEADINGS, table_name

MOST_LISTED = 60
"""Of more nights than this, a list would not be read, nor would it fit on a sheet: a month gets a line."""

MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class NightWon:
    """Who came first in one table of one night, and by which figure; `first`: the winners' ids."""

    night: UUID
    date: date
    table_name: str
    winners: tuple[str, ...]
    first: tuple[int, ...]
    heading: str
    figure: str
    players: int


@dataclass(frozen=True, slots=True)
class Month:
    """The nights of a month, and who won most of them; `others`: who won as many and is not named."""

    first: date
    nights: int
    names: tuple[str, ...]
    others: int
    won: int


def month_of(day: date) -> date:
    """Its first day."""
    return day.replace(day=1)


def months_of(nights: Sequence[NightWon]) -> tuple[Month, ...]:
    """The months of a season whose nights are too many for a list; none of any other."""
    if len({won.night for won in nights}) <= MOST_LISTED:
        return ()
    months: dict[date, list[NightWon]] = {}
    for won in nights:
        months.setdefault(month_of(won.date), []).append(won)
    return tuple(_month(first, those) for first, those in months.items())


def _month(first: date, nights: Sequence[NightWon]) -> Month:
    """A night counts once, of however many tables somebody was first on it."""
    won = {(player, one.night): name for one in nights for player, name in zip(one.first, one.winners, strict=True)}
    count = Counter(player for player, _night in won)
    names = {player: name for (player, _night), name in won.items()}
    most = max(count.values())
    best = [names[player] for player in count if count[player] == most]
    several = len({one.night for one in nights})
    return Month(first, several, tuple(best[:MOST_NAMED]), max(len(best) - MOST_NAMED, 0), most)


type _Played = tuple[str, Sums]


def read_nights_won(season: Season, tallies: SeasonTallies) -> list[NightWon]:
    """Who won each night, the oldest first: whoever would be first by the season's rule if there were no other.

    Who is equal then shares it: nobody is asked about head to head. One query over the season.
    """
    choice = tallies.choice
    columns = ("night", "night__date", "variant", "player", "player__shown", "player__sort_key")
    sums = ("games", "won12", "points", *(["counts"] if choice.reads_counts else []))
    rows = NightTally.objects.filter(night__season=season, games__gt=0)
    ordered = rows.order_by("night__date", "night__opened_at", "night", "pk")
    nights: dict[tuple[UUID, date, str], dict[int, list[_Played]]] = {}
    for night, day, variant, player, name, order, *played in ordered.values_list(*columns, *sums):
        key = TOGETHER if choice.together else variant
        one = _sums(choice, night, player, order, *played)
        nights.setdefault((night, day, key), {}).setdefault(player, []).append((name, one))
    return [_won(tallies, *where, people) for where, people in nights.items()]


def _sums(
    choice: StandingsChoice,
    night: UUID,
    player: int,
    order: str,
    games: int,
    won12: int,
    points: int,
    counts: Mapping[str, int] | None = None,
) -> Sums:
    plain = Sums(player, order, games, won12, points, nights=1, counts=counts or {})
    return with_nights(plain, {night: NightSums(games, won12, points)}, 1) if choice.reads_nights else plain


def _won(tallies: SeasonTallies, night: UUID, day: date, key: str, people: Mapping[int, list[_Played]]) -> NightWon:
    names = {player: played[0][0] for player, played in people.items()}
    steps = [metric for metric in tallies.choice.steps if metric.reads != Reads.MEETINGS]
    ranked = rank((_as_one(night, [sums for _name, sums in played]) for played in people.values()), steps)
    first, decides = ranked[0], tallies.choice.precedence[0]
    winners = tuple(one.sums.player for one in ranked if one.place == 1)
    return NightWon(
        night=night,
        date=day,
        # Not by `section`, which reads a whole season: a night would cost as much as all of them.
        table_name=table_name(variant_keys() if key == TOGETHER else (key,)),
        winners=tuple(names[player] for player in winners),
        first=winners,
        heading=str(HEADINGS[decides.key]),
        figure=figure(decides, decides.compute(first.sums)),
        players=len(people),
    )


def _as_one(night: UUID, played: list[Sums]) -> Sums:
    """Several games of one night, where they count together."""
    if len(played) == 1:
        return played[0]
    total = add_up(played, played[0].player, played[0].order)
    whole = NightSums(total.games, total.won12, total.points)
    return replace(total, nights=1, by_night={night: whole}, best=whole)
