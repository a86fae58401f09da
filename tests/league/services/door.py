"""Somebody with a phone at the one door: what the tests of the services share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from engine.events import Correct, Deal, Event, HandId, Undo, Void
from engine.records import HandKind, HandRecord
from league.models import Club, Game, GameEvent, GamePlayer, Hand, NightTally, Player, Recorder, Tally
from league.services.answers import FREELY, Answer, Guard, Written
from league.services.log import GameLog, read_log
from league.services.play import write_event
from league.services.rating_check import clubs_to_rate
from league.services.rating_replay import catch_up
from league.services.rescore import compare
from league.services.scope import Scope
from tests.factories import make_founded_club, make_game, make_player, make_recorder

NEWEST = "newest"
ASKING = Guard()
"""Of who is asked before a hand ends the game."""
MISDEAL = HandRecord(HandKind.MISDEAL)
PASSED_OUT = HandRecord(HandKind.PASSED_OUT)


def made(maker: int = 0, tricks: int = 3, **said: Any) -> HandRecord:
    """A hand that was played: 3 tricks pay the maker 1, 5 pay 3, 0 to 2 pay the others 2 each."""
    return HandRecord(maker=maker, maker_tricks=tricks, **said)


@dataclass
class Phone:
    """One who records a game."""

    game: Game
    recorder: Recorder

    def write(self, event: Event, guard: Guard = FREELY, client_id: UUID | None = None) -> Written:
        return write_event(self.game.pk, client_id or uuid4(), self.recorder, event, guard)

    def deal(
        self,
        record: HandRecord,
        *,
        follows: HandId | None = NEWEST,
        client_id: UUID | None = None,
        guard: Guard = FREELY,
    ) -> Written:
        """A new hand, behind the newest unless something else is said."""
        client_id = client_id or uuid4()
        follows = self.log.state.last_hand if follows == NEWEST else follows
        return self.write(Deal(str(client_id), record, follows), guard, client_id)

    def record(self, *records: HandRecord) -> str:
        """Hands that fit; the id of the last one."""
        for record in records:
            written = self.deal(record)
            expect(written)
        assert written.line
        return written.line.id

    def void(self, hand: HandId, **guard: Any) -> Written:
        return self.write(Void(hand), Guard(confirmed=True, **guard))

    def correct(self, hand: HandId, record: HandRecord, **guard: Any) -> Written:
        return self.write(Correct(hand, record), Guard(confirmed=True, **guard))

    def undo(self, number: int) -> Written:
        return self.write(Undo(number))

    def win(self, maker: int = 0) -> str:
        """Ten points in four hands, from nothing: 3, 6, 9, 10."""
        return self.record(made(maker, 5), made(maker, 5), made(maker, 5), made(maker, 3))

    @property
    def log(self) -> GameLog:
        return read_log(Game.objects.get(pk=self.game.pk))

    @property
    def events(self) -> int:
        """What was stored besides the start."""
        return GameEvent.objects.filter(game=self.game).count() - 1

    @property
    def scores(self) -> list[int]:
        """As they are stored."""
        self.game.refresh_from_db()
        return list(self.game.scores)

    @property
    def status(self) -> str:
        self.game.refresh_from_db()
        return self.game.status

    def line(self, hand: HandId) -> Hand:
        return Hand.objects.get(game=self.game, hand=hand)

    def seated(self, seat: int) -> GamePlayer:
        return GamePlayer.objects.get(game=self.game, seat=seat)


def sit_down(*names: str, club: Club | None = None, variant: str = "cutthroat", dealer: int = 0) -> Phone:
    """A phone beside a game that has just begun, Ann, Ben and Cleo at the table; Ann deals."""
    club = club or make_founded_club()
    players = [make_player(club, name) for name in names or ("Ann", "Ben", "Cleo")]
    return Phone(make_game(club, players, variant, dealer), club.recorders.all()[0])


def another_game(phone: Phone, **fields: Any) -> Phone:
    """The same people again."""
    return Phone(make_game(phone.game.club, list(phone.log.players), phone.game.variant, **fields), phone.recorder)


def put_apart() -> None:
    """Every game has a moment of its own: those of one tenth of a second are rated together."""
    for number, game in enumerate(Game.objects.order_by("play_order", "pk"), 1):
        Game.objects.filter(pk=game.pk).update(play_order=number)
        GamePlayer.objects.filter(game=game).update(play_order=number)


def expect(written: Written) -> GameLog:
    """The game behind a write that must be stored."""
    assert written.answer == Answer.STORED, (written.answer, [str(problem) for problem in written.problems])
    return written.log


def beside(phone: Phone, label: str = "Cleo") -> Phone:
    """A second phone at the same table."""
    return Phone(phone.game, make_recorder(phone.game.club, label=label))


def sums(player: Player, *names: str) -> list[tuple[int, ...]]:
    """A player's night and season, the named columns of each: two rows, where there is anything."""
    rows = [*NightTally.objects.filter(player=player), *Tally.objects.filter(player=player)]
    return [tuple(getattr(row, name) for name in names) for row in rows]


def differences() -> list[str]:
    """What is stored otherwise than it follows, once ratings have caught up."""
    for club in clubs_to_rate():
        assert catch_up(club)
    return [str(difference) for difference in compare(Scope())]
