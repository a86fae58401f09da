"""Credits: counted by difference like games, taken back by their opposite, and moved, merged and erased like them."""

from __future__ import annotations

import datetime
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction

from engine.counts import won_places
from league.bridge.credits import NewCredit
from league.models import AuditEntry, Club, Credit, Night, NightTally, Player, Remark, Season, Tally
from league.services.closing import close_night
from league.services.crediting import add_credit, take_back_credit
from league.services.forgetting import erase_remark, forget_player
from league.services.merging import merge_players, separate_players
from league.services.moves import move_night
from league.services.rescore import rescore
from league.services.scope import Scope
from league.services.season_end import close_season
from league.standings.metrics import place_points
from league.standings.milestones import milestones_of
from league.standings.profile import profile_of
from league.standings.scopes import Scope as Shown
from tests.factories import make_night, make_player, make_season
from tests.league.services.door import Phone, another_game, differences, sit_down, sums
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    """Ann has won a game against Ben and Cleo."""
    phone = sit_down()
    phone.win()
    return phone


@pytest.fixture
def ann(phone: Phone) -> Player:
    return phone.log.players[0]


def credit(phone: Phone, player: Player, *, reason: str = "Because", night: Night | None = None, **said: Any) -> Credit:
    new = NewCredit(player.pk, **{"variant": "cutthroat", "kind": "adjustment"} | said)
    return add_credit((night or phone.game.night).pk, uuid4(), phone.recorder, new, reason)


def counted(player: Player) -> tuple[int, ...]:
    """Games, twelfths of wins and points of the season; the night says the same."""
    night, season = sums(player, "games", "won12", "points")
    assert night == season
    assert differences() == []
    return season


def nights(player: Player) -> int:
    return Tally.objects.get(player=player).nights


# Counting


def test_a_credit_counts_in_the_night_and_in_the_season(phone: Phone, ann: Player) -> None:
    credit(phone, ann, kind="totals", games=3, won12=18, points=21, reason="")
    assert counted(ann) == (4, 30, 31)
    tally = Tally.objects.get(player=ann)
    assert (tally.nights, tally.hands, tally.credits) == (1, 4, 1)
    assert tally.counts["place.3.1.1"] == 2  # the game that was played, and the whole win
    assert tally.counts["place.3.1.2"] == 1  # and the half


def test_an_adjustment_may_take_away_and_leaves_games_and_nights_alone(phone: Phone, ann: Player) -> None:
    credit(phone, ann, won12=-6, points=-12)
    assert counted(ann) == (1, 6, -2)
    assert nights(ann) == 1


def test_who_did_not_play_has_no_night_by_an_adjustment_and_one_by_a_bye(phone: Phone) -> None:
    dai = make_player(phone.game.club, "Dai")
    credit(phone, dai, points=-3)
    assert counted(dai) == (0, 0, -3)
    assert nights(dai) == 0
    credit(phone, dai, kind="bye", games=1, won12=12, points=10, reason="")
    assert counted(dai) == (1, 12, 7)
    assert nights(dai) == 1


def test_a_credit_achieves_nothing(phone: Phone, ann: Player) -> None:
    dai = make_player(phone.game.club, "Dai")
    credit(phone, dai, kind="totals", games=10, won12=120, points=100)
    assert not any(one.times for one in milestones_of(dai))
    profile = profile_of(phone.game.club, dai, Shown())
    assert profile
    assert profile.achievements == ()
    credit(phone, ann, kind="bye", games=2, won12=24)  # with the game that Ann won these would be three
    assert {one.told.key for one in milestones_of(ann) if one.times} == {"first_win"}
    for _game in range(2):
        another_game(phone).win()
    credit(phone, ann, points=-3)
    credit(phone, ann, kind="bye", games=1)  # not won, and no game of the night
    assert {one.told.key for one in milestones_of(ann) if one.times} == {"first_win", "whole_night"}
    assert differences() == []


