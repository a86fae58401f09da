"""One deal of each game, played in full, and short ways to change it.

Hearts are turned up. In cutthroat A deals, B passes, C orders up and takes two cards of the dummy; C wins four tricks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.hands import Judgement, judge_hand
from engine.house_rules import HouseRules
from engine.records import CardRecord, Exchange, HandRecord
from tests.engine.builders import A, C, make_rules

DUMMY = 3


def cards(text: str) -> tuple[str, ...]:
    """ "Jh 9c" """
    return tuple(text.split())


def lists(text: str) -> tuple[tuple[str, ...], ...]:
    """ "Jh 9c, Ah Kh" """
    return tuple(cards(part) for part in text.split(",")) if text else ()


def exchanged(maker: int, taken: str, laid: str) -> tuple[Exchange, Exchange]:
    return Exchange(DUMMY, maker, cards(taken)), Exchange(maker, DUMMY, cards(laid))


# A: 9c 9d Tc Td Kh, B: 9s Ts Ac Ad Qh, C: Jh Jd As Kc Qc, the dummy: Ks Js Jc Ah Th. A takes the 9h, lays away the 9c.
WHOLE = CardRecord(
    calls=("Pass", "Order"),
    holdings=lists("9c 9d Tc Td Kh, 9s Ts Ac Ad Qh, Jh Jd As Kc Qc, Ks Js Jc Ah Th"),
    discard="9c",
    exchanges=exchanged(C, "Ah Th", "Kc Qc"),
    tricks=lists("Ac As Tc, Ad Jd 9d, Jh 9h Qh, Ah Kh 9s, Th Td Ts"),
)


def full(whole: CardRecord = WHOLE, *, upcard: str | None = "9h", **changes: Any) -> HandRecord:
    """A record with these cards; a change of one of the cards' fields, or of the record's (`tally` for its tricks)."""
    of_cards = {name: changes.pop(name) for name in [*changes] if name in CardRecord.__dataclass_fields__}
    if "tally" in changes:
        changes["tricks"] = changes.pop("tally")
    return HandRecord(upcard=upcard, cards=replace(whole, **of_cards), **changes)


def judge_full(record: HandRecord, dealer: int = A, rules: HouseRules | None = None, **changes: Any) -> Judgement:
    return judge_hand(record, dealer, rules or make_rules(**changes))


def found(record: HandRecord, dealer: int = A, **changes: Any) -> list[tuple[str, str, int | None]]:
    """Every problem, as (code, field, seat), in the order in which it is told."""
    return [(it.code, it.field, it.seat) for it in judge_full(record, dealer, **changes).problems]
