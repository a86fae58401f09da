"""Who plays what, when: nights of several rounds, a game at each table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from league.big.pool import MAIN_SHARE
from league.big.sheets import Sheet
from league.big.sizes import ROUNDS, Share

FIRST_ROUND = time(19, 30)
ROUND = timedelta(minutes=65)
WEEK = timedelta(weeks=1)

type Rounds = list[list[Sheet]]


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game of a night: who sits there, by seat, and when it begins."""

    sheet: Sheet
    table: int
    players: tuple[int, ...]
    begins: datetime


def plan_nights(rng: Random, pool: dict[str, list[Sheet]], share: Share) -> list[Rounds]:
    """Nights until the club has played its hands. One round may be short: it is of the first night.

    Pages show the newest night, which is like any other.
    """
    nights: list[Rounds] = []
    left = share.hands
    while left > 0:
        rounds: Rounds = []
        while left > 0 and len(rounds) < ROUNDS:
            rounds.append(_plan_round(rng, pool, share.comers, left))
            left -= sum(sheet.hands for sheet in rounds[-1])
        nights.append(rounds)
    return nights[::-1]


def _plan_round(rng: Random, pool: dict[str, list[Sheet]], comers: int, hands: int) -> list[Sheet]:
    """Tables as long as people are left to sit down, and hands to play."""
    main, *others = pool
    sheets: list[Sheet] = []
    while hands > 0:
        sheet = rng.choice(pool[main if rng.random() < MAIN_SHARE else rng.choice(others)])
        comers -= len(sheet.seats)
        if comers < 0:
            break
        hands -= sheet.hands
        sheets.append(sheet)
    return sheets


def seat_night(
    rng: Random, rounds: Rounds, players: Sequence[int], comers: int, day: date, zone: ZoneInfo
) -> Iterator[Sitting]:
    """The night's games. The first of the players comes always and plays every round; who stands further back, less."""
    keen = sorted(players[1:], key=lambda _player: rng.random())
    present = [players[0], *sorted(keen, key=lambda player: _absence(rng, player, players))[: comers - 1]]
    for number, sheets in enumerate(rounds):
        begins = datetime.combine(day, FIRST_ROUND, zone).astimezone(UTC) + ROUND * number
        seats = iter([present[0], *rng.sample(present[1:], len(present) - 1)])
        for table, sheet in enumerate(sheets, 1):
            seated = [next(seats) for _seat in sheet.seats]
            rng.shuffle(seated)
            yield Sitting(sheet, table, tuple(seated), begins + timedelta(seconds=rng.randrange(240)))


def _absence(rng: Random, player: int, players: Sequence[int]) -> float:
    """The lower, the likelier to come: chance, and how keen somebody is, which the order of players says."""
    return rng.random() * (1 + (player - players[0]) / len(players))


def days_before(last: date, nights: int) -> Iterator[date]:
    """A day each week, the last one last."""
    return (last - WEEK * back for back in range(nights - 1, -1, -1))
