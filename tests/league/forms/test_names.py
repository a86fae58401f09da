"""Long lists of names."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms
from django.test.html import parse_html

from league.forms.compare import CompareForm
from league.forms.names import NamesSelect

PLAYERS = [("", "Choose"), (1, "Ann"), (2, '<b>Ben</b> & "Co"'), (3, "=1+1")]
ATTRS = {"id": "id_one", "required": True, "aria-invalid": "true", "hidden": False}


@pytest.mark.parametrize("value", [None, "", 2, "2", "3", "<", "9"])
def test_it_is_the_list_that_django_makes(value: Any) -> None:
    ours, theirs = (kind(choices=PLAYERS).render("one", value, ATTRS) for kind in (NamesSelect, forms.Select))
    assert parse_html(ours) == parse_html(theirs)


def test_no_template_is_asked_for_a_name() -> None:
    form = CompareForm(None, [(number, f"Player {number}") for number in range(1, 2001)])
    names = form["one"].as_widget()
    assert form.fields["one"].widget.render("one", 7, {}, renderer=None).count("<option") == 2001  # type: ignore[attr-defined]  # NamesSelect
    assert names.count("<option") == 2001


@pytest.mark.parametrize("field", ["one", "other", "third"])
def test_whoever_is_compared_is_chosen_from_such_a_list(field: str) -> None:
    assert isinstance(CompareForm.base_fields[field].widget, NamesSelect)
