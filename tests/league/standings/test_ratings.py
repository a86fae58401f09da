"""What one game does to ratings; and how they are written and drawn."""

from __future__ import annotations

from math import exp, sqrt
from random import Random

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from league.standings.rating_chart import HEIGHT, LEFT, TOP, WIDTH, draw
from league.standings.rating_words import chance, gain, points
from league.standings.ratings import DOUBT, DRIFT, LUCK, NEW, START, Change, Level, Seated, chances_of, rate, sides_of

ANN, BEN, CLEO, DORA = range(1, 5)


def seated(*places: int) -> list[Seated]:
    """Ann, Ben, and so on, by seat, with their places."""
    return [Seated(seat + 1, seat, place) for seat, place in enumerate(places)]


def gains(changes: dict[int, Change]) -> list[float]:
    return [changes[player].after.mu - changes[player].before.mu for player in sorted(changes)]


def test_everybody_begins_at_fifteen_hundred() -> None:
    assert (START, DOUBT) == (NEW.mu, NEW.sigma) == (1500, 200)
    assert not NEW.settled


def test_first_gains_third_loses_and_everybody_is_known_better() -> None:
    changes = rate("cutthroat", seated(1, 2, 3), {})
    first, second, third = gains(changes)
    assert first > second > 0 > third or first > 0 > second > third
    assert all(change.after.sigma < change.before.sigma for change in changes.values())
    assert [change.chance for change in changes.values()] == pytest.approx([1 / 3] * 3)


def test_order_of_seats_does_not_matter_for_equals() -> None:
    once = gains(rate("cutthroat", seated(1, 2, 3), {}))
    assert gains(rate("cutthroat", seated(3, 1, 2), {})) == pytest.approx([once[2], once[0], once[1]])


def test_shared_places_gain_alike() -> None:
    first, second, third = gains(rate("cutthroat", seated(1, 1, 3), {}))
    assert first == pytest.approx(second)
    assert first > 0 > third


def test_partners_gain_alike_and_are_judged_together() -> None:
    changes = rate("partnership", seated(1, 3, 1, 3), {ANN: Level(1800, 90), CLEO: Level(1200, 90)})
    assert [changes[player].chance for player in (ANN, BEN)] == pytest.approx([0.5, 0.5])
    assert gains(changes)[0] == pytest.approx(gains(changes)[2])
    assert gains(changes)[1] == pytest.approx(gains(changes)[3])
    assert gains(changes)[0] > 0 > gains(changes)[1]


def test_beating_the_stronger_brings_more() -> None:
    strong, weak = Level(1700, 100), Level(1300, 100)
    upset = rate("two_handed", seated(1, 2), {ANN: weak, BEN: strong})
    expected = rate("two_handed", seated(1, 2), {ANN: strong, BEN: weak})
    assert gains(upset)[0] > gains(expected)[0] > 0
    assert upset[ANN].chance < 0.5 < expected[ANN].chance


def test_who_is_known_well_moves_less() -> None:
    changes = rate("two_handed", seated(1, 2), {ANN: Level(1500, 200), BEN: Level(1500, 60)})
    assert gains(changes)[0] > -gains(changes)[1] > 0


def test_chance_is_what_the_change_follows_from() -> None:
    """So that "how likely was that" explains the points: a lone winner gains what was not expected."""
    levels = {ANN: Level(1611, 140), BEN: Level(1477, 90), CLEO: Level(1350, 190)}
    changes = rate("cutthroat", seated(1, 2, 3), levels)
    c = sqrt(sum(level.sigma**2 + DRIFT**2 + LUCK**2 for level in levels.values()))
    assert gains(changes)[0] == pytest.approx((140**2 + DRIFT**2) / c * (1 - changes[ANN].chance))
    assert changes[ANN].chance == pytest.approx(exp(1611 / c) / sum(exp(level.mu / c) for level in levels.values()))


LEVELS = st.builds(Level, st.floats(500, 2500), st.floats(30, 200))


@given(st.lists(st.lists(LEVELS, min_size=1, max_size=2), min_size=2, max_size=4))
def test_chances_are_one_together_and_the_stronger_has_more(sides: list[list[Level]]) -> None:
    chances = chances_of(sides)
    assert sum(chances) == pytest.approx(1)
    strengths = [sum(level.mu for level in side) for side in sides]
    assert chances.index(max(chances)) in [at for at, one in enumerate(strengths) if one == max(strengths)]


