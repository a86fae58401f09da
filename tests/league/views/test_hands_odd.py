"""Requests for hands that no page makes: other games' hands, texts that nobody should send, too much."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league.models import GameStatus, Role, Visibility
from tests.factories import make_member, make_user
from tests.league.at_table import (
    AtTable,
    assert_refused,
    is_page,
    next_table,
    open_table,
    said,
    sign_in,
    ticked,
)

pytestmark = pytest.mark.django_db

LOST = "This form has lost its number. Load the page anew and try again."

TWICE = "This was sent twice. Tap it once more."

NASTY = {
    "nul": "\x00",
    "nul inside": "0\x00",
    "NaN": "NaN",
    "emoji": "🂡",
    "right to left": "שרה",
    "override": "\u202e0:3",
    "HTML": "<script>alert(1)</script>",
    "quotes": "\"'><img src=x onerror=alert(1)>",
    "template": "{{ settings.SECRET_KEY }}%(x)s{0}",
    "10,000 characters": "A" * 10_000,
    "other digits": "٣",
    "line break": "0\r\n3",
}

ASKED = (
    "client_id",
    "follows",
    "kind",
    "cell",
    "alone",
    "claimed",
    "offender",
    "trump",
    "round",
    "upcard",
    "confirm",
    "tally",
)
"""Every field in which nonsense is refused."""


# Which hand, which game


@pytest.mark.parametrize("client_id", [None, "", "7", "the first", "0" * 31, "{}", "g" * 32])
def test_a_form_that_lost_its_number(table: AtTable, client_id: str | None) -> None:
    answer = table.record("0:3", client_id=client_id, trump="h")
    assert_refused(table, answer, LOST)
    assert ticked(answer, "trump") == ["h"]


def test_a_number_of_another_games_hand_is_a_number_here(table: AtTable) -> None:
    other = next_table(table, "Dora", "Emil", "Finn")
    theirs = other.play("0:3")
    assert table.record("1:5", client_id=theirs).status_code == 200
    assert (table.scores, other.scores) == ([0, 3, 0], [1, 0, 0])


@pytest.mark.parametrize("follows", ["7", "the last", "None", "\x00"])
def test_a_hand_that_follows_nonsense(table: AtTable, follows: str) -> None:
    assert_refused(table, table.record("0:3", follows=follows), LOST)


def test_a_hand_that_follows_one_of_nowhere(table: AtTable) -> None:
    assert_refused(table, table.record("0:3", follows=str(uuid4())), "There is no such hand in this game.")


def test_a_hand_that_follows_one_of_another_game(table: AtTable) -> None:
    theirs = next_table(table, "Dora", "Emil", "Finn").play("0:3")
    answer = table.record("0:3", follows=str(theirs))
    assert answer.status_code == 422
    assert said(answer)[1:] == ["There is no such hand in this game."]
    assert table.game.events.count() == 1


def test_a_hand_for_a_finished_game(table: AtTable) -> None:
    table.play(*["0:5"] * 4)
    answer = table.record("1:3")
    assert answer.status_code == 422
    assert said(answer)[1:] == ["The game is over: no hand can be added."]
    assert (table.status, table.scores) == (GameStatus.WON, [12, 0, 0])
    assert table.game.events.count() == 5


def test_a_hand_for_an_abandoned_game(table: AtTable) -> None:
    table.play("0:5")
    table.post("game-abandon", client_id=uuid4())
    answer = table.record("1:3")
    assert answer.status_code == 422
    assert said(answer)[1:] == ["The game is over: no hand can be added."]
    assert (table.status, table.scores) == (GameStatus.ABANDONED, [3, 0, 0])


def test_another_clubs_game_is_not_here(table: AtTable) -> None:
    theirs = open_table(visibility=Visibility.MEMBERS)
    url = reverse("hand-record", args=[table.club.slug, theirs.game.pk])
    answer = table.client.post(url, {"client_id": uuid4(), "cell": "0:3"})
    assert answer.status_code == 404
    assert is_page(answer)
    assert theirs.events == 2  # both starts


@pytest.mark.parametrize(("visibility", "status"), [(Visibility.UNLISTED, 403), (Visibility.MEMBERS, 404)])
def test_another_clubs_scorer_records_nothing(table: AtTable, visibility: str, status: int) -> None:
    theirs = open_table(visibility=visibility)
    assert theirs.record("0:3", client=table.client).status_code == status
    assert theirs.scores == [0, 0, 0]


def test_whoever_may_only_look_gets_403(table: AtTable) -> None:
    pia = make_user("Pia")
    make_member(table.club, pia, Role.PLAYER)
    for client in (Client(), sign_in(make_user("Strange")), sign_in(pia)):
        answer = table.record("0:3", client=client)
        assert answer.status_code == 403
        assert is_page(answer)
    assert table.events == 1


@pytest.mark.parametrize("game", ["00000000-0000-4000-8000-000000000000", "7", "the-first", "%00", "0" * 10_000])
def test_a_game_that_is_not_there(table: AtTable, game: str) -> None:
    answer = table.client.post(f"/c/{table.club.slug}/games/{game}/hands/", {"client_id": uuid4(), "cell": "0:3"})
    assert answer.status_code in (400, 404)
    assert is_page(answer)


@pytest.mark.parametrize("method", ["get", "head", "put", "patch", "delete", "options"])
def test_hands_are_only_posted(table: AtTable, method: str) -> None:
    answer = getattr(table.client, method)(table.url("hand-record"))
    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"


def test_without_a_token_nothing_is_recorded(table: AtTable) -> None:
    strict = sign_in(table.scorer, enforce_csrf_checks=True)
    answer = table.record("0:3", client=strict)
    assert answer.status_code == 403
    assert "Please send it again" in answer.content.decode()
    assert table.events == 1


def test_the_token_of_the_page_is_a_token(table: AtTable) -> None:
    strict = sign_in(table.scorer, enforce_csrf_checks=True)
    token = str(strict.get(table.url("game-table")).context["csrf_token"])
    assert table.record("0:3", client=strict, csrfmiddlewaretoken=token).status_code == 200


# Text that nobody should send


@pytest.mark.parametrize("name", [*ASKED, "maker", "tricks", "touch"])
def test_nonsense_in_any_field_is_refused_and_never_echoed_raw(table: AtTable, name: str) -> None:
    for what, value in NASTY.items():
        answer = table.record(**{"maker": "0", "tricks": "3"} | {name: value})
        assert_refused(table, answer)
        assert said(answer)[1:], what
        body = answer.content.decode()
        assert "<script>alert" not in body
        assert "<img" not in body
        assert len(body) < 20_000, what


@pytest.mark.parametrize("name", ["entered_at", "layout", "nobody_asked"])
def test_nonsense_that_decides_nothing_stops_no_hand(table: AtTable, name: str) -> None:
    for what, value in NASTY.items():
        answer = table.record(kind="passed_out", **{name: value})
        assert answer.status_code == 200, what
        assert "<script>alert" not in answer.content.decode()
    assert table.events == 1 + len(NASTY)


@pytest.mark.parametrize("name", [*ASKED, "maker", "tricks", "touch"])
def test_bytes_that_are_no_text(table: AtTable, name: str) -> None:
    """Half a character can't be written as UTF-8: it is read as question marks, or refused."""
    fields = {"client_id": str(uuid4()), "maker": "0", "tricks": "3"}
    fields.pop(name, None)
    for raw in ("%ED%A0%80", "%FF", "%C0%80", "%F0%9F", "%u2603"):
        assert_refused(table, post_raw(table, f"{urlencode(fields)}&{name}={raw}"))


