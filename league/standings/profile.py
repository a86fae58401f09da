"""A player's page: facts and figures from the tallies, each with the number of games or hands that it stands on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from engine.counts import TWELFTHS
from league.bridge.rulebook import variant_keys, variant_name
from league.days import club_date
from league.models import Club, NightTally, Player
from league.models.tallies import holds_something
from league.standings.achievement_words import Told, told
from league.standings.achievements import Career, earned
from league.standings.build import rank_section
from league.standings.careers import CREDITED_GAMES, CREDITED_WON12, OF_CAREER, PlayerTally, read_player
from league.standings.figures import decimal, percent, shares
from league.standings.hands import Dealer, Defender, Maker, dealer_of, defender_of, maker_of
from league.standings.head_to_head import Opponent, favourite_of, most_met, nemesis_of
from league.standings.hiding import hidden_seasons
from league.standings.history import PlayedGame
from league.standings.metrics import POINTS_PER_GAME, WON, Sums
from league.standings.opponents import read_opponents, sums_with
from league.standings.ranking import Ranked
from league.standings.recent import LISTED, Recent, last_games
from league.standings.scopes import Scope, Span
from league.standings.streaks import Streak, streak_of
from league.standings.tallies import SeasonName, SeasonTallies, add_up, read_season
from league.standings.trend import Played, Trend, trend_of


@dataclass(frozen=True, slots=True)
class Against:
    """Whom the player met most, who stands out among all, and how many there were."""

    most: tuple[Opponent, ...] = ()
    beside: tuple[Opponent, ...] = ()
    players: int = 0
    nemesis: Opponent | None = None
    favourite: Opponent | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player has done in one scope and one game; `credits`: how many count in the scope, in any game.

    `seasons`: those in which there is something of the player's, the newest first. `withheld`: those whose standings
    are not for who asks, before a day; what they would tell is left out of the figures.
    """

    span: Span
    season: SeasonName | None
    seasons: tuple[SeasonName, ...]
    variant: str
    variant_name: str
    variants: tuple[tuple[str, str], ...]
    place: Ranked | None
    withheld: tuple[tuple[str, date], ...]
    sums: Sums
    won: str
    won_share: str
    points_per_game: str
    shared_win: bool
    maker: Maker
    defender: Defender
    dealer: Dealer
    against: Against
    streak: Streak
    trend: Trend | None
    games: tuple[PlayedGame, ...]
    achievements: tuple[Told, ...]
    credits: int = 0


@dataclass(frozen=True, slots=True)
class _Looked:
    """What was read for a profile, before it is added up; `hidden`: the seasons that are left out, and until when."""

    table: SeasonTallies | None
    tallies: Sequence[PlayerTally]
    career: Sequence[PlayerTally]
    night: date | None
    hidden: Mapping[int, date] = field(default_factory=dict)


def profile_of(
    club: Club,
    player: Player,
    scope: Scope,
    *,
    career: Sequence[PlayerTally] | None = None,
    sees_hidden: bool = False,
) -> Profile | None:
    """A player's figures; None if the club has no such season. `career`: all that they played, if it was read already.

    At most three queries and one for the career, whoever played how much.
    """
    looked = _look(club, player, scope, read_player(player) if career is None else career, sees_hidden=sees_hidden)
    if looked is None:
        return None
    played = _variants(looked.tallies)
    variant = _variant(scope, played)
    season = looked.table.season if looked.table else None
    of_season = season.pk if season else None
    sums = _sums(player, looked, variant, scope, of_season)
    # Games of the default season are the newest ones: only another one has to be sought.
    sought = of_season if season and not season.is_default else None
    # While there is one kind of game, a game of another one that is still played is told as well.
    kind = variant if scope.variant or len(played) > 1 else ""
    recent = last_games(player, season=sought, variant=kind, other=scope.other.pk if scope.other else None)
    against = _against(player, looked, variant, scope)
    profile = _profile(scope.span, season, variant, played, looked, sums, against, recent)
    credits = 0 if scope.other else sum(row.credits for row in looked.tallies)
    return replace(profile, credits=credits)


def _look(
    club: Club, player: Player, scope: Scope, career: Sequence[PlayerTally], *, sees_hidden: bool
) -> _Looked | None:
    if scope.span == Span.TONIGHT:
        night = club_date(club)
        return _Looked(None, read_night(player, night), career, night)
    table = None if scope.span == Span.ALL else _read_table(club, scope, career, sees_hidden=sees_hidden)
    if table is None and scope.span != Span.ALL:
        return None
    hidden = {} if sees_hidden else hidden_seasons(club, ((row.season.pk, row.until) for row in career))
    wanted = [row for row in career if table is None or row.season.pk == table.season.pk]
    return _Looked(table, [row for row in wanted if row.season.pk not in hidden], career, None, hidden)


def _read_table(club: Club, scope: Scope, career: Sequence[PlayerTally], *, sees_hidden: bool) -> SeasonTallies | None:
    """The one table of the season in which the player's place is."""
    asked, named = scope.season, (row.season for row in career)
    seasons = {season.pk for season in named if (season.is_default if asked is None else season.pk == asked)}
    variant = _variant(scope, _variants([row for row in career if row.season.pk in seasons]))
    return read_season(club, asked, variant=variant, sees_hidden=sees_hidden)


