"""A game is confirmed by passing the phone; a player disputes a hand, an organiser puts it right and answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from league.models import Club, Corrections, Membership, Role
from league.services.rescore import compare
from league.services.scope import Scope
from tests.browser.hall import Hall
from tests.browser.steps import Phone
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_confirmed_game_is_disputed_and_put_right(new_phone: Callable[..., Phone], hall: Hall) -> None:
    Club.objects.update(corrections=Corrections.CONFIRMED)
    pia = make_user("Pia")
    Membership.objects.create(club=hall.club, user=pia, role=Role.PLAYER)
    table = hall.start()
    for _time in range(3):
        table.record("Bogdan", 5)
    scorer, player = new_phone(hall.scorer("Sam")), new_phone(pia)

    scorer.open(table.path)
    scorer.tap(scorer.cell("Bogdan", 3))
    expect(scorer.notice).to_contain_text("This hand ends the game")
    scorer.rest()
    scorer.tap(scorer.button("Yes, record it"))
    expect(scorer.button("Wietske confirms")).to_be_visible()
    scorer.rest()
    scorer.tap(scorer.button("Wietske confirms"))
    expect(scorer.page.get_by_text("From now on only an organiser changes this game.")).to_be_visible()

    player.open(hall.path("game-detail", table.game.pk))
    player.page.get_by_role("link", name="Dispute", exact=True).last.tap()
    player.page.get_by_label("What is wrong").fill("Jo made that one.")
    player.button("Tell the organisers").tap()
    expect(player.page.get_by_text("Jo made that one.")).to_be_visible()

    desk = new_phone(hall.owner)
    desk.open(hall.path("club-tonight"))
    desk.button("1 dispute waits").tap()
    desk.button("Correct this hand").tap()
    desk.page.locator("button[name=cell][value='2:5']").tap()
    desk.button("Save").tap()
    expect(desk.page.get_by_text("Saved. The game is counted anew.")).to_be_visible()
    desk.button("Settle it").tap()
    desk.page.get_by_label("Your answer").fill("So it was.")
    desk.button("It was put right").tap()
    expect(desk.page.get_by_text("Nothing is disputed")).to_be_visible()

    player.page.reload()
    expect(player.page.get_by_text("So it was.")).to_be_visible()
    assert table.scores == {"Bogdan": 7, "Wietske": 0, "Jo": 3}
    assert list(compare(Scope())) == []
