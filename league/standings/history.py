"""Games as lists show them: who played, what they scored, how it ended."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.counts import TWELFTHS
from engine.variants import Variant, get_variant
from league.bridge.rulebook import variant_name
from league.models import Club, Game, GameEvent, GamePlayer, GameStatus, Night, Player, User
from league.paging import page_with

PAGE_SIZE = 50
LAST_GAMES = 10
DASH = "\u2013"

ORDINALS = (gettext_lazy("First"), gettext_lazy("Second"), gettext_lazy("Third"), gettext_lazy("Fourth"))


class Seat(Protocol):
    """What a line asks of a seat: a `GamePlayer`, or columns that were read in its stead."""

    @property
    def player_id(self) -> int: ...

    @property
    def player(self) -> object: ...

    @property
    def seat(self) -> int: ...

    @property
    def place(self) -> int | None: ...

    @property
    def points(self) -> int: ...

    @property
    def won12(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Seated:
    """A player of a listed game."""

    player: int
    name: str
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """A line of a list of games. `players` sit in the order of play."""

    game: UUID
    date: date
    variant: str
    players: tuple[Seated, ...]
    status: str
    hands: int
    table: int | None = None
    club: str = ""
    club_slug: str = ""

    @property
    def is_open(self) -> bool:
        """For templates."""
        return self.status == GameStatus.OPEN

    @property
    def status_text(self) -> str:
        """How the game stands, in a word."""
        return str(GameStatus(self.status).label)

    @property
    def scores(self) -> str:
        """Everybody's points in the order of the players."""
        return DASH.join(_score(seated.points) for seated in self.players)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A line of a player's history; `others` sit in the order of play from the player's left.

    `partners` are on the player's side, in games that have sides of several.
    """

    row: GameRow
    partners: tuple[Seated, ...]
    others: tuple[Seated, ...]
    result: str
    scores: str
    won: bool


@dataclass(frozen=True, slots=True)
class Sought:
    """Which games: of players whose search key holds `key`, on nights from `since` to `until`."""

    key: str = ""
    since: date | None = None
    until: date | None = None


NOTHING = Sought()


def club_games(club: Club, number: str, sought: Sought = NOTHING) -> "Page[GameRow]":
    """A page of a club's games, last played first. Four queries: the count, the games, who played, their names."""
    return _page(_found(club, sought).order_by("-play_order", "pk"), number)


def night_games(night: Night, number: str) -> "Page[GameRow]":
    """A page of a night's games, the same way."""
    return _page(Game.objects.filter(night=night).order_by("-play_order", "pk"), number)


def _page(games: "QuerySet[Game]", number: str) -> "Page[GameRow]":
    page = Paginator(with_players(games), PAGE_SIZE).get_page(number)
    return page_with(page, [_listed(game) for game in page.object_list])


def _found(club: Club, sought: Sought) -> "QuerySet[Game]":
    """The games sought, by way of the few players and nights that fit: a club's games are too many to ask each."""
    games = Game.objects.filter(club=club)
    if sought.key:
        players = Player.objects.filter(club=club, merged_into=None, search_key__contains=sought.key)
        games = games.filter(pk__in=GamePlayer.objects.filter(player__in=players).values("game"))
    if sought.since or sought.until:
        nights = Night.objects.filter(club=club, date__gte=sought.since or date.min, date__lte=sought.until or date.max)
        games = games.filter(night__in=nights)
    return games


def last_of_all(players: Iterable[Player], most: int) -> list[PlayedGame]:
    """The last games of one person, who is a player in several clubs, that are over. A query for each, and one."""
    over = ~Q(game__status=GameStatus.OPEN)
    rows = [row for player in players for row in _last_rows(player, most, over)]
    rows.sort(key=lambda row: (row.play_order, row.pk), reverse=True)
    return _played_games(rows[:most])


