"""A game to look at: score, every hand as a sentence, who entered it, when, on what."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from engine.events import Correct
from engine.records import HandRecord
from league.models import Role, Visibility
from league.services.play import write_event
from league.services.recorders import get_recorder
from tests.factories import make_member, make_user
from tests.league.at_table import (
    AtTable,
    change_rules,
    is_page,
    next_table,
    open_table,
    second_phone,
    sign_in,
    statements,
)

pytestmark = pytest.mark.django_db


def look(table: AtTable, client: Client | None = None) -> Any:
    return (client or table.client).get(table.url("game-detail"))


def text(answer: Any) -> str:
    """The page as it reads."""
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def correct(table: AtTable, hand: UUID, record: HandRecord) -> None:
    write_event(table.game.pk, uuid4(), get_recorder(table.club, table.scorer), Correct(str(hand), record))


# What it tells


def test_every_hand_is_there_newest_first(table: AtTable) -> None:
    table.play(*["0:3", "1:3", "2:3"] * 4)
    lines = look(table).context["sheet"].lines
    assert [line.number for line in lines] == list(range(12, 0, -1))
    assert lines[0].sentence == "Cleo made it, 3 tricks. Cleo +1"
    assert lines[0].scores == (4, 4, 4)
    assert "Cleo made it, 3 tricks. Cleo +1" in text(look(table))


def test_score_dealer_and_rules_stand_above(table: AtTable) -> None:
    table.play("0:5")
    page = text(look(table))
    assert "Ann, Ben, Cleo" in page
    assert "table 1 · first to 10" in page
    assert "Ben deals 0 10 to go" in page
    assert "Ann 3 7 to go" in page


def test_who_entered_it_when_and_on_what(table: AtTable) -> None:
    second_phone(table, "Bernadette").play("0:3")
    assert re.search(r"\bBernadette\b.{1,9}Android phone", text(look(table)))


def test_times_are_the_clubs_own(time_machine: Any) -> None:
    time_machine.move_to("2026-10-01 11:05Z", tick=False)
    table = open_table(zone="Asia/Tokyo")
    table.play("0:3")
    body = look(table).content.decode()
    assert re.search(r'<time datetime="2026-10-01T11:05:00\+00:00"[^>]*>[^<]*\b20:05</time>', body)
    assert "1 October 2026" in body


def test_a_hand_after_midnight_belongs_to_the_night_before(time_machine: Any) -> None:
    time_machine.move_to("2026-10-02 02:30Z", tick=False)
    table = open_table(zone="Europe/Amsterdam")
    table.play("0:3")
    page = text(look(table))
    assert "1 October 2026" in page
    assert "04:30" in page
    time_machine.move_to("2026-10-02 04:00Z")  # six in Amsterdam: a new night
    assert "2 October 2026" in text(look(next_table(table, "Dora", "Emil", "Finn")))


def test_what_was_undone_is_crossed_out_with_who_did_it(table: AtTable) -> None:
    hand = table.play("0:3")
    second_phone(table, "Bernadette").undo(hand)
    body = look(table).content.decode()
    assert "<s>Ann made it, 3 tricks. Ann +1</s>" in body
    assert "undone by Bernadette" in text(look(table))


def test_what_was_corrected_is_marked_with_who_did_it(table: AtTable) -> None:
    hand = table.play("1:3")
    assert "corrected" not in text(look(table))
    second_phone(table, "Bernadette").post("hand-correct", hand, client_id=uuid4(), call="1:1")
    page = text(look(table))
    assert "corrected by Bernadette" in page
    assert re.search(r"\bOlive\b.{1,9}Android phone", page)
    assert "ordered up" in page


def test_a_hand_behind_the_end_is_kept_and_not_counted(table: AtTable) -> None:
    first = table.play("1:3")
    table.play(*["0:5"] * 4)
    correct(table, first, HandRecord(maker=0, maker_tricks=5))
    page = look(table)
    assert [line.outside for line in page.context["sheet"].lines] == [True, False, False, False, False]
    assert "after the end: not counted" in text(page)
    assert "Ann wins, 12–0–0." in text(page)


def test_a_result_is_a_sentence(table: AtTable) -> None:
    table.play_to(9, 9, 9)
    table.play("0:0")
    assert "Ben and Cleo share the win, 9–11–11." in text(look(table))


def test_points_below_zero_are_shown(table: AtTable) -> None:
    other = change_rules(table, revoke="offender_loses")
    other.record(kind="penalty", maker="0", offender="1")
    page = text(look(other))
    assert "Ann made it, Ben reneged. Ben \u22122" in page
    assert other.scores == [0, -2, 0]


def test_a_game_without_hands_says_so(table: AtTable) -> None:
    assert "No hand yet." in text(look(table))


def test_names_are_text() -> None:
    table = open_table(("<b>Ann</b>", "O'Brien", "\u2067שרה\u2069"))
    table.play("0:2")
    body = look(table).content.decode()
    assert "<b>Ann" not in body
    assert "&lt;b&gt;Ann" in body


# What can be done there


def test_scorers_find_the_way_to_the_table_and_to_every_change(table: AtTable) -> None:
    table.play("0:3")
    body = look(table).content.decode()
    assert table.url("game-table") in body
    assert "Put right" in body


def test_a_game_that_is_over_can_be_played_again(table: AtTable) -> None:
    table.play(*["0:5"] * 4)
    assert table.url("game-again") in look(table).content.decode()


def test_others_only_look(table: AtTable) -> None:
    table.play(*["0:5"] * 4)
    pia = make_user("Pia")
    make_member(table.club, pia, Role.PLAYER)
    for client in (Client(), sign_in(pia)):
        page = look(table, client)
        assert page.status_code == 200
        body = page.content.decode()
        assert '<form method="post"' not in body
        assert table.url("game-table") not in body
        assert "Put right" not in body
        assert "Ann took all five. Ann +3" in body


# Where it is not


def test_a_game_that_is_not_here(table: AtTable) -> None:
    elsewhere = open_table(name="Elsewhere")
    for game in (uuid4(), elsewhere.game.pk):
        page = table.client.get(reverse("game-detail", args=[table.club.slug, game]))
        assert page.status_code == 404
        assert is_page(page)
    assert table.client.get(f"/c/{table.club.slug}/games/7/").status_code == 404


def test_a_club_for_members_only_is_not_there_for_others() -> None:
    table = open_table(visibility=Visibility.MEMBERS)
    assert look(table).status_code == 200
    assert look(table, Client()).status_code == 404
    assert look(table, sign_in(make_user("Strange"))).status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_is_only_looked_at(table: AtTable, method: str) -> None:
    assert getattr(table.client, method)(table.url("game-detail")).status_code == 405


def test_it_costs_the_same_for_five_hands_and_twenty(table: AtTable) -> None:
    table.play("0:3", "1:3", "2:3", "0:3", "1:3")
    few = statements(lambda: look(table))
    table.play(*["0:3", "1:3", "2:3"] * 5)
    next_table(table, "Dora", "Emil", "Finn").play("0:3")
    assert statements(lambda: look(table)) == few
    assert few <= 6
