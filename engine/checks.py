"""Everything that can be wrong with a record without its cards. Each check yields every problem that it sees."""

from collections.abc import Iterator

from engine.cards import JOKER, PACKS, suit_of
from engine.contract import is_seat, makers_tricks, must_be_alone, sitting_out, with_claim
from engine.errors import Problem
from engine.house_rules import HouseRules, JokerTurnedUp, LoneDefence
from engine.records import TRICKS, HandKind, HandRecord
from engine.seating import Seat


def check_record(record: HandRecord, dealer: Seat, rules: HouseRules) -> tuple[Problem, ...]:
    """Every problem of a record. `dealer` is a seat of the table."""
    return tuple(_CHECKS[record.kind](record, dealer, rules))


def _check_played(record: HandRecord, dealer: Seat, rules: HouseRules) -> Iterator[Problem]:
    yield from check_absent(record, "offender")
    yield from check_contract(record, dealer, rules)
    yield from check_tricks(record, rules)


def _check_penalty(record: HandRecord, dealer: Seat, rules: HouseRules) -> Iterator[Problem]:
    yield from check_absent(record, "maker_tricks", "tricks", "claimed")  # R30: never as invented tricks
    yield from check_contract(record, dealer, rules)
    yield from check_offender(record, rules)


def check_offender(record: HandRecord, rules: HouseRules) -> Iterator[Problem]:
    """R30: who revoked is named, and played."""
    if record.offender is None:
        yield Problem("offender_missing", "offender")
    elif not is_seat(record.offender, rules):
        yield Problem("bad_seat", "offender")
    elif record.offender in sitting_out(record, rules):
        yield Problem("offender_sat_out", "offender", record.offender)


def _check_passed_out(record: HandRecord, dealer: Seat, rules: HouseRules) -> Iterator[Problem]:
    yield from check_nobody_made(record)
    upcard_problems = tuple(_check_upcard(record, rules))
    yield from upcard_problems
    if rules.stick_the_dealer or (record.upcard == JOKER and not upcard_problems):
        yield Problem("dealer_must_name", "kind", dealer)  # R13, R4


def _check_misdeal(record: HandRecord, dealer: Seat, rules: HouseRules) -> Iterator[Problem]:
    yield from check_nobody_made(record)
    yield from _check_upcard(record, rules)


def check_absent(record: HandRecord, *names: str) -> Iterator[Problem]:
    """Fields that a hand of this kind has not."""
    return (Problem("not_in_kind", name) for name in names if getattr(record, name) is not None)


def check_nobody_made(record: HandRecord) -> Iterator[Problem]:
    """A hand without a maker has nothing of a made one."""
    yield from check_absent(
        record, "maker", "lone_defender", "maker_tricks", "tricks", "claimed", "offender", "round", "trump"
    )
    if record.alone:
        yield Problem("not_in_kind", "alone")


def check_contract(record: HandRecord, dealer: Seat, rules: HouseRules) -> Iterator[Problem]:
    """Who made trump, in which round and suit, and who is alone."""
    if record.maker is None:
        yield Problem("maker_missing", "maker")
    elif not is_seat(record.maker, rules):
        yield Problem("bad_seat", "maker")
    yield from check_loners(record, dealer, rules)
    yield from _check_upcard(record, rules)
    yield from _check_call(record, dealer, rules)


def check_loners(record: HandRecord, dealer: Seat, rules: HouseRules) -> Iterator[Problem]:
    """R14 to R17: who may be alone, and who must."""
    if record.alone and not rules.maker_may_be_alone:
        yield Problem("alone_not_offered", "alone", record.maker if is_seat(record.maker, rules) else None)
    elif not record.alone and must_be_alone(record, dealer, rules):
        yield Problem("must_be_alone", "alone", record.maker)
    if record.lone_defender is not None:
        yield from _check_lone_defender(record, record.lone_defender, rules)


def _check_lone_defender(record: HandRecord, lone: Seat, rules: HouseRules) -> Iterator[Problem]:
    if not rules.defender_may_be_alone(record.alone):
        waits = rules.defender_may_be_alone(True) and rules.lone_defence == LoneDefence.AGAINST_LONE_MAKER
        code = "lone_defence_needs_lone_maker" if waits else "lone_defence_not_offered"
        yield Problem(code, "lone_defender", lone if is_seat(lone, rules) else None)
    if not is_seat(lone, rules):
        yield Problem("bad_seat", "lone_defender")
    elif lone == record.maker:
        yield Problem("lone_defender_is_maker", "lone_defender", lone)
    elif is_seat(record.maker, rules) and lone in rules.game.side_of(record.maker or 0):
        yield Problem("lone_defender_is_partner", "lone_defender", lone)


def _check_upcard(record: HandRecord, rules: HouseRules) -> Iterator[Problem]:
    if record.upcard is None:
        return
    if record.upcard not in PACKS[rules.pack]:
        yield Problem("bad_card", "upcard", params={"card": record.upcard})
    else:
        yield from check_redealt(record, rules)


