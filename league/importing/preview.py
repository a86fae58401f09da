"""What the games of a batch would be in the club: each with its rules, result, problems and who plays."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine.egn import Document, JudgedDeal
from engine.house_rules import HouseRules
from league.bridge.incoming import check_final, day_of, is_unfinished, judge_game, make_playable
from league.bridge.incoming_words import differing_rules, problem_text, seat_names
from league.bridge.words import join_names, score_text, variant_name
from league.importing.batch import Batch, Incoming
from league.importing.people import seated, sits_twice
from league.models import Club, Game, Season
from league.services.importing import Import, imported_games, own_games
from league.services.nights import default_season, night_on
from league.services.seasons import rules_of

MOST_PROBLEMS = 12
"""Told of a deal; of a broken one a hundred would say no more."""

FINAL = "final"
"""Instead of a deal's number: the final score that a file states."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen so far, by the games' and people's numbers. `leave`: (game, deal or FINAL)."""

    who: Mapping[int, str]
    days: Mapping[int, date | None]
    skip: frozenset[int] = frozenset()
    leave: frozenset[tuple[int, str]] = frozenset()

    def without(self, game: int) -> frozenset[int]:
        """The deals of a game that are left out."""
        return frozenset(int(deal) for of, deal in self.leave if of == game and deal != FINAL)


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal of which something has to be said. `number` counts from 1."""

    number: int
    value: str
    problems: list[str]
    more: int = 0
    left: bool = False
    unfinished: bool = False


@dataclass(frozen=True, slots=True)
class SideView:
    """Who plays together, and the points that they have in the end."""

    names: str
    score: str
    won: bool


@dataclass(slots=True)
class GameView:
    """A game as the page shows it. `known`: it is in the club already; `twice`: it is in the file before.

    `problems` are those of the whole game, `asks` what the person still has to say.
    """

    number: int
    where: str
    variant: str
    skip: bool
    day: date | None
    sides: list[SideView] = field(default_factory=list)
    hands: int = 0
    is_won: bool = False
    season: str = ""
    """Empty where no season holds the day."""
    rules: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    mismatch: str = ""
    mismatch_left: bool = False
    deals: list[DealView] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)
    known: Game | None = None
    twice: int = 0
    wanted: Import | None = None

    @property
    def shown_number(self) -> int:
        """As people count."""
        return self.number + 1

    @property
    def title(self) -> str:
        """Who played and how it came out."""
        return ", ".join(f"{side.names} {side.score}" for side in self.sides)

    @property
    def is_new(self) -> bool:
        """Whether there is anything to decide."""
        return self.known is None and not self.twice

    @property
    def has_problems(self) -> bool:
        """Whether it can't be stored as it stands, whatever else is chosen."""
        bad = any(deal.problems and not deal.left for deal in self.deals)
        return bool(self.problems or bad or (self.mismatch and not self.mismatch_left))


@dataclass(frozen=True, slots=True)
class Preview:
    """All of it: `ready` can be stored now; `stuck` not, and nobody left it out."""

    games: list[GameView]

    @property
    def ready(self) -> list[tuple[GameView, Import]]:
        return [(game, game.wanted) for game in self.games if game.wanted and not game.skip]

    @property
    def stuck(self) -> list[GameView]:
        return [game for game in self.games if game.is_new and not game.skip and not game.wanted]


def days_of(club: Club, batch: Batch, usual: date | None) -> dict[int, date | None]:
    """The day of each game, as far as it is said: by the game, or for all that don't say it."""
    return {number: day_of(game.document, club.zone) or usual for number, game in enumerate(batch.games)}


def build_preview(club: Club, batch: Batch, choices: Choices) -> Preview:
    """Look at every game. Statements for what is known and for each day, and none for the club's past."""
    imported = imported_games(club, [game.digest for game in batch.games])
    own = own_games(club, [game.document.id for game in batch.games if game.document.id])
    rules_on, seen, games = _rules_on(club), dict[str, int](), []
    for number, incoming in enumerate(batch.games):
        view = _view(number, incoming, choices)
        view.known = imported.get(incoming.digest) or own.get(incoming.document.id or "")
        first = seen.setdefault(incoming.digest, number + 1)
        view.twice = first if first <= number else 0
        if view.is_new:
            _look(view, incoming, choices.without(number))
            _compare(view, incoming.document, rules_on)
            _finish(view, batch, incoming, choices)
        games.append(view)
    return Preview(games)


