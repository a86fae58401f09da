"""Forgetting somebody, and leaving the site: names go, and not one fact, result or place changes."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.core.serializers import serialize

from league.bridge.starts import NewGame
from league.facts import fact_models
from league.log_words import log_lines
from league.models import (
    AuditEntry,
    Club,
    ClubState,
    HeldWrite,
    Membership,
    Player,
    PlayerClaim,
    Recorder,
    Remark,
    Role,
    Session,
    Showing,
    User,
)
from league.services.claims import claim_player, settle_claim
from league.services.forgetting import erase_remark, forget_player
from league.services.games import start_game
from league.services.leaving import LastOwnerError, delete_account
from league.services.merging import check_merge, merge_players, separate_players
from league.services.players import add_players, update_player
from league.services.recorders import get_recorder
from league.services.rescore import compare
from league.services.scope import Scope
from league.standings.build import standings_of
from tests.factories import make_founded_club, make_member, make_remark, make_user, play_out
from tests.league.at_table import sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def olive() -> User:
    return make_user("Olive")


@pytest.fixture
def club(olive: User) -> Club:
    return make_founded_club(olive)


@pytest.fixture
def zoe(club: Club) -> User:
    """A scorer and a player, under two names, who has played and recorded."""
    user = make_user("Zoe Quill")
    make_member(club, user, Role.SCORER)
    zoe, alias, ann, ben = add_players(club, ["Zoe Quill", "Zoë", "Ann", "Ben"])
    recorder = get_recorder(club, user, "iPhone")
    for who in (zoe, alias):
        players = [who.pk, ann.pk, ben.pk]
        play_out(start_game(club, uuid4(), recorder, NewGame("cutthroat", players, 0)))
    merge_players(alias, zoe, recorder)
    settle_claim(claim_player(club, user, zoe.pk), club.memberships.get(role=Role.OWNER).user, confirm=True)
    return user


def me(zoe: User) -> Player:
    return Player.objects.get(account=zoe, merged_into=None)


def facts(*, but: Any = ()) -> dict[str, str]:
    """A digest of every fact that there is, by kind; what was noted since is left out."""
    return {
        model.__name__: hashlib.sha256(
            serialize("json", model._default_manager.exclude(pk__in=but).order_by("pk")).encode()
        ).hexdigest()
        for model in fact_models()
    }


def facts_as_before(before: dict[str, str], noted: set[int]) -> bool:
    new = AuditEntry.objects.exclude(pk__in=noted).values_list("pk", flat=True)
    return {name: digest for name, digest in facts().items() if name != "AuditEntry"} == {
        name: digest for name, digest in before.items() if name != "AuditEntry"
    } and facts(but=list(new))["AuditEntry"] == before["AuditEntry"]


def noted() -> set[int]:
    return set(AuditEntry.objects.values_list("pk", flat=True))


def places(club: Club) -> list[tuple[object, ...]]:
    """The table without its names."""
    table = standings_of(Club.objects.get(pk=club.pk), season=None)
    assert table
    return sorted((row.player, row.place, *(cell.text for cell in row.cells)) for row in table.page)


# Forgetting


def test_every_name_is_gone_and_every_result_is_there(club: Club, zoe: User) -> None:
    before, known, table, player = facts(), noted(), places(club), me(zoe)
    forgotten = forget_player(player, get_recorder(club, zoe, "iPhone"))
    assert (forgotten.shown, forgotten.shown_as, forgotten.nickname) == ("Player 1", "Player 1", "")
    assert (forgotten.account, forgotten.showing) == (None, Showing.FULL)
    assert forgotten.anonymised_at
    rows = serialize("json", Player.objects.filter(club=club)) + serialize("json", Recorder.objects.all())
    assert not [word for word in ("Zoe", "zoe", "Zoë", "Quill", "quill") if word in rows]
    assert facts_as_before(before, known)
    assert places(club) == table
    assert list(compare(Scope(club=club.pk))) == []


def test_standings_differ_by_the_name_alone(club: Club, zoe: User) -> None:
    def lines() -> dict[int, tuple[str, object]]:
        table = standings_of(Club.objects.get(pk=club.pk), season=None)
        assert table
        return {row.player: (row.name, (row.place, row.cells)) for row in table.page}

    player, before = me(zoe), lines()
    forget_player(player)
    after = lines()
    assert {pk: rest for pk, (_name, rest) in after.items()} == {pk: rest for pk, (_name, rest) in before.items()}
    assert {pk for pk in before if before[pk][0] != after[pk][0]} == {player.pk}


def test_those_merged_into_them_are_forgotten_too_and_can_be_told_apart(club: Club, zoe: User) -> None:
    player = me(zoe)
    alias = Player.objects.get(merged_into=player)
    forget_player(alias)
    alias.refresh_from_db()
    assert (Player.objects.get(pk=player.pk).name, alias.name) == ("Player 1", "Player 2")
    separate_players(alias)
    assert Player.objects.get(pk=alias.pk).shown_as == "Player 2"


def test_neutral_name_is_nobodys(club: Club) -> None:
    _first, second, third = add_players(club, ["player 1", "Ann", "Ben"])
    assert [forget_player(one).name for one in (second, third)] == ["Player 2", "Player 3"]


def test_forgotten_twice_is_once(club: Club, zoe: User) -> None:
    first = forget_player(me(zoe))
    again = forget_player(first, get_recorder(club, zoe))
    assert (again.name, again.anonymised_at) == (first.name, first.anonymised_at)
    assert not AuditEntry.objects.filter(act="player_forgotten").exists()


def test_what_they_recorded_is_nobodys_and_the_membership_stays(club: Club, zoe: User) -> None:
    recorder = get_recorder(club, zoe, "iPhone")
    forget_player(me(zoe), recorder)
    recorder.refresh_from_db()
    assert (recorder.label, recorder.account) == ("A member", None)
    assert Membership.objects.filter(club=club, user=zoe).exists()
    assert not PlayerClaim.objects.filter(club=club).exists()


def test_log_tells_it_by_number_and_names_no_account_beside_it(club: Club, zoe: User, olive: User) -> None:
    player = me(zoe)
    forget_player(player, get_recorder(club, olive))
    told = log_lines(club, AuditEntry.objects.filter(club=club).select_related("recorder"))
    assert "Zoe" not in str(told)
    entry = AuditEntry.objects.get(act="player_forgotten")
    alias = Player.objects.get(merged_into=player)
    assert (entry.subject_id, entry.after) == (str(player.pk), {"players": [player.pk, alias.pk]})


def test_words_that_name_them_are_erased_and_others_stay(club: Club, zoe: User) -> None:
    game = club.games.first()
    assert game
    said = {
        "ZOE dealt twice": "",
        "ask Quill’s sister": "",
        "the zoea is a larva": "the zoea is a larva",
        "wrong trick": "wrong trick",
    }
    remarks = {make_remark(game, text).pk: text for text in said}
    held = [
        HeldWrite.objects.create(club=club, game=game.pk, client_id=uuid4(), body={"reason": reason, "v": 1})
        for reason in ("zoë said so", "no reason")
    ]
    HeldWrite.objects.create(club=club, game=game.pk, client_id=uuid4(), body=["reason"])
    forget_player(me(zoe))
    assert {remarks[one.pk]: one.text for one in Remark.objects.filter(pk__in=remarks)} == said
    assert [HeldWrite.objects.get(pk=one.pk).body["reason"] for one in held] == ["", "no reason"]


def test_forgotten_are_merged_with_nobody(club: Club, zoe: User) -> None:
    forgotten = forget_player(me(zoe))
    ann = Player.objects.get(club=club, name="Ann")
    for pair in ((forgotten, ann), (ann, forgotten)):
        with pytest.raises(ValidationError, match="forgotten"):
            check_merge(*pair)


def test_a_hidden_name_is_forgotten_as_well(club: Club, zoe: User) -> None:
    update_player(me(zoe), nickname="Zozo", showing=Showing.NICKNAME)
    assert forget_player(me(zoe)).shown == "Player 1"


def test_erased_words_leave_a_mark(club: Club, zoe: User, olive: User) -> None:
    one, other = club.games.all()[:2]
    first = make_remark(one, "Ben cheats")
    copy = make_remark(other, "Ben cheats", at=first.at)
    by = get_recorder(club, olive)
    for _time in range(2):
        erase_remark(Remark.objects.get(pk=first.pk), by)
    assert [Remark.objects.get(pk=remark.pk).text for remark in (first, copy)] == ["", ""]
    entry = AuditEntry.objects.get(act="remark_erased")
    assert "cheats" not in f"{entry.before}{entry.after}"


def test_erased_words_of_what_was_held_are_erased_there_too(club: Club, zoe: User, olive: User) -> None:
    game, by = club.games.all()[0], get_recorder(club, olive)
    event = game.events.last()
    assert event
    held = HeldWrite.objects.create(
        club=club, game=game.pk, client_id=uuid4(), body={"reason": "Ben cheats"}, settled_as=event
    )
    other = HeldWrite.objects.create(club=club, game=game.pk, client_id=uuid4(), body={"reason": "late"})
    erase_remark(Remark.objects.create(event=event, recorder=by, text="Ben cheats"), by)
    held.refresh_from_db()
    other.refresh_from_db()
    assert (held.body["reason"], other.body["reason"]) == ("", "late")


# Leaving


def test_account_goes_and_no_fact_changes(club: Club, zoe: User) -> None:
    pk, player = zoe.pk, me(zoe)
    client, other = sign_in(zoe), sign_in(make_user("Max"))
    before, known, table = facts(), noted(), places(club)
    delete_account(zoe)
    assert facts_as_before(before, known)
    assert places(club) == table
    assert list(compare(Scope(club=club.pk))) == []
    assert not User.objects.filter(pk=pk).exists()
    assert not Membership.objects.filter(user=pk).exists()
    assert not PlayerClaim.objects.filter(user=pk).exists()
    assert set(Recorder.objects.filter(club=club).values_list("label", "account")) == {("Former member", None)}
    left = set(Session.objects.values_list("pk", flat=True))
    assert (client.session.session_key in left, other.session.session_key in left) == (False, True)
    player.refresh_from_db()
    assert (player.name, player.account) == ("Zoe Quill", None)


def test_account_goes_and_the_name_with_it(club: Club, zoe: User) -> None:
    player, before, known = me(zoe), facts(), noted()
    delete_account(zoe, [club.pk])
    player.refresh_from_db()
    assert (player.name, player.account) == ("Player 1", None)
    assert facts_as_before(before, known)
    assert set(Recorder.objects.filter(club=club).values_list("label", flat=True)) == {"Former member"}


def test_name_is_forgotten_only_in_the_clubs_that_were_ticked(club: Club, zoe: User) -> None:
    other = make_founded_club(name="Elsewhere")
    (there,) = add_players(other, ["Zoe Quill"])
    Player.objects.filter(pk=there.pk).update(account=zoe)
    here = me_in(club, zoe)
    delete_account(zoe, [other.pk])
    assert Player.objects.get(pk=here.pk).name == "Zoe Quill"
    assert Player.objects.get(pk=there.pk).name == "Player 1"


def me_in(club: Club, user: User) -> Player:
    return Player.objects.get(club=club, account=user, merged_into=None)


def test_last_owner_stays_until_somebody_else_owns_or_the_club_is_closed(club: Club, zoe: User, olive: User) -> None:
    with pytest.raises(LastOwnerError) as error:
        delete_account(olive)
    assert error.value.clubs == [club]
    assert Membership.objects.filter(user=olive).exists()
    Club.objects.filter(pk=club.pk).update(state=ClubState.CLOSED)
    delete_account(olive)
    assert not Membership.objects.filter(club=club, role=Role.OWNER).exists()


def test_one_of_two_owners_may_leave(club: Club, zoe: User, olive: User) -> None:
    Membership.objects.filter(club=club, user=zoe).update(role=Role.OWNER)
    delete_account(olive)
    assert not User.objects.filter(name="Olive").exists()


def test_leaving_is_told_in_each_clubs_log_without_a_name(club: Club, zoe: User) -> None:
    delete_account(zoe)
    entry = AuditEntry.objects.get(act="account_deleted")
    assert (entry.club, entry.recorder.label) == (club, "Former member")
    [line, *_older] = log_lines(club, AuditEntry.objects.select_related("recorder").order_by("-at", "-pk"))
    assert (line.act, line.about) == ("Left the site", "somebody who left the site")


def test_nothing_happens_if_anything_fails(club: Club, zoe: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(User, "delete", fail)
    with pytest.raises(RuntimeError):
        delete_account(zoe, [club.pk])
    assert me(zoe).name == "Zoe Quill"
    assert Recorder.objects.filter(account=zoe, label="Zoe Quill").exists()
    assert Membership.objects.filter(user=zoe).exists()


def test_answer_to_whoever_left_meanwhile_is_refused_in_words(club: Club, zoe: User, olive: User) -> None:
    user = make_user("Max")
    make_member(club, user, Role.PLAYER)
    claim = claim_player(club, user, Player.objects.get(name="Ann").pk)
    delete_account(user)
    with pytest.raises(ValidationError, match="has left"):
        settle_claim(claim, olive, confirm=True)


def test_who_edits_a_player_read_before_brings_no_forgotten_name_back(club: Club, zoe: User) -> None:
    read_before = me(zoe)
    forget_player(me(zoe))
    with pytest.raises(ValidationError) as refused:
        update_player(read_before, nickname="Zozo", showing=Showing.NICKNAME)
    assert refused.value.error_dict["__all__"][0].code == "gone"
    assert not Player.objects.filter(name__contains="Zoe") | Player.objects.filter(nickname="Zozo")
