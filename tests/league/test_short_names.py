"""What people are called at the table."""

from __future__ import annotations

import pytest

from league.short_names import Named, short_names
from league.text import name_key


def shorts(*names: str) -> list[str]:
    return short_names([Named(name) for name in names])


def test_first_name_is_enough_where_nobody_shares_it() -> None:
    assert shorts("Wietske Hofstra", "Bogdan Ionescu") == ["Wietske", "Bogdan"]


def test_two_anns_get_the_initial_of_their_last_names() -> None:
    assert shorts("Ann Kowalski", "Bogdan Ionescu", "Ann Pereira") == ["Ann K.", "Bogdan", "Ann P."]


def test_as_many_letters_as_it_takes() -> None:
    assert shorts("Ann Kowalski", "Ann Kim", "Ann Pereira") == ["Ann Ko.", "Ann Ki.", "Ann P."]


def test_a_last_name_that_is_the_beginning_of_another_stands_whole() -> None:
    assert shorts("Zoë Ng", "Zoë Nguyen") == ["Zoë Ng", "Zoë Ngu."]


def test_who_has_only_a_first_name_keeps_it() -> None:
    assert shorts("Ann", "Ann Kim") == ["Ann", "Ann K."]


def test_same_last_name_means_the_whole_name() -> None:
    assert shorts("Ann Maria Kim", "Ann Kim") == ["Ann Maria Kim", "Ann Kim"]


def test_same_spelling_means_same_name_whatever_the_case() -> None:
    assert shorts("ann kim", "Ann Pereira") == ["ann k.", "Ann P."]


def test_nickname_comes_before_the_first_name() -> None:
    assert short_names([Named("William Hall", "Bill"), Named("Bill Yates")]) == ["Bill H.", "Bill Y."]


@pytest.mark.parametrize("name", ["0", "O'Brien", "小林さくら", "يعل", "👩‍👩‍👧"])
def test_names_of_one_word_are_left_alone(name: str) -> None:
    assert shorts(name, "Ann") == [name, "Ann"]


def test_letters_are_not_torn_from_their_accents() -> None:
    assert shorts("Ann E\u0323\u0301k", "Ann Ola") == ["Ann E\u0323\u0301.", "Ann O."]


def test_joined_emoji_are_one_letter() -> None:
    assert shorts("Ann 👩‍👧x", "Ann Ola") == ["Ann 👩‍👧.", "Ann O."]


def test_nobody_at_all() -> None:
    assert short_names([]) == []


def test_different_names_never_share_a_short_one() -> None:
    names = ["Ann", "Ann K.", "Ann K", "Ann Ki", "Ann Kim", "Ann Kimm", "Ann Lo", "Anna", "Ann Kim Lo"]
    found = shorts(*names)
    assert len({short.rstrip(".") for short in found}) >= len(names) - 1  # "Ann K." and "Ann K" are one name


def test_initial_is_all_that_is_told() -> None:
    people = [Named("Ann K.", initial="K"), Named("Ann K. 2", initial="K"), Named("Ann Kim")]
    assert short_names(people) == ["Ann K.", "Ann K. 2", "Ann Ki."]


def test_work_grows_with_the_names_and_not_with_their_square(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of names that differ in their last letters only, pasted at once."""
    calls = {300: 0, 600: 0}
    for many in calls:

        def counting(text: str, many: int = many) -> str:
            calls[many] += 1
            return name_key(text)

        monkeypatch.setattr("league.short_names.name_key", counting)
        names = shorts(*(f"Ann {'k' * 40}{number:03}" for number in range(many)))
        assert len(set(names)) == many
    assert calls[600] <= 2.1 * calls[300]