def check_redealt(record: HandRecord, rules: HouseRules) -> Iterator[Problem]:
    """R4, R7: by this house rule nothing is played where the joker is turned up."""
    redealt = rules.joker_turned_up == JokerTurnedUp.DEAL_AGAIN and record.kind != HandKind.MISDEAL
    if record.upcard == JOKER and redealt:
        yield Problem("joker_redealt", "upcard")


def _check_call(record: HandRecord, dealer: Seat, rules: HouseRules) -> Iterator[Problem]:
    """The round and suit of the call against the card turned up (R4, R9, R12)."""
    if record.round is not None and record.round not in (1, 2):
        yield Problem("bad_round", "round")
    if record.upcard is None or record.upcard not in PACKS[rules.pack]:
        return
    if record.upcard == JOKER:
        names = rules.joker_turned_up == JokerTurnedUp.DEALER_NAMES
        if names and record.maker is not None and record.maker != dealer:
            yield Problem("dealer_names_joker", "maker", dealer)
        if names and record.round in (1, 2):
            yield Problem("joker_has_no_round", "round")
        return
    if record.trump is None:
        return
    same = record.trump == suit_of(record.upcard)
    if record.round == 1 and not same:
        yield Problem("trump_not_upcard", "trump")
    elif record.round == 2 and same and not rules.may_name_turned_down:
        yield Problem("turned_down_suit", "trump")


def check_tricks(record: HandRecord, rules: HouseRules) -> Iterator[Problem]:
    """R21: the maker's tricks or everybody's, and a claim."""
    if record.maker_tricks is None and record.tricks is None:
        yield Problem("tricks_missing", "maker_tricks")
    if record.maker_tricks is not None and not 0 <= record.maker_tricks <= TRICKS:
        yield Problem("bad_tricks", "maker_tricks", params={"tricks": record.maker_tricks})
    claim_problems = tuple(_check_claimer(record, rules))
    yield from claim_problems
    if record.tricks is not None:
        tally_problems = tuple(_check_tally(record, record.tricks, rules))
        yield from tally_problems
        if not tally_problems and not claim_problems:
            yield from _check_agreement(record, record.tricks, rules)
    elif not claim_problems:
        yield from _check_claim_alone(record, rules)


def _check_tally(record: HandRecord, tricks: tuple[int, ...], rules: HouseRules) -> Iterator[Problem]:
    """R21: tricks per seat add to five, none for who sits out."""
    if len(tricks) != rules.game.seats:
        yield Problem("tally_size", "tricks")
        return
    for seat, count in enumerate(tricks):
        if not 0 <= count <= TRICKS:
            yield Problem("bad_tricks", f"tricks.{seat}", seat, {"tricks": count})
    for seat in sorted(sitting_out(record, rules)):
        if tricks[seat]:
            yield Problem("trick_for_sitting_out", f"tricks.{seat}", seat)
    total = sum(tricks)
    if record.claimed is None:
        if total != TRICKS:
            yield Problem("trick_total", "tricks", params={"total": total})
    elif total == TRICKS:
        yield Problem("nothing_to_claim", "claimed")
    elif total > TRICKS:
        yield Problem("trick_total", "tricks", params={"total": total})


def _check_claimer(record: HandRecord, rules: HouseRules) -> Iterator[Problem]:
    if record.claimed is None:
        return
    if not is_seat(record.claimed, rules):
        yield Problem("bad_seat", "claimed")
    elif record.claimed in sitting_out(record, rules):
        yield Problem("claimer_sat_out", "claimed", record.claimed)


def _check_agreement(record: HandRecord, tricks: tuple[int, ...], rules: HouseRules) -> Iterator[Problem]:
    if record.maker_tricks is None or not is_seat(record.maker, rules):
        return
    taken = makers_tricks(record, with_claim(tricks, record.claimed), rules)
    if taken != record.maker_tricks:
        yield Problem("tricks_disagree", "maker_tricks", params={"maker_tricks": record.maker_tricks, "tally": taken})


def _check_claim_alone(record: HandRecord, rules: HouseRules) -> Iterator[Problem]:
    """A claim beside the maker's tricks only: whoever claimed has one trick at least."""
    if record.claimed is None or record.maker_tricks is None or not is_seat(record.maker, rules):
        return
    by_makers = record.claimed in rules.game.side_of(record.maker or 0)
    if record.maker_tricks == (0 if by_makers else TRICKS):
        yield Problem("claim_disagrees", "claimed", record.claimed)


_CHECKS = {
    HandKind.PLAYED: _check_played,
    HandKind.PENALTY: _check_penalty,
    HandKind.PASSED_OUT: _check_passed_out,
    HandKind.MISDEAL: _check_misdeal,
}
