"""A club that is closed by its owner, suspended by who runs the site, and deleted for good."""

from __future__ import annotations

import datetime
import io
import uuid
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.events import Deal
from engine.records import HandRecord
from league.bridge.credits import NewCredit
from league.facts import missing_triggers
from league.models import (
    AuditEntry,
    CardDraft,
    Club,
    ClubState,
    Game,
    GameEvent,
    HeldWrite,
    ImportedGame,
    Recorder,
    Role,
    User,
    Visibility,
)
from league.services.answers import Answer
from league.services.claims import claim_player
from league.services.closing import close_night
from league.services.clubs import create_club
from league.services.crediting import add_credit, take_back_credit
from league.services.disputes import dispute
from league.services.ending import close_club, reopen_club, suspend_club, unsuspend_club
from league.services.play import write_event
from league.services.players import add_players
from league.services.purging import count_rows, paths_to_club, purge_club, rows_of
from league.services.rating_replay import catch_up
from tests.factories import make_game, make_invitation, make_recorder, make_user, play_hand, play_out
from tests.league.cast import CARD, SIGNED_OUT, STRANGER, Cast, make_cast
from tests.pages import text_of

pytestmark = pytest.mark.django_db

LATER = datetime.timedelta(days=31)


@pytest.fixture
def cast() -> Cast:
    return make_cast(Visibility.PUBLIC)


def page(cast: Cast, route: str) -> str:
    return reverse(route, args=[cast.club.slug])


def recorder(club: Club) -> Recorder:
    return club.recorders.first() or make_recorder(club)


def start(club: Club) -> Game:
    return make_game(club, add_players(club, [f"P{uuid.uuid4().hex[:6]}" for _ in range(3)]))


def record(client: Client, game: Game) -> Any:
    sent = {"client_id": str(uuid.uuid4()), "follows": "", "cell": "0:3"}
    return client.post(reverse("hand-record", args=[game.club.slug, game.pk]), sent)


# Closing, and opening again


def test_an_owner_closes_by_typing_the_name(cast: Cast) -> None:
    owner, url = cast.client(Role.OWNER), page(cast, "club-close")
    assert url in owner.get(page(cast, "club-edit")).content.decode()
    assert owner.post(url, {"name": "Another club"}).status_code == 422
    cast.club.refresh_from_db()
    assert cast.club.state == ClubState.OPEN
    assert owner.post(url, {"name": f" {cast.club.name.upper()} "}).status_code == 303
    cast.club.refresh_from_db()
    assert cast.club.state == ClubState.CLOSED
    assert cast.club.purge_at is not None
    assert datetime.timedelta(days=29) < cast.club.purge_at - timezone.now() <= datetime.timedelta(days=30)
    assert AuditEntry.objects.filter(club=cast.club, act="club_closed").count() == 1


def test_members_of_a_closed_club_are_told_on_every_page_and_only_look(cast: Cast) -> None:
    game = start(cast.club)
    club = close_club(cast.club, recorder(cast.club))
    for role in (Role.PLAYER, Role.OWNER):
        for route in ("club-tonight", "standings", "player-list", "game-list", "rules"):
            answer = cast.client(role).get(page(cast, route))
            assert answer.status_code == 200
            assert "This club is closed." in text_of(answer)
    assert "This club is closed." not in text_of(cast.client(STRANGER).get(page(cast, "club-tonight")))
    assert cast.client(Role.OWNER).get(page(cast, "club-edit")).status_code == 403
    assert cast.client(Role.OWNER).post(page(cast, "player-add"), {"names": "Zoë"}).status_code == 403
    held = record(cast.client(Role.SCORER), game)
    assert held.status_code == 202
    assert "The club is closed at the moment" in held.content.decode()
    assert HeldWrite.objects.get().why == "club_closed"
    assert GameEvent.objects.filter(game=game, kind="hand").count() == 0
    assert club.visibility == Visibility.PUBLIC
    assert club.name not in text_of(Client().get(reverse("home")))


