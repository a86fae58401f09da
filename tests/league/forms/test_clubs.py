"""Forms of clubs and members."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from django.forms import ChoiceField

from league.forms.clubs import ClubForm, ClubSettingsForm, RoleForm, zones


def zone_keys() -> list[str]:
    return [key for _region, places in zones() if isinstance(places, list) for key, _name in places]


def test_every_zone_offered_exists() -> None:
    assert len(zone_keys()) > 300
    assert all(ZoneInfo(key) for key in zone_keys())


def test_nothing_is_chosen_beforehand() -> None:
    field = ClubForm().fields["zone"]
    assert isinstance(field, ChoiceField)
    assert ClubForm()["zone"].value() is None


def test_name_is_cleaned() -> None:
    form = ClubForm({"name": "  O'Brien's \t Club ", "zone": "Europe/Dublin"})
    assert form.is_valid()
    assert form.cleaned_data == {"name": "O'Brien's Club", "zone": "Europe/Dublin"}


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 81, "a\x00b", "a\ud800b", "\x07"])
def test_names_that_are_none(name: str) -> None:
    assert "name" in ClubForm({"name": name, "zone": "UTC"}).errors


@pytest.mark.parametrize("name", ["0", "<script>", "🃏", "יעל", "小林"])
def test_names_that_are_some(name: str) -> None:
    assert ClubForm({"name": name, "zone": "UTC"}).is_valid()


@pytest.mark.parametrize("zone", ["", "Mars/Base", "posix/UTC", "UTC\x00", "\ud800", "../../etc/passwd"])
def test_zones_that_are_none_are_not_repeated(zone: str) -> None:
    errors = ClubForm({"name": "Club", "zone": zone}).errors
    assert set(errors) == {"zone"}
    assert not zone or zone not in str(errors["zone"])


@pytest.mark.parametrize("visibility", ["", "everybody", "PUBLIC"])
def test_visibility_is_one_of_three(visibility: str) -> None:
    assert "visibility" in ClubSettingsForm({"name": "Club", "zone": "UTC", "visibility": visibility}).errors


@pytest.mark.parametrize("role", ["owner", "organiser", "scorer", "player"])
def test_roles(role: str) -> None:
    assert RoleForm({"role": role}).is_valid()
