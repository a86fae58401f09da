"""What is counted of a game: each seat's numbers, from a game worked by hand."""

from __future__ import annotations

from engine.cards import Suit
from engine.counts import count_game, place_keys
from engine.events import Concede, Correct, Deal, Final, Reseat, Void
from tests.engine.builders import MISDEAL, PASSED_OUT, TWO, A, B, C, made, make_rules, penalty, play

# A deals first. In words:
#  h1  A deals    B ordered up hearts, took 3                              0-1-0
#  h2  B deals    misdeal, dealt again: no hand played
#  h3  B deals    all passed
#  h4  C deals    C accepted, alone, took 5                                0-0-3
#  h5  A deals    A named spades, B alone, A took 0: lone defence march    0-4-4
#  h6  B deals    C named, took 2: euchred                                 2-2-0
#  h7  C deals    A, C reneged: penalty                                    3-0-0
GAME = [
    made(B, 3, round=1, trump=Suit.HEARTS),
    MISDEAL,
    PASSED_OUT,
    made(C, 5, round=1, alone=True),
    made(A, 0, round=2, trump=Suit.SPADES, lone_defender=B),
    made(C, 2, round=2),
    penalty(A, C),
]

# The dealer is asked in h3, h4, h5 and h6, and turns the card down in all but h4. Together, not against a lone
# defender: h1 A and C, h4 A and B, h6 A and B, who euchre. B started one seat to the left of A, A two of B.
COUNTED = (
    {
        "dealer": 2,
        "dealer.asked": 1,
        "dealer.turned_down": 1,
        "defender": 3,
        "defender.euchres": 1,
        "defender.points": 2,
        "defender.with.1": 2,
        "defender.with.1.euchres": 1,
        "defender.with.2": 1,
        "hands": 6,
        "maker": 1,
        "maker.against_alone": 1,
        "maker.against_alone.euchred": 1,
        "maker.against_alone.given": 8,
        "maker.euchred": 1,
        "maker.given": 8,
        "maker.how.named": 1,
        "maker.how.named.euchred": 1,
        "maker.how.named.given": 8,
        "maker.speaks.3": 1,
        "maker.speaks.3.euchred": 1,
        "maker.speaks.3.given": 8,
        "maker.suit.s": 1,
        "maker.suit.s.euchred": 1,
        "maker.suit.s.given": 8,
    },
    {
        "dealer": 2,
        "dealer.asked": 2,
        "dealer.passed_out": 1,
        "dealer.turned_down": 2,
        "defender": 3,
        "defender.alone": 1,
        "defender.alone.euchres": 1,
        "defender.alone.marches": 1,
        "defender.euchres": 2,
        "defender.points": 6,
        "defender.with.2": 2,
        "defender.with.2.euchres": 1,
        "hands": 6,
        "maker": 1,
        "maker.how.ordered_up": 1,
        "maker.how.ordered_up.made": 1,
        "maker.how.ordered_up.points": 1,
        "maker.made": 1,
        "maker.points": 1,
        "maker.speaks.1": 1,
        "maker.speaks.1.made": 1,
        "maker.speaks.1.points": 1,
        "maker.suit.h": 1,
        "maker.suit.h.made": 1,
        "maker.suit.h.points": 1,
    },
    {
        "dealer": 2,
        "dealer.asked": 1,
        "defender": 2,
        "defender.euchres": 1,
        "defender.points": 4,
        "defender.with.1": 1,
        "hands": 6,
        "maker": 2,
        "maker.alone": 1,
        "maker.alone.march": 1,
        "maker.alone.points": 3,
        "maker.euchred": 1,
        "maker.given": 4,
        "maker.how.accepted": 1,
        "maker.how.accepted.march": 1,
        "maker.how.accepted.points": 3,
        "maker.how.named": 1,
        "maker.how.named.euchred": 1,
        "maker.how.named.given": 4,
        "maker.march": 1,
        "maker.points": 3,
        "maker.speaks.1": 1,
        "maker.speaks.1.euchred": 1,
        "maker.speaks.1.given": 4,
        "maker.speaks.3": 1,
        "maker.speaks.3.march": 1,
        "maker.speaks.3.points": 3,
        "revoked": 1,
    },
)


