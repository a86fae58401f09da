"""What holds of every game: turned round the table, corrected, undone, voided, or made of any events whatever."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.changes import compare_games
from engine.counts import count_game
from engine.errors import Problem
from engine.events import Concede, Correct, Deal, Event, Final, GameStart, Reseat, SetDealer, Substitute, Undo, Void
from engine.games import GameState, check_event, fold_game, places
from engine.hands import Judgement, judge_hand
from engine.house_rules import HouseRules
from engine.records import CardRecord, HandRecord
from engine.winning import Status
from tests.engine.strategies import events, games, house_rules, records, tidy_games

# Turning the table: written without the engine's own renaming


def turn_seat(seat: int | None, by: int, seats: int) -> int | None:
    return seat if seat is None or not 0 <= seat < seats else (seat + by) % seats


def turn(values: Sequence[Any], by: int, seats: int) -> tuple[Any, ...]:
    """Values by seat; any other number of values stays as it is."""
    if len(values) != seats:
        return tuple(values)
    return tuple(values[(seat - by) % seats] for seat in range(seats))


def turn_record(record: HandRecord, by: int, seats: int) -> HandRecord:
    named = {
        name: turn_seat(getattr(record, name), by, seats) for name in ("maker", "lone_defender", "claimed", "offender")
    }
    tricks = None if record.tricks is None else turn(record.tricks, by, seats)
    return replace(record, **named, tricks=tricks, cards=record.cards and turn_cards(record.cards, by, seats))


def turn_cards(cards: CardRecord, by: int, seats: int) -> CardRecord:
    """Calls and tricks have no seats of their own; the dummy stays where it is."""
    holdings = cards.holdings
    if len(holdings) >= seats:
        holdings = (*turn(holdings[:seats], by, seats), *holdings[seats:])
    moves = [
        replace(move, sender=turn_seat(move.sender, by, seats) or 0, receiver=turn_seat(move.receiver, by, seats) or 0)
        for move in cards.exchanges
    ]
    return replace(cards, holdings=holdings, exchanges=tuple(moves), leader=turn_seat(cards.leader, by, seats))


def turn_event(event: Event, by: int, seats: int) -> Event:
    match event:
        case Deal() | Correct():
            return replace(event, record=turn_record(event.record, by, seats))
        case Reseat(order):
            return replace(event, order=turn([turn_seat(seat, by, seats) for seat in order], by, seats))
        case SetDealer(seat) | Substitute(seat):
            return replace(event, seat=turn_seat(seat, by, seats))
        case Concede(winners):
            return Concede(frozenset(turn_seat(seat, by, seats) for seat in winners))
        case Final(scores):
            return Final(turn(scores, by, seats))
        case _:
            return event


def turn_problem(problem: Problem, by: int, seats: int) -> Problem:
    """Holdings and a tally are told by seat; calls and tricks by their order."""
    name, *place = problem.field.split(".")
    by_seat = name == "holdings" or (name == "tricks" and problem.code in ("bad_tricks", "trick_for_sitting_out"))
    if by_seat and place and problem.seat is not None:
        place[0] = str(turn_seat(int(place[0]), by, seats))
    return replace(problem, seat=turn_seat(problem.seat, by, seats), field=".".join([name, *place]))


def told(problems: Sequence[Problem]) -> list[str]:
    """In an order of their own: a tally is looked through from seat 0."""
    return sorted(
        # Of two equal cards the one that is looked at later is the second.
        problem.code
        if problem.code == "duplicate_card"
        else repr((problem.code, problem.field, problem.seat, sorted(problem.params.items())))
        for problem in problems
    )


def facts(judgement: Judgement, by: int, seats: int) -> object:
    """What a judgement says, with its seats turned."""
    result = judgement.result
    if result is None:
        return told([turn_problem(problem, by, seats) for problem in judgement.problems])
    return (
        result.outcome,
        result.trump,
        result.made_how,
        result.speaks,
        result.redeal,
        turn(result.points, by, seats),
        turn(result.tricks, by, seats),
        turn_seat(result.maker, by, seats),
        turn_seat(result.leader, by, seats),
        {turn_seat(seat, by, seats) for seat in result.defenders},
    )


@given(st.data())
def test_turning_a_hand_round_the_table_turns_its_result(data: st.DataObject) -> None:
    rules = data.draw(house_rules())
    record, seats = data.draw(records(rules)), rules.game.seats
    dealer, by = data.draw(st.integers(0, seats - 1)), data.draw(st.integers(1, seats - 1))
    turned = judge_hand(turn_record(record, by, seats), (dealer + by) % seats, rules)
    assert facts(turned, 0, seats) == facts(judge_hand(record, dealer, rules), by, seats)


@given(games() | tidy_games(), st.integers(1, 2))
def test_turning_a_game_round_the_table_turns_its_points(game: tuple[GameStart, list[Event]], by: int) -> None:
    start, log = game
    seats = start.rules.game.seats
    turned_start = replace(start, first_dealer=(start.first_dealer + by) % seats, scores=turn(start.scores, by, seats))
    state, turned = fold_game(start, log), fold_game(turned_start, [turn_event(event, by, seats) for event in log])
    assert turned.scores == turn(state.scores, by, seats)
    assert turned.shares == turn(state.shares, by, seats)
    assert places(turned) == turn(places(state), by, seats)
    assert turned.winners == {turn_seat(seat, by, seats) for seat in state.winners}
    assert turned.dealer == turn_seat(state.dealer, by, seats)
    assert turned.status == state.status
    assert count_game(turned) == turn(count_game(state), by, seats)
    for line, turned_line in zip(state.lines, turned.lines, strict=True):
        assert turned_line.scores == turn(line.scores, by, seats)
        assert turned_line.dealer == turn_seat(line.dealer, by, seats)
        assert facts(turned_line.judgement, 0, seats) == facts(line.judgement, by, seats)


# Any events whatever


def check_state(start: GameStart, log: Sequence[Event], state: GameState) -> None:
    """What is true of every state."""
    seats, rules = start.rules.game.seats, start.rules
    scores = start.scores or (0,) * seats
    live = [line for line in state.lines if not line.void]
    assert [line.number for line in live] == list(range(1, len(live) + 1))
    assert all(line.number is None and not line.outside for line in state.lines if line.void)
    assert [line.outside for line in live] == sorted(line.outside for line in live)  # outside is behind the end
    for line in state.lines:
        result = line.judgement.result
        assert (result is None) == bool(line.judgement.problems)
        if line.counts and result is not None:
            scores = tuple(score + points for score, points in zip(scores, result.points, strict=True))
        assert line.scores == scores or not line.counts
        assert 0 <= line.dealer < seats
    told_by_result = state.scores in [event.scores for event in log if isinstance(event, Final)]
    assert state.scores == scores or (told_by_result and not any(line.counts for line in live))
    assert (state.winners == frozenset()) == (state.status in (Status.OPEN, Status.ABANDONED)) or (
        state.status == Status.CUT_SHORT and not state.winners
    )
    if len(rules.game.sides) == seats:  # partners who parted have scores of their own
        assert sum(state.shares) == bool(state.winners)
    assert len({share for share in state.shares if share}) == bool(state.winners)
    assert {seat for seat, share in enumerate(state.shares) if share} == state.winners
    if state.status == Status.WON:
        assert all(state.scores[seat] >= rules.target for seat in state.winners)
    assert {seat for seat, place in enumerate(places(state)) if place == 1} == state.winners
    assert sorted(state.order) == list(range(seats))
    assert state.dealer in state.order
    assert all(1 <= number <= len(log) and str(problem) for number, problem in state.problems)
    dealt = {event.hand for event in log if isinstance(event, Deal)}
    assert {line.id for line in state.lines} == dealt
    assert len(state.lines) == len(dealt)


@given(games())
def test_any_events_fold_to_a_state_that_makes_sense(game: tuple[GameStart, list[Event]]) -> None:
    start, log = game
    state = fold_game(start, log)
    check_state(start, log, state)
    assert fold_game(start, log) == state
    assert compare_games(state, state) == ()
    counted = sum(
        line.counts and line.judgement.result is not None and not line.judgement.result.redeal for line in state.lines
    )
    for counts in count_game(state):
        assert counts.get("hands", 0) == counted
        assert all(amount > 0 or key.endswith((".points", ".given")) for key, amount in counts.items())


@given(st.data())
def test_any_event_can_be_asked_about_before_it_is_added(data: st.DataObject) -> None:
    start, log = data.draw(games(max_events=6))
    event = data.draw(events(start.rules))
    problems = check_event(start, log, event)
    added = [problem for number, problem in fold_game(start, [*log, event]).problems if number == len(log) + 1]
    assert set(told(problems)) >= set(told(added))


@given(tidy_games())
def test_a_game_told_in_order_has_no_problem(game: tuple[GameStart, list[Event]]) -> None:
    start, log = game
    state = fold_game(start, log)
    assert state.problems == ()
    assert all(line.judgement.problems == () for line in state.lines)


# Corrections


def without_version(state: GameState, hand: str) -> GameState:
    return replace(state, lines=tuple(replace(it, version=0) if it.id == hand else it for it in state.lines))


@given(st.data())
def test_a_correction_is_as_if_it_had_been_entered_at_once(data: st.DataObject) -> None:
    start, log = data.draw(games() | tidy_games())
    dealt = sorted({event.hand for event in log if isinstance(event, Deal)})
    if not dealt:
        return
    hand, right = data.draw(st.sampled_from(dealt)), data.draw(records(start.rules))
    at_once = [replace(it, record=right) if isinstance(it, Deal | Correct) and it.hand == hand else it for it in log]
    corrected = fold_game(start, [*log, Correct(hand, right)])
    assert without_version(corrected, hand) == without_version(fold_game(start, at_once), hand)


@given(st.data())
def test_an_undone_event_is_as_if_it_had_never_been_entered(data: st.DataObject) -> None:
    start, log = data.draw(games(max_events=10) | tidy_games())
    number = data.draw(st.integers(1, max(1, len(log))))
    if not log or isinstance(log[number - 1], Deal):
        return
    nothing = Substitute(0)  # changes no state, and keeps the numbers of the others
    never = [*log[: number - 1], nothing, *log[number:]]
    assert fold_game(start, [*log, Undo(number)]) == fold_game(start, never)


@given(st.data())
def test_a_voided_hand_is_as_if_it_had_never_been_dealt(data: st.DataObject) -> None:
    start, log = data.draw(tidy_games())
    place = data.draw(st.sampled_from([place for place, event in enumerate(log) if isinstance(event, Deal)]))
    gone = log[place]
    never = [
        replace(event, follows=gone.follows) if event.follows == gone.hand else event
        for event in log[:place] + log[place + 1 :]
    ]
    voided, without = fold_game(start, [*log, Void(gone.hand)]), fold_game(start, never)
    assert [line for line in voided.lines if line.id != gone.hand] == list(without.lines)
    assert replace(voided, lines=()) == replace(without, lines=())


@given(tidy_games())
def test_hands_entered_backwards_stand_as_if_entered_in_order(game: tuple[GameStart, list[Event]]) -> None:
    start, log = game
    hands = [event for event in log if isinstance(event, Deal)]
    if len(hands) < len(log):
        return  # marks hold for the hands that come after them, so their order of entry matters
    backwards = [replace(hand, follows=None) for hand in reversed(hands)]
    assert fold_game(start, backwards) == fold_game(start, hands)


@given(house_rules(), st.data())
def test_a_prefix_of_a_game_has_the_same_lines(rules: HouseRules, data: st.DataObject) -> None:
    start, log = data.draw(tidy_games())
    cut = data.draw(st.integers(0, len(log)))
    whole, part = fold_game(start, log), fold_game(start, log[:cut])
    assert whole.lines[: len(part.lines)] == part.lines
