"""What a table's card opens to a phone without an account, and what it doesn't."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import (
    Club,
    ClubState,
    Game,
    GameEvent,
    GameStatus,
    HeldWrite,
    Night,
    Player,
    Recorder,
    Role,
    Table,
    TableCard,
    Visibility,
)
from league.services.beside import scoring_beside
from league.services.log import read_log
from tests.factories import make_card, make_founded_club, make_member, make_user
from tests.league.at_table import (
    AtTable,
    close_night,
    is_page,
    is_screen,
    next_table,
    said,
    second_phone,
    sign_in,
    statements,
)
from tests.league.by_card import IPHONE, new_client, scan, scan_at, withdraw
from tests.league.by_card import card as card  # a fixture
from tests.league.by_card import phone as phone  # a fixture
from tests.league.by_card import table as table  # a fixture
from tests.pages import text_of

pytestmark = pytest.mark.django_db


def start_url(table: AtTable, number: int = 1) -> str:
    return reverse("table-start", args=[table.club.slug, number])


def start(client: Client, table: AtTable, number: int = 1, **fields: Any) -> Any:
    seats = [player.pk for player in Player.objects.filter(club=table.club).order_by("pk")[:3]]
    form = {"client_id": uuid4(), "variant": "cutthroat", "seat": seats} | fields
    return client.post(start_url(table, number), form)


def finish(table: AtTable) -> None:
    table.play(*["0:5"] * 4)
    assert table.status == GameStatus.WON


# Opening


def test_the_card_leads_to_the_game_that_is_played(table: AtTable, card: TableCard) -> None:
    client = new_client()
    answer = scan(client, card)
    assert (answer.status_code, answer["Location"]) == (303, table.url("game-table"))
    assert answer["Referrer-Policy"] == "strict-origin"
    assert "no-store" in answer["Cache-Control"]
    page = client.get(answer["Location"])
    assert page.status_code == 200
    assert is_page(page)


def test_it_leads_to_the_start_where_nothing_is_on(table: AtTable) -> None:
    card = make_card(table.club, 3)
    client = new_client()
    assert scan(client, card)["Location"] == start_url(table, 3)
    page = client.get(start_url(table, 3))
    assert "Table 3: new game" in text_of(page)
    assert "Ann" in text_of(page)
    assert "Played on another day" not in text_of(page)
    answer = start(client, table, 3)
    game = Game.objects.exclude(pk=table.game.pk).get()
    assert answer["Location"] == reverse("game-table", args=[table.club.slug, game.pk])
    assert game.table is not None
    assert game.table.number == 3
    recorder = game.events.get().recorder
    assert (recorder.label, recorder.device, recorder.account, recorder.link) == (
        "Table 3",
        "Android phone",
        None,
        card,
    )


def test_it_opens_the_night_if_nobody_did(table: AtTable) -> None:
    Night.objects.update(date=Night.objects.get().date - timedelta(days=7))
    card = make_card(table.club, 3)
    client = new_client()
    scan(client, card)
    assert start(client, table, 3, seat=["guest:Zoë", "guest:Yves", "guest:Xenia"]).status_code == 303
    assert Night.objects.count() == 2
    assert Player.objects.filter(guest=True).count() == 3


def test_who_sat_there_last_week_starts_by_one_tap(table: AtTable, card: TableCard) -> None:
    finish(table)
    Night.objects.update(date=Night.objects.get().date - timedelta(days=7))
    client = new_client()
    assert scan(client, card)["Location"] == start_url(table)
    page = client.get(start_url(table)).content.decode()
    form = re.search(r'<section class="card circles".*?</form>', page, re.DOTALL)
    assert form is not None
    fields = re.findall(r'name="(client_id|variant|seat)" value="([^"]*)"', form[0])
    sent = {name: [value for other, value in fields if other == name] for name, _ in fields}
    assert client.post(start_url(table), sent).status_code == 303
    assert [str(seat.player) for seat in Game.objects.get(status=GameStatus.OPEN).players.order_by("seat")] == [
        "Ann",
        "Ben",
        "Cleo",
    ]


def test_behind_a_finished_game_the_same_players_are_one_tap_away(phone: AtTable, card: TableCard) -> None:
    finish(phone)
    assert scan(phone.client, card)["Location"] == phone.url("game-table")
    page = phone.get("game-table")
    assert "Same players again" in text_of(page)
    assert f'href="{start_url(phone)}"' in page.content.decode()
    answer = phone.post("game-again", htmx=False, client_id=page.context["new_game_id"])
    game = Game.objects.get(status=GameStatus.OPEN)
    assert answer["Location"] == reverse("game-table", args=[phone.club.slug, game.pk])
    assert game.table_id == phone.game.table_id
    assert phone.client.get(answer["Location"]).status_code == 200


def test_while_others_play_there_nobody_starts_anything(phone: AtTable) -> None:
    assert phone.client.get(start_url(phone))["Location"] == phone.url("game-table")
    answer = start(phone.client, phone)
    assert answer.status_code == 422
    assert "A game is being played at table 1 already." in text_of(answer)
    assert f'href="{phone.url("game-table")}"' in answer.content.decode()
    assert Game.objects.count() == 1


def test_same_players_again_goes_to_no_other_table(phone: AtTable) -> None:
    finish(phone)
    again = phone.get("game-table").context["new_game_id"]
    start(phone.client, phone)
    answer = phone.post("game-again", client_id=again)
    assert answer.status_code == 422
    assert said(answer) == ["Not started.", "A game is being played at table 1 already."]
    assert Game.objects.count() == 2


def test_a_day_that_is_sent_along_is_not_taken(table: AtTable) -> None:
    client = new_client()
    scan(client, make_card(table.club, 3))
    start(client, table, 3, date="2026-01-02")
    assert Game.objects.exclude(pk=table.game.pk).get().night == table.game.night


def test_a_closed_night_starts_nothing(table: AtTable) -> None:
    close_night(table)
    client = new_client()
    scan(client, make_card(table.club, 3))
    answer = start(client, table, 3)
    assert answer.status_code == 422
    assert "Tonight is closed. Ask an organiser to open it again." in text_of(answer)


@pytest.mark.parametrize("fields", [{"seat": []}, {"client_id": "x"}, {"variant": "whist"}, {"seat": ["guest:"]}])
def test_a_start_that_can_not_be_says_so(table: AtTable, fields: dict[str, Any]) -> None:
    client = new_client()
    scan(client, make_card(table.club, 3))
    assert start(client, table, 3, **fields).status_code == 422
    assert Game.objects.count() == 1


def test_without_a_script_names_are_chosen_on_the_same_page(table: AtTable) -> None:
    client = new_client()
    scan(client, make_card(table.club, 3))
    ann = Player.objects.get(name="Ann").pk
    answer = client.get(start_url(table, 3), {"csrfmiddlewaretoken": "secret", "add": ann})
    assert answer["Location"] == f"{start_url(table, 3)}?add={ann}"
    assert "1 of 3" in text_of(client.get(answer["Location"]))


@pytest.mark.parametrize("spoil", ["{}x", "x{}", "{:.21}", "{:A<30.10}"])
def test_a_token_that_is_none_opens_nothing(card: TableCard, spoil: str) -> None:
    client = new_client()
    answer = client.get(reverse("card-open", args=[spoil.format(card.token)]))
    assert answer.status_code == 404
    assert not client.session.keys()


def test_withdrawn_is_as_if_it_had_never_been_and_expired_says_so(card: TableCard) -> None:
    TableCard.objects.update(expires_at=timezone.now())
    answer = scan(new_client(), card)
    assert answer.status_code == 410
    assert "This card was for a time that is over." in text_of(answer)
    withdraw()
    answer = scan(new_client(), card)
    assert answer.status_code == 404
    assert "Ask an organiser of the club for a new one." in text_of(answer)


def test_the_sessions_key_changes_with_the_right(table: AtTable, card: TableCard) -> None:
    client = new_client()
    scan(client, make_card(table.club, 2))
    before, mark = client.session.session_key, client.session["mark"]
    scan(client, card)
    after = client.session.session_key
    assert before != after
    assert client.session["mark"] == mark
    scan(client, card)
    assert client.session.session_key == after


def test_a_form_without_its_token_is_refused(table: AtTable, card: TableCard) -> None:
    client = Client(enforce_csrf_checks=True)
    scan(client, card)
    assert table.record("0:3", client=client).status_code == 403
    assert table.events == 1


# Scoring


def test_a_phone_without_an_account_records_and_undoes(phone: AtTable, card: TableCard) -> None:
    answer = phone.record("1:3")
    assert answer.status_code == 200
    assert is_screen(answer)
    assert phone.scores == [0, 1, 0]
    assert phone.undo(phone.sent[-1]).status_code == 200
    assert phone.scores == [0, 0, 0]
    recorder = Recorder.objects.get(link=card)
    assert set(GameEvent.objects.exclude(seq=0).values_list("recorder", flat=True)) == {recorder.pk}
    assert (recorder.label, recorder.device) == ("Table 1", "Android phone")


def test_the_screens_other_buttons_work_as_well(phone: AtTable) -> None:
    hand = phone.play("1:3")
    assert phone.post("hand-record", client_id=uuid4(), touch=f"{hand}:1:h").status_code == 200
    assert phone.post("hand-correct", hand, client_id=uuid4(), call="2:1").status_code == 200
    assert phone.post("game-abandon", client_id=uuid4()).status_code == 200
    assert phone.status == GameStatus.ABANDONED
    assert phone.post("game-reopen", client_id=uuid4()).status_code == 200
    assert phone.status == GameStatus.OPEN
    assert phone.get("game-live").status_code == 200


def test_two_phones_with_one_card_are_told_apart_in_what_everybody_reads(
    table: AtTable, phone: AtTable, card: TableCard
) -> None:
    phone.play("1:3")
    other = scan_at(table, card)
    third = scan_at(table, card, IPHONE)
    other.play("2:3")
    third.play("0:3")
    history = text_of(table.get("game-history"))
    assert "Table 1 , Android phone," in history
    assert "Table 1 , Android phone 2," in history
    assert "Table 1 , iPhone," in history
    answer = phone.record("1:3", follows=phone.sent[0])
    assert said(answer)[0].startswith("Table 1, Android phone 2 recorded hand 2 meanwhile: Cleo made it")


def test_a_member_keeps_their_own_name_though_they_scanned(table: AtTable, card: TableCard) -> None:
    scorer = second_phone(table, "Sam")
    scan(scorer.client, card)
    scorer.play("1:3")
    recorder = GameEvent.objects.get(kind="hand").recorder
    assert (recorder.label, recorder.account, recorder.link) == ("Sam", scorer.scorer, None)


@pytest.mark.parametrize("role", [Role.PLAYER, None])
def test_an_account_that_may_not_record_uses_the_card(table: AtTable, card: TableCard, role: Role | None) -> None:
    user = make_user("Pia")
    if role:
        make_member(table.club, user, role)
    client = sign_in(user)
    assert table.record("1:3", client=client).status_code == (403 if role else 404)
    scan(client, card)
    assert table.record("1:3", client=client).status_code == 200
    recorder = GameEvent.objects.get(kind="hand").recorder
    assert (recorder.label, recorder.account, recorder.link) == ("Table 1", None, card)


def test_signing_in_and_out(table: AtTable, card: TableCard, phone: AtTable) -> None:
    phone.client.force_login(make_user("Nora"))
    assert phone.record("1:3").status_code == 200  # the card is still in the pocket
    phone.client.logout()
    assert phone.record("1:3").status_code == 404


def test_the_screen_leads_nowhere_that_is_closed_to_the_phone(phone: AtTable) -> None:
    phone.play("1:3")
    for page in (phone.get("game-table"), phone.get("game-board"), phone.get("game-hand-over")):
        links = set(re.findall(r'<a [^>]*href="(/c/[^"?]*)', page.content.decode()))
        closed = {link for link in links if phone.client.get(link).status_code != 200}
        # In the polled part, which is everybody's; a style hides them here.
        assert {link for link in closed if not link.endswith("/change/correct/")} <= {phone.url("game-detail")}
    phone.play(*["0:5"] * 4)
    links = set(re.findall(r'<a class="button" href="(/c/[^"?]*)', phone.get("game-table").content.decode()))
    assert {phone.client.get(link).status_code for link in links} == {200}


def test_where_everybody_may_look_the_card_hides_nothing(table: AtTable, phone: AtTable) -> None:
    Club.objects.update(visibility=Visibility.UNLISTED)
    page = phone.get("game-table").content.decode()
    assert f'href="{phone.url("game-detail")}"' in page
    assert f'href="{phone.url("game-table")}"' in phone.get("game-detail").content.decode()
    assert "Put right" not in text_of(phone.get("game-detail"))


# Nowhere else


@pytest.mark.parametrize("visibility", Visibility.values)
def test_another_tables_game_is_as_to_a_stranger(table: AtTable, phone: AtTable, visibility: str) -> None:
    Club.objects.update(visibility=visibility)
    other = replace(next_table(table, "Dora", "Emil", "Finn"), client=phone.client)
    no = 404 if visibility == Visibility.MEMBERS else 403
    assert other.record("0:3").status_code == no
    assert other.get("game-table").status_code == no
    assert other.get("game-hand-over").status_code == no
    assert other.get("game-live").status_code == (404 if no == 404 else 200)
    assert phone.client.get(start_url(phone, 2)).status_code == no
    assert start(phone.client, phone, 2).status_code == no
    assert not HeldWrite.objects.exists()


def test_another_clubs_table_of_that_number_stays_closed(table: AtTable) -> None:
    theirs = make_founded_club(name="Elsewhere")
    phone = scan_at(table, make_card(theirs))
    assert phone.record("0:3").status_code == 404
    assert phone.client.get(start_url(table)).status_code == 404
    assert not HeldWrite.objects.exists()


def test_a_closed_club_is_closed_to_cards(table: AtTable, phone: AtTable) -> None:
    Club.objects.update(state=ClubState.CLOSED)
    assert phone.record("0:3").status_code == 202, "nothing is lost"
    assert HeldWrite.objects.get().why == "club_closed"
    assert phone.get("game-live").status_code == 404
    assert phone.get("game-table").status_code == 404


def test_a_game_that_moves_to_another_table_takes_that_tables_card(table: AtTable, phone: AtTable) -> None:
    table.game.table = Table.objects.create(night=table.game.night, number=5)
    table.game.save()
    assert phone.record("0:3").status_code == 404
    scan(phone.client, make_card(table.club, 5))
    assert phone.record("0:3").status_code == 200


# Another phone


def also(answer: Any) -> str:
    found = re.search(r'<p class="also">(.*?)</p>', answer.content.decode(), re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", found[1]).split()) if found else ""


def test_opening_the_screen_says_who_else_scores(table: AtTable, phone: AtTable) -> None:
    assert also(phone.get("game-table")) == "Olive’s phone is also scoring Leave it"
    assert (
        f'<a href="{phone.url("game-board")}" aria-label="Leave it to them">'
        in phone.get("game-table").content.decode()
    )
    assert also(table.get("game-table")) == ""
    phone.play("1:3")
    assert also(table.get("game-table")) == "Android phone is also scoring Leave it"
    assert also(phone.get("game-table")) == "Olive’s phone is also scoring Leave it"


def test_nobody_is_named_who_scored_a_while_ago_or_in_a_game_that_is_over(table: AtTable, phone: AtTable) -> None:
    log, now = read_log(table.game), timezone.now()
    assert scoring_beside(log, None, now + timedelta(minutes=29)) is not None
    assert scoring_beside(log, None, now + timedelta(minutes=31)) is None
    assert also(phone.get("game-table")) != ""
    finish(table)
    assert also(phone.get("game-table")) == ""


def test_nothing_is_said_of_it_while_somebody_scores(table: AtTable, phone: AtTable) -> None:
    assert also(phone.record("1:3")) == ""


def test_handing_over_shows_the_tables_card(table: AtTable, phone: AtTable, card: TableCard) -> None:
    for one in (table, phone):
        assert f'href="{one.url("game-hand-over")}"' in one.get("game-table").content.decode()
        answer = one.get("game-hand-over")
        assert f'value="http://testserver/t/{card.token}/"' in answer.content.decode()
        assert "It needs no account." in text_of(answer)
        assert answer["Referrer-Policy"] == "strict-origin"
        assert "no-store" in answer["Cache-Control"]


def test_without_a_card_it_shows_the_games_own_address(table: AtTable) -> None:
    answer = table.get("game-hand-over")
    assert f'value="http://testserver{table.url("game-table")}"' in answer.content.decode()
    assert "Whoever is signed in there and may record goes on with this game." in text_of(answer)


# How much it costs


def test_a_hand_by_a_card_takes_no_more_statements_than_a_members(table: AtTable, phone: AtTable) -> None:
    phone.play("0:3")
    follows = phone.follows
    form = {"client_id": uuid4(), "follows": follows}
    by_card = statements(lambda: phone.record("1:3", **form))
    form = {"client_id": uuid4(), "follows": str(form["client_id"])}
    assert by_card <= statements(lambda: table.record("1:3", **form)) <= 12
    last = phone.sent[-1]
    assert statements(lambda: phone.undo(last)) <= 13


def test_the_first_hand_of_a_phone_makes_its_recorder(table: AtTable, phone: AtTable) -> None:
    form = {"client_id": uuid4(), "follows": ""}
    assert statements(lambda: phone.record("1:3", **form)) <= 12 + 7


def test_a_poll_by_a_card_takes_one_statement_beside_the_session(table: AtTable, phone: AtTable) -> None:
    tag = phone.get("game-live")["HX-PTag"]
    assert statements(lambda: phone.get("game-live", headers={"HX-PTag": tag})) == 2
    Club.objects.update(visibility=Visibility.UNLISTED)
    anonymous = replace(table, client=new_client())
    tag = anonymous.get("game-live")["HX-PTag"]
    assert statements(lambda: anonymous.get("game-live", headers={"HX-PTag": tag})) == 1