def test_a_game_counted_by_hand() -> None:
    state = play(*GAME)
    assert state.scores == (5, 7, 7)
    assert count_game(state) == COUNTED


def test_a_hand_that_is_not_part_of_the_game_is_not_counted() -> None:
    assert count_game(play(*GAME, made(A, 3), Void("h8"))) == COUNTED
    ended = play(*GAME, Concede(frozenset({A})), Deal("h9", made(A), "h7"))
    assert ended.lines[-1].outside
    shared = {"place.3.2.3": 1}
    assert count_game(ended) == (COUNTED[A] | {"place.3.1.1": 1}, COUNTED[B] | shared, COUNTED[C] | shared)


def test_a_hand_with_problems_is_not_counted() -> None:
    broken = play(*GAME, Correct("h1", made(B, 9)))
    assert count_game(broken)[B]["hands"] == 5
    assert "maker" not in count_game(broken)[B]


def test_a_game_without_hands_has_no_counts() -> None:
    assert count_game(play()) == ({}, {}, {})


def test_a_game_that_is_won_counts_places_alone_or_shared() -> None:
    assert count_game(play(Final((10, 0, 0)))) == ({"place.3.1.1": 1}, {"place.3.2.3": 1}, {"place.3.2.3": 1})
    assert count_game(play(Final((11, 11, 4)))) == ({"place.3.1.2": 1}, {"place.3.1.2": 1}, {"place.3.3.3": 1})
    assert [
        *count_game(
            play(
                Final(
                    (10, 3),
                ),
                rules=make_rules(TWO),
            )
        )
    ] == [{"place.2.1.1": 1}, {"place.2.2.2": 1}]


def test_whoever_did_not_concede_comes_first_whatever_the_score() -> None:
    counts = count_game(play(made(A, 5), Concede(frozenset({B}))))  # A 3, B 0, C 0
    assert [counts[seat][key] for seat, key in ((B, "place.3.1.1"), (A, "place.3.2.2"), (C, "place.3.3.3"))] == [1] * 3


def test_partners_share_the_place_of_their_side() -> None:
    assert place_keys((3, 1, 3, 1), 2) == ("place.2.2.2", "place.2.1.1", "place.2.2.2", "place.2.1.1")
    assert set(place_keys((1, 1, 1, 1), 2)) == {"place.2.1.2"}


def test_a_lone_defender_who_earns_nothing_is_counted_all_the_same() -> None:
    counts = count_game(play(made(A, 3, lone_defender=C)))
    assert counts[C] == {"defender": 1, "defender.alone": 1, "hands": 1}
    assert counts[B] == {"defender": 1, "hands": 1}


def test_counts_go_to_the_player_wherever_they_sit() -> None:
    counts = count_game(play(Reseat((A, C, B)), Deal("h1", made(B, 2, round=1))))
    assert counts[B]["maker.how.assisted"] == 1
    assert counts[B]["maker.speaks.2"] == 1
    assert [counts[seat].get("defender.points") for seat in (A, B, C)] == [2, None, 2]


def test_two_handed_is_counted_the_same_way() -> None:
    counts = count_game(play(made(A, 2), made(A, 5), rules=make_rules(TWO)))
    assert counts[A] == {
        "dealer": 1,
        "hands": 2,
        "maker": 2,
        "maker.euchred": 1,
        "maker.given": 2,
        "maker.march": 1,
        "maker.points": 2,
        "maker.speaks.1": 1,
        "maker.speaks.1.march": 1,
        "maker.speaks.1.points": 2,
        "maker.speaks.2": 1,
        "maker.speaks.2.euchred": 1,
        "maker.speaks.2.given": 2,
    }
    assert counts[B] == {"dealer": 1, "defender": 2, "defender.euchres": 1, "defender.points": 2, "hands": 2}
