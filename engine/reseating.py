"""Judging a hand of players who have changed places: rules ask for chairs, a game speaks of starting seats.

`order` maps a chair to the starting seat of who sits there.
"""

from dataclasses import replace

from engine.errors import Problem
from engine.hands import HandResult, Judgement, judge_hand
from engine.house_rules import HouseRules
from engine.records import HandRecord
from engine.seating import Seat, chairs_of

type Order = tuple[Seat, ...]


def judge_by_chairs(record: HandRecord, dealer: Seat, rules: HouseRules, order: Order) -> Judgement:
    """Judge a record that names starting seats; the judgement names them too."""
    if order == tuple(range(len(order))):
        return judge_hand(record, dealer, rules)
    chair_of = chairs_of(order)
    judgement = judge_hand(record.reseated(chair_of), chair_of[dealer], rules)
    problems = tuple(_name_problem(problem, order) for problem in judgement.problems)
    result = judgement.result
    return Judgement(None if result is None else _name_result(result, order, chair_of), problems)


def _name_problem(problem: Problem, order: Order) -> Problem:
    if problem.seat is None:
        return problem
    seat = order[problem.seat]
    field, _, rest = problem.field.partition(".")
    place, *card = rest.split(".")
    by_seat = field == "holdings" or (field == "tricks" and not card)
    if by_seat and place == str(problem.seat):
        return replace(problem, seat=seat, field=".".join([field, str(seat), *card]))
    return replace(problem, seat=seat)


def _name_result(result: HandResult, order: Order, chair_of: Order) -> HandResult:
    return replace(
        result,
        points=tuple(result.points[chair] for chair in chair_of),
        maker=_name(result.maker, order),
        leader=_name(result.leader, order),
        winners=tuple(_name(chair, order) for chair in result.winners),
        tricks=tuple(result.tricks[chair] for chair in chair_of) if result.tricks else (),
        defenders=tuple(order[chair] for chair in result.defenders),
    )


def _name(chair: Seat | None, order: Order) -> Seat | None:
    return None if chair is None else order[chair]