def test_an_owner_opens_it_again_and_nobody_else(cast: Cast) -> None:
    close_club(cast.club, recorder(cast.club))
    url = page(cast, "club-reopen")
    for role in (SIGNED_OUT, STRANGER, Role.ORGANISER):
        assert cast.client(role).post(url).status_code == 403
    assert "Open the club again" not in text_of(cast.client(Role.ORGANISER).get(page(cast, "club-tonight")))
    assert "Open the club again" in text_of(cast.client(Role.OWNER).get(page(cast, "club-tonight")))
    assert cast.client(Role.OWNER).post(url).status_code == 303
    cast.club.refresh_from_db()
    assert (cast.club.state, cast.club.purge_at) == (ClubState.OPEN, None)
    text = text_of(cast.client(Role.OWNER).get(page(cast, "club-log")))
    assert "Closed the club, to be deleted" in text
    assert "Opened the club again" in text


def test_closing_twice_does_not_put_the_end_off(cast: Cast) -> None:
    first = close_club(cast.club, recorder(cast.club)).purge_at
    with time_machine.travel(timezone.now() + datetime.timedelta(days=3)):
        assert close_club(cast.club, recorder(cast.club)).purge_at == first
    assert AuditEntry.objects.filter(act="club_closed").count() == 1


# Suspending


def test_a_suspended_club_tells_its_members_why_and_strangers_nothing(cast: Cast) -> None:
    game = start(cast.club)
    call_command("suspend_club", cast.club.slug, "--why", "Spam & <b>worse</b>", stdout=io.StringIO())
    routes = [page(cast, route) for route in ("club-tonight", "standings", "club-edit", "player-add", "game-start")]
    routes += [reverse(route, args=[cast.club.slug, game.pk]) for route in ("game-detail", "game-live", "game-table")]
    for url in routes:
        assert {cast.client(role).get(url).status_code for role in (SIGNED_OUT, STRANGER)} == {404}, url
        for role in (Role.PLAYER, Role.OWNER):
            answer = cast.client(role).get(url)
            assert answer.status_code == 403, url
            assert "This club is suspended" in text_of(answer)
            assert "Spam &amp; &lt;b&gt;worse&lt;/b&gt;" in answer.content.decode()
    assert "Suspended" in text_of(cast.client(Role.OWNER).get(reverse("home")))
    assert cast.club.name not in text_of(cast.client(STRANGER).get(reverse("home")))


@pytest.mark.parametrize("how", ["hand", "touch", "abandon", "change"])
def test_what_phones_send_to_a_suspended_club_is_held_and_can_be_stored_later(cast: Cast, how: str) -> None:
    game = start(cast.club)
    play_hand(game, maker_tricks=3)
    hand, seq = game.lines.get().hand, GameEvent.objects.filter(game=game).count()
    suspend_club(cast.club)
    scorer, write = cast.client(Role.SCORER), str(uuid.uuid4())
    url, body = {
        "hand": (reverse("hand-record", args=[cast.club.slug, game.pk]), {"follows": str(hand), "cell": "1:4"}),
        "touch": (reverse("hand-record", args=[cast.club.slug, game.pk]), {"touch": f"{hand}:1"}),
        "abandon": (reverse("game-abandon", args=[cast.club.slug, game.pk]), {}),
        "change": (reverse("game-change", args=[cast.club.slug, game.pk, "abandon"]), {"save": "1"}),
    }[how]
    assert scorer.post(url, body | {"client_id": write}).status_code == 202
    assert cast.client(Role.PLAYER).post(url, body | {"client_id": write}).status_code == 403
    assert cast.client(STRANGER).post(url, body | {"client_id": write}).status_code == 404
    assert GameEvent.objects.filter(game=game).count() == seq
    assert HeldWrite.objects.get().why == "club_suspended"
    unsuspend_club(cast.club)
    organiser = cast.client(Role.ORGANISER)
    assert "The club was suspended." in text_of(organiser.get(page(cast, "held-list")))
    held = HeldWrite.objects.get()
    stored = organiser.post(
        reverse("held-settle", args=[cast.club.slug, held.pk]), {"decision": "store", "confirm": "1"}
    )
    assert stored.status_code == 303
    assert GameEvent.objects.filter(game=game).count() == seq + 1


