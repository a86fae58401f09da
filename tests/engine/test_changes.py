"""What a correction would change, before it is made."""

from __future__ import annotations

from engine.changes import Change, compare_games
from engine.events import Concede, Correct, Deal, Void
from engine.winning import Status
from tests.engine.builders import MISDEAL, A, B, C, made, make_rules, play

HANDS = [made(A, 3), made(B, 3), made(B, 3)]


def test_a_game_does_not_differ_from_itself() -> None:
    assert compare_games(play(*HANDS), play(*HANDS)) == ()


def test_a_correction_changes_every_later_total() -> None:
    changes = compare_games(play(*HANDS), play(*HANDS, Correct("h2", made(B, 5))))
    assert changes == (
        Change("scores", (1, 2, 0), (1, 4, 0)),
        Change("scores", (1, 1, 0), (1, 3, 0), "h2"),
        Change("record", made(B, 3), made(B, 5), "h2"),
        Change("scores", (1, 2, 0), (1, 4, 0), "h3"),
    )


def test_a_correction_can_change_the_winner_and_what_is_outside() -> None:
    rules = make_rules(target=3)
    changes = compare_games(play(*HANDS, rules=rules), play(*HANDS, Correct("h1", made(C, 5)), rules=rules))
    told = {(change.field, change.hand): (change.before, change.after) for change in changes}
    assert told["status", None] == (Status.OPEN, Status.WON)
    assert told["winners", None] == (frozenset(), {C})
    assert told["shares", None] == ((0, 0, 0), (0, 0, 1))
    assert told["places", None] == ((None, None, None), (2, 2, 1))
    assert told["outside", "h2"] == told["outside", "h3"] == (False, True)
    assert told["dealer", None] == (A, B)


def test_a_voided_hand_changes_numbers_and_dealers() -> None:
    changes = compare_games(play(*HANDS), play(*HANDS, Void("h1")))
    told = {(change.field, change.hand): (change.before, change.after) for change in changes}
    assert told["void", "h1"] == (False, True)
    assert told["number", "h1"] == (1, None)
    assert told["number", "h2"] == (2, 1)
    assert told["dealer", "h2"] == (B, A)


def test_a_correction_to_a_misdeal_changes_later_dealers() -> None:
    changes = compare_games(play(*HANDS), play(*HANDS, Correct("h1", MISDEAL)))
    assert {change.hand for change in changes if change.field == "dealer"} == {None, "h2", "h3"}


def test_a_hand_that_comes_or_goes_is_one_change() -> None:
    old, new = play(*HANDS), play(*HANDS, Deal("new", made(C), "h3"))
    assert Change("hand", None, new.lines[3], "new") in compare_games(old, new)
    assert Change("hand", new.lines[3], None, "new") in compare_games(new, old)


def test_the_order_is_the_game_then_hand_by_hand() -> None:
    hands = [change.hand for change in compare_games(play(*HANDS), play(*HANDS, Correct("h1", made(B, 5))))]
    assert hands == [None, "h1", "h1", "h2", "h3"]


def test_an_ending_changes_the_game_only() -> None:
    changes = compare_games(play(*HANDS), play(*HANDS, Concede(frozenset({C}))))
    assert [change.field for change in changes] == ["status", "winners", "shares", "places"]
