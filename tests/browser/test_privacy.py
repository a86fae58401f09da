"""One's own name: hidden while somebody else looks on, forgotten for good, and an account that goes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from league.models import GameEvent, Membership, Player, Role, User
from tests.browser.hall import Hall
from tests.browser.steps import Phone
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def jo(hall: Hall) -> User:
    """Jo Harker, a player with an account, in whose game a hand was played."""
    user = make_user("Jo Harker")
    Membership.objects.create(club=hall.club, user=user, role=Role.PLAYER)
    player = hall.players["Jo"]
    player.name, player.account, player.shown = "Jo Harker", user, ""
    player.save()
    table = hall.start()
    for _hand in range(4):
        table.record("Jo", 5)
    return user


def test_another_shown_name_appears_in_standings_that_are_open_elsewhere(
    hall: Hall, jo: User, new_phone: Callable[..., Phone]
) -> None:
    mine, visitor = new_phone(jo), new_phone()
    visitor.open(hall.path("standings"))
    row = visitor.page.get_by_role("rowheader")
    expect(row.filter(has_text="Jo Harker")).to_be_visible()
    mine.open(reverse("account-data"))
    mine.tap(mine.page.get_by_role("main").get_by_role("link", name="Harbour Euchre Club"))
    mine.tap(mine.page.get_by_label("First name and initial"))
    mine.tap(mine.button("Save"))
    expect(mine.page.get_by_role("heading", name="Jo H.")).to_be_visible()
    visitor.poll()
    expect(row.filter(has_text="Jo H.")).to_be_visible()
    expect(visitor.page.get_by_text("Harker")).to_have_count(0)


def test_another_shown_name_appears_at_the_table_without_another_hand(
    hall: Hall, jo: User, new_phone: Callable[..., Phone]
) -> None:
    table = hall.start()
    board = new_phone()
    board.open(hall.path("game-board", table.game.pk))
    expect(board.page.get_by_text("Jo", exact=True).first).to_be_visible()
    mine = new_phone(jo)
    mine.open(hall.path("player-edit", hall.players["Jo"].pk))
    mine.page.get_by_role("textbox", name="Nickname").fill("The Joker")
    mine.tap(mine.page.get_by_role("radio", name="Nickname"))
    mine.tap(mine.button("Save"))
    expect(mine.page.get_by_role("heading", name="The Joker")).to_be_visible()
    board.poll()
    expect(board.page.get_by_text("The Joker").first).to_be_visible()


def test_nickname_that_is_missing_is_asked_for(
    hall: Hall, jo: User, new_phone: Callable[..., Phone], allow_console: Callable[[str], None]
) -> None:
    allow_console("422")
    mine = new_phone(jo)
    mine.open(hall.path("player-edit", hall.players["Jo"].pk))
    mine.tap(mine.page.get_by_role("radio", name="Nickname"))
    mine.tap(mine.button("Save"))
    expect(mine.page.get_by_text("Type the nickname that is to be shown.")).to_be_visible()
    expect(mine.page.get_by_role("radio", name="Nickname")).to_be_checked()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_somebody_is_forgotten(hall: Hall, jo: User, new_phone: Callable[..., Phone], script: bool) -> None:
    owner = new_phone(hall.owner, java_script_enabled=script)
    owner.open(hall.path("player-edit", hall.players["Jo"].pk))
    owner.tap(owner.button("Forget this person"))
    expect(owner.page.get_by_role("heading", name="Forget Jo Harker")).to_be_visible()
    owner.tap(owner.page.get_by_label("I know that this can’t be undone."))
    owner.tap(owner.button("Forget the name for good"))
    expect(owner.page.get_by_role("heading", name="Player 1")).to_be_visible()
    owner.open(hall.path("standings"))
    expect(owner.page.get_by_role("rowheader").filter(has_text="Player 1")).to_be_visible()
    expect(owner.page.get_by_text("Harker")).to_have_count(0)


def test_account_is_deleted_behind_the_password(hall: Hall, jo: User, new_phone: Callable[..., Phone]) -> None:
    facts = list(GameEvent.objects.order_by("pk").values_list("pk", "digest"))
    mine = new_phone(jo)
    mine.open(reverse("account-data"))
    with mine.page.expect_download() as download:
        mine.tap(mine.button("Download your data"))
    assert download.value.suggested_filename == "upcard.json"
    mine.tap(mine.button("Delete my account"))
    mine.page.locator("main input[type=password]").fill(PASSWORD)
    mine.tap(mine.page.locator("main button[type=submit]"))
    mine.tap(mine.page.get_by_label("Harbour Euchre Club: Jo Harker"))
    mine.tap(mine.page.get_by_label("I know that this can’t be undone."))
    mine.tap(mine.button("Delete my account for good"))
    expect(mine.page.get_by_text("Your account is deleted.")).to_be_visible()
    assert not User.objects.filter(pk=jo.pk).exists()
    assert Player.objects.get(pk=hall.players["Jo"].pk).name == "Player 1"
    assert list(GameEvent.objects.order_by("pk").values_list("pk", "digest")) == facts