@pytest.mark.parametrize(
    ("twelfths", "points"), [(12, 3), (6, 2), (4, Fraction(4, 3)), (8, Fraction(8, 3)), (30, 8), (0, 0), (1, 0)]
)
def test_wins_are_first_places_and_shared_ones_share_them(twelfths: int, points: Fraction) -> None:
    assert place_points(won_places(3, twelfths)) == points
    taken = won_places(3, -twelfths)
    assert {key: -count for key, count in taken.items()} == won_places(3, twelfths)


# Taking back


def test_taken_back_it_is_as_if_it_had_never_been(phone: Phone, ann: Player) -> None:
    before = [list(model.objects.order_by("pk").values()) for model in (NightTally, Tally)]
    first = credit(phone, ann, kind="walkover", games=1, won12=12, points=10)
    back = take_back_credit(first.pk, phone.recorder, "They came after all")
    assert [list(model.objects.order_by("pk").values()) for model in (NightTally, Tally)] == before
    assert (back.games, back.won12, back.points, back.cancels) == (-1, -12, -10, first)
    assert take_back_credit(first.pk, phone.recorder) == back
    assert Credit.objects.count() == 2
    with pytest.raises(Credit.DoesNotExist):
        take_back_credit(back.pk, phone.recorder)
    assert differences() == []


def test_a_credit_is_a_fact(phone: Phone, ann: Player) -> None:
    first = credit(phone, ann, points=1)
    for act in (lambda: Credit.objects.filter(pk=first.pk).update(points=9), lambda: first.delete()):
        with pytest.raises((DatabaseError, TypeError, RuntimeError)), transaction.atomic():
            act()


# What can't be


