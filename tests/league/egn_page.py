"""The pages that take games over from files, as requests."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from league.models import Role, Season
from tests.league.cast import Cast, make_cast


@pytest.fixture
def cast() -> Cast:
    cast = make_cast()
    Season.objects.filter(club=cast.club).update(starts=datetime.date(2020, 1, 1))
    return cast


def send(cast: Cast, *files: SimpleUploadedFile, role: str = Role.ORGANISER, **fields: Any) -> Any:
    url = reverse("egn-import", args=[cast.club.slug])
    return cast.client(role).post(url, {"file": list(files)} | fields)


def filled(page: Any) -> dict[str, Any]:
    """The page's form as it stands: what a browser would send."""
    body = page.content.decode()
    found: dict[str, Any] = {"packed": re.search(r'name="packed" value="([^"]*)"', body)[1]}  # type: ignore[index]  # it is there
    for person in page.context["people"]:
        found[person.field] = person.chosen
    for view, field in page.context["games"]:
        found[f"date-{view.number}"] = field.value() or ""
    found["leave"] = re.findall(r'name="leave" value="([^"]*)" checked', body)
    found["skip"] = re.findall(r'name="skip" value="([^"]*)" checked', body)
    return found


def check(cast: Cast, page: Any, *, save: bool = False, role: str = Role.ORGANISER, **fields: Any) -> Any:
    url = reverse("egn-check", args=[cast.club.slug])
    form = filled(page) | {name.replace("_", "-"): value for name, value in fields.items()}
    return cast.client(role).post(url, form | ({"save": "1"} if save else {}))


def told(answer: Any) -> str:
    """What is wrong with what was sent, in words."""
    return " ".join(message for messages in answer.context["form"].errors.values() for message in messages)