def open_tables(clubs: Sequence[Club], user: User, since: date) -> list[GameRow]:
    """What is being played where somebody sits or has recorded, on nights from `since`. Two queries."""
    mine = Exists(GamePlayer.objects.filter(game=OuterRef("pk"), player__account=user))
    typed = Exists(GameEvent.objects.filter(game=OuterRef("pk"), recorder__account=user))
    games = Game.objects.filter(club__in=clubs, night__club__in=clubs, night__date__gte=since, status=GameStatus.OPEN)
    found = with_players(games.filter(mine | typed))
    return [_listed(game) for game in found.order_by("-play_order", "pk")[:LAST_GAMES]]


def _last_rows(player: Player, most: int, like: Q | None = None) -> list[GamePlayer]:
    mine = GamePlayer.objects.filter(like or Q(), player=player).order_by("-play_order", "-pk")[:most]
    return list(mine.select_related("game__club", "game__night", "game__table"))


def _played_games(rows: Sequence[GamePlayer]) -> list[PlayedGame]:
    everybody = GamePlayer.objects.filter(game__in=[row.game_id for row in rows]).select_related("player")
    by_game: dict[UUID, list[GamePlayer]] = {}
    for seated in everybody.order_by("seat"):
        by_game.setdefault(seated.game_id, []).append(seated)
    return [_played(row, by_game[row.game_id]) for row in rows]


def _played(mine: GamePlayer, seated: Sequence[GamePlayer]) -> PlayedGame:
    return played_game(_game_row(mine.game, seated), mine.game.variant, mine, seated)


def with_players(games: "QuerySet[Game]") -> "QuerySet[Game]":
    """Games with club, night, table and, in `seated`, who sat where. Two queries."""
    players = GamePlayer.objects.select_related("player").order_by("seat")
    return games.select_related("club", "night", "table").prefetch_related(
        Prefetch("players", players, to_attr="seated")
    )


def _listed(game: Game) -> GameRow:
    return _game_row(game, game.seated)  # type: ignore[attr-defined]  # prefetched


def _game_row(game: Game, seated: Iterable[GamePlayer]) -> GameRow:
    return GameRow(
        game=game.pk,
        date=game.night.date,
        variant=variant_name(game.variant),
        players=tuple(map(seated_in, seated)),
        status=game.status,
        hands=game.hands,
        table=game.table.number if game.table else None,
        club=game.club.name,
        club_slug=game.club.slug,
    )


def seated_in(row: Seat) -> Seated:
    """Who sat there, as a list shows it."""
    return Seated(row.player_id, str(row.player), row.points, row.won12 > 0)


def played_game(row: GameRow, variant: str, mine: Seat, seated: Sequence[Seat]) -> PlayedGame:
    """A game as one of those who sat there sees it; `seated` are all of them, by seat."""
    place = next(index for index, player in enumerate(seated) if player.seat == mine.seat)
    around = [*zip(seated, row.players, strict=True)]
    around = around[place + 1 :] + around[:place]
    game = get_variant(variant)
    side = game.side_of(mine.seat)
    return PlayedGame(
        row=row,
        partners=tuple(shown for player, shown in around if player.seat in side),
        others=tuple(shown for player, shown in around if player.seat not in side),
        result=_result(mine, len(side)) or row.status_text,
        scores=_scores(game, [mine, *(player for player, _shown in around)]),
        won=mine.won12 > 0,
    )


def _scores(game: Variant, seated: Sequence[Seat]) -> str:
    """Of a side of several one figure, for its players share it."""
    sides = {game.side_of(player.seat): player.points for player in seated}
    return DASH.join(_score(points) for points in sides.values())


def _result(mine: Seat, side: int) -> str:
    """The place in a word, that of the side where sides are of several; empty where the game gave none."""
    if mine.won12:
        return _("Won") if mine.won12 == TWELFTHS else _("Shared")
    if mine.place is None:
        return ""
    place = 1 + (mine.place - 1) // side
    return str(ORDINALS[place - 1]) if place <= len(ORDINALS) else _("Place %(place)s") % {"place": place}


def _score(points: int) -> str:
    return str(points).replace("-", "\u2212")