def test_sent_again_it_is_stored_once_and_other_content_is_refused(phone: Phone, ann: Player) -> None:
    new, client_id = NewCredit(ann.pk, "cutthroat", "bye", 1, 12, 10), uuid4()
    night = phone.game.night_id
    assert add_credit(night, client_id, phone.recorder, new) == add_credit(night, client_id, phone.recorder, new)
    assert counted(ann) == (2, 24, 20)
    with pytest.raises(ValidationError, match="sent before"):
        add_credit(night, client_id, phone.recorder, NewCredit(ann.pk, "cutthroat", "bye", 1, 12, 9))


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("reason", {"points": 1, "reason": ""}),
        ("points", {}),
        ("games", {"kind": "bye"}),
        ("won", {"kind": "walkover", "games": 1, "won12": 13}),
        ("won", {"kind": "totals", "games": 1, "won12": -1}),
        ("games", {"games": -1}),
        ("games", {"games": 100}),
        ("won", {"won12": 1200}),
        ("points", {"points": -1000}),
    ],
)
def test_what_cannot_be_credited_names_the_field(phone: Phone, ann: Player, field: str, said: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refused:
        credit(phone, ann, **said)
    assert [*refused.value.message_dict] == [field]
    assert not Credit.objects.exists()


def test_somebody_of_another_club_or_forgotten_gets_none(phone: Phone, ann: Player) -> None:
    forget_player(ann)
    for player in (ann, sit_down().log.players[0]):
        with pytest.raises(ValidationError) as refused:
            credit(phone, player, points=1)
        assert [*refused.value.message_dict] == ["player"]
    with pytest.raises(Night.DoesNotExist):
        credit(sit_down(), ann, night=phone.game.night, points=1)


def test_a_closed_night_takes_credits_and_a_closed_season_none(phone: Phone, ann: Player) -> None:
    close_night(phone.game.night_id, phone.recorder)
    first = credit(phone, ann, points=1)
    close_season(phone.game.night.season, phone.recorder)
    for act in (lambda: credit(phone, ann, points=2), lambda: take_back_credit(first.pk, phone.recorder)):
        with pytest.raises(ValidationError, match="is closed"):
            act()
    assert counted(ann) == (1, 12, 11)


# What happens to what it counts in


def test_a_night_takes_its_credits_to_another_season(phone: Phone, ann: Player) -> None:
    dai = make_player(phone.game.club, "Dai")
    credit(phone, ann, points=-3)
    credit(phone, dai, points=2)
    credit(phone, dai, points=-2)  # both count, and come to nothing
    old, new = phone.game.night.season, make_season(phone.game.club, name="Next")
    move_night(phone.game.night_id, phone.recorder, old.pk, new)
    assert Tally.objects.get(player=ann, season=new).points == 7
    assert Tally.objects.get(player=ann, season=new).nights == 1
    assert Tally.objects.get(player=ann, season=old).counts == {}
    moved = Tally.objects.get(player=dai, season=new)
    assert (moved.credits, moved.counts) == (2, {})
    assert differences() == []


def test_a_merged_player_takes_credits_along_and_back(phone: Phone, ann: Player) -> None:
    other = make_player(phone.game.club, "Ann B.")
    mine, theirs = credit(phone, ann, points=1), credit(phone, other, kind="bye", games=1, won12=12)
    before = counted(ann), counted(other)
    merge_players(other, ann)
    assert (counted(ann), counted(other)) == ((2, 24, 11), (0, 0, 0))
    late = credit(phone, Player.objects.get(pk=other.pk), points=5)
    assert late.player == ann
    take_back_credit(theirs.pk, phone.recorder)
    assert counted(ann) == (1, 12, 16)
    separate_players(other)
    assert (counted(ann), counted(other)) == ((1, 12, 16), (0, 0, 0))
    take_back_credit(late.pk, phone.recorder)
    take_back_credit(mine.pk, phone.recorder)
    assert counted(ann)[2] == before[0][2] - 1
    assert {row.player_id for row in Credit.objects.all()} == {ann.pk, other.pk}


def test_rescoring_counts_credits_anew(phone: Phone, ann: Player) -> None:
    credit(phone, ann, points=-4)
    Tally.objects.all().delete()
    NightTally.objects.all().delete()
    assert differences()
    list(rescore(Scope()))
    assert counted(ann) == (1, 12, 6)


# Words


def test_the_reason_can_be_erased_and_the_fact_stays(phone: Phone, ann: Player) -> None:
    first = credit(phone, ann, points=-3, reason="Ann shouted at Ben")
    remark = Remark.objects.get(credit=first)
    assert (remark.text, remark.recorder) == ("Ann shouted at Ben", phone.recorder)
    erase_remark(remark)
    remark.refresh_from_db()
    assert remark.text == ""
    assert counted(ann) == (1, 12, 7)


def test_forgetting_somebody_erases_reasons_that_name_them(phone: Phone, ann: Player) -> None:
    credit(phone, phone.log.players[1], points=1, reason="Ann said so")
    forget_player(ann)
    assert Remark.objects.get().text == ""


def test_the_log_keeps_who_did_what_without_a_name_or_a_word(phone: Phone, ann: Player) -> None:
    first = credit(phone, ann, points=-3, reason="Shouting")
    take_back_credit(first.pk, phone.recorder)
    added, back = AuditEntry.objects.order_by("pk")
    assert (added.act, back.act) == ("credit_added", "credit_taken_back")
    said = {"players": [ann.pk], "credit": "adjustment", "games": 0, "won12": 0}
    assert (added.after, back.after) == (said | {"points": -3}, said | {"points": 3})


# At the same moment


@pytest.mark.django_db(transaction=True)
def test_games_and_credits_of_the_same_people_at_once_lose_nothing() -> None:
    first = sit_down()
    people = list(first.log.players)
    phones = [first, *(sit_down("D", "E", "F", club=first.game.club) for _ in range(2))]
    night = first.game.night

    def crediting() -> None:
        for _time in range(4):
            for player in reversed(people):
                done = credit(first, player, points=2, night=night)
                if done.pk % 2:
                    take_back_credit(done.pk, first.recorder)

    at_once(*(phone.win for phone in phones), crediting, crediting)
    assert differences() == []
    assert Credit.objects.filter(cancels=None).count() == 24


def test_seasons_and_clubs_apart(phone: Phone, ann: Player) -> None:
    """An older night of the same club has its own rows."""
    early = make_night(phone.game.club, date=datetime.date(2026, 3, 5), season=Season.objects.get())
    credit(phone, ann, kind="totals", games=2, won12=12, night=early, reason="")
    assert NightTally.objects.filter(player=ann).count() == 2
    assert nights(ann) == 2
    assert differences() == []
    assert Club.objects.count() == 1
