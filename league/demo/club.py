"""The demo club's season: who comes, who sits with whom, night after night, and tonight."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import batched
from random import Random
from uuid import UUID
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction

from engine.counts import TWELFTHS
from engine.variants import CUTTHROAT, PARTNERSHIP, variants
from league.bridge.credits import NewCredit
from league.days import DAY_STARTS, club_date
from league.demo import cast
from league.demo.play import Habit, Temper
from league.demo.tables import PLAYED_OUT, Pace, Plan, Play, Seats, play_together
from league.models import (
    Club,
    CreditKind,
    GamePlayer,
    Night,
    NightKind,
    Player,
    Recorder,
    Role,
    Season,
    User,
    Visibility,
)
from league.services.cards import make_cards
from league.services.clubs import create_club, set_role
from league.services.crediting import add_credit
from league.services.players import add_players
from league.services.rating_replay import catch_up
from league.services.recorders import get_recorder
from league.services.seasons import update_season

SEED = 1
WEEKS = 18
"""How long the season is; half of it has been played."""

COMERS = (11, 10, 13, 11, 10, 11, 13, 10, 11)
"""How many come on each night. Two who are left over play two-handed; one makes the last table four-handed."""

ROUNDS = (time(19, 30), time(20, 35))
HAND = timedelta(minutes=2, seconds=30)
PLANS: Mapping[int, Plan] = {
    14: Plan(abandon_after=4),
    37: Plan(concede_at=6),
    **dict.fromkeys((57, 61, 62), Plan(cards=True)),  # one of each game, and a lone defender
}
"""Games that are not played out, or of which every card is written down, by their number."""

TONIGHT = (timedelta(minutes=58), timedelta(minutes=20))
"""How long ago tonight's two rounds began."""

PAUSES = (Plan(pause_at=5, cards=True), Plan(pause_at=6))

WALKOVER_WEEK, WALKOVER_POINTS = 5, 10
WALKOVER = "The ferry stayed in port: the other two of this table could not come."


@dataclass(slots=True)
class Demo:
    """The club on its way through the season. Everybody draws from chances of their own, made from the seed."""

    seed: int
    now: datetime
    club: Club
    season: Season
    players: Sequence[Player]
    tempers: Mapping[int, Temper]
    recorders: Sequence[Recorder]
    games: int = 0

    def play_night(self, day: date, comers: int) -> None:
        """An evening of two rounds, long ago."""
        rng = Random(f"{self.seed} {day - self.season.starts}")
        self._open_night(rng, day, _at(day, ROUNDS[0]))
        present = rng.sample(self.players, comers)
        for begins in ROUNDS:
            rng.shuffle(present)
            play_together(list(self._sit_down(rng, present, Pace(_at(day, begins), HAND, self.now))))

    def give_walkover(self, week: int) -> None:
        """Somebody came for nothing: one who sits at no table of that night."""
        night = self.club.nights.get(date=self.season.starts + timedelta(weeks=week))
        seated = set(GamePlayer.objects.filter(game__night=night).values_list("player", flat=True))
        player = next(player for player in self.players if player.pk not in seated)
        new = NewCredit(player.pk, CUTTHROAT.key, CreditKind.WALKOVER, games=1, won12=TWELFTHS, points=WALKOVER_POINTS)
        credit_id = _uuid(Random(f"{self.seed} walkover"))
        add_credit(night.pk, credit_id, self.recorders[0], new, WALKOVER, at=_at(night.date, ROUNDS[1]))

    def play_tonight(self) -> None:
        """Two tables, each in its second game."""
        day = club_date(self.club, self.now)
        rng = Random(f"{self.seed} tonight")
        earliest = _at(day, time()) + DAY_STARTS
        self._open_night(rng, day, max(earliest, self.now - TONIGHT[0]))
        present = rng.sample(self.players, len(PAUSES) * CUTTHROAT.seats)
        for plans, ago in zip(([PLAYED_OUT] * len(PAUSES), PAUSES), TONIGHT, strict=True):
            pace = Pace(max(earliest, self.now - ago), HAND * 0.8, self.now)
            rng.shuffle(present)
            plays = [
                self._play(rng, seated, pace, plan)
                for seated, plan in zip(batched(present, CUTTHROAT.seats), plans, strict=True)
            ]
            play_together(plays)
            earliest = max(play.clock for play in plays)

    def _open_night(self, rng: Random, day: date, at: datetime) -> None:
        night = Night(id=_uuid(rng), club=self.club, season=self.season, date=day, kind=NightKind.LEAGUE)
        night.save(force_insert=True)
        Night.objects.filter(pk=night.pk).update(opened_at=at)

    def _sit_down(self, rng: Random, present: Sequence[Player], pace: Pace) -> Iterator[Play]:
        """Tables of three as long as they fill, the last one of four or two."""
        left = len(present) % CUTTHROAT.seats
        last = PARTNERSHIP.seats if left == 1 else left
        threes = present[: len(present) - last]
        for seated in [*batched(threes, CUTTHROAT.seats), present[len(threes) :]]:
            if seated:
                yield self._play(rng, seated, pace, PLANS.get(self.games, PLAYED_OUT))

    def _play(self, rng: Random, seated: Sequence[Player], pace: Pace, plan: Plan) -> Play:
        self.games += 1
        suit = rng.choice((0.2, 0.8, 0.95))
        seats = Seats(
            variant=next(variant for variant in variants() if variant.seats == len(seated)),
            players=seated,
            tempers=[self.tempers[player.pk] for player in seated],
            recorder=rng.choice(self.recorders),
            habit=Habit(suit=suit, call=rng.choice((0.5, 0.9)), tally=rng.choice((0.0, 0.1, 0.6))),
        )
        late = timedelta(seconds=rng.randrange(240))
        start = Pace(min(pace.start + late, pace.now), pace.hand, pace.now)
        return Play(self.club, Random(f"{self.seed} game {self.games}"), seats, start, plan)


