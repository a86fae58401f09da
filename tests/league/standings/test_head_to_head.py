"""Who stands out among those whom a player met."""

from __future__ import annotations

from league.standings.head_to_head import Opponent, favourite_of, most_met, nemesis_of


def met(player: int, games: int, above: int, *, beside: bool = False, order: str = "") -> Opponent:
    return Opponent(player, f"Player {player}", order, beside, games, 0, 0, above, 0, 0)


def test_most_games_first_then_by_name() -> None:
    people = [met(1, 3, 0, order="c"), met(2, 5, 0, order="b"), met(3, 3, 0, order="a")]
    assert [one.player for one in most_met(people)] == [2, 3, 1]


def test_nemesis_and_favourite_by_exact_shares() -> None:
    """3/7, 4/9 and 2/5: two fifths is the least; 5/9 and 4/7: four sevenths is the most."""
    people = [met(1, 7, 3), met(2, 9, 4), met(3, 5, 2), met(4, 9, 5), met(5, 7, 4)]
    nemesis, favourite = nemesis_of(people), favourite_of(people)
    assert nemesis
    assert favourite
    assert (nemesis.player, favourite.player) == (3, 5)


def test_of_equal_shares_the_one_met_more() -> None:
    nemesis = nemesis_of([met(1, 5, 1), met(2, 10, 2), met(3, 10, 2, order="z")])
    assert nemesis
    assert nemesis.player == 2


def test_few_games_partners_and_halves_make_nobody_stand_out() -> None:
    people = [met(1, 4, 0), met(2, 4, 4), met(3, 20, 0, beside=True), met(4, 10, 5)]
    assert nemesis_of(people) is None
    assert favourite_of(people) is None
