"""Whole games as documents of Euchre Game Notation: random lawful hands until somebody has won."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

from engine.egn import Document, NotedDeal, format_document, judge_document
from engine.generate import NAMES, random_hand
from engine.house_rules import HouseRules, default_rules
from engine.scoring import Outcome
from engine.seating import left_of

DAY = "2026-10-03"


def game_document(rules: HouseRules | None = None, seed: int = 1, most: int = 200, **fields: Any) -> Document:
    """A game of its own for each seed, won unless it is cut off behind `most` deals."""
    rules, chance = rules or default_rules("cutthroat"), Random(seed)
    seats, dealer = rules.game.seats, chance.randrange(rules.game.seats)
    document = Document(rules, players=NAMES[:seats], date=DAY, **fields)
    while len(document.deals) < most:
        deal = NotedDeal(dealer, random_hand(chance, dealer, rules), len(document.deals))
        longer = replace(document, deals=(*document.deals, deal))
        judged = list(judge_document(longer))[-1]
        if judged.result is None or judged.result.outcome == Outcome.UNFINISHED:
            continue
        document, dealer = longer, left_of(dealer, seats)
        if judged.winners:
            break
    return document


def text_of_game(*args: Any, **fields: Any) -> str:
    """The same as text."""
    return format_document(game_document(*args, **fields))


def data_of_game(*args: Any, **fields: Any) -> dict[str, Any]:
    """The same as plain values, to be changed."""
    data: dict[str, Any] = json.loads(text_of_game(*args, **fields))
    return data
