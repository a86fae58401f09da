"""What to rescore, and how it divides into parts that do not depend on each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from league.models import Game, Season

PAGE = 100
"""Games that are compared in one snapshot; so many are in memory, however many there are."""

type Place = tuple[int, UUID]
"""Where a game stands in the order of play: its `play_order` and its key."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Games of a club that follow one another: those behind one place and up to another. Or one game alone."""

    club: int
    behind: Place | None = None
    until: Place | None = None
    game: UUID | None = None

    @property
    def games(self) -> QuerySet[Game]:
        """In the order of play, which `game_by_club` answers."""
        games = Game.objects.filter(club=self.club).order_by("play_order", "pk")
        if self.game is not None:
            return games.filter(pk=self.game)
        if self.behind is not None:
            games = games.filter(_behind(self.behind))
        return games if self.until is None else games.filter(_up_to(self.until))


@dataclass(frozen=True, slots=True)
class Scope:
    """Everything, or the games of a club, or one game; and the tallies that these are part of.

    Games stand club by club, each club's in the order of play. `after`: only those behind this one, for going on where
    something stopped.
    """

    club: int | None = None
    game: UUID | None = None
    after: UUID | None = None

    @property
    def games(self) -> QuerySet[Game]:
        """In no order."""
        wanted = {"club": self.club, "pk": self.game}
        games = Game.objects.filter(**{name: value for name, value in wanted.items() if value is not None})
        if self.after is None:
            return games
        club, place = _place_of(self.after)
        return games.filter(Q(club__gt=club) | (Q(club=club) & _behind(place)))

    @property
    def seasons(self) -> QuerySet[Season]:
        """Those whose tallies hold the games; of a club or everywhere also those without any."""
        if self.game is not None:
            return Season.objects.filter(nights__games=self.game)
        return Season.objects.filter(**({} if self.club is None else {"club": self.club})).order_by("club", "pk")

    def stretches(self) -> Iterator[Stretch]:
        """All games, a page at a time; where one ends is looked for when it is asked for, one query a page."""
        first, behind = (None, None) if self.after is None else _place_of(self.after)
        for club in self.games.order_by("club").values_list("club", flat=True).distinct():
            if self.game is None:
                yield from _stretches_of(club, behind if club == first else None)
            else:
                yield Stretch(club, game=self.game)


def _stretches_of(club: int, behind: Place | None) -> Iterator[Stretch]:
    rest = Stretch(club, behind)
    while page := rest.games.values_list("play_order", "pk")[PAGE - 1 : PAGE]:
        yield Stretch(club, rest.behind, page[0])
        rest = Stretch(club, page[0])
    yield rest


def _place_of(game: UUID) -> tuple[int, Place]:
    """A game's club, and its place there."""
    club, play_order = Game.objects.values_list("club", "play_order").get(pk=game)
    return club, (play_order, game)


def _behind(place: Place) -> Q:
    """Later in the order of play."""
    play_order, pk = place
    return Q(play_order__gte=play_order) & (Q(play_order__gt=play_order) | Q(pk__gt=pk))


def _up_to(place: Place) -> Q:
    """That place, and earlier in the order of play. Not as what is not behind: an index finds nothing by that."""
    play_order, pk = place
    return Q(play_order__lte=play_order) & (Q(play_order__lt=play_order) | Q(pk__lte=pk))
