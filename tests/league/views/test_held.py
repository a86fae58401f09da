"""What waits for an organiser: told in sentences, stored or left out, and what the door says against it is said."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from league.models import ClubState, HeldWrite, Night, NightState, WhyHeld
from league.views.notices import WHY_HELD
from league.waiting import WHY
from tests.league.at_table import AtTable, close_night, open_table, second_phone
from tests.pages import at_most_statements, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    """Ann has 3; the night is closed."""
    table = open_table()
    table.play("0:5")
    close_night(table)
    return table


def reopen() -> None:
    Night.objects.update(state=NightState.OPEN)


def look(table: AtTable, **query: str) -> Any:
    return table.client.get(reverse("held-list", args=[table.club.slug]), query)


def settle(table: AtTable, held: HeldWrite | None = None, decision: str = "store", **fields: str) -> Any:
    held = held or HeldWrite.objects.latest("pk")
    form = {"decision": decision} | fields
    return table.client.post(reverse("held-settle", args=[table.club.slug, held.pk]), form)


def test_each_is_told_in_a_sentence_with_who_when_where_and_why(table: AtTable) -> None:
    second_phone(table).record("1:2", entered_at="2026-01-02T03:04:05Z")
    text = text_of(look(table))
    assert "Hand 2: Ben made it, 2 tricks: euchred. Ann +2, Cleo +2" in text
    assert "Table 1 ," in text
    assert ": Ann, Ben and Cleo Sent by Ben" in text
    assert "By its device’s clock 2 Jan 2026 03:04" in text
    assert "Why it waits The night was closed." in text


def test_stored_it_stands_in_the_game_and_no_longer_in_the_list(table: AtTable) -> None:
    table.record("1:2")
    answer = settle(table)
    assert (answer.status_code, answer["Location"]) == (303, reverse("held-list", args=[table.club.slug]))
    assert table.scores == [5, 0, 2]
    text = text_of(look(table))
    assert "Stored. The game is counted anew." in text
    assert "Nothing waits" in text


def test_left_out_it_is_gone(table: AtTable) -> None:
    table.record("1:2")
    assert settle(table, decision="leave").status_code == 303
    text = text_of(look(table))
    assert "Left out." in text
    assert "Nothing waits" in text
    assert table.scores == [3, 0, 0]


def test_decided_twice_it_says_what_was_decided(table: AtTable) -> None:
    table.record("1:2")
    settle(table)
    for decision in ("store", "leave"):
        assert settle(table, decision=decision).status_code == 303
        assert "This was stored already." in text_of(look(table))
    table.record("1:3")
    settle(table, decision="leave")
    assert settle(table).status_code == 303
    assert "This was left out already." in text_of(look(table))
    assert table.scores == [5, 0, 2]


def test_an_undo_a_call_and_an_ending_are_told_too(table: AtTable) -> None:
    hand = table.follows
    table.undo(hand)
    table.post("hand-correct", hand, client_id=uuid4(), call="1:h")
    table.post("game-abandon", client_id=uuid4())
    titles = [held.text for held in look(table).context["page"]]
    assert titles == [
        "The game was abandoned.",
        "Hand 1 corrected: Ann took all five. Ann +3",
        "Undone: Ann took all five. Ann +3",
    ]


def test_a_change_with_its_reason(table: AtTable) -> None:
    sent = {"client_id": uuid4(), "follows": "", "seat": "2", "reason": "dealt out of turn", "save": "1"}
    assert second_phone(table).post("game-change", "dealer", **sent, htmx=False).status_code == 202
    text = text_of(look(table))
    assert "Cleo was set to deal. “ dealt out of turn ”" in text
    assert settle(table).status_code == 303
    assert "dealt out of turn" in text_of(table.get("game-history"))


def test_a_place_that_is_taken_is_a_conflict_in_words(table: AtTable) -> None:
    table.record("1:2")
    reopen()
    table.play("2:3")
    answer = settle(table)
    assert answer.status_code == 409
    text = text_of(answer)
    assert "Not stored; it still waits." in text
    assert "Olive recorded hand 2 meanwhile: Cleo made it, 3 tricks. Cleo +1" in text
    assert HeldWrite.objects.get().settled_at is None


def test_a_game_that_is_over_refuses_in_words(table: AtTable) -> None:
    table.record("1:2")
    reopen()
    table.post("game-abandon", client_id=uuid4())
    answer = settle(table)
    assert answer.status_code == 422
    assert "The game is over: no hand can be added." in text_of(answer)
    assert "Ben made it, 2 tricks" in text_of(look(table))


def test_a_hand_that_ends_the_game_asks_for_one_more_yes(table: AtTable) -> None:
    reopen()
    table.play("0:5", "0:5")
    close_night(table)
    assert table.record("0:5").status_code == 202
    answer = settle(table)
    assert answer.status_code == 200
    assert "This hand ends the game: Ann wins, 12–0–0." in text_of(answer)
    assert "Yes, store it" in text_of(answer)
    assert settle(table, confirm="1").status_code == 303
    assert table.status == "won"


def test_another_hand_under_its_id_is_said(table: AtTable) -> None:
    sent = uuid4()
    table.record("1:2", client_id=sent)
    reopen()
    table.play("2:3", client_id=sent)
    answer = settle(table)
    assert answer.status_code == 422
    assert "something else under the same number" in text_of(answer)


@pytest.mark.parametrize("decision", ["", "x", "store\x00"])
def test_no_decision_asks_again(table: AtTable, decision: str) -> None:
    table.record("1:2")
    answer = settle(table, decision=decision)
    assert answer.status_code == 422
    assert "store it, or leave it out" in text_of(answer)
    assert HeldWrite.objects.get().settled_at is None


NONSENSE: list[Any] = [None, [], "x", 7, {}, {"v": 99}, {"v": 1, "kind": "hand", "body": {"kind": "x"}}]


@pytest.mark.parametrize("body", NONSENSE)
def test_what_cannot_be_read_is_only_left_out(table: AtTable, body: Any) -> None:
    fields = {"club": table.club, "game": table.game.pk, "client_id": uuid4(), "why": "nonsense"}
    held = HeldWrite.objects.create(body=body if body is not None else "null", **fields)
    page = look(table)
    assert "can only be left out" in text_of(page).replace("’", "'")
    assert "Store it" not in text_of(page)
    answer = settle(table, held)
    assert answer.status_code == 422
    assert "can only be left out" in text_of(answer)
    assert settle(table, held, "leave").status_code == 303


def test_a_game_that_is_not_here(table: AtTable) -> None:
    table.record("1:2")
    HeldWrite.objects.update(game=uuid4())
    assert "A game that is not here" in text_of(look(table))
    assert settle(table).status_code == 422


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"kind": "hand", "body": {"kind": "played", "maker": 9, "maker_tricks": 9}}, "A hand"),
        ({"kind": "hand", "body": {"kind": "misdeal", "maker": 0}}, "A misdeal"),
        ({"kind": "hand", "body": {"kind": "passed_out", "maker": 0}}, "All passed"),
        ({"kind": "void", "hand": str(uuid4()), "body": {}}, "A hand undone"),
        ({"kind": "undo", "body": {"event": 10**30}}, "Something taken back"),
        ({"kind": "substitute", "body": {"seat": 1, "player": 2**62}}, "A substitute"),
        ({"kind": "concede", "body": {"winners": [9]}}, "The game conceded"),
        ({"kind": "result", "body": {"scores": [10**30]}}, "The result of the game"),
    ],
)
def test_what_does_not_fit_is_told_by_itself(table: AtTable, body: dict[str, Any], words: str) -> None:
    client_id = uuid4()
    whole = {"v": 1, "hand": str(client_id)} | body
    HeldWrite.objects.create(club=table.club, game=table.game.pk, client_id=client_id, body=whole)
    assert [held.text for held in look(table).context["page"]] == [words]
    # A hand that follows none finds the first place taken before anybody asks what it says.
    assert settle(table).status_code == (409 if body["kind"] == "hand" else 422)
    assert table.scores == [3, 0, 0]


def test_fifty_a_page_newest_first_in_few_statements(table: AtTable) -> None:
    ids = [uuid4() for _number in range(60)]
    for client_id in ids:
        assert table.record("1:2", client_id=client_id).status_code == 202
    with at_most_statements(10):
        page = look(table)
    newest = HeldWrite.objects.get(client_id=ids[-1]).pk
    assert (len(page.context["page"].object_list), page.context["page"].object_list[0].pk) == (50, newest)
    oldest = HeldWrite.objects.get(client_id=ids[0])
    address = f"{reverse('held-settle', args=[table.club.slug, oldest.pk])}?page=2"
    answer = table.client.post(address, {"decision": "leave"})
    assert answer["Location"].endswith("?page=2")


def test_another_clubs_write_is_not_there(table: AtTable) -> None:
    table.record("1:2")
    other = open_table()
    held = HeldWrite.objects.get()
    assert settle(other, held).status_code == 404
    assert "Nothing waits" in text_of(look(other))
    assert HeldWrite.objects.get().settled_at is None


def test_every_reason_to_hold_has_words_for_who_sent_it_and_for_who_decides() -> None:
    assert set(WHY_HELD) == set(WHY) == set(WhyHeld)
    assert {f"club_{state}" for state in ClubState if state != ClubState.OPEN} <= set(WhyHeld)