def test_the_operator_stands_in_the_log_and_the_reason_does_not(cast: Cast) -> None:
    out = io.StringIO()
    call_command("suspend_club", cast.club.slug, "--why", "Ann complained", stdout=out)
    call_command("unsuspend_club", cast.club.slug, stdout=out)
    assert f"{cast.club.slug} is open." in out.getvalue()
    text = text_of(cast.client(Role.OWNER).get(page(cast, "club-log")))
    assert "Suspended the club" in text
    assert "Ended the suspension of the club" in text
    assert "The site’s operator" in text
    assert "Ann complained" not in text
    assert cast.client(STRANGER).get(page(cast, "club-tonight")).status_code == 200


def test_suspending_again_changes_the_reason_and_unsuspending_an_open_club_nothing(cast: Cast) -> None:
    suspend_club(cast.club, "one")
    assert suspend_club(cast.club, "two").why == "two"
    assert AuditEntry.objects.filter(act="club_suspended").count() == 1
    unsuspend_club(cast.club)
    assert unsuspend_club(cast.club).state == ClubState.OPEN
    assert AuditEntry.objects.filter(act="club_unsuspended").count() == 1


@pytest.mark.parametrize("said", [["nowhere"], ["harbour", "--why", "x" * 301], ["harbour", "--why", "\0"]])
def test_the_command_refuses_what_cannot_be(said: list[str]) -> None:
    create_club(make_user(), "Harbour", "UTC")
    with pytest.raises(CommandError):
        call_command("suspend_club", *said)
    assert not Club.objects.exclude(state=ClubState.OPEN).exists()


# Deleting for good


def everything_of(club: Club) -> None:
    """Rows in as many tables as a club can have."""
    players = add_players(club, ["Ann", "Ben", "Cleo", "Daan"])
    game = play_out(make_game(club, players[:3]))
    catch_up(club.pk)
    play_hand(make_game(club, players[1:]), maker_tricks=3)
    ImportedGame.objects.create(club=club, digest="0" * 64, game=game)
    make_invitation(club)
    member = club.memberships.first()
    assert member
    claim_player(club, member.user, players[0].pk)
    by = recorder(club)
    dispute(game.pk, None, by, "It was four.")
    CardDraft.objects.create(game=game, hand=uuid.uuid4(), acts=["upcard:9h"], recorder=by)
    credit = add_credit(game.night_id, uuid.uuid4(), by, NewCredit(players[3].pk, game.variant, "bye", 1), "No table")
    take_back_credit(credit.pk, by, "There was one")
    close_night(game.night_id, by, "late", anyway=True)
    write_event(game.pk, uuid.uuid4(), by, Deal(str(uuid.uuid4()), HandRecord(maker=0, maker_tricks=3), None))
    players[3].merged_into = None
    club.refresh_from_db()


def rows(club: Club) -> dict[str, list[Any]]:
    paths = paths_to_club()
    return {model._meta.label: list(rows_of(model, club, paths).order_by("pk").values()) for model in paths}


def test_every_model_that_points_at_a_club_is_known() -> None:
    known = {model._meta.label.partition(".")[2] for model in paths_to_club()}
    stays = {"User", "RuleSet", "Session", "SetupCode", "FounderInvitation"}
    assert known == {model.__name__ for model in apps.get_app_config("league").get_models()} - stays


def test_a_purge_takes_all_of_one_club_and_nothing_of_another(cast: Cast) -> None:
    everything_of(cast.club)
    everything_of(cast.other)
    before, users = rows(cast.other), list(User.objects.order_by("pk").values())
    mine = rows(cast.club)
    empty = {label for label, found in mine.items() if not found}
    assert empty <= {"league.EventAlias"}, "the test should make rows of these"
    close_club(cast.club, recorder(cast.club))
    total = {model._meta.label: model._base_manager.count() for model in paths_to_club()}
    owned = count_rows(cast.club)
    deleted = purge_club(cast.club, timezone.now() + LATER)
    assert deleted == owned
    assert {label: found for label, found in rows(cast.club).items() if found} == {}
    assert rows(cast.other) == before
    left = {model._meta.label: model._base_manager.count() for model in paths_to_club()}
    assert left == {label: total[label] - owned[label] for label in total}
    assert list(User.objects.order_by("pk").values()) == users
    connection.check_constraints()
    assert missing_triggers() == []
    with pytest.raises(Exception, match="never changed"), connection.cursor() as cursor:
        cursor.execute("DELETE FROM league_gameevent")


