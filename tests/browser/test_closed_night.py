"""A night is closed on one browser while a phone still records: what it sends waits, is stored, and shows again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from league.models import HeldWrite
from league.services.rescore import compare
from league.services.scope import Scope
from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)

MOUSE = {"is_mobile": False, "has_touch": False, "device_scale_factor": 1, "viewport": {"width": 1000, "height": 900}}


@pytest.mark.parametrize("script", [True, False])
def test_a_hand_of_a_closed_night_is_stored_by_the_organiser_and_shows_on_the_phone(
    new_phone: Callable[..., Phone], hall: Hall, script: bool
) -> None:
    table = hall.start()
    table.record("Bogdan", 5)
    desk = new_phone(hall.owner, java_script_enabled=script, **MOUSE)
    phone = new_phone(hall.scorer("Sam"))
    phone.open(table.path)

    desk.open(hall.path("club-tonight"))
    desk.button("Close the night").click()
    desk.button("Close the night").click()
    expect(desk.page.get_by_text("1 game is not over.")).to_be_visible()
    desk.button("Close it anyway").click()
    expect(desk.page.get_by_text("The night is closed.")).to_be_visible()

    phone.tap(phone.cell("Jo", 4))
    expect(phone.notice).to_contain_text("The night is closed. What you sent is kept for an organiser to decide")
    phone.expect_scores(Bogdan=3, Wietske=0, Jo=0)

    desk.page.reload()
    desk.button("Look at what waits").click()
    expect(desk.page.get_by_role("heading", name="Hand 2: Jo made it, 4 tricks. Jo +1")).to_be_visible()
    expect(desk.page.get_by_text("Sam, ")).to_be_visible()
    desk.button("Store it").click()
    expect(desk.page.get_by_text("Nothing waits")).to_be_visible()

    phone.open(table.path)
    phone.expect_scores(Bogdan=3, Wietske=0, Jo=1)
    desk.open(hall.path("night-detail", table.game.night_id))
    desk.button("Open it again").click()
    expect(desk.page.get_by_text("The night is open again.")).to_be_visible()
    phone.record("Wietske", 3)
    phone.expect_scores(Bogdan=3, Wietske=1, Jo=1)
    assert table.scores == {"Bogdan": 3, "Wietske": 1, "Jo": 1}
    assert HeldWrite.objects.get().settled_as is not None
    assert list(compare(Scope())) == []