def read_night(player: Player, night: date) -> list[PlayerTally]:
    """What a player has played on a day. One query."""
    rows = NightTally.objects.filter(holds_something(), player=player, night__date=night).order_by("pk")
    nothing = SeasonName(0, "", is_default=False)
    return [PlayerTally(nothing, row.variant, _night_sums(row, player), row.credits) for row in rows]


def _night_sums(row: NightTally, player: Player) -> Sums:
    sums = {name: getattr(row, name) for name in ("games", "won12", "points", "hands", "counts")}
    return Sums(player=player.pk, order=player.sort_key, nights=1, **sums)


def _variants(tallies: Sequence[PlayerTally]) -> tuple[str, ...]:
    """The games played, the one played most first."""
    games = {key: sum(row.plain.games for row in tallies if row.variant == key) for key in variant_keys()}
    return tuple(sorted((key for key in games if games[key]), key=lambda key: -games[key]))


def _variant(scope: Scope, played: Sequence[str]) -> str:
    return scope.variant or (*played, variant_keys()[0])[0]


def _sums(player: Player, looked: _Looked, variant: str, scope: Scope, season: int | None) -> Sums:
    if scope.other:
        return sums_with(player, scope.other, variant, season, looked.night, looked.hidden.keys())
    return add_up((row.sums for row in looked.tallies if row.variant == variant), player.pk, player.sort_key)


def _against(player: Player, looked: _Looked, variant: str, scope: Scope) -> Against:
    """Tonight is too short, and the games with one other are about nobody else."""
    if scope.other or looked.night:
        return Against()
    season = looked.table.season.pk if looked.table else None
    found = most_met(read_opponents(player, variant, season, looked.hidden.keys()))
    against = [one for one in found if not one.beside]
    return Against(
        most=tuple(against[:LISTED]),
        beside=tuple(one for one in found if one.beside)[:LISTED],
        players=len(against),
        nemesis=nemesis_of(against),
        favourite=favourite_of(against),
    )


def _profile(
    span: Span,
    season: SeasonName | None,
    variant: str,
    played: Sequence[str],
    looked: _Looked,
    sums: Sums,
    against: Against,
    recent: Sequence[Recent],
) -> Profile:
    won, average = Fraction(WON.compute(sums) or 0), POINTS_PER_GAME.compute(sums)
    listed = [game for game in recent if looked.night in (None, game.date) and _is_in(game, season)]
    here = [game for game in listed if _is_of(game, variant, season) and game.season not in looked.hidden]
    section = looked.table.section(variant) if looked.table else None
    return Profile(
        span=span,
        season=season,
        seasons=tuple(dict.fromkeys(row.season for row in looked.career)),
        variant=variant,
        variant_name=variant_name(variant),
        variants=tuple((key, variant_name(key)) for key in played),
        place=next((row for row in rank_section(section) if row.sums.player == sums.player), None) if section else None,
        withheld=tuple(_withheld(looked)),
        sums=sums,
        won=shares(won),
        won_share=percent(sums.won12, sums.games * TWELFTHS),
        points_per_game="" if average is None else decimal(Fraction(average)),
        shared_win=won.denominator > 1,
        maker=maker_of(sums.counts, variant),
        defender=defender_of(sums.counts),
        dealer=dealer_of(sums.counts),
        against=against,
        streak=streak_of(game.won12 > 0 for game in here),
        trend=trend_of(_points(here, by_game=looked.night is not None)),
        games=tuple(game.played for game in listed if game.played and _is_in(game, season)),
        achievements=tuple(map(told, earned(career_of(looked.career)))),
    )


def _withheld(looked: _Looked) -> Iterator[tuple[str, date]]:
    """The season asked for, or of all of them those in which there is something to hide."""
    if looked.table:
        if looked.table.withheld and looked.table.hidden:
            yield looked.table.season.name, looked.table.hidden
        return
    for season in dict.fromkeys(row.season for row in looked.career):
        if season.pk in looked.hidden:
            yield season.name, looked.hidden[season.pk]


def _is_of(game: Recent, variant: str, season: SeasonName | None) -> bool:
    """Whether a game counts in the figures."""
    return game.counted and game.variant == variant and _is_in(game, season)


def _is_in(game: Recent, season: SeasonName | None) -> bool:
    return season is None or game.season == season.pk


def _points(games: Iterable[Recent], *, by_game: bool) -> Iterable[Played]:
    return (Played(game.game if by_game else game.night, game.date, game.points) for game in games)


def career_of(career: Sequence[PlayerTally], whole_nights: int = 0) -> Career:
    """A player's whole career, for achievements: of what was played, not of what was credited."""
    counts = {key: sum(row.counted.get(key, 0) for row in career) for key in OF_CAREER}
    return Career(
        games=sum(row.plain.games for row in career) - counts[CREDITED_GAMES],
        won12=sum(row.plain.won12 for row in career) - counts[CREDITED_WON12],
        whole_nights=whole_nights,
        counts=counts,
    )
