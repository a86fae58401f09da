"""A club's address."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from league.models.clubs import SLUG_LENGTH
from league.services.slugs import slug_of, slugs_of


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Harbour Euchre Club", "harbour-euchre-club"),
        ("O'Brien's", "obriens"),
        ("0", "0"),
        ("Łódź & Bjørn", "lodz-bjorn"),
        ("東京 Euchre", "euchre"),
        ("<b>Bold</b>", "bboldb"),
    ],
)
def test_slug_comes_from_the_latin_letters_of_the_name(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@pytest.mark.parametrize("name", ["東京", "נמל", "🃏", "–"])
def test_name_without_latin_letters_gets_an_address_by_chance(name: str) -> None:
    assert re.fullmatch(r"club-[0-9a-f]{6}", slug_of(name))


def test_long_name_leaves_room_for_a_number() -> None:
    assert all(len(slug) <= SLUG_LENGTH for slug in islice(slugs_of("x" * 80), 150))


def test_taken_addresses_are_counted_up_and_never_run_out() -> None:
    assert list(islice(slugs_of("Harbour"), 3)) == ["harbour", "harbour-2", "harbour-3"]
    assert len(set(islice(slugs_of("Harbour"), 130))) == 130
