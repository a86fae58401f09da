"""The polled parts of a game: one answer for everybody, nothing while nothing changes."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from league.models import Club, Visibility
from tests.factories import make_user
from tests.league.at_table import (
    AtTable,
    close_night,
    next_table,
    open_table,
    second_phone,
    sign_in,
    statements,
)

pytestmark = pytest.mark.django_db

PARTS = ["game-live", "game-sheet"]


def poll(table: AtTable, part: str, tag: str = "", *, client: Client | None = None, **headers: str) -> Any:
    known = {"HX-PTag": tag} if tag else {}
    return (client or table.client).get(table.url(part), headers=known | headers)


# Tags


@pytest.mark.parametrize("part", PARTS)
def test_nothing_new_is_304_without_a_body(table: AtTable, part: str) -> None:
    table.play("0:3")
    first = poll(table, part)
    again = poll(table, part, first["HX-PTag"])
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again["HX-PTag"] == first["HX-PTag"]
    assert first["Cache-Control"] == again["Cache-Control"] == "no-store"


@pytest.mark.parametrize("part", PARTS)
def test_whatever_changes_the_game_changes_the_tag(table: AtTable, part: str) -> None:
    seen = [poll(table, part)["HX-PTag"]]

    def change(what: Any) -> None:
        what()
        answer = poll(table, part, seen[-1])
        assert answer.status_code == 200
        assert answer["HX-PTag"] not in seen
        seen.append(answer["HX-PTag"])

    hand = table.play("0:3")
    change(lambda: None)
    change(lambda: table.post("hand-record", client_id=uuid4(), touch=f"{hand}:1:h"))
    change(lambda: table.undo(hand))
    change(lambda: table.post("game-abandon", client_id=uuid4()))
    change(lambda: table.post("game-reopen", client_id=uuid4()))
    change(lambda: table.play("0:3"))  # the score of before, and yet another game
    change(lambda: close_night(table))


@pytest.mark.parametrize("part", PARTS)
def test_what_changes_nothing_keeps_the_tag(table: AtTable, part: str) -> None:
    table.play("0:3")
    tag = poll(table, part)["HX-PTag"]
    table.record("9:9")
    table.record("0:3", follows="")  # another phone's same hand
    next_table(table, "Dora", "Emil", "Finn").play("0:3")
    assert poll(table, part, tag).status_code == 304


def test_no_two_pages_share_a_tag(table: AtTable) -> None:
    other = next_table(table, "Dora", "Emil", "Finn")
    elsewhere = open_table(name="Elsewhere")
    asked = [(one, part) for one in (table, other, elsewhere) for part in PARTS]
    assert len({poll(one, part)["HX-PTag"] for one, part in asked}) == len(asked)


@pytest.mark.parametrize("part", PARTS)
def test_another_audience_another_tag(table: AtTable, part: str) -> None:
    tags = set()
    for visibility in Visibility:
        Club.objects.update(visibility=visibility)
        tags.add(poll(table, part)["HX-PTag"])
    assert len(tags) == len(Visibility)


@pytest.mark.parametrize("part", PARTS)
def test_another_language_another_tag(table: AtTable, part: str, settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("nl", "Nederlands")]
    tags = {poll(table, part, **{"Accept-Language": language})["HX-PTag"] for language in ("en", "nl")}
    assert len(tags) == 2


@pytest.mark.parametrize("part", PARTS)
def test_another_release_another_tag(table: AtTable, part: str, settings: Any) -> None:
    before = poll(table, part)["HX-PTag"]
    settings.VERSION = "99.0"
    assert poll(table, part, before).status_code == 200


@pytest.mark.parametrize("tag", ["x", '"', "*", "A" * 8_000, "\u00e9"])
def test_a_tag_that_is_none_of_ours_gets_the_whole(table: AtTable, tag: str) -> None:
    assert poll(table, "game-live", tag).status_code == 200


# What is in it


@pytest.mark.parametrize("part", PARTS)
def test_scorer_and_stranger_get_the_same_bytes(table: AtTable, part: str) -> None:
    table.play("0:3", "1:2")
    ours = poll(table, part)
    for client in (Client(), sign_in(make_user("Strange")), second_phone(table).client):
        theirs = poll(table, part, client=client)
        assert theirs.content == ours.content
        assert theirs["HX-PTag"] == ours["HX-PTag"]
        assert "Set-Cookie" not in theirs
        assert not theirs.cookies


@pytest.mark.parametrize("part", PARTS)
def test_there_is_no_form_and_no_token_in_it(table: AtTable, part: str) -> None:
    table.play("0:3")
    body = poll(table, part).content.decode()
    assert "<form" not in body
    assert "csrf" not in body
    assert "client_id" not in body
    assert "<html" not in body
    assert str(table.scorer.email) not in body


def test_it_holds_score_dealer_and_last_hand(table: AtTable) -> None:
    table.play("0:3", "1:2")
    body = poll(table, "game-live").content.decode()
    assert 'data-version="2"' in body
    assert "Ben made it, 2 tricks: euchred" in body
    assert '<span class="figure-big">3</span>' in body
    assert body.count("deals") >= 1


@pytest.mark.parametrize("part", PARTS)
def test_it_goes_without_the_indentation_of_its_template(table: AtTable, part: str) -> None:
    lines = poll(table, part).content.decode().split("\n")
    assert all(line and line == line.strip() for line in lines)


@pytest.mark.parametrize("part", PARTS)
def test_a_club_for_members_only_is_not_there_for_others(part: str) -> None:
    table = open_table(visibility=Visibility.MEMBERS)
    tag = poll(table, part)["HX-PTag"]
    assert poll(table, part, tag).status_code == 304
    for client in (Client(), sign_in(make_user("Strange"))):
        assert poll(table, part, tag, client=client).status_code == 404


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_is_only_looked_at(table: AtTable, part: str, method: str) -> None:
    assert getattr(table.client, method)(table.url(part)).status_code == 405


# How much it costs


@pytest.mark.parametrize("part", PARTS)
def test_nothing_new_costs_at_most_three_statements_four_signed_in(table: AtTable, part: str) -> None:
    table.play("0:3")
    tag = poll(table, part)["HX-PTag"]
    signed_out, stranger = Client(), sign_in(make_user("Strange"))
    assert statements(lambda: poll(table, part, tag, client=signed_out)) <= 3
    assert statements(lambda: poll(table, part, tag, client=stranger)) <= 4
    assert statements(lambda: poll(table, part, tag)) <= 4


@pytest.mark.parametrize("part", PARTS)
def test_hands_and_other_games_make_a_poll_no_dearer(table: AtTable, part: str) -> None:
    def costs() -> list[int]:
        tag = poll(table, part)["HX-PTag"]
        return [statements(lambda: poll(table, part, tag)), statements(lambda: poll(table, part))]

    table.play("0:3", "1:3", "2:3", "0:3", "1:3")
    few = costs()
    table.play(*["0:3", "1:3", "2:3"] * 5)
    next_table(table, "Dora", "Emil", "Finn").play("0:3")
    next_table(table, "Gwen", "Hugo", "Ines").play("0:5", "0:5", "0:5", "0:5")
    assert costs() == few
    assert few[1] <= 6  # the pulse, and then the whole game
