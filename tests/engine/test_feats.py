"""How far behind the winner of a game was, from games worked by hand."""

from __future__ import annotations

from engine.events import Concede, Correct, CutShort
from engine.feats import count_feats
from tests.engine.builders import TWO, A, B, C, made, make_rules, play

TARGET = 10
NOTHING: dict[str, int] = {}


def test_from_nothing_when_another_needed_one() -> None:
    """B 3, 6, 9; then A, who had none: 3, 6, 9, 12. The most behind is 9."""
    state = play(*[made(B, 5)] * 3, *[made(A, 5)] * 4)
    assert state.winners == {A}
    assert count_feats(state, TARGET) == ({"won.behind": 9, "won.from_nothing": 1}, NOTHING, NOTHING)


def test_behind_is_counted_from_whoever_leads() -> None:
    """A 1-0-0; C 1-0-3, 1-0-6; A 4-0-6, 7-0-6, 10-0-6: the most behind is 5, and A never had none then."""
    state = play(made(A, 3), made(C, 5), made(C, 5), *[made(A, 5)] * 3)
    assert count_feats(state, TARGET) == ({"won.behind": 5}, NOTHING, NOTHING)


def test_who_led_all_the_way_was_never_behind() -> None:
    assert count_feats(play(*[made(A, 5)] * 4), TARGET) == ({}, {}, {})


def test_two_who_win_at_once_have_a_feat_each() -> None:
    """A euchred five times gives B and C 2 each hand: both pass 10. Before, A made 3 and 3: 6-0-0."""
    state = play(made(A, 5), made(A, 5), *[made(A, 0)] * 5)
    assert state.winners == {B, C}
    assert [feats.get("won.behind") for feats in count_feats(state, TARGET)] == [None, 6, 6]


def test_nobody_has_won() -> None:
    assert count_feats(play(made(A, 5)), TARGET) == ({}, {}, {})
    assert count_feats(play(made(A, 5), CutShort(stands=False)), TARGET) == ({}, {}, {})


def test_conceded_game_can_be_a_comeback_too() -> None:
    state = play(made(A, 5), Concede(frozenset({B})))
    assert count_feats(state, TARGET) == ({}, {"won.behind": 3}, {})


def test_a_correction_takes_it_back() -> None:
    hands = [*[made(B, 5)] * 3, *[made(A, 5)] * 4]
    state = play(*hands, Correct("h1", made(A, 5)))
    assert count_feats(state, TARGET)[A] == {"won.behind": 3}  # 3-0-0, 3-3-0, 3-6-0, then A


def test_games_of_other_sizes_and_targets() -> None:
    rules = make_rules(TWO, target=5)
    state = play(*[made(B, 5)] * 2, *[made(A, 5)] * 3, rules=rules)
    assert count_feats(state, 5) == ({"won.behind": 4, "won.from_nothing": 1}, {})
