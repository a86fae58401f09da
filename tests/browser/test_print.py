"""What comes out of the printer: results, and nothing to press."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hall import Hall
from tests.browser.steps import Phone

pytestmark = pytest.mark.django_db(transaction=True)

SHEETS = b"/Type /Page\n"


def test_on_paper_stand_results_and_nothing_to_press(new_phone: Callable[..., Phone], hall: Hall) -> None:
    table = hall.start()
    for maker, tricks in (("Bogdan", 5), ("Bogdan", 5), ("Jo", 5), ("Bogdan", 5), ("Bogdan", 3)):
        table.record(maker, tricks)
    desk = new_phone(hall.owner)
    page = desk.page
    desk.open(hall.path("game-detail", table.game.pk))
    expect(page.get_by_role("link", name="Correct").first).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_text("Bogdan took all five").first).to_be_visible()
    expect(page.get_by_role("link", name="Correct").first).to_be_hidden()
    expect(page.get_by_role("heading", name="Put right")).to_be_hidden()
    desk.open(hall.path("night-detail", table.game.night_id))
    expect(page.get_by_role("link", name="Table 1")).to_be_visible()
    expect(page.get_by_role("heading", name="Close the night")).to_be_hidden()
    expect(page.get_by_label("Reason")).to_be_hidden()
    desk.open(hall.path("standings"))
    expect(page.locator("#standings .extra").first).to_be_visible()
    assert page.pdf(format="A4", prefer_css_page_size=True).count(SHEETS) == 1
