"""What is told before something happens is what happens, whatever the season chose."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.events import CutShort, Deal, Withdraw
from engine.records import HandRecord
from engine.variants import TWO_HANDED
from league.days import club_date
from league.models import Game
from league.services.log import read_log
from league.services.merging import merge_adds, merge_players
from league.services.moves import game_adds, move_game, move_night, night_adds, place_of
from league.services.nights import open_night
from league.services.preview import preview_event
from league.services.seasons import create_season
from league.standings.build import rank_section
from league.standings.choice import OWN, PRESETS, StandingsChoice
from league.standings.figures import NOTHING, figure
from league.standings.impact import (
    Moved,
    PlaceChange,
    WhatIf,
    changed_game,
    merge_changes,
    moved_changes,
    place_changes,
)
from league.standings.metrics import FEWEST_GAMES, HEAD_TO_HEAD, WON
from league.standings.open_games import names_in, read_open_games, would_gain, would_meet
from league.standings.tallies import read_section
from tests.factories import play_hand
from tests.league.standings.paper_season import Paper, paper_season

pytestmark = pytest.mark.django_db

CHOICES = {
    "place points": StandingsChoice("place_points", PRESETS["place_points"], (FEWEST_GAMES,)),
    "best nights, from three games": StandingsChoice("best_nights", PRESETS["best_nights"], minimum=3, best=2),
    "head to head": StandingsChoice(OWN, (WON,), (HEAD_TO_HEAD,)),
    "together, best night, head to head": StandingsChoice(
        "best_nights", PRESETS["best_nights"], (HEAD_TO_HEAD, FEWEST_GAMES), best=1, together=True
    ),
}


@pytest.fixture(params=CHOICES)
def paper(request: pytest.FixtureRequest) -> Paper:
    paper = paper_season()
    paper.play(1, TWO_HANDED.key, Ann=3, Ben=10)
    paper.choose(CHOICES[request.param])
    return paper


def foretold(paper: Paper, told: Callable[[], list[PlaceChange]], done: Callable[[], object]) -> None:
    """The places and figures that are told are those that come."""
    before = lines(paper)
    changes = told()
    for change in changes:
        assert (change.before, [old for old, _new in change.figures]) == before.get(change.player, no_line(change))
    after = before | {change.player: (change.after, [new for _old, new in change.figures]) for change in changes}
    gone = {change.player for change in changes if after[change.player] == no_line(change)}
    done()
    assert {player: line for player, line in after.items() if player not in gone} == lines(paper)


type Line = tuple[int | None, list[str]]


def no_line(change: PlaceChange) -> Line:
    """Of who is not in the table."""
    return None, [NOTHING] * len(change.figures)


def lines(paper: Paper) -> dict[int, Line]:
    """By player: the place, and the figures that decide it."""
    section = read_section(paper.club, paper.season.pk, "cutthroat")
    return {
        ranked.sums.player: (
            ranked.place,
            [figure(metric, metric.compute(ranked.sums)) for metric in section.choice.precedence],
        )
        for ranked in rank_section(section)
    }


def test_open_games_that_end_as_they_stand(paper: Paper) -> None:
    game = paper.start(["Gus", "Cleo", "Dai"])
    for maker in (0, 0, 1):  # Gus 6, Cleo 3, Dai 0
        play_hand(game, maker=maker, maker_tricks=5)

    def told() -> list[PlaceChange]:
        section = read_section(paper.club, paper.season.pk, "cutthroat")
        games = read_open_games(paper.club, paper.season.pk, section.variants, club_date(paper.club))
        return place_changes(section, WhatIf(would_gain(games), meetings=would_meet(games)), names_in(games))

    foretold(paper, told, lambda: paper.write(game, CutShort(True)))


@pytest.mark.parametrize("players", ["Ann Ben Cleo", "Ann Cleo Gus"])  # G2, which Ben won, and G8
def test_a_game_that_is_withdrawn(paper: Paper, players: str) -> None:
    seated = {paper.player(name).pk for name in players.split()}
    game = next(
        game
        for game in Game.objects.filter(status="won", variant="cutthroat").order_by("play_order")[1:]
        if {seat.player_id for seat in game.players.all()} == seated
    )

    def told() -> list[PlaceChange]:
        preview = preview_event(read_log(game), Withdraw(), paper.recorder)
        section = read_section(paper.club, paper.season.pk, "cutthroat")
        return place_changes(section, changed_game(game, preview.differences, preview.players.values()), {})

    foretold(paper, told, lambda: paper.write(game, Withdraw()))


def test_a_hand_that_ends_a_game(paper: Paper) -> None:
    game = paper.start(["Gus", "Cleo", "Dai"])
    for _time in range(3):
        play_hand(game, maker=2, maker_tricks=5)
    newest = game.lines.order_by("-position")[0]
    last = Deal("7d9d63e8-95f2-4a36-a1a1-0b5c5d6a9c11", HandRecord(maker=2, maker_tricks=5), str(newest.hand))

    def told() -> list[PlaceChange]:
        preview = preview_event(read_log(game), last, paper.recorder)
        section = read_section(paper.club, paper.season.pk, "cutthroat")
        names = {player.pk: (player.shown, player.sort_key) for player in paper.players.values()}
        return place_changes(section, changed_game(game, preview.differences, preview.players.values()), names)

    foretold(paper, told, lambda: play_hand(game, maker=2, maker_tricks=5))


def of_season(paper: Paper, moved: Moved) -> list[PlaceChange]:
    changes = moved_changes(paper.club, moved)
    return [change for one in changes if one.season == paper.season.name for change in one.changes]


def test_a_game_that_moves_to_another_night_of_the_season(paper: Paper) -> None:
    game = Game.objects.select_related("night__season", "club").order_by("play_order")[1]
    night = open_night(paper.club, paper.day(2))
    here, there = place_of(game), place_of(Game.objects.get(night=night, players__player__name="Gus"))
    moved = Moved(game_adds(game), [game.pk], game.night.season, night.season, game.night_id, night.pk)
    foretold(paper, lambda: of_season(paper, moved), lambda: move_game(game.pk, paper.recorder, here, there))


def test_a_night_that_moves_to_another_season(paper: Paper) -> None:
    other = create_season(paper.club, "Other", paper.day(9))
    night = open_night(paper.club, paper.day(3))
    games = night.games.values_list("pk", flat=True)
    moved = Moved(night_adds(night), games, night.season, other, night.pk, night.pk)
    there = [change for one in moved_changes(paper.club, moved) if one.season == "Other" for change in one.changes]
    foretold(
        paper,
        lambda: of_season(paper, moved),
        lambda: move_night(night.pk, paper.recorder, night.season_id, other),
    )
    section = read_section(paper.club, other.pk, "cutthroat")
    assert {change.player for change in there} == {line.sums.player for line in section.lines}


def test_two_who_become_one(paper: Paper) -> None:
    gone, into = paper.player("Gus"), paper.play(1, Dai=10, Cleo=3, Ben=8) and paper.player("Dai")

    def told() -> list[PlaceChange]:
        changes = merge_changes(paper.club, gone, into, merge_adds(gone))
        return [change for one in changes for change in one.changes]

    foretold(paper, told, lambda: merge_players(gone, into))
