"""A season whose tables were worked out on paper: by the door, so that everything stands as it would at a club.

Night 1   G1  Ann 10  Ben  4  Cleo  6    Ann wins, Cleo second
          G2  Ann  4  Ben 10  Cleo  4    Ben wins, the others share second and third
          G3  Ann 11  Ben 11  Cleo  3    Ann and Ben share the win
Night 2   G4  Ann  2  Ben  8  Cleo 10    Cleo wins
          G5  Ann  6  Ben  6  Gus  10    Gus, a guest, wins; the others share second and third
Night 3   G6  Ann  3  Ben  0  Cleo  0    conceded to Ben: Ann second, Cleo third
          G7  Cleo leads                  not finished: counts nowhere
          G8  Annie 10 Cleo 7 Gus  0     Annie wins; she is Ann, entered twice and merged

      games  won  points   points a game    place points
Ann       7   2½      46   46/7 = 6.571…    3 + ½ + 2 + 0 + ½ + 1 + 3 = 10
Ben       6   2½      39   39/6 = 6.5       0 + 3 + 2 + 1 + ½ + 3     = 9½
Cleo      6   1       30   30/6 = 5         1 + ½ + 0 + 3 + 0 + 1     = 5½
Gus       2   1       10   10/2 = 5         3 + 0                     = 3

Night by night, won and points:
Ann   1½ 25 | 0  8 | 1 13        Ben    1½ 25 | 0 14 | 1 0
Cleo  0  13 | 1 10 | 0  7        Gus         | 1 10 | 0 0
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from engine.events import Concede, Event, Final
from league.bridge.starts import NewGame
from league.days import club_date
from league.models import Club, Game, Player, Recorder, Season
from league.services.answers import STORED, Guard
from league.services.games import start_game
from league.services.merging import merge_players
from league.services.play import write_event
from league.services.seasons import set_standings
from league.standings.build import rank_section, standings_of
from league.standings.choice import StandingsChoice
from league.standings.tallies import read_section
from tests.factories import make_founded_club, make_player, make_recorder, play_hand


@dataclass
class Paper:
    """A club, its players by name, and nights that lie so many weeks back."""

    club: Club
    recorder: Recorder
    players: dict[str, Player] = field(default_factory=dict)

    @property
    def season(self) -> Season:
        return self.club.seasons.get(is_default=True)

    def day(self, weeks: int) -> datetime.date:
        return club_date(self.club) - datetime.timedelta(weeks=weeks)

    def player(self, name: str) -> Player:
        if name not in self.players:
            self.players[name] = make_player(self.club, name, guest=name == "Gus")
        return self.players[name]

    def start(self, names: Sequence[str], weeks: int = 0, variant: str = "cutthroat") -> Game:
        seated = [self.player(name).pk for name in names]
        on = self.day(weeks) if weeks else None
        return start_game(self.club, uuid4(), self.recorder, NewGame(variant, seated, 0, on))

    def play(self, weeks: int = 0, variant: str = "cutthroat", **scores: int) -> Game:
        """A finished game without its hands; four-handed sides sit across."""
        game = self.start([*scores], weeks, variant)
        self.write(game, Final(tuple(scores.values())))
        return game

    def write(self, game: Game, event: Event) -> None:
        written = write_event(game.pk, uuid4(), self.recorder, event, Guard(confirmed=True))
        assert written.answer in STORED, written

    def choose(self, choice: StandingsChoice) -> None:
        set_standings(self.season, choice)

    def places(self, variant: str = "cutthroat") -> list[tuple[int | None, str]]:
        """Everybody's place, in the order of the table."""
        section = read_section(self.club, self.season.pk, variant)
        names = {line.sums.player: line.name for line in section.lines}
        return [(ranked.place, names[ranked.sums.player]) for ranked in rank_section(section)]

    def column(self, key: str, variant: str = "cutthroat") -> dict[str, str]:
        """What a column of the page says of everybody."""
        table = standings_of(self.club, season=None, variant=variant)
        assert table
        return {row.name: cell.text for row in table.page for cell in row.cells if cell.key == key}


def open_paper() -> Paper:
    """A club without any game, whose season began a year ago."""
    club = make_founded_club()
    club.seasons.update(starts=club_date(club) - datetime.timedelta(days=366))
    return Paper(club, make_recorder(club))


def paper_season() -> Paper:
    """The season above."""
    paper = open_paper()
    paper.play(3, Ann=10, Ben=4, Cleo=6)
    paper.play(3, Ann=4, Ben=10, Cleo=4)
    paper.play(3, Ann=11, Ben=11, Cleo=3)
    paper.play(2, Ann=2, Ben=8, Cleo=10)
    paper.play(2, Ann=6, Ben=6, Gus=10)
    conceded = paper.start(["Ann", "Ben", "Cleo"], 1)
    play_hand(conceded, maker=0, maker_tricks=5)
    paper.write(conceded, Concede(frozenset({1})))
    play_hand(paper.start(["Cleo", "Ben", "Gus"], 1), maker=0, maker_tricks=5)
    paper.play(1, Annie=10, Cleo=7, Gus=0)
    merge_players(paper.player("Annie"), paper.player("Ann"), paper.recorder)
    return paper
