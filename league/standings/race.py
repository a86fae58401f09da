"""A night as a race: what everybody has, game by game in the order of play, as lines and as a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from django.utils.text import Truncator

from engine.counts import TWELFTHS
from league.bridge.rulebook import variant_keys, variant_name
from league.models import GamePlayer, Night
from league.standings.figures import shares

MOST_GAMES = 200
"""So many games of a night are drawn, the first ones."""
LINES = 6
"""So many players have a line: those who are ahead at the end. There are as many ways to draw one in site.css."""

WIDE, HIGH = 300, 210
LEFT, RIGHT, TOP, BOTTOM = 24, 104, 12, 22
LABEL = 15
"""A label's height: two of them never stand closer."""
LONGEST_LABEL = 9
TICKS = 5

WON, POINTS = "won", "points"


@dataclass(frozen=True, slots=True)
class RaceLine:
    """One player's line: its points in the drawing, and where its name stands."""

    look: int
    player: int
    name: str
    label: str
    final: str
    path: str
    end_x: float
    end_y: float
    label_y: float


@dataclass(frozen=True, slots=True)
class RaceStep:
    """A game of the night, and what those with a line had after it; whether they sat in it."""

    number: int
    game: UUID
    values: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A value of the scale, and where it stands."""

    value: int
    at: float


@dataclass(frozen=True, slots=True)
class Race:
    """The race of one game's tables."""

    variant: str
    variant_name: str
    lines: tuple[RaceLine, ...]
    steps: tuple[RaceStep, ...]
    ticks: tuple[Tick, ...]
    last_x: float
    others: int
    is_cut: bool


@dataclass(frozen=True, slots=True)
class _Game:
    """What a game gave those who sat in it."""

    game: UUID
    gave: dict[int, Fraction]


def races_of(night: Night, by: str) -> list[Race]:
    """A race for each game of which two or more were played. One query over the night."""
    rows = GamePlayer.objects.filter(game__night=night, counted=True).order_by("play_order", "game", "seat")
    names_of = ("player__shown", "player__shown_as", "player__sort_key")
    columns = ("game", "game__variant", "player", *names_of, "won12", "points")
    games: dict[str, dict[UUID, _Game]] = {}
    names: dict[int, tuple[str, str, str]] = {}
    for game, variant, player, name, called, order, won12, points in rows.values_list(*columns):
        gave = Fraction(won12, TWELFTHS) if by == WON else Fraction(points)
        games.setdefault(variant, {}).setdefault(game, _Game(game, {})).gave[player] = gave
        names[player] = (order, name, called or name)
    played = ((key, list(games.get(key, {}).values())) for key in variant_keys())
    return [_race(key, found, names) for key, found in played if len(found) > 1]


def _race(variant: str, games: Sequence[_Game], names: dict[int, tuple[str, str, str]]) -> Race:
    drawn = games[:MOST_GAMES]
    ways = _ways(drawn)
    order = sorted(ways, key=lambda player: (-ways[player][-1], *names[player], player))
    first = order[:LINES]
    scale = _scale(ways[player] for player in first)
    return Race(
        variant=variant,
        variant_name=variant_name(variant),
        lines=_lines(first, ways, names, scale),
        steps=tuple(
            RaceStep(number, game.game, tuple((shares(ways[player][number]), player in game.gave) for player in first))
            for number, game in enumerate(drawn, 1)
        ),
        ticks=tuple(Tick(value, scale.y(value)) for value in scale.values),
        last_x=WIDE - RIGHT,
        others=len(order) - len(first),
        is_cut=len(games) > MOST_GAMES,
    )


def _ways(games: Sequence[_Game]) -> dict[int, list[Fraction]]:
    """What each player had at the start and after each game."""
    ways = {player: [Fraction(0)] for game in games for player in game.gave}
    for game in games:
        for player, way in ways.items():
            way.append(way[-1] + game.gave.get(player, 0))
    return ways


@dataclass(frozen=True, slots=True)
class _Scale:
    """From numbers to places in the drawing."""

    games: int
    values: Sequence[int]

    def x(self, game: int) -> float:
        """Where a game stands."""
        return round(LEFT + (WIDE - LEFT - RIGHT) * game / self.games, 1)

    def y(self, value: Fraction | int) -> float:
        """Where a value stands."""
        low, high = self.values[0], self.values[-1]
        return round(float(HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * Fraction(value - low) / (high - low)), 1)


def _scale(ways: Iterable[Sequence[Fraction]]) -> _Scale:
    """A scale of whole numbers with few lines; below nothing too, where points were lost."""
    all_ways = list(ways)
    low, high = min(map(min, all_ways)), max(map(max, all_ways))
    step = next(step for step in _round_numbers() if (high - low) <= step * TICKS)
    first, last = int(low // step), max(int(-(-high // step)), int(low // step) + 1)
    return _Scale(len(all_ways[0]) - 1, [step * tick for tick in range(first, last + 1)])


def _round_numbers() -> Iterable[int]:
    """1, 2, 5, 10, 20, 50 …"""
    ten = 1
    while True:
        yield from (ten, 2 * ten, 5 * ten)
        ten *= 10


def _lines(
    players: Sequence[int], ways: dict[int, list[Fraction]], names: dict[int, tuple[str, str, str]], scale: _Scale
) -> tuple[RaceLine, ...]:
    ends = [scale.y(ways[player][-1]) for player in players]
    return tuple(
        RaceLine(
            look=look,
            player=player,
            name=names[player][1],
            label=Truncator(names[player][2]).chars(LONGEST_LABEL),
            final=shares(ways[player][-1]),
            path=_path(ways[player], scale),
            end_x=scale.x(scale.games),
            end_y=end,
            label_y=label,
        )
        for look, (player, end, label) in enumerate(zip(players, ends, apart(ends), strict=True), 1)
    )


def _path(way: Sequence[Fraction], scale: _Scale) -> str:
    """Steps: nothing is won between two games."""
    moves = [f"M{scale.x(0)} {scale.y(way[0])}"]
    for game in range(1, len(way)):
        moves.append(f"H{scale.x(game)}")
        if way[game] != way[game - 1]:
            moves.append(f"V{scale.y(way[game])}")
    return "".join(moves)


def apart(ends: Sequence[float]) -> list[float]:
    """Where labels stand: beside their lines' ends, from above in this order, never on each other or outside."""
    places: list[float] = []
    for end in ends:
        places.append(max(end, places[-1] + LABEL) if places else end)
    room = HIGH - 4.0
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], room)
        room = places[index] - LABEL
    return places
