"""Clubs with all their rows, season by season: each season is one transaction, so that what is there is whole."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import groupby
from random import Random
from zoneinfo import ZoneInfo

from django.db import connection, transaction

from league.big.names import player_names
from league.big.pages import Pages
from league.big.pool import make_pool
from league.big.schedule import WEEK, Rounds, days_before, plan_nights, seat_night
from league.big.sheets import Sheet
from league.big.sizes import Share, share_out
from league.days import club_date
from league.models import Club, Player, Recorder, Season, User, Visibility
from league.services.clubs import create_club
from league.services.players import add_players
from league.services.rating_replay import catch_up, restart
from league.services.recorders import get_recorder
from league.services.seasons import create_season, update_season

ZONE = "America/Halifax"
DEVICES = ("Android phone", "iPhone", "Windows computer")


@dataclass(slots=True)
class Big:
    """What all the clubs share: the chance, the games, and who hears how many hands are there."""

    seed: int
    rng: Random
    pool: dict[str, list[Sheet]]
    told: Callable[[int], object]
    now: datetime


@dataclass(slots=True)
class BigClub:
    """A club that is being filled."""

    big: Big
    share: Share
    club: Club
    players: list[Player]
    recorders: list[Recorder]
    seasons: dict[int, Season] = field(default_factory=dict)
    ids: Random = field(init=False)

    def __post_init__(self) -> None:
        # By the address as well: the same seed once more makes other ids, beside those that are there.
        self.ids = Random(f"{self.big.seed} {self.club.slug}")

    def fill(self) -> None:
        """Play everything, the last night a week ago."""
        nights = plan_nights(self.big.rng, self.big.pool, self.share)
        last = club_date(self.club, self.big.now) - WEEK
        days = list(zip(days_before(last, len(nights)), nights, strict=True))
        self._make_seasons(days[0][0].year, last.year)
        for year, of_year in groupby(days, key=lambda night: night[0].year):
            with transaction.atomic():
                self._play_season(self.seasons[year], list(of_year))

    def _make_seasons(self, first: int, last: int) -> None:
        """One a year; the one that the club began with is the newest."""
        for year in range(first, last + 1):
            name, starts, ends = f"Season {year}", date(year, 1, 1), date(year, 12, 31)
            if year == last:
                self.seasons[year] = update_season(self.club.seasons.get(is_default=True), name, starts, ends)
            else:
                self.seasons[year] = create_season(self.club, name, starts, ends)

    def _play_season(self, season: Season, nights: list[tuple[date, Rounds]]) -> None:
        pages = Pages(self.ids, self.club, season)
        ids, zone = [player.pk for player in self.players], ZoneInfo(self.club.zone)
        for day, rounds in nights:
            pages.open_night(day)
            for sitting in seat_night(self.big.rng, rounds, ids, self.share.comers, day, zone):
                pages.add_game(sitting, self.big.rng.choice(self.recorders).pk)
            pages.close_night()
            self.big.told(sum(sheet.hands for sheets in rounds for sheet in sheets))
        pages.close_season()


def make_big(
    hands: int,
    players: int,
    clubs: int,
    seed: int = 1,
    told: Callable[[int], object] = int,
    now: datetime | None = None,
) -> list[Club]:
    """Clubs beside those that are there, the busy one first. Raises SizeError for numbers that fit nothing."""
    shares, rng = share_out(hands, players, clubs), Random(seed)
    big = Big(seed, rng, make_pool(rng, hands), told, now or datetime.now(UTC))
    made = []
    for number, share in enumerate(shares, 1):
        club = _found(big, number, share)
        club.fill()
        restart(club.club.pk)
        catch_up(club.club.pk)
        made.append(club.club)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # as it does itself before long
    return made


@transaction.atomic
def _found(big: Big, number: int, share: Share) -> BigClub:
    owner = _owner(number)
    club = create_club(owner, f"Big Club {number}", ZONE, Visibility.PUBLIC)
    players = add_players(club, player_names(share.players))
    return BigClub(big, share, club, players, [get_recorder(club, owner, device) for device in DEVICES])


def _owner(number: int) -> User:
    """Somebody who can't sign in: there is no password."""
    email, name = f"owner-{number}@big.example", f"Owner {number}"
    made: User = User.objects.filter(email=email).first() or User.objects.create_user(email, name)
    return made