def test_half_a_character_by_way_of_another_encoding(table: AtTable) -> None:
    for name in (*ASKED, "maker", "tricks", "touch"):
        fields = {"client_id": str(uuid4()), "maker": "0", "tricks": "3"} | {name: "+2AA-"}
        parts = "".join(
            f'--limit\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in fields.items()
        )
        answer = post_raw(table, f"{parts}--limit--\r\n", "multipart/form-data; boundary=limit; charset=utf-7")
        assert answer.status_code in (400, 422), name
        assert table.events == 1


@pytest.mark.parametrize(
    "content_type", ["application/json", "text/plain", "application/x-www-form-urlencoded; charset=x"]
)
def test_a_body_of_another_kind(table: AtTable, content_type: str) -> None:
    answer = post_raw(table, '{"cell": "0:3", "client_id": "\\ud800", "tricks": NaN}', content_type)
    assert answer.status_code in (400, 422)
    assert table.events == 1


def post_raw(table: AtTable, body: str, kind: str = "application/x-www-form-urlencoded") -> Any:
    return table.client.generic(
        "POST", table.url("hand-record"), body, content_type=kind, headers={"HX-Request": "true"}
    )


# Too much


@pytest.mark.parametrize("name", [*(set(ASKED) - {"alone", "tally"}), "entered_at"])
def test_a_question_answered_twice(table: AtTable, name: str) -> None:
    right = {"client_id": str(uuid4()), "cell": "0:3", "trump": "h", "round": "1", "kind": "played", "confirm": "1"}
    value = right.get(name, "1")
    assert_refused(table, table.record(**{"cell": "0:3"} | {name: [value, value]}), TWICE)


@pytest.mark.parametrize("extra", [{"maker": "1"}, {"tricks": "3"}, {"maker": "0", "tricks": "3"}])
def test_a_tap_in_both_forms(table: AtTable, extra: dict[str, str]) -> None:
    assert_refused(table, table.record("0:3", **extra), f"Tricks: {TWICE}")


def test_more_people_alone_than_sit_there(table: AtTable) -> None:
    assert_refused(table, table.record("0:3", alone=["0"] * 13), "Alone: This was sent too often.")


@pytest.mark.parametrize("fields", [{"alone": ["0"] * 1_000}, {f"x{n}": "1" for n in range(1_001)}], ids=["alone", "x"])
@pytest.mark.parametrize("strict", [False, True])
def test_a_thousand_fields_are_no_form(table: AtTable, fields: dict[str, Any], strict: bool) -> None:
    client = sign_in(table.scorer, enforce_csrf_checks=strict)
    token = str(client.get(table.url("game-table")).context["csrf_token"])
    answer = table.record("0:3", client=client, csrfmiddlewaretoken=token, **fields)
    assert answer.status_code == 400
    assert is_page(answer)
    assert table.events == 1


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=limit"])
def test_a_body_of_megabytes_is_no_form(table: AtTable, kind: str) -> None:
    part = f'--limit\r\nContent-Disposition: form-data; name="upcard"\r\n\r\n{"J" * 3_000_000}\r\n--limit--\r\n'
    answer = post_raw(table, part if "limit" in kind else "upcard=" + "J" * 3_000_000, kind)
    assert answer.status_code == 413
    assert is_page(answer)
    assert table.events == 1