@transaction.atomic
def make_demo(seed: int = SEED, now: datetime | None = None) -> Club:
    """The whole club, or nothing. What is random follows from `seed`; `now` is when the night going on is."""
    now = (now or datetime.now(UTC)).replace(microsecond=0)
    demo = _found(seed, now)
    for week, comers in enumerate(COMERS):
        demo.play_night(demo.season.starts + timedelta(weeks=week), comers)
        if week == WALKOVER_WEEK:
            demo.give_walkover(week)
    demo.play_tonight()
    make_cards(demo.club, range(1, len(PAUSES) + 1))
    catch_up(demo.club.pk)
    return demo.club


def _found(seed: int, now: datetime) -> Demo:
    """The club with its people, before anybody has played."""
    rng = Random(f"{seed} club")
    password = make_password(cast.PASSWORD)  # slow by intent: once is enough
    owner, scorer = (_make_account(*person, password) for person in (cast.OWNER, cast.SCORER))
    club = create_club(owner, cast.CLUB_NAME, cast.ZONE, Visibility.PUBLIC)
    set_role(club, scorer, Role.SCORER)
    first = club_date(club, now) - timedelta(weeks=len(COMERS))
    season = club.seasons.get()
    players = add_players(club, cast.PLAYERS)
    return Demo(
        seed=seed,
        now=now,
        club=club,
        season=update_season(season, season.name, first, first + timedelta(weeks=WEEKS)),
        players=players,
        tempers={player.pk: Temper(rng.uniform(-0.4, 0.4), rng.uniform(0.7, 0.97)) for player in players},
        recorders=[get_recorder(club, user, device) for user in (owner, scorer) for device in cast.DEVICES],
    )


def _make_account(email: str, name: str, password: str) -> User:
    """Somebody who can sign in, as after signing up and answering the mail."""
    user = User.objects.create(email=email, name=name, password=password)
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    return user


def _at(day: date, clock: time) -> datetime:
    return datetime.combine(day, clock, ZoneInfo(cast.ZONE))


def _uuid(rng: Random) -> UUID:
    return UUID(int=rng.getrandbits(128), version=4)