def _view(number: int, incoming: Incoming, choices: Choices) -> GameView:
    variant = variant_name(incoming.document.rules.game)
    left = (number, FINAL) in choices.leave
    return GameView(
        number, incoming.where, variant, number in choices.skip, choices.days.get(number), mismatch_left=left
    )


# What is in the file


def _look(view: GameView, incoming: Incoming, without: frozenset[int]) -> None:
    document = incoming.document
    judged, names = judge_game(document, without), seat_names(document)
    view.problems = [problem_text(problem, names) for problem in document.problems]
    for place, one in enumerate(judged):
        own = [problem for problem in one.problems if problem not in document.problems]
        if own or place in without or is_unfinished(one):
            told, more = [problem_text(it, names) for it in own[:MOST_PROBLEMS]], max(len(own) - MOST_PROBLEMS, 0)
            value, left = f"{view.number}.{place}", place in without
            view.deals.append(DealView(place + 1, value, told, more, left, is_unfinished(one)))
    if mismatch := check_final(document, judged, without):
        view.mismatch = problem_text(mismatch, names)
    view.hands = _hands(judged, without)
    if not view.hands and not view.has_problems:
        view.problems.append(_("No deal of this game has a result."))
    if document.rules_known:
        view.sides, view.is_won = _sides(document, judged, names), any(one.winners for one in judged)


def _hands(judged: Sequence[JudgedDeal], without: frozenset[int]) -> int:
    kept = [one for place, one in enumerate(judged) if place not in without]
    return sum(one.result is not None and not is_unfinished(one) for one in kept)


def _sides(document: Document, judged: Sequence[JudgedDeal], names: Sequence[str]) -> list[SideView]:
    last = judged[-1] if judged else None
    scores = last.scores if last else document.by_seat(document.initial_score)
    winners = last.winners if last else frozenset()
    return [
        SideView(join_names([names[seat] for seat in side]), score_text(scores[side[0]]), side[0] in winners)
        for side in document.rules.game.sides
    ]


# What it would be in the club


def _rules_on(club: Club) -> Callable[[date | None], tuple[Season, Mapping[str, HouseRules]]]:
    """The season of a day with its rules, each asked for once. Raises ValidationError as the night would."""

    @cache
    def rules_in(season: Season) -> Mapping[str, HouseRules]:
        return rules_of(season)

    @cache
    def rules_on(day: date | None) -> tuple[Season, Mapping[str, HouseRules]]:
        season = night_on(club, day).season if day else default_season(club)
        return season, rules_in(season)

    return rules_on


def _compare(
    view: GameView,
    document: Document,
    rules_on: Callable[[date | None], tuple[Season, Mapping[str, HouseRules]]],
) -> None:
    try:
        season, rules = rules_on(view.day)
        view.season = season.name
    except ValidationError as error:
        view.asks += error.messages
        season, rules = rules_on(None)
        view.season = "" if error.error_dict["date"][0].code == "no_season" else season.name
    if view.day is None:
        view.asks.append(_("Say on which day it was played."))
    if document.rules_known:
        view.rules = differing_rules(document.rules, rules[document.rules.variant])


def _finish(view: GameView, batch: Batch, incoming: Incoming, choices: Choices) -> None:
    """Make what would be stored, if nothing is in the way."""
    people = seated(batch, view.number, choices.who)
    if people is None:
        view.asks.append(_("Choose who everybody is."))
    elif sits_twice(people):
        view.asks.append(_("Somebody is chosen twice. Each player sits in one seat."))
    if view.has_problems or view.asks or people is None or view.day is None:
        return
    document, game_id, without = incoming.document, batch.game_id(incoming), choices.without(view.number)
    play = make_playable(document, game_id, judge_game(document, without), without)
    view.wanted = Import(game_id, incoming.digest, play, people, view.day)
