"""The form that starts a game, and the choice so far while names are tapped."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.http import QueryDict

from league.bridge.starts import NewGame
from league.forms.games import StartForm, chosen_game_id, chosen_seats, chosen_variant, left_guest

ID = str(uuid4())


def query(**fields: Any) -> QueryDict:
    sent = QueryDict(mutable=True)
    for name, value in fields.items():
        sent.setlist(name, value if isinstance(value, list) else [value])
    return sent


def form(**fields: Any) -> StartForm:
    return StartForm(query(**{"client_id": ID, "variant": "cutthroat", "seat": ["1", "2", "3"]} | fields))


def codes(filled: StartForm) -> dict[str, list[str]]:
    filled.is_valid()
    return {name: [error.code for error in errors] for name, errors in filled.errors.as_data().items()}


def start(**fields: Any) -> NewGame:
    filled = form(**fields)
    assert filled.is_valid(), filled.errors
    return filled.new_game()


# The form


def test_players_sit_in_the_order_in_which_they_were_sent() -> None:
    assert start(seat=["3", "1", "2"]) == NewGame("cutthroat", [3, 1, 2], None)


def test_a_seat_deals_first_if_one_was_chosen() -> None:
    assert start(dealer="2").first_dealer == 2
    assert start(dealer="").first_dealer is None


@pytest.mark.parametrize("name", ["Zoë", "O'Brien", "0", "<b>Ann</b>", "שרה", "👩‍🚀"])
def test_a_guest_sits_by_any_first_name(name: str) -> None:
    assert start(seat=["1", "2", f"guest:{name}"]).seated == [1, 2, name]


def test_a_guests_name_is_cleaned() -> None:
    assert start(seat=["1", "2", "guest:  Zoe \t King "]).seated == [1, 2, "Zoe King"]


@pytest.mark.parametrize(
    ("sent", "field", "code"),
    [
        ({"client_id": ""}, "client_id", "required"),
        ({"variant": "bid_euchre"}, "variant", "invalid_choice"),
        ({"variant": ""}, "variant", "required"),
        ({"seat": []}, "seat", "required"),
        ({"seat": ["Ann"]}, "seat", "not_a_player"),
        ({"seat": ["-1"]}, "seat", "not_a_player"),
        ({"seat": ["1.0"]}, "seat", "not_a_player"),
        ({"seat": ["١"]}, "seat", "not_a_player"),
        ({"seat": ["9" * 19]}, "seat", "not_a_player"),
        ({"seat": ["9" * 10_000]}, "seat", "not_a_player"),
        ({"seat": ["1", ""]}, "seat", "not_a_player"),
        ({"seat": ["guest:"]}, "seat", "required"),
        ({"seat": ["guest:\u200b"]}, "seat", "required"),
        ({"seat": ["guest:" + "A" * 10_000]}, "seat", "max_length"),
        ({"seat": ["guest:A\x00"]}, "seat", "control_character"),
        ({"seat": ["guest:\ud800"]}, "seat", "lone_surrogate"),
        ({"dealer": "3"}, "dealer", "bad_dealer"),
        ({"dealer": "-1"}, "dealer", "bad_dealer"),
        ({"dealer": "Ann"}, "dealer", "not_whole"),
        ({"dealer": ["0", "1"]}, "dealer", "double"),
        ({"variant": ["cutthroat", "two_handed"]}, "variant", "double"),
    ],
)
def test_what_is_wrong_stands_at_its_field(sent: dict[str, Any], field: str, code: str) -> None:
    assert codes(form(**sent)) == {field: [code]}


# While names are tapped


def test_a_tapped_name_takes_the_next_seat() -> None:
    assert chosen_seats(query(seat=["4"], add="7")) == ["4", "7"]


def test_a_name_tapped_again_gets_up() -> None:
    assert chosen_seats(query(seat=["4", "7"], add="4")) == ["7"]


def test_nobody_sits_down_at_a_full_table() -> None:
    assert chosen_seats(query(variant="two_handed", seat=["4", "7"], add="9")) == ["4", "7"]


def test_nobody_sits_twice() -> None:
    assert chosen_seats(query(seat=["4", "4", "7"])) == ["4", "7"]


def test_a_guest_is_added_by_first_name() -> None:
    assert chosen_seats(query(seat=["4"], add="guest", guest=" Zoe ")) == ["4", "guest:Zoe"]
    assert chosen_seats(query(seat=["4"], add="guest", guest="  ")) == ["4"]


def test_a_guest_who_found_no_seat_stays_in_the_field() -> None:
    assert left_guest(query(guest="Zoe"), ["4", "guest:Zoe"]) == ""
    assert left_guest(query(guest=" Zoe "), ["4", "7", "9"]) == "Zoe"
    assert left_guest(query(), []) == ""


@pytest.mark.parametrize(
    ("sent", "variant"), [({}, "cutthroat"), ({"variant": "two_handed"}, "two_handed"), ({"variant": "?"}, "cutthroat")]
)
def test_the_first_game_is_chosen_unless_somebody_chose(sent: dict[str, str], variant: str) -> None:
    assert chosen_variant(query(**sent)) == variant


@pytest.mark.parametrize(
    "sent", [{}, {"client_id": ""}, {"client_id": "7"}, {"client_id": "\ud800"}, {"client_id": "x" * 9999}]
)
def test_what_is_no_number_of_a_game_is_dropped(sent: dict[str, str]) -> None:
    assert chosen_game_id(query(**sent)) is None


def test_the_number_of_a_game_is_carried_on() -> None:
    assert str(chosen_game_id(query(client_id=ID))) == ID
