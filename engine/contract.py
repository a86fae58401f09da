"""What follows from who made trump and who is alone: who sits out, who leads, what the call is called."""

from engine.cards import JOKER, Suit, suit_of
from engine.errors import MisuseError
from engine.house_rules import HouseRules, LonerLead
from engine.records import TRICKS, HandRecord, MadeHow
from engine.scoring import Mode
from engine.seating import Seat, left_of, steps_left

ASSISTS_FROM = 2
"""Who speaks second or later, the dealer excepted, assists in a game of single players (R8)."""

NOBODY: frozenset[Seat] = frozenset()


def made_how(record: HandRecord, dealer: Seat, rules: HouseRules) -> MadeHow | None:
    """R8: the name of the call that made trump; None where the record does not say the round."""
    by_joker = record.upcard == JOKER  # R4: no round, the dealer names a suit
    if record.maker is None or (record.round is None and not by_joker):
        return None
    if by_joker or record.round != 1:
        return MadeHow.NAMED
    seats = rules.game.seats
    if record.maker == dealer:
        return MadeHow.ACCEPTED
    partners = rules.game.side_of(dealer)
    if len(partners) > 1:  # R8: in a game of sides the dealer's partner assists
        return MadeHow.ASSISTED if record.maker in partners else MadeHow.ORDERED_UP
    speaks = steps_left(record.maker, dealer, seats)
    return MadeHow.ASSISTED if speaks >= ASSISTS_FROM else MadeHow.ORDERED_UP


def must_be_alone(record: HandRecord, dealer: Seat, rules: HouseRules) -> bool:
    """R17: by this house rule whoever assists the dealer plays alone."""
    assists = record.round == 1 and record.maker != dealer and record.maker in rules.game.side_of(dealer)  # R8
    return rules.canadian_loner and assists


def trump_of(record: HandRecord) -> Suit | None:
    """The trump suit, said or following from the card that was ordered up (R9)."""
    if record.trump is None and record.round == 1 and record.upcard is not None:
        return suit_of(record.upcard)
    return record.trump


def sitting_out(record: HandRecord, rules: HouseRules) -> frozenset[Seat]:
    """Who plays no card: the partners of whoever is alone, and the fellow defenders of a lone one (R16, R17)."""
    game, maker = rules.game, record.maker
    if not record.alone and record.lone_defender is None:
        return NOBODY
    if maker is None or not is_seat(maker, rules):
        return NOBODY
    resting: set[Seat] = set()
    if record.alone:
        resting.update(set(game.side_of(maker)) - {maker})
    if record.lone_defender in game.defenders_of(maker):
        resting.update(set(game.defenders_of(maker)) - {record.lone_defender})
    return frozenset(resting)


def first_leader(record: HandRecord, dealer: Seat, rules: HouseRules) -> Seat:
    """R18: who leads to the first trick; `record` names a maker."""
    seats = rules.game.seats
    loner = record.maker if record.alone else record.lone_defender
    if loner is None or rules.loner_lead == LonerLead.ELDEST:
        loner = dealer  # whose left neighbour is the eldest
    leader = left_of(loner, seats)
    resting = sitting_out(record, rules)
    while leader in resting:
        leader = left_of(leader, seats)
    return leader


def is_seat(seat: Seat | None, rules: HouseRules) -> bool:
    """Whether there is such a seat at the table."""
    return seat is not None and 0 <= seat < rules.game.seats


def maker_of(record: HandRecord) -> Seat:
    """The maker of a record that names one."""
    return _named(record.maker)


def offender_of(record: HandRecord) -> Seat:
    """The offender of a penalty that names one."""
    return _named(record.offender)


def _named(seat: Seat | None) -> Seat:
    if seat is None:
        raise MisuseError("the record was not checked: it names nobody")
    return seat


def mode_of(record: HandRecord) -> Mode:
    """Who plays alone in a record."""
    return Mode(record.alone, record.lone_defender is not None)


def makers_tricks(record: HandRecord, tricks: tuple[int, ...], rules: HouseRules) -> int:
    """What the maker's side took, of tricks by seat."""
    return sum(tricks[seat] for seat in rules.game.side_of(maker_of(record)))


def with_claim(tricks: tuple[int, ...], claimed: Seat | None) -> tuple[int, ...]:
    """R21, E36: the rest of the five go to whoever claimed them."""
    if claimed is None:
        return tricks
    rest = TRICKS - sum(tricks)
    return tuple(count + rest if seat == claimed else count for seat, count in enumerate(tricks))