def test_a_sure_winner_is_given_more_than_two_thirds() -> None:
    assert chances_of([[Level(3000, 50)], [Level(1500, 50)], [Level(1500, 50)]])[0] > 0.95


def test_settled_after_ten_to_fifteen_games_and_for_good() -> None:
    rng, levels, until = Random(1), dict[int, Level](), dict[int, int]()
    for number in range(1, 61):
        changes = rate("cutthroat", [Seated(p, p, place) for p, place in enumerate(rng.sample((1, 2, 3), 3))], levels)
        levels |= {player: change.after for player, change in changes.items()}
        for player, level in levels.items():
            if level.settled:
                until.setdefault(player, number)
            else:
                assert player not in until
    assert all(10 <= games <= 15 for games in until.values())
    assert len(until) == 3


def test_rating_never_stands_still() -> None:
    levels: dict[int, Level] = {}
    for number in range(600):
        changes = rate("two_handed", seated(1 + number % 2, 2 - number % 2), levels)
        levels = {player: change.after for player, change in changes.items()}
    assert min(level.sigma for level in levels.values()) > 25
    assert abs(gains(changes)[0]) > 1


@pytest.mark.parametrize("seats", [[], [Seated(ANN, 0, 1)]])
def test_nobody_to_compare_with_changes_nothing(seats: list[Seated]) -> None:
    assert rate("cutthroat", seats, {}) == {}


def sat(sides: list[list[Seated]]) -> list[list[int]]:
    return [[seated.player for seated in side] for side in sides]


def test_partners_sit_across() -> None:
    assert sat(sides_of("partnership", seated(1, 3, 1, 3))) == [[ANN, CLEO], [BEN, DORA]]
    assert sat(sides_of("partnership", seated(1, 1, 1, 1))) == [[ANN, CLEO], [BEN, DORA]]


def test_partners_who_changed_seats_are_known_by_ending_alike() -> None:
    assert sat(sides_of("partnership", seated(1, 1, 3, 3))) == [[ANN, BEN], [CLEO, DORA]]


def test_partners_who_changed_in_between_are_everybody_for_themselves() -> None:
    assert sat(sides_of("partnership", seated(1, 2, 4, 2))) == [[ANN], [BEN], [DORA], [CLEO]]


# Words


@given(st.floats(0, 3000), st.floats(0, 3000))
def test_before_change_and_after_add_up(before: float, after: float) -> None:
    numbers = [int(text.replace(",", "").replace("−", "-").replace("±", "")) for text in written(before, after)]
    assert numbers[0] + numbers[1] == numbers[2]


def written(before: float, after: float) -> tuple[str, str, str]:
    with override("en"):
        return points(before), gain(before, after), points(after)


def test_points_in_words() -> None:
    assert written(1499.5, 1512.4) == ("1,500", "+12", "1,512")
    assert written(1500.4, 1499.6) == ("1,500", "±0", "1,500")
    assert written(1500, 1451) == ("1,500", "−49", "1,451")
    with override("de"):
        assert points(1500) == "1.500"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.004, "under 1\u202f%"),
        (0.005, "1\u202f%"),
        (0.345, "35\u202f%"),
        (0.994, "99\u202f%"),
        (0.996, "over 99\u202f%"),
    ],
)
def test_chances_in_words(value: float, text: str) -> None:
    with override("en"):
        assert chance(value) == text


# Drawing


def test_nothing_to_draw() -> None:
    assert draw([]) is None
    assert draw([(1500, 200)]) is None


def test_chart_holds_line_and_band_within_round_lines() -> None:
    chart = draw([(1500, 200), (1540, 190), (1520, 180)])
    assert chart is not None
    assert [line.value for line in chart.across] == [1300, 1400, 1500, 1600, 1700, 1800]
    assert (chart.across[-1].y, chart.across[0].y < HEIGHT) == (TOP, True)
    assert len(chart.line.split()) == 3
    assert len(chart.band.split()) == 6
    assert chart.line.split()[0].startswith(f"{LEFT}")
    assert chart.last_x < WIDTH


@given(st.lists(st.tuples(st.floats(-500, 5000), st.floats(20, 200)), min_size=2, max_size=60))
def test_everything_is_inside_the_drawing(levels: list[tuple[float, float]]) -> None:
    chart = draw(levels)
    assert chart is not None
    for point in chart.band.split() + chart.line.split():
        x, y = map(float, point.split(","))
        assert LEFT <= x <= WIDTH
        assert TOP - 0.1 <= y <= HEIGHT
    assert 2 <= len(chart.across) <= 8
