"""Entering a hand card by card: whose turn it is, for what, and which calls and cards can't be."""

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.auction import joker_up, lawful_calls, read_calls
from engine.cards import PACKS, Card
from engine.checks import check_redealt
from engine.contract import is_seat
from engine.errors import Problem
from engine.exchange import Layout, Pool, lay_out
from engine.full import fill_in, seats_at_play
from engine.house_rules import HouseRules
from engine.records import TRICKS, CardRecord, HandKind, HandRecord
from engine.seating import Seat
from engine.tricks import TrickReader
from engine.trump import possible_suits


class Act(StrEnum):
    """What somebody can do."""

    CALL = "call"
    DISCARD = "discard"
    GO_ALONE = "go_alone"
    EXCHANGE = "exchange"
    DEFEND_ALONE = "defend_alone"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Turn:
    """What comes next in a hand. `act` None: nothing, as the hand is over or something in it is wrong.

    `calls` are the lawful ones. `cards` are those that it can be, as far as anything is known; `revoking` could be held
    as well, but show that this or an earlier card was a revoke (R19), and `impossible` are the others of the pack. If
    they are `certain`, each of `cards` is held and lawful. `may`: what can be done beside it and need not be, in the
    order of the rule page (R14); a record does not say that somebody did not want to.
    """

    act: Act | None = None
    seat: Seat | None = None
    calls: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    revoking: tuple[Card, ...] = ()
    impossible: tuple[Card, ...] = ()
    certain: bool = False
    may: tuple[tuple[Act, Seat], ...] = ()
    problems: tuple[Problem, ...] = ()


def turn_after(record: HandRecord, dealer: Seat, rules: HouseRules) -> Turn:
    """The next act in an unfinished hand; the last of its tricks may be a part of one."""
    cards = record.cards or CardRecord()
    if cards.calls is None and record.maker is None:
        cards = replace(cards, calls=())
    if record.kind != HandKind.PLAYED:
        return Turn()
    if redealt := tuple(check_redealt(record, rules)):
        return Turn(problems=redealt)
    if cards.calls is not None:
        auction = read_calls(cards.calls, dealer, record.upcard, rules)
        calls = lawful_calls(cards.calls, dealer, record.upcard, rules)
        if calls:
            return Turn(Act.CALL, auction.problems[0].seat, calls=calls)
        if auction.problems or auction.passed_out:
            return Turn(problems=auction.problems)
    filled, problems = fill_in(record, cards, dealer, rules)
    if problems or not is_seat(filled.maker, rules):
        return Turn(problems=tuple(problems))
    return _turn_at_play(filled, cards, dealer, rules)


def _turn_at_play(record: HandRecord, cards: CardRecord, dealer: Seat, rules: HouseRules) -> Turn:
    maker = record.maker or 0
    may = () if cards.tricks else _optional(record, cards, dealer, maker, rules)
    if not cards.tricks and cards.discard is None and must_discard(record, dealer, rules):
        layout = Layout(cards, record.upcard, rules)
        layout.pick_up(record, dealer)
        held = _can_be_held(layout, layout.pools[dealer], set())
        return _turn(Act.DISCARD, dealer, layout, held, held, may)
    reader = read_play(record, cards, dealer, rules)
    problems = (*reader.layout.problems, *reader.found())
    last = cards.tricks[-1] if cards.tricks else ()
    in_trick = last if 0 < len(last) < len(reader.playing) else ()
    if problems or reader.leader is None or (len(cards.tricks) == TRICKS and not in_trick):
        return Turn(problems=problems)
    seat = reader.round(reader.leader)[len(in_trick)]
    held = _held(reader, seat)
    return _turn(Act.PLAY, seat, reader.layout, _playable(reader, seat, in_trick, held), held, may)


def read_play(record: HandRecord, cards: CardRecord, dealer: Seat, rules: HouseRules) -> TrickReader:
    """The tricks so far of a hand whose maker, round and trump are filled in; the last may be a part of one."""
    layout = lay_out(record, cards, dealer, rules)
    leader, playing = seats_at_play(dealer, record.maker or 0, record.alone, record.lone_defender, rules)
    reader = TrickReader(layout, leader, playing, record.trump, growing=True)
    reader.read(cards.tricks)
    return reader


def _turn(
    act: Act, seat: Seat, layout: Layout, cards: set[Card], held: set[Card], may: tuple[tuple[Act, Seat], ...]
) -> Turn:
    pool = layout.pools[seat]
    return Turn(
        act,
        seat,
        cards=tuple(sorted(cards)),
        revoking=tuple(sorted(held - cards)),
        impossible=tuple(sorted(PACKS[layout.rules.pack] - held)),
        certain=pool.closed and not pool.wild and (act == Act.DISCARD or not pool.spare),
        may=may,
    )


def must_discard(record: HandRecord, dealer: Seat, rules: HouseRules) -> bool:
    """R4, R10, R11: whether the dealer has six cards for certain."""
    if joker_up(record.upcard, rules):
        return True
    return record.round == 1 and (record.maker == dealer or rules.must_take_upcard)


def _optional(
    record: HandRecord, cards: CardRecord, dealer: Seat, maker: Seat, rules: HouseRules
) -> tuple[tuple[Act, Seat], ...]:
    """R14 to R17: what may still be done before the first lead."""
    found: list[tuple[Act, Seat]] = []
    if cards.discard is None and record.round == 1 and not must_discard(record, dealer, rules):
        found.append((Act.DISCARD, dealer))
    if not cards.exchanges and not record.alone:
        found += [(Act.GO_ALONE, maker)] if rules.maker_may_be_alone else []
        found += [(Act.EXCHANGE, maker)] if rules.dummy else []
    if record.lone_defender is None and rules.defender_may_be_alone(record.alone):
        defenders = rules.game.defenders_of(maker)
        order = sorted(defenders, key=lambda seat: (seat - maker) % rules.game.seats)
        found += [(Act.DEFEND_ALONE, seat) for seat in order]
    return tuple(found)


def _held(reader: TrickReader, seat: Seat) -> set[Card]:
    return _can_be_held(reader.layout, reader.layout.pools[seat], {played.card for played in reader.played})


def _playable(reader: TrickReader, seat: Seat, in_trick: tuple[Card, ...], held: set[Card]) -> set[Card]:
    """R19: what this player can play, without showing that an earlier card was a revoke."""
    layout, pack = reader.layout, reader.rules.pack
    pool = layout.pools[seat]
    lacking = {played.failed for played in reader.played if played.seat == seat and played.failed is not None}
    held = {card for card in held if not possible_suits(card, pack, reader.trump) <= lacking}
    led = possible_suits(in_trick[0], pack, reader.trump) if in_trick else frozenset()
    if len(led) != 1:
        return held
    following = {card for card in held if led & possible_suits(card, pack, reader.trump)}
    surely = [card for card in pool.cards if possible_suits(card, pack, reader.trump) == led]
    if len(surely) > pool.spare or (pool.closed and not pool.wild and not following):
        return following or held
    return held


def _can_be_held(layout: Layout, pool: Pool, gone: set[Card]) -> set[Card]:
    if pool.closed and not pool.wild:
        return set(pool.cards)
    return {card for card in PACKS[layout.rules.pack] if card not in gone and not layout.lies_elsewhere(card, pool)}
