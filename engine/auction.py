"""From calls to who made trump, in which suit (R8 to R13). Each way of bidding is a reader; a variant names its own."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.cards import JOKER, PACKS, Card, Suit
from engine.errors import Problem
from engine.house_rules import HouseRules
from engine.seating import Seat
from engine.variants import Bidding

PASS = "Pass"  # noqa: S105  # a call; no password
ORDER_UP = "Order"
"""R8: order up, assist or accept; one call in the record."""

_CALLS = (PASS, ORDER_UP, *Suit)
_SUITS: Mapping[str, Suit] = MappingProxyType({str(suit): suit for suit in Suit})
_NO_PROBLEMS: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Auction:
    """What the calls came to. `maker` None: nobody made trump (`passed_out`), or the calls stop too early.

    `trump` is None too where the suit of the card turned up is unknown; `round` is None after a joker (R4).
    """

    maker: Seat | None = None
    trump: Suit | None = None
    round: int | None = None
    passed_out: bool = False
    problems: tuple[Problem, ...] = _NO_PROBLEMS


def read_calls(calls: tuple[str, ...], dealer: Seat, upcard: Card | None, rules: HouseRules) -> Auction:
    """What an auction came to, with everything that is wrong with it."""
    return _READERS[rules.game.bidding](calls, dealer, upcard, rules)


def lawful_calls(calls: tuple[str, ...], dealer: Seat, upcard: Card | None, rules: HouseRules) -> tuple[str, ...]:
    """What the next speaker may say after these calls; nothing if the auction is over."""
    if [problem.code for problem in read_calls(calls, dealer, upcard, rules).problems] != ["call_missing"]:
        return ()
    return tuple(str(call) for call in _CALLS if not _faults((*calls, call), dealer, upcard, rules))


def _faults(calls: tuple[str, ...], dealer: Seat, upcard: Card | None, rules: HouseRules) -> list[Problem]:
    return [it for it in read_calls(calls, dealer, upcard, rules).problems if it.code != "call_missing"]


def all_passed(calls: tuple[str, ...], upcard: Card | None, rules: HouseRules) -> bool:
    """R13: whether both rounds went by without a call."""
    needed = 2 * rules.game.seats
    return len(calls) >= needed and not joker_up(upcard, rules) and all(call == PASS for call in calls[:needed])


def printed_suit(upcard: Card | None, rules: HouseRules) -> Suit | None:
    """The suit of the card turned up, as far as it is known."""
    return _SUITS.get(upcard[-1]) if upcard in PACKS[rules.pack] or (upcard and upcard[0] == "X") else None


def joker_up(upcard: Card | None, rules: HouseRules) -> bool:
    """R4: whether the joker was turned up, so that the dealer names a suit."""
    return upcard == JOKER and upcard in PACKS[rules.pack]


def _read_upcard_auction(calls: tuple[str, ...], dealer: Seat, upcard: Card | None, rules: HouseRules) -> Auction:
    if joker_up(upcard, rules):
        return _read_joker(calls, dealer, rules)
    seats = rules.game.seats
    for place, call in enumerate(calls[: 2 * seats]):
        if call == PASS:
            continue
        seat = (dealer + place + 1) % seats
        suit = _SUITS.get(call)
        fault = _fault(call, place < seats, suit, upcard, rules)
        if call == ORDER_UP and place < seats:
            suit = printed_suit(upcard, rules)
        return _made(calls, place, dealer, Auction(seat, suit, 1 if place < seats else 2), fault, rules)
    return _all_passed(calls, dealer, rules)


def _fault(call: str, first: bool, suit: Suit | None, upcard: Card | None, rules: HouseRules) -> str | None:
    """What is wrong with a call that is not a pass."""
    if call == ORDER_UP:
        return None if first else "order_in_round_two"
    if suit is None:
        return "bad_call"
    if first:
        return "suit_in_round_one"
    down = suit == printed_suit(upcard, rules) and not rules.may_name_turned_down
    return "turned_down_suit" if down else None  # R12


def _made(
    calls: tuple[str, ...], place: int, dealer: Seat, made: Auction, fault: str | None, rules: HouseRules
) -> Auction:
    """An auction that ended at `place`."""
    if fault is None and len(calls) == place + 1:
        return made
    if fault == "bad_call":
        wrong = [at for at in range(place, len(calls)) if calls[at] not in _CALLS]
        return Auction(problems=tuple(_call_problem(fault, calls, at, dealer, rules) for at in wrong))
    problems = () if fault is None else (_call_problem(fault, calls, place, dealer, rules),)
    surplus = _surplus(calls, place + 1, dealer, rules)
    return Auction(made.maker, made.trump, made.round, problems=(*problems, *surplus))


def _all_passed(calls: tuple[str, ...], dealer: Seat, rules: HouseRules) -> Auction:
    seats = rules.game.seats
    if len(calls) < 2 * seats:
        seat = (dealer + len(calls) + 1) % seats
        return Auction(problems=(Problem("call_missing", f"calls.{len(calls)}", seat),))
    stuck = (Problem("dealer_must_name", f"calls.{2 * seats - 1}", dealer),) if rules.stick_the_dealer else ()  # R13
    return Auction(passed_out=True, problems=(*stuck, *_surplus(calls, 2 * seats, dealer, rules)))


def _read_joker(calls: tuple[str, ...], dealer: Seat, rules: HouseRules) -> Auction:
    """R4: there is no auction, the dealer names a suit."""
    if not calls:
        return Auction(problems=(Problem("call_missing", "calls.0", dealer),))
    suit = _SUITS.get(calls[0])
    problems = [Problem(code, f"calls.{place}", seat) for code, place, seat in _joker_faults(calls, dealer, rules)]
    return Auction(dealer if suit else None, suit, problems=tuple(problems))


def _joker_faults(calls: tuple[str, ...], dealer: Seat, rules: HouseRules) -> Iterator[tuple[str, int, Seat]]:
    if calls[0] not in _SUITS:
        yield "dealer_must_name" if calls[0] in (PASS, ORDER_UP) else "bad_call", 0, dealer
    for place in range(1, len(calls)):
        yield "call_after_auction", place, (dealer + place) % rules.game.seats


def _surplus(calls: tuple[str, ...], start: int, dealer: Seat, rules: HouseRules) -> tuple[Problem, ...]:
    """R9, R12: the first who makes trump ends the auction; so does the last pass."""
    return tuple(_call_problem("call_after_auction", calls, place, dealer, rules) for place in range(start, len(calls)))


def _call_problem(code: str, calls: tuple[str, ...], place: int, dealer: Seat, rules: HouseRules) -> Problem:
    seat = (dealer + place + 1) % rules.game.seats
    return Problem(code, f"calls.{place}", seat, {"call": calls[place]} if code == "bad_call" else {})


_READERS: Mapping[Bidding, Callable[[tuple[str, ...], Seat, Card | None, HouseRules], Auction]] = MappingProxyType(
    {Bidding.UPCARD: _read_upcard_auction}
)
