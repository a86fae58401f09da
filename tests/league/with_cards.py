"""Hands that were recorded card by card: random lawful ones, written through the door."""

from __future__ import annotations

from random import Random
from uuid import uuid4

from engine.events import Deal
from engine.games import fold_game
from engine.generate import random_hand
from engine.records import HandRecord
from engine.winning import Status
from league.models import Game, Hand
from league.services.answers import Answer
from league.services.log import GameLog, read_log
from league.services.play import write_event


def play_cards(game: Game, seed: int = 1, *, wins: bool = False) -> Hand:
    """The next hand, every call and card; it doesn't end the game, unless it is to."""
    log, chance = read_log(Game.objects.get(pk=game.pk)), Random(seed)
    record = next(record for record in iter(lambda: _random(log, chance), None) if _fits(log, record, wins=wins))
    hand, recorder = uuid4(), game.club.recorders.first()
    assert recorder
    written = write_event(game.pk, hand, recorder, Deal(str(hand), record, log.state.last_hand))
    assert written.answer == Answer.STORED, [str(problem) for problem in written.problems]
    return Hand.objects.get(hand=hand)


def _random(log: GameLog, chance: Random) -> HandRecord:
    state = log.state
    return random_hand(chance, state.order.index(state.dealer), log.start.rules).reseated(state.order)


def _fits(log: GameLog, record: HandRecord, *, wins: bool) -> bool:
    state = fold_game(log.start, [*log.events, Deal("next", record, log.state.last_hand)])
    (line,) = [line for line in state.lines if line.id == "next"]
    return line.judgement.result is not None and state.status == (Status.WON if wins else Status.OPEN)
