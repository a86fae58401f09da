"""The form of a season."""

from __future__ import annotations

import datetime

import pytest

from league.forms.seasons import SeasonForm


def test_open_end_is_fine() -> None:
    form = SeasonForm({"name": "Spring", "starts": "2026-03-01", "ends": ""})
    assert form.is_valid()
    assert form.cleaned_data == {
        "name": "Spring",
        "starts": datetime.date(2026, 3, 1),
        "ends": None,
        "substitute_gets_result": False,
        "cut_short_stands": False,
        "hidden_until": "",
        "default": False,
    }


def test_end_before_the_beginning() -> None:
    errors = SeasonForm({"name": "Spring", "starts": "2026-03-01", "ends": "2026-02-28"}).errors
    assert errors == {"ends": ["The last day is before the first one."]}


@pytest.mark.parametrize("day", ["", "yesterday", "2026-02-30", "0000-00-00", "99999-01-01", "\x00", "\ud800"])
def test_first_day_must_be_one(day: str) -> None:
    assert set(SeasonForm({"name": "Spring", "starts": day, "ends": "2026-05-01"}).errors) == {"starts"}


def test_default_season_can_not_be_unchosen() -> None:
    form = SeasonForm({"name": "Spring", "starts": "2026-03-01", "default": ""}, is_default=True)
    assert "default" not in form.fields
    assert form.is_valid()


@pytest.mark.parametrize("name", ["", "x" * 81, "a\x00b", "\u200b"])
def test_name_must_be_one(name: str) -> None:
    assert set(SeasonForm({"name": name, "starts": "2026-03-01"}).errors) == {"name"}
