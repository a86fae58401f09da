"""One person under two names: games, standings and tallies go together, no fact changes, and it can be undone."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext

from engine.events import Substitute
from league.models import AuditEntry, GameEvent, GamePlayer, Hand, Player, Tally
from league.services.answers import FREELY, Aside
from league.services.merging import check_merge, games_of, merge_players, separate_players
from league.services.play import write_event
from tests.factories import make_game, make_player, make_user
from tests.league.services.door import Phone, differences, made, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    """Ann has beaten Ben and Cleo."""
    phone = sit_down("Ann", "Ben", "Cleo")
    phone.win()
    return phone


@pytest.fixture
def guest(phone: Phone) -> Player:
    """Who played as "Anni", and won as well, on the same night."""
    other = sit_down("Anni", "Dora", "Eve", club=phone.game.club)
    other.win()
    return player(phone, "Anni")


def player(phone: Phone, name: str) -> Player:
    return Player.objects.get(club=phone.game.club, name=name)


def sums(one: Player) -> tuple[int, int, int]:
    row = Tally.objects.filter(player=one).first()
    return (row.games, row.won12, row.nights) if row else (0, 0, 0)


def test_merged_they_are_one_and_no_fact_has_changed(phone: Phone, guest: Player) -> None:
    facts = list(GameEvent.objects.order_by("pk").values_list("pk", "body"))
    ann = player(phone, "Ann")
    merge_players(guest, ann, phone.recorder)
    assert sums(ann) == (2, 24, 1)
    assert sums(guest) == (0, 0, 0)
    assert not GamePlayer.objects.filter(player=guest).exists()
    assert list(GameEvent.objects.order_by("pk").values_list("pk", "body")) == facts
    assert differences() == []


def test_who_met_whom_is_written_behind_the_sums_as_by_whoever_ends_a_game(phone: Phone, guest: Player) -> None:
    """Otherwise each of the two holds what the other waits for; PostgreSQL ends one of them."""
    ben, eve = player(phone, "Ben"), player(phone, "Eve")
    Phone(make_game(phone.game.club, [guest, ben, eve]), phone.recorder).win()
    with CaptureQueriesContext(connection) as asked:
        merge_players(guest, player(phone, "Ann"))
    written = [query["sql"].split('"')[1] for query in asked.captured_queries if "EXCLUDED" in query["sql"]]
    sums = [table for table in written if table.endswith("tally")]
    assert sums == ["league_nighttally", "league_tally", "league_pairtally"]
    assert differences() == []


def test_what_they_made_is_by_whom_they_became(phone: Phone, guest: Player) -> None:
    ann = player(phone, "Ann")
    before = set(Hand.objects.filter(maker_player=guest).values_list("pk", flat=True))
    merge_players(guest, ann)
    assert before
    assert before <= set(Hand.objects.filter(maker_player=ann).values_list("pk", flat=True))
    separate_players(guest)
    assert set(Hand.objects.filter(maker_player=guest).values_list("pk", flat=True)) == before


def test_separated_everything_is_as_it_was(phone: Phone, guest: Player) -> None:
    before = sorted(Tally.objects.filter(games__gt=0).values_list("player", "games", "won12", "points", "nights"))
    merge_players(guest, player(phone, "Ann"))
    separate_players(guest)
    after = sorted(Tally.objects.filter(games__gt=0).values_list("player", "games", "won12", "points", "nights"))
    assert before == after
    assert differences() == []


def test_who_goes_on_playing_is_who_they_became(phone: Phone, guest: Player) -> None:
    ann = player(phone, "Ann")
    merge_players(guest, ann)
    game = make_game(phone.game.club, [guest, player(phone, "Dora"), player(phone, "Eve")])
    Phone(game, phone.recorder).win()
    assert sums(ann) == (3, 36, 1)
    assert differences() == []


def test_a_correction_of_an_old_game_follows_the_merge(phone: Phone, guest: Player) -> None:
    ann = player(phone, "Ann")
    game = GamePlayer.objects.get(player=guest).game
    merge_players(guest, ann)
    other = Phone(game, phone.recorder)
    first = other.log.state.lines[0].id
    other.correct(first, made(1, 5))
    assert sums(ann)[:2] == (1, 12)  # that game goes on
    assert differences() == []


def test_they_who_sat_in_one_game_are_two(phone: Phone) -> None:
    with pytest.raises(ValidationError, match="sat in one game"):
        merge_players(player(phone, "Ben"), player(phone, "Ann"))


def test_also_when_one_sat_there_as_a_substitute_only(phone: Phone, guest: Player) -> None:
    game = sit_down("Hal", "Ida", "Jo", club=phone.game.club)
    ann = player(phone, "Ann")
    aside = Aside(said={"player": ann.pk, "gets_result": False})
    write_event(game.game.pk, uuid4(), game.recorder, Substitute(0, None), FREELY, aside=aside)
    assert game.game.pk in games_of(ann)
    with pytest.raises(ValidationError, match="sat in one game"):
        check_merge(player(phone, "Ida"), ann)
    merge_players(guest, ann)
    assert differences() == []


@pytest.mark.parametrize("case", ["itself", "other club", "merged", "two accounts"])
def test_who_cannot_be_merged(phone: Phone, guest: Player, case: str) -> None:
    ann = player(phone, "Ann")
    gone, into = {
        "itself": (ann, ann),
        "other club": (player(sit_down("Ann", "Zoe", "Yan"), "Zoe"), ann),
        "merged": (guest, ann),
        "two accounts": (guest, ann),
    }[case]
    if case == "merged":
        merge_players(guest, ann)
        gone = Player.objects.get(pk=guest.pk)
    if case == "two accounts":
        Player.objects.filter(pk=guest.pk).update(account=make_user())
        Player.objects.filter(pk=ann.pk).update(account=make_user())
    with pytest.raises(ValidationError):
        merge_players(gone, into)
    with pytest.raises(ValidationError):
        separate_players(ann)


def test_no_chain_is_ever_made(phone: Phone, guest: Player) -> None:
    ann, third = player(phone, "Ann"), make_player(phone.game.club, "Anna")
    merge_players(guest, ann)
    merge_players(ann, third)
    assert set(Player.objects.filter(merged_into=third)) == {ann, guest}
    assert sums(third) == (2, 24, 1)
    assert differences() == []
    separate_players(guest)
    assert (sums(third), sums(guest)) == ((1, 12, 1), (1, 12, 1))
    assert differences() == []


def test_an_account_goes_along(phone: Phone, guest: Player) -> None:
    user = make_user("Anni")
    Player.objects.filter(pk=guest.pk).update(account=user)
    merge_players(guest, player(phone, "Ann"))
    assert player(phone, "Ann").account == user
    separate_players(guest)
    assert player(phone, "Ann").account is None
    assert player(phone, "Anni").account == user


def test_both_acts_are_in_the_log(phone: Phone, guest: Player) -> None:
    merge_players(guest, player(phone, "Ann"), phone.recorder)
    separate_players(guest, phone.recorder)
    assert list(AuditEntry.objects.order_by("pk").values_list("act", flat=True)) == [
        "players_merged",
        "players_separated",
    ]
    total = Tally.objects.aggregate(games=Sum("games"))["games"]
    assert total == 6
