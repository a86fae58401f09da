"""The statements that write tallies: one adds to what is there, key by key, in the order given."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.models import NightTally, Player, Tally
from league.services.tallies import Contribution, columns_of, sums_of
from league.services.tally_rows import AT_ONCE, SUMS, add_rows, lock_rows
from tests.factories import make_club, make_night, make_player, make_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    club = make_club()
    make_night(club)
    return make_player(club)


def of_season(player: Player, variant: str = "cutthroat", **sums: Any) -> Tally:
    """A row to add; not stored."""
    return Tally(season=player.club.seasons.get(), player=player, variant=variant, **sums)


def of_night(player: Player, **sums: Any) -> NightTally:
    return NightTally(night=player.club.nights.get(), player=player, variant="cutthroat", **sums)


def add(*rows: NightTally | Tally) -> list[dict[str, Any]]:
    """What the rows hold afterwards, as the statement tells and as they are stored."""
    told = [columns_of(row) for row in add_rows(rows)]
    model = type(rows[0])
    keys = [{"player": row.player_id, "variant": row.variant} for row in rows]
    assert told == [columns_of(model._default_manager.get(**key)) for key in keys]
    return told


def count(player: Player, **counts: int) -> dict[str, int]:
    return add(of_season(player, counts=counts))[0]["counts"]  # type: ignore[no-any-return]  # as it was put


# Sums


def test_missing_row_is_made_as_it_is_given(player: Player) -> None:
    sums = {"games": 1, "won12": 12, "points": -3, "hands": 7, "credits": 2, "counts": {"maker": 2}}
    assert add(of_season(player, nights=1, **sums)) == [{**sums, "nights": 1}]
    assert add(of_night(player, **sums)) == [sums]


def test_every_column_is_added_to(player: Player) -> None:
    given = {"games": 1, "won12": 12, "points": 10, "hands": 7, "credits": 1, "nights": 1, "counts": {"maker": 2}}
    more = {"games": 20, "won12": -6, "points": -30, "hands": 50, "credits": 4, "nights": 3, "counts": {"maker": 70}}
    add(of_season(player, **given))
    both = {"games": 21, "won12": 6, "points": -20, "hands": 57, "credits": 5, "nights": 4, "counts": {"maker": 72}}
    assert add(of_season(player, **more)) == [both]


def test_counts_are_added_key_by_key(player: Player) -> None:
    count(player, maker=2, dealer=1)
    assert count(player, maker=3, revoked=1) == {"dealer": 1, "maker": 5, "revoked": 1}


def test_count_of_nothing_goes(player: Player) -> None:
    count(player, maker=2, dealer=1)
    assert count(player, maker=-2) == {"dealer": 1}
    assert count(player, dealer=-1) == {}
    assert count(player, maker=0, dealer=0) == {}
    assert count(player, maker=4) == {"maker": 4}


def test_count_below_nothing_stays(player: Player) -> None:
    """What is taken back where it never stood shows, and `rescore` puts it right."""
    count(player, maker=-1)
    assert count(player, maker=-1) == {"maker": -2}
    assert count(player, maker=2) == {}


def test_big_counts_stay_whole(player: Player) -> None:
    most = 2**31
    count(player, maker=most)
    found = count(player, maker=most + 1)
    assert found == {"maker": 2 * most + 1}
    assert all(type(number) is int for number in found.values())


def test_any_key_is_a_key_and_nothing_else(player: Player) -> None:
    odd = ["maker.how.ordered up", 'a"b', "it's", "back\\slash", "%s", "{}", "ü", "$.a", "", "a.b[0]"]
    add(of_season(player, counts=dict.fromkeys(odd, 1)))
    assert add(of_season(player, counts=dict.fromkeys(odd, 2)))[0]["counts"] == dict.fromkeys(odd, 3)


NUMBERS = st.integers(-3, 3)
COUNTS = st.dictionaries(st.sampled_from(["maker", "maker.euchred", "dealer", "place.3.1.1"]), NUMBERS.filter(bool))
CONTRIBUTIONS = st.builds(Contribution, NUMBERS, NUMBERS, NUMBERS, NUMBERS, COUNTS)
VARIANTS = ("cutthroat", "partnership", "two_handed")


@settings(max_examples=settings().max_examples // 2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(gains=st.lists(st.tuples(st.sampled_from(VARIANTS), CONTRIBUTIONS), min_size=1, max_size=8))
def test_rows_hold_what_was_added_to_them(player: Player, gains: list[tuple[str, Contribution]]) -> None:
    """The statement adds as `Contribution` does in Python."""
    held: dict[str, Contribution] = {}
    with transaction.atomic():
        for variant, gain in gains:
            add_rows([of_season(player, variant, **{name: getattr(gain, name) for name in (*SUMS, "counts")})])
            held[variant] = held.get(variant, Contribution()) + gain
        assert {row.variant: sums_of(row) for row in Tally.objects.all()} == held
        transaction.set_rollback(True)


# Rows


def test_some_are_made_and_some_are_there(player: Player) -> None:
    other = make_player(player.club, "Ben")
    add(of_season(other, points=5))
    assert [row["points"] for row in add(of_season(player, points=1), of_season(other, points=2))] == [1, 7]


def test_seasons_nights_players_and_variants_are_rows_of_their_own(player: Player) -> None:
    other, spring = make_player(player.club, "Ben"), make_season(player.club, name="Spring")
    season = player.club.seasons.exclude(pk=spring.pk).get()
    keys = [(season, player, "two_handed"), (season, other, "cutthroat"), (spring, player, "cutthroat")]
    keys.append((season, player, "cutthroat"))
    rows = [Tally(season=of, player=who, variant=variant, points=1) for of, who, variant in keys]
    add_rows(rows)
    add_rows(rows[-1:])
    assert sorted(Tally.objects.values_list("points", flat=True)) == [1, 1, 1, 2]


def test_one_statement_however_many_rows(player: Player) -> None:
    rows = [of_season(make_player(player.club, f"Player {number}"), games=1) for number in range(5)]
    for act in (add_rows, add_rows, lock_rows):
        with CaptureQueriesContext(connection) as captured:
            act(rows)
        assert len(captured) == 1


def test_more_rows_than_a_statement_takes(player: Player) -> None:
    """Who is merged may have played on thousands of nights; SQLite takes 32,766 values of a statement."""
    people = Player.objects.bulk_create(
        Player(club=player.club, name=f"P{number}", name_key=f"p{number}", sort_key=f"p{number}", search_key="")
        for number in range(4000)
    )
    season = player.club.seasons.get()
    rows = [Tally(season=season, player=one, variant="cutthroat", games=1, counts={"a": 1}) for one in people]
    assert len(add_rows(rows)) == 4000 > 7 * AT_ONCE
    again = add_rows(rows)
    assert [row.player_id for row in again] == [one.pk for one in people]
    assert {(row.games, row.counts["a"]) for row in again} == {(2, 2)}
    assert len(lock_rows(rows)) == 4000


def test_locking_changes_nothing_and_makes_what_is_missing(player: Player) -> None:
    other = make_player(player.club, "Ben")
    add(of_season(player, games=2, nights=1, counts={"maker": 3}))
    before = list(Tally.objects.values())
    found = lock_rows([of_season(player), of_season(other)])
    assert [columns_of(row)["games"] for row in found] == [2, 0]
    assert list(Tally.objects.filter(player=player).values()) == before
    assert Tally.objects.get(player=other).counts == {}
