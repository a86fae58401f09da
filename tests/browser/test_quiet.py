"""A table where nobody records is seen from across the room."""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)


def test_quiet_table_says_for_how_long(new_phone: Callable[..., Phone], hall: Hall) -> None:
    table = hall.start()
    table.record("Bogdan", 3)
    phone = new_phone()
    badge = phone.page.locator(".felt .badge").filter(has_text="quiet")
    phone.open(hall.path("club-tonight"))
    expect(phone.page.locator(".felt time")).to_be_visible()
    expect(badge).to_have_count(0)
    phone.page.clock.set_fixed_time(timezone.now() + datetime.timedelta(minutes=20, seconds=30))
    phone.open(hall.path("club-tonight"))
    expect(badge).to_have_text("quiet for 20 minutes")
    table.record("Jo", 3)
    phone.poll()
    expect(phone.page.locator(".felt")).to_contain_text("Jo made it, 3 tricks")
    expect(badge).to_have_text("quiet for 20 minutes")
    phone.page.clock.set_fixed_time(timezone.now())
    phone.open(hall.path("club-tonight"))
    expect(badge).to_have_count(0)
