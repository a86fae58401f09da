"""What may be typed, and what comes out of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from league.text import (
    KEY_LENGTH,
    CleanCharField,
    clean_json,
    clean_text,
    holds_unstorable,
    name_key,
    search_key,
    sort_key,
)

LRE, PDF, RLO, RLI, PDI, ZWJ = "\u202a", "\u202c", "\u202e", "\u2067", "\u2069", "\u200d"


# Text


@pytest.mark.parametrize(
    "text",
    ["0", "O'Brien", "<b>Ann</b>", "Łukasz", "שרה", "محمد", "王小明", "👩‍🚀", f"می{ZWJ}خواهم", "A & B", "-"],
)
def test_names_of_all_kinds_pass_unchanged(text: str) -> None:
    assert clean_text(text, 80) == text


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Ann  ", "Ann"),
        ("Ann\tKing\n", "Ann King"),
        ("Ann  King", "Ann King"),
        ("Jose\u0301", "Jos\u00e9"),
        ("\u200b\u200b", ""),
        ("\u2067\u2069", ""),
    ],
)
def test_spacing_and_composition_are_settled(typed: str, stored: str) -> None:
    assert clean_text(typed, 80) == stored


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        (f"{RLI}שרה{PDI} K.", f"{RLI}שרה{PDI} K."),
        (f"Ann{RLI}", "Ann"),
        (f"{PDI}Ann{PDF}", "Ann"),
        (f"{RLO}nnA{PDF}", "nnA"),
        (f"{LRE}Ann{PDI}", "Ann"),
    ],
)
def test_direction_marks_that_would_turn_the_page_are_dropped(typed: str, stored: str) -> None:
    assert clean_text(typed, 80) == stored


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("An\x00n", "control_character"),
        ("An\x1bn", "control_character"),
        ("An\x7fn", "control_character"),
        ("An\ud800n", "lone_surrogate"),
        ("A" * 10_000, "max_length"),
    ],
)
def test_what_cannot_be_stored_is_refused_by_name(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        clean_text(typed, 80)
    assert refused.value.code == code
    assert refused.value.messages[0].endswith((".", "again."))


def test_length_is_counted_after_cleaning() -> None:
    assert clean_text(" " + "e\u0301" * 80 + " ", 80) == "\u00e9" * 80


def test_remarks_keep_their_lines() -> None:
    assert clean_text("one\r\ntwo\u2028three\tfour", 80, lines=True) == "one\ntwo\nthree four"


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_what_passes_can_be_stored_and_passes_again(text: str) -> None:
    try:
        cleaned = clean_text(text, 1000)
    except ValidationError:
        return
    assert not holds_unstorable(cleaned)
    cleaned.encode()
    assert clean_text(cleaned, 1000) == cleaned


# Keys


@pytest.mark.parametrize("other", ["ANN KING", "ann  king", "Ａnn King", "Ann\u200b King", "ann\u00a0king"])
def test_one_name_has_one_key(other: str) -> None:
    assert name_key(other) == name_key("Ann King")


def test_keys_tell_accents_apart_and_searching_does_not() -> None:
    assert name_key("José") != name_key("Jose")
    assert search_key("José") == search_key("JOSE") == "jose"


def test_names_sort_without_accents_case_and_marks() -> None:
    names = ["Zoë", "émile", "Ann", "O'Brien", "Obi", "ben", "“Cleo”"]
    assert sorted(names, key=sort_key) == ["Ann", "ben", "“Cleo”", "émile", "Obi", "O'Brien", "Zoë"]


def test_a_name_of_marks_only_still_has_a_place() -> None:
    assert sort_key("👍") == "👍"


@given(st.text(max_size=300))
def test_keys_fit_their_columns(text: str) -> None:
    assert max(len(make("\ufdfa" + text)) for make in (name_key, search_key, sort_key)) <= KEY_LENGTH


# JSON


@pytest.mark.parametrize("value", [None, True, 0, -1, 1.5, "x", [], {}, {"a": [1, {"b": None}]}])
def test_json_passes(value: Any) -> None:
    assert clean_json(value) == value


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (json.loads("NaN"), "not_finite"),
        ({"a": [json.loads("-Infinity")]}, "not_finite"),
        ({"a": ["x\x00"]}, "unstorable"),
        ({"a\x00": 1}, "unstorable"),
        ([json.loads('"\\ud800"')], "unstorable"),
        (json.loads("[" * 100 + "]" * 100), "depth"),
        ({"e\u0301": 1, "\u00e9": 2}, "twice"),
        ({1: 2}, "not_json"),
        ({"a": {1, 2}}, "not_json"),
    ],
)
def test_json_that_a_database_would_refuse_is_refused(value: Any, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        clean_json(value)
    assert refused.value.code == code


# Forms


class NameForm(forms.Form):
    name = CleanCharField(max_length=80)


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "A" * 81, "a\x00b", "a\ud800b"])
def test_field_refuses(typed: str) -> None:
    assert list(NameForm({"name": typed}).errors) == ["name"]


@pytest.mark.parametrize("typed", ["0", "O'Brien", "<script>", "שרה"])
def test_field_accepts(typed: str) -> None:
    form = NameForm({"name": typed})
    assert form.is_valid()
    assert form.cleaned_data["name"] == typed


def test_marks_piled_on_one_letter_are_refused_before_they_cost_anything() -> None:
    """Normalising takes time by the square of them."""
    with pytest.raises(ValidationError) as refused:
        clean_text("a" + "\u0301\u0316" * 30_000, 80)
    assert refused.value.code == "marks"
    assert clean_text("Zo\u0308e\u0301", 80) == "Zöé"
