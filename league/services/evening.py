"""What a club's front page shows: tonight's games, or those of the last night."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max, Q, QuerySet, Subquery, Sum

from league.days import club_date
from league.models import Club, Game, GamePlayer, GameStatus, Night, NightState, Player
from league.services.log import GameLog, read_logs

MOST_FINISHED = 50
MOST_EVENTS = 10**6
"""More than a night ever has."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over: who played, in order of place, and how it came out."""

    game: Game
    players: list[GamePlayer]


@dataclass(frozen=True, slots=True)
class Evening:
    """The night to show, its open games with their logs, and its finished ones, newest first."""

    night: Night | None
    is_tonight: bool
    logs: list[GameLog]
    finished: list[FinishedGame]
    version: int
    has_players: bool


def read_evening(club: Club) -> Evening:
    """Tonight, or the last night if nobody plays tonight. Six queries, however many tables."""
    today = club_date(club)
    night = _nights_played(club, today).first()
    games = _games_of(night)
    open_games = [game for game in games if game.status == GameStatus.OPEN]
    over = [game for game in games if game.status != GameStatus.OPEN]
    return Evening(
        night=night,
        is_tonight=night is not None and night.date == today,
        logs=sorted(read_logs(open_games).values(), key=lambda log: log.game.table.number if log.game.table else 0),
        finished=_finished(list(reversed(over))[:MOST_FINISHED]),
        version=_version(night, games),
        has_players=Player.objects.filter(club=club).exists(),
    )


def _version(night: Night | None, games: list[Game]) -> int:
    """A number that grows with every event of a night, and from night to night: a page refuses what looks older."""
    return 0 if night is None else night.date.toordinal() * MOST_EVENTS + sum(game.seq + 1 for game in games)


def read_pulse(club: Club) -> tuple[object, ...]:
    """What changes whenever tonight's page would, also while last night's tables play on: one query."""
    today = club_date(club)
    shown = _nights_played(club, today).values("date")[:1]
    games = Game.objects.filter(night__club=club, night__date=Subquery(shown))
    closed = Count("pk", filter=Q(night__state=NightState.CLOSED))
    sums = games.aggregate(games=Count("pk"), seqs=Sum("seq"), newest=Max("play_order"), closed=closed)
    return today, sums["games"], sums["seqs"], sums["newest"], sums["closed"]


def _nights_played(club: Club, today: date) -> QuerySet[Night]:
    """Nights that have games, tonight's or the last one first."""
    return Night.objects.filter(club=club, date__lte=today, games__isnull=False).order_by("-date", "-kind")


def _games_of(night: Night | None) -> list[Game]:
    """A night's games in order of play. Two league nights on one day share a page only in their order."""
    if night is None:
        return []
    same_day = Game.objects.filter(night__club=night.club_id, night__date=night.date)
    return list(same_day.select_related("club", "night", "table", "ruleset").order_by("play_order", "pk"))


def _finished(games: list[Game]) -> list[FinishedGame]:
    seats: dict[object, list[GamePlayer]] = {game.pk: [] for game in games}
    for seat in GamePlayer.objects.filter(game__in=games).select_related("player").order_by("place", "seat"):
        seats[seat.game_id].append(seat)
    return [FinishedGame(game, seats[game.pk]) for game in games]
