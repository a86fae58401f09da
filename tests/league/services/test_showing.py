"""What others see of a name: as much as was chosen, and no two alike."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from league.models import AuditEntry, Club, Player, Recorder, Showing, User
from league.services.accounts import rename_account
from league.services.clubs import update_club
from league.services.players import add_players, update_player, welcome_guest
from league.services.recorders import get_recorder
from tests.factories import make_club, make_player, make_recorder, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


def show(player: Player, showing: str, nickname: str = "") -> Player:
    update_player(Player.objects.get(pk=player.pk), nickname=nickname, showing=showing)
    return Player.objects.get(pk=player.pk)


def names(club: Club) -> list[tuple[str, str]]:
    """Long and short, in the order in which they came."""
    return list(Player.objects.filter(club=club).order_by("pk").values_list("shown", "shown_as"))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Wietske Hofstra", "Wietske H."),
        ("Anne Marie van der Berg", "Anne B."),
        ("Åke Ångström", "Åke Å."),
        ("Gus", "Gus"),
        ("小林 さくら", "小林 さ."),
        ("José o'Neill", "José o."),
    ],
)
def test_first_name_and_initial(club: Club, name: str, shown: str) -> None:
    (player,) = add_players(club, [name])
    player = show(player, Showing.INITIAL)
    assert (player.shown, player.name, str(player)) == (shown, name, player.shown.split(" ")[0])


def test_nickname_alone(club: Club) -> None:
    (player,) = add_players(club, ["Bogdan Ionescu"])
    player = show(player, Showing.NICKNAME, "Bodo the Bower")
    assert (player.shown, player.shown_as, player.sort_key) == ("Bodo the Bower", "Bodo the Bower", "bodo the bower")


def test_nickname_that_is_none_is_asked_for(club: Club) -> None:
    (player,) = add_players(club, ["Bogdan Ionescu"])
    with pytest.raises(ValidationError, match="Type the nickname"):
        update_player(player, showing=Showing.NICKNAME)
    assert Player.objects.get(pk=player.pk).showing == Showing.FULL


def test_two_alike_are_told_apart_by_a_number_and_no_further_letter(club: Club) -> None:
    first, second, third = add_players(club, ["Wietske Hofstra", "Wietske Hoekstra", "Wietske Haan"])
    for player in (first, second, third):
        show(player, Showing.INITIAL)
    assert names(club) == [(shown, shown) for shown in ("Wietske H.", "Wietske H. 2", "Wietske H. 3")]
    show(first, Showing.FULL)
    assert names(club)[0] == ("Wietske Hofstra", "Wietske Ho.")
    assert [shown for shown, _short in names(club)[1:]] == ["Wietske H.", "Wietske H. 2"]


def test_nobody_is_shown_as_somebody_else_is_called(club: Club) -> None:
    _bo, other = add_players(club, ["Bo", "Bogdan Ionescu"])
    assert show(other, Showing.NICKNAME, "BO").shown == "BO 2"


def test_number_goes_when_it_is_needed_no_more(club: Club) -> None:
    first, second = add_players(club, ["Wietske Hofstra", "Wietske Haan"])
    show(first, Showing.INITIAL)
    show(second, Showing.INITIAL)
    update_player(Player.objects.get(pk=first.pk), name="Ann Hofstra")
    assert names(club)[1] == ("Wietske H.", "Wietske")


def test_short_name_never_tells_more_than_the_long_one(club: Club) -> None:
    hidden, _open, _other = add_players(club, ["Ann Kowalski", "Ann Kaminska", "Ann Kern"])
    player = show(hidden, Showing.INITIAL, "Annie")
    assert (player.shown, player.shown_as) == ("Ann K.", "Ann K.")
    assert [short for _shown, short in names(club)[1:]] == ["Ann Ka.", "Ann Ke."]


def test_search_and_order_follow_what_is_shown(club: Club) -> None:
    ann, _ben = add_players(club, ["Ann Kowalski", "Ben"])
    show(ann, Showing.NICKNAME, "Zed")
    players = Player.objects.filter(club=club)
    assert not players.filter(search_key__contains="kowal").exists()
    assert [player.shown for player in players.order_by("sort_key")] == ["Ben", "Zed"]
    assert [player.name for player in players.order_by("full_sort_key")] == ["Ann Kowalski", "Ben"]


def test_order_of_names_whatever_their_accents_and_case(club: Club) -> None:
    written = ["van der Berg", "Ångström", "Zoë", "Van Dijk", "ann", "Ørsted", "O'Brien", "Łukasz", "Émile"]
    add_players(club, written)
    ordered = ["Ångström", "ann", "Émile", "Łukasz", "O'Brien", "Ørsted", "van der Berg", "Van Dijk", "Zoë"]
    assert [player.shown for player in Player.objects.filter(club=club).order_by("sort_key")] == ordered


def test_club_says_how_new_players_are_shown(club: Club) -> None:
    add_players(club, ["Ann Kim"])
    update_club(club, showing=Showing.INITIAL)
    add_players(club, ["Ben Ode"])
    assert [shown for shown, _short in names(club)] == ["Ann Kim", "Ben O."]


def test_row_that_no_service_made_has_a_name_to_show(club: Club) -> None:
    assert make_player(club, "Ann Kim", showing=Showing.INITIAL).shown == "Ann K."


# Who recorded


def test_who_recorded_is_named_as_they_are_shown(club: Club) -> None:
    user = make_user("Wietske Hofstra")
    (player,) = add_players(club, ["Wietske Hofstra"])
    before = get_recorder(club, user, "iPhone")
    Player.objects.filter(pk=player.pk).update(account=user)
    show(player, Showing.INITIAL)
    assert label(before) == "Wietske H."
    assert get_recorder(club, user, "Android phone").label == "Wietske H."
    show(player, Showing.FULL)
    assert label(before) == "Wietske Hofstra"


def test_who_recorded_without_an_account_keeps_the_label(club: Club) -> None:
    (player,) = add_players(club, ["Wietske Hofstra"])
    nobody = make_recorder(club, label="The table’s phone")
    show(player, Showing.INITIAL)
    assert label(nobody) == "The table’s phone"


def label(recorder: Recorder) -> str:
    return Recorder.objects.get(pk=recorder.pk).label


# What is told


def test_club_counts_every_change_that_is_seen(club: Club) -> None:
    ann, _ben = add_players(club, ["Ann Kim", "Ben Ode"])

    def count() -> int:
        return Club.objects.get(pk=club.pk).names

    before = count()
    show(ann, Showing.INITIAL)
    assert count() == before + 1
    show(ann, Showing.INITIAL)
    assert count() == before + 1
    add_players(club, ["Ann Kern"])
    assert count() == before + 2


def test_choice_is_noted_without_a_name(club: Club) -> None:
    (player,) = add_players(club, ["Ann Kim"])
    update_player(player, nickname="Annie", showing=Showing.NICKNAME, by=make_recorder(club))
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.before) == ("player_changed", {"guest": False, "showing": "full"})
    assert entry.after == {"guest": False, "showing": "nickname", "renamed": True}


def test_guest_becomes_a_player_once(club: Club) -> None:
    (guest,) = add_players(club, ["Gus"], guest=True)
    by = make_recorder(club)
    for _time in range(2):
        welcome_guest(Player.objects.get(pk=guest.pk), by)
    assert not Player.objects.get(pk=guest.pk).guest
    assert list(AuditEntry.objects.values_list("act", "before", "after")) == [
        ("guest_welcomed", {"guest": True}, {"guest": False})
    ]


def test_own_choice_leaves_the_name_and_the_guest_alone(club: Club) -> None:
    user: User = make_user("Gus")
    (guest,) = add_players(club, ["Gus Ode"], guest=True)
    Player.objects.filter(pk=guest.pk).update(account=user)
    player = show(guest, Showing.INITIAL)
    assert (player.name, player.guest, player.shown) == ("Gus Ode", True, "Gus O.")


def test_another_nickname_undoes_no_renaming_meanwhile(club: Club) -> None:
    (read_before,) = add_players(club, ["Bogdan Ionescu"])
    update_player(Player.objects.get(pk=read_before.pk), name="Bogdan Popescu")
    assert update_player(read_before, nickname="Bodo").name == "Bogdan Popescu"


def test_an_account_that_is_renamed_stays_hidden_where_its_player_is(club: Club) -> None:
    user = make_user("Zoe Quill")
    player = make_player(club, "Zoe Quill")
    Player.objects.filter(pk=player.pk).update(account=user)
    get_recorder(club, user)
    show(player, Showing.INITIAL)
    names_before = Club.objects.get(pk=club.pk).names
    rename_account(user, "Zoe Quillfeather")
    assert Recorder.objects.get(account=user).label == "Zoe Q."
    assert Club.objects.get(pk=club.pk).names == names_before

    show(player, Showing.FULL)
    rename_account(user, "Zoe Quill the Second")
    assert Recorder.objects.get(account=user).label == "Zoe Quill the Second"
    assert Club.objects.get(pk=club.pk).names > names_before