def test_after_a_purge_the_address_is_free(cast: Cast) -> None:
    slug, name = cast.club.slug, cast.club.name
    close_club(cast.club, recorder(cast.club))
    purge_club(cast.club, timezone.now() + LATER)
    assert cast.client(Role.OWNER).get(f"/c/{slug}/").status_code == 404
    assert create_club(cast.users[Role.OWNER], name, "UTC").slug == slug


def test_only_what_was_closed_long_ago_goes(cast: Cast) -> None:
    close_club(cast.club, recorder(cast.club))
    assert purge_club(cast.club, timezone.now()) == {}
    assert purge_club(cast.other, timezone.now() + LATER) == {}
    reopen_club(cast.club, recorder(cast.club))
    assert purge_club(cast.club, timezone.now() + LATER) == {}
    close_club(cast.club, recorder(cast.club))
    suspend_club(cast.club)
    assert purge_club(cast.club, timezone.now() + LATER) == {}
    assert unsuspend_club(cast.club).state == ClubState.CLOSED
    assert purge_club(cast.club, timezone.now() + LATER) != {}
    assert list(Club.objects.all()) == [cast.other]


def test_the_command_says_what_would_go_and_then_deletes_it(cast: Cast) -> None:
    everything_of(cast.club)
    close_club(cast.club, recorder(cast.club))
    with time_machine.travel(timezone.now() + LATER):
        out = io.StringIO()
        call_command("purge", "--dry-run", stdout=out)
        assert f"{cast.club.slug}: " in out.getvalue()
        assert "would be deleted" in out.getvalue()
        assert Club.objects.filter(pk=cast.club.pk).exists()
        call_command("purge", stdout=out)
        assert out.getvalue().splitlines()[-1].endswith("rows deleted.")
        assert list(Club.objects.all()) == [cast.other]
        out = io.StringIO()
        call_command("purge", stdout=out)
        assert out.getvalue() == ""


def test_a_purge_reads_no_rows(cast: Cast, django_assert_max_num_queries: Any) -> None:
    """As many statements for a thousand games as for one."""
    everything_of(cast.club)
    close_club(cast.club, recorder(cast.club))
    with django_assert_max_num_queries(len(paths_to_club()) + 12):
        purge_club(cast.club, timezone.now() + LATER)


def test_what_was_held_stays_with_its_answer(cast: Cast) -> None:
    game = start(cast.club)
    suspend_club(cast.club)
    event = Deal(str(hand := uuid.uuid4()), HandRecord(maker=0, maker_tricks=3), None)
    answers = [write_event(game.pk, hand, recorder(cast.club), event).answer for _ in range(2)]
    assert answers == [Answer.HELD, Answer.HELD]
    assert HeldWrite.objects.count() == 1


@pytest.mark.parametrize("who", [Role.SCORER, CARD])
@pytest.mark.parametrize(
    ("how", "sent"),
    [
        ("hand-record", {"cell": "0:3"}),
        ("hand-record", {"kind": "nonsense"}),
        ("game-abandon", {}),
        ("game-paper", {"codes": "A3"}),
        ("game-paper", {"codes": "?"}),
    ],
)
def test_whoever_sends_to_a_suspended_club_sees_nothing_of_the_game(
    cast: Cast, who: str, how: str, sent: dict[str, str]
) -> None:
    game = start(cast.club)
    client, names = cast.client(who), [player.called for player in cast.club.players.all()]
    suspend_club(cast.club)
    body = sent | {"client_id": str(uuid.uuid4())}
    answer = client.post(reverse(how, args=[cast.club.slug, game.pk]), body)
    assert answer.status_code in ((403, 404) if who == CARD and how == "game-paper" else (202, 422))
    assert not [name for name in names if name in text_of(answer)]


def test_a_card_in_a_closed_club_for_members_shows_nothing_of_the_game(cast: Cast) -> None:
    game, card = start(cast.club), cast.client(CARD)
    Club.objects.filter(pk=cast.club.pk).update(visibility=Visibility.MEMBERS)
    close_club(cast.club, recorder(cast.club))
    answer = record(card, game)
    assert (answer.status_code, HeldWrite.objects.get().why) == (202, "club_closed")
    assert not [player for player in cast.club.players.all() if player.called in text_of(answer)]
