"""Adding people once, and telling them apart."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from league.models import Club, Player
from league.services.players import add_guest, add_players, plan_players, update_player
from tests.factories import make_club, make_player
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


def shown(club: Club) -> list[str]:
    return list(Player.objects.filter(club=club).order_by("pk").values_list("shown_as", flat=True))


def test_added_in_the_order_of_the_list(club: Club) -> None:
    added = add_players(club, ["Wietske Hofstra", " Bogdan   Ionescu "])
    assert [player.name for player in added] == ["Wietske Hofstra", "Bogdan Ionescu"]
    assert shown(club) == ["Wietske", "Bogdan"]
    assert all(player.pk and player.name_key and player.sort_key for player in added)


def test_who_is_there_already_is_left_out_and_named(club: Club) -> None:
    make_player(club, "José")
    planned = plan_players(club, ["JOSÉ", "Ann", "ann", "", "  "])
    assert (planned.new, planned.doubles) == (("Ann",), ("JOSÉ", "ann"))
    assert len(add_players(club, ["JOSÉ", "Ann", "ann", "", "  "])) == 1


def test_planning_writes_nothing(club: Club) -> None:
    plan_players(club, ["Ann"])
    assert not Player.objects.exists()


def test_same_name_in_another_club_is_somebody_else(club: Club) -> None:
    make_player(make_club(), "Ann")
    assert len(add_players(club, ["Ann"])) == 1


def test_who_was_merged_into_another_leaves_the_name_free(club: Club) -> None:
    kept = make_player(club, "Ann Pereira")
    make_player(club, "Ann", merged_into=kept)
    assert [player.name for player in add_players(club, ["Ann"])] == ["Ann"]


def test_new_namesake_changes_what_both_are_called(club: Club) -> None:
    add_players(club, ["Ann Kowalski"])
    assert shown(club) == ["Ann"]
    add_players(club, ["Ann Pereira"])
    assert shown(club) == ["Ann K.", "Ann P."]


def test_renaming_gives_the_other_the_short_name_back(club: Club) -> None:
    kowalski, _pereira = add_players(club, ["Ann Kowalski", "Ann Pereira"])
    update_player(kowalski, name="Hanna Kowalski")
    assert shown(club) == ["Hanna", "Ann"]


def test_nickname_is_what_they_are_called(club: Club) -> None:
    (player,) = add_players(club, ["Bogdan Ionescu"])
    update_player(player, name="Bogdan Ionescu", nickname="Bodo")
    player.refresh_from_db()
    assert (player.shown_as, player.nickname) == ("Bodo", "Bodo")


def test_name_of_somebody_else_is_refused(club: Club) -> None:
    ann, _ben = add_players(club, ["Ann", "Ben"])
    with pytest.raises(ValidationError, match="There is a ben already"):
        update_player(ann, name="ben")


def test_own_name_in_other_letters_is_fine(club: Club) -> None:
    (ann,) = add_players(club, ["ann"])
    update_player(ann, name="Ann")
    ann.refresh_from_db()
    assert (ann.name, ann.shown_as) == ("Ann", "Ann")


def test_guest_who_comes_back_is_the_same(club: Club) -> None:
    first = add_guest(club, "Gus")
    assert first.guest
    assert add_guest(club, " gus ") == first


def test_guest_without_a_name(club: Club) -> None:
    with pytest.raises(ValidationError, match="Type a name"):
        add_guest(club, " \u200b ")


@pytest.mark.parametrize("name", ["0", "O'Brien", "<b>Bold</b>", "יעל כהן", "🃏", "小林 さくら", "x" * 80])
def test_any_name_that_can_be_stored(club: Club, name: str) -> None:
    (player,) = add_players(club, [name])
    player.refresh_from_db()
    assert player.name == name
    assert player.shown_as


@pytest.mark.parametrize("name", ["x" * 81, "x" * 10_000, "a\x00b", "a\ud800b"])
def test_names_that_can_not_be_stored_are_refused(club: Club, name: str) -> None:
    with pytest.raises(ValidationError):
        add_players(club, ["Ann", name])
    assert not Player.objects.exists()


def test_long_nickname_and_namesakes_still_fit(club: Club) -> None:
    ann, other = add_players(club, [f"Ann {'k' * 70}", f"Ann {'k' * 69}p"])
    update_player(ann, name=ann.name, nickname="n" * 80)
    update_player(other, name=other.name, nickname="n" * 80)
    assert all(len(short) <= 80 for short in shown(club))


@pytest.mark.django_db(transaction=True)
def test_two_phones_that_add_a_guest_at_once_get_one() -> None:
    club = make_club()
    guests = at_once(*[lambda: add_guest(club, "Gus")] * 2)
    assert guests[0] == guests[1]
    assert Player.objects.filter(club=club).count() == 1


def test_statements_do_not_grow_with_the_club(club: Club, django_assert_max_num_queries: object) -> None:
    add_players(club, [f"Player {number}" for number in range(60)])
    with django_assert_max_num_queries(12):  # type: ignore[operator]  # a fixture without a type
        add_guest(club, "Gus")
