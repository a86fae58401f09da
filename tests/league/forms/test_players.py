"""Lists of names, and one player."""

from __future__ import annotations

import pytest

from league.forms.players import PlayerForm, PlayersForm


def names(text: str) -> list[str]:
    form = PlayersForm({"names": text})
    assert form.is_valid(), form.errors
    found: list[str] = form.cleaned_data["names"]
    return found


@pytest.mark.parametrize(
    "text",
    [
        "Ann\nBen",
        "Ann\r\nBen",
        "Ann, Ben",
        "Ann;Ben,",
        "\n\n Ann ,, Ben \n",
        "Ann、Ben",
        "Ann，Ben",
        "Ann، Ben",
        "Ann\u2028Ben",
        "1. Ann\n2) Ben",
        "- Ann\n • Ben",
    ],
)
def test_one_a_line_or_with_commas_of_any_script(text: str) -> None:
    assert names(text) == ["Ann", "Ben"]


def test_names_are_kept_as_they_are_spelt() -> None:
    assert names("O'Brien\n0\n<b>Bold</b>\nיעל כהן\n🃏\nZając") == [
        "O'Brien",
        "0",
        "<b>Bold</b>",
        "יעל כהן",
        "🃏",
        "Zając",
    ]


@pytest.mark.parametrize("text", ["", "  \n , ;\n", "\u200b\n\u200b"])
def test_a_list_of_nobody(text: str) -> None:
    assert "names" in PlayersForm({"names": text}).errors


@pytest.mark.parametrize("text", ["a\x00b", "a\ud800b", "x" * 10_001])
def test_what_can_not_be_stored(text: str) -> None:
    assert "names" in PlayersForm({"names": text}).errors


def test_every_name_that_is_too_long_is_named() -> None:
    (first, second) = PlayersForm({"names": f"Ann\nB{'b' * 90}\nC{'c' * 90}"}).errors["names"]
    assert first.startswith("Bbb")
    assert "91 characters" in first
    assert second.startswith("Ccc")


def test_one_player() -> None:
    form = PlayerForm({"name": " Ann  Kim ", "nickname": "", "guest": "on"})
    assert form.is_valid()
    assert form.cleaned_data == {"name": "Ann Kim", "nickname": "", "showing": "", "guest": True}


@pytest.mark.parametrize("name", ["", "\u200b", "x" * 81, "x" * 10_000, "a\x00b", "a\ud800b"])
def test_player_without_a_usable_name(name: str) -> None:
    assert "name" in PlayerForm({"name": name}).errors


def test_nickname_is_short() -> None:
    assert set(PlayerForm({"name": "Ann", "nickname": "x" * 31}).errors) == {"nickname"}
